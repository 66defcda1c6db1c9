"""What the CUDA kernels do, said in NumPy, against plain products; the kernels themselves where a GPU is."""

import numpy as np
import pytest
from scipy import sparse

from cotext.backend import CoordinateDescent, Multiplicative, answer, improve_block, open_matrix
from cotext.backend.cuda.launch import gather
from cotext.backend.cuda.segments import cut_rows, with_short_indices
from cotext.backend.rules import refill
from cotext.datasets import make_planted
from cotext.errors import UsageError
from cotext.models import ITCC, NMF, WCNMTF, Consensus, SphericalKMeans


def skewed(n=60, d=40, seed=0):
    """Rows of very different length, empty ones included."""
    rng = np.random.default_rng(seed)
    X = rng.random((n, d)) * (rng.random((n, d)) < rng.random((n, 1)) ** 3)
    X[::7] = 0
    return sparse.csr_array(X)


def with_long_indices(X):
    """The same matrix indexed by 64 bits, as SciPy leaves a graph of neighbours."""
    X = X.copy()
    X.indices, X.indptr = X.indices.astype(np.int64), X.indptr.astype(np.int64)
    return X


def gather_by_segments(segments, indices, data, B):
    """What the kernels ``gather`` and ``join`` do: ``X @ B``, segment by segment."""
    out = np.zeros((segments.height, B.shape[1]), dtype=B.dtype)
    for begin, end, target in zip(segments.begin, segments.end, segments.target, strict=True):
        out[target] = data[begin:end] @ B[indices[begin:end]]
    for row, first, count in zip(segments.joined, segments.first, segments.count, strict=True):
        out[row] = out[first : first + count].sum(axis=0)
    return out[: segments.n_rows]


@pytest.mark.parametrize("longest", [1, 3, 8, 1000])
def test_rows_in_segments_give_the_product(longest):
    X, B = skewed(), np.random.default_rng(1).random((40, 5))
    segments = cut_rows(X.indptr, longest)
    assert (segments.end - segments.begin).max() <= longest
    covered = np.concatenate([np.arange(a, b) for a, b in zip(segments.begin, segments.end, strict=True)])
    np.testing.assert_array_equal(covered, np.arange(X.nnz))
    np.testing.assert_allclose(gather_by_segments(segments, X.indices, X.data, B), X @ B, rtol=1e-12)


def test_more_segments_than_threads_can_be_numbered_are_refused(monkeypatch):
    monkeypatch.setattr("cotext.backend.cuda.segments.MOST_SEGMENTS", 60)
    cut_rows(skewed().indptr)
    with pytest.raises(UsageError, match=r'at most 60 documents or words.* 61: use device="cpu"'):
        cut_rows(skewed(n=61).indptr)


def test_indices_are_shortened_to_what_the_kernels_read():
    X = with_long_indices(skewed())
    short = with_short_indices(X.copy())
    assert short.indices.dtype == short.indptr.dtype == np.int32
    np.testing.assert_array_equal(short.toarray(), X.toarray())


def test_arrays_that_a_kernel_would_misread_are_refused():
    X, B = skewed(), np.ones((1, 40, 4))
    segments = cut_rows(X.indptr)
    with pytest.raises(TypeError, match="int32 indices and float64 data expected, got int64"):
        gather(segments, with_long_indices(X).indices, X.data, B)
    with pytest.raises(TypeError, match="float64 data expected, got int32 and float32"):
        gather(segments, X.indices, X.data.astype(np.float32), B)


@pytest.fixture
def gpu():
    cupy = pytest.importorskip("cupy", reason="CuPy is not installed")
    if not cupy.cuda.is_available():
        pytest.skip("no GPU is visible")
    return cupy


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("shape", [(40, 1), (40, 20), (40, 33), (40, 200), (3, 40, 20), (2, 40, 7)])
def test_the_gathered_product_is_the_product(gpu, dtype, shape, monkeypatch):
    from cotext.backend.cuda import segments

    monkeypatch.setattr(segments, "LONGEST", 8)
    X, B = skewed().astype(dtype), np.random.default_rng(1).random(shape).astype(dtype)
    there = open_matrix(X, "cuda")
    wanted = np.stack([X @ b for b in B]) if B.ndim == 3 else X @ B
    tolerance = 1e-5 if dtype == np.float32 else 1e-12
    np.testing.assert_allclose((there @ there.put(B)).get(), wanted, rtol=tolerance)


def test_a_matrix_with_long_indices_has_the_same_products(gpu):
    X, B = skewed(), np.random.default_rng(1).random((2, 40, 3))
    short, long = open_matrix(X, "cuda"), open_matrix(with_long_indices(X), "cuda")
    Z = short.put(np.random.default_rng(2).random((2, 60, 3)))
    for beside in (long, short.beside(with_long_indices(X))):
        np.testing.assert_array_equal((beside @ short.put(B)).get(), (short @ short.put(B)).get())
        np.testing.assert_array_equal((beside.T @ Z).get(), (short.T @ Z).get())


@pytest.mark.parametrize("shape", [(31, 38), (32, 38), (32, 32), (64, 40), (20, 32)])
def test_rows_of_unit_length_are_those_of_the_cpu(gpu, shape):
    X = sparse.csr_array(np.random.default_rng(0).random(shape))
    here, there = (open_matrix(X, device).unit_rows().host().toarray() for device in ("cpu", "cuda"))
    np.testing.assert_allclose(there, here, rtol=1e-12)


@pytest.mark.parametrize("rule", [Multiplicative, CoordinateDescent])
@pytest.mark.parametrize("shape", [(30, 4), (30, 40), (2, 30, 5)])
def test_kernels_decide_as_the_rules_do(gpu, rule, shape):
    rng = np.random.default_rng(0)
    scores, Z = rng.random(shape), rng.random(shape)
    G = rng.random((*shape[:-2], shape[-1], shape[-1])) + 1
    ours = answer(rule(None, gpu.asarray(G), inner=3), gpu.asarray(scores), gpu.asarray(Z))
    np.testing.assert_allclose(ours.get(), rule(None, G, inner=3)(scores, Z.copy()), rtol=1e-9, atol=1e-12)


def test_the_block_descends_alike_on_both_devices(gpu):
    rng = np.random.default_rng(0)
    S, attraction = rng.random((2, 4, 6)), rng.random((2, 4, 6)) * 20
    L, R = (rng.random((2, k, k)) + np.eye(k) for k in (4, 6))
    there = improve_block("cd", *(gpu.asarray(F) for F in (S, attraction, L, R)))
    np.testing.assert_allclose(there.get(), improve_block("cd", S, attraction, L, R), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("normalization", ["pseudo", "l1"])
def test_similarities_are_the_same_on_both_devices(gpu, normalization):
    from cotext.models.chi_sim import ChiSimAlgorithm

    X = skewed(90, 70).astype(np.float64)
    X.data *= np.random.default_rng(0).uniform(0.5, 1.5, X.nnz)
    here, there = (
        ChiSimAlgorithm(3, device=device, normalization=normalization).similarities(X)[:2]
        for device in ("cpu", "cuda")
    )
    for ours, wanted in zip(there, here, strict=True):
        np.testing.assert_allclose(ours, wanted, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(("n", "g"), [(3, 5), (40, 7), (5000, 30), (5000, 3)])
def test_empty_clusters_are_filled_as_on_the_host(gpu, dtype, n, g):
    from cotext.backend.cuda.launch import filled

    rng = np.random.default_rng(n + g)
    labels = np.stack([rng.integers(0, k, n) for k in (1, 2, g)])  # most clusters of two restarts are empty
    misfit = np.round(rng.random((3, n)), 2).astype(dtype)  # with ties
    misfit[:, ::3] = -np.inf
    wanted = refill(labels, misfit, g)
    ours = filled(gpu.asarray(labels), gpu.asarray(misfit), g).get()
    np.testing.assert_array_equal(ours, labels if wanted is None else wanted)


@pytest.fixture
def sent_home(gpu, monkeypatch):
    """Sizes of the arrays that left the GPU."""
    sizes, get = [], gpu.ndarray.get
    monkeypatch.setattr(
        gpu.ndarray, "get", lambda self, *more, **named: sizes.append(self.size) or get(self, *more, **named)
    )
    return sizes


@pytest.mark.filterwarnings("ignore")  # the fits are stopped on purpose
@pytest.mark.parametrize(
    ("Model", "given"), [(SphericalKMeans, {}), (ITCC, {}), (NMF, {}), (WCNMTF, {"regularization": 1.0})]
)
def test_a_sweep_sends_home_nothing_but_the_criterion(Model, given, sent_home):
    rng, numbers, sent = np.random.default_rng(0), [], []
    X = sparse.csr_array(sparse.random_array((900, 300), density=0.05, rng=rng))
    start = rng.random((900, 9)), rng.random((300, 9))
    for sweeps in (2, 7):
        sent_home.clear()
        model = Model(9, init=start, max_iter=sweeps, tol=0, device="cuda", **given).fit(X)
        assert model.n_iter_ == sweeps
        numbers.append(sum(sent_home))
        sent.append(len(sent_home))
    assert np.diff(sent) == 5
    assert np.diff(numbers) == 5


@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
def test_restarts_side_by_side_are_those_one_after_the_other(gpu, monkeypatch):
    from cotext.backend.cuda import matrix

    X = make_planted(n_clusters=3, random_state=0).X
    one, other = [], []
    for wider, found in ((1, one), (8, other)):
        monkeypatch.setattr(matrix, "WIDER", wider)
        model = SphericalKMeans(30, n_init=12, random_state=0, device="cuda").fit(X)
        found += [model.restart_losses_, model.labels_]
    np.testing.assert_allclose(one[0], other[0], rtol=1e-5)
    np.testing.assert_array_equal(one[1], other[1])


def test_the_default_model_agrees_on_both_devices(gpu):
    X = make_planted(n_clusters=3, random_state=0).X
    here, there = (Consensus(3, random_state=0, device=device).fit(X).labels_ for device in ("cpu", "cuda"))
    np.testing.assert_array_equal(here, there)
