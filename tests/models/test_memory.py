"""Every model says beforehand what it will need, and a fit that cannot have it is refused."""

import re
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone

from cotext.backend.similarity import memory_plan
from cotext.cooccurrence import count_contexts, sppmi
from cotext.errors import UsageError
from cotext.models import (
    NMF,
    TSPLBM,
    WCNMTF,
    Consensus,
    KMeans,
    Nested,
    all_models,
    by_name,
)
from cotext.models.engine import algorithm, memory, sweeps
from cotext.models.families.contexts import expected_pairs
from cotext.models.spherical_kmeans import SphericalKMeansAlgorithm


@pytest.fixture
def X():
    rng = np.random.default_rng(0)
    return sparse.csr_array(rng.poisson(0.3, (60, 40)).astype(float))


@pytest.mark.parametrize("Model", all_models(), ids=lambda model: model.cli_name)
def test_every_model_needs_more_for_more_documents_and_words(Model, X):
    small, large = (sparse.random_array((n, 2 * n), density=0.01, format="csr", rng=0) for n in (500, 2000))
    assert (
        0
        < Model(3).algorithm.bytes_needed(X)
        < Model(3).algorithm.bytes_needed(small)
        < Model(3).algorithm.bytes_needed(large)
    )


def drawn(n, d, length):
    """Documents whose words are drawn as in texts, few often and many seldom."""
    rng = np.random.default_rng(0)
    weights = 1 / (np.arange(d) + 10.0)
    words = rng.choice(d, size=(n, length), p=weights / weights.sum())
    indptr = np.arange(0, n * length + 1, length, dtype=np.int32)
    X = sparse.csr_array((np.ones(n * length), words.ravel().astype(np.int32), indptr), shape=(n, d))
    X.sum_duplicates()
    return X


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("kmeans", (3000, 2000, 20)),
        ("nmf", (3000, 2000, 20)),
        ("rsn", (3000, 2000, 20)),
        ("gnmf", (3000, 2000, 20)),
        ("gtsc", (3000, 2000, 20)),
        ("splbm", (3000, 2000, 20)),
        ("wc-nmtf", (3000, 2000, 20)),
        ("ctk", (600, 500, 20)),
        ("lsa", (600, 500, 20)),
    ],
)
def test_what_is_told_is_about_what_is_held(name, shape):
    X, Model = drawn(*shape), by_name(name)
    known = set(Model().get_params()) & {"n_init", "max_iter", "random_state"}
    model = Model(4, **{key: {"n_init": 3, "max_iter": 2, "random_state": 0}[key] for key in known})
    model.fit(X[:100])  # what is loaded on the way does not count
    told = model.algorithm.bytes_needed(X)
    tracemalloc.start()
    model.fit(X)
    held = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert 0.8 * held < told < 1.8 * held


def test_slices_in_a_list_need_as_much_as_when_they_are_checked(X):
    model = TSPLBM(3)
    assert model.algorithm.bytes_needed([X, X]) == model.algorithm.bytes_needed(
        model._check([X, X], reset=True)
    )


def test_float32_needs_half_and_fewer_restarts_need_less():
    X = sparse.random_array((5000, 4000), density=0.01, format="csr", rng=0)
    whole = NMF(10).algorithm.bytes_needed(X)
    assert NMF(10).algorithm.bytes_needed(X.astype(np.float32)) == pytest.approx(whole / 2, rel=0.05)
    assert NMF(10, n_init=1).algorithm.bytes_needed(X) < whole / 2
    assert NMF(10, screen=True, n_init=40).algorithm.bytes_needed(X) > 2 * whole


@pytest.mark.parametrize(
    ("Model", "word"),
    [(NMF, "n_init"), (KMeans, "float32"), (WCNMTF, "select_words"), (Consensus, "clusters")],
)
def test_what_cannot_fit_is_refused_with_the_figures_and_a_way_out(Model, word, X, monkeypatch):
    monkeypatch.setattr(memory, "available_memory", lambda: 1e3)
    with pytest.raises(UsageError, match=r"60 documents and 40 words needs about .* MB .* free: ") as refused:
        Model(3).fit(X)
    assert word in str(refused.value)


def test_a_fit_that_has_just_enough_runs(X, monkeypatch):
    monkeypatch.setattr(memory, "available_memory", lambda: float(KMeans(3).algorithm.bytes_needed(X)))
    assert KMeans(3).fit(X).labels_.shape == (60,)


def test_a_talkative_fit_says_beforehand_what_it_needs_where_that_is_much(X, monkeypatch, capsys):
    NMF(3, verbose=1).fit(X)
    assert "memory" not in capsys.readouterr().err
    monkeypatch.setattr(algorithm, "WORTH_A_WORD", NMF(3).algorithm.bytes_needed(X))
    NMF(3, verbose=1).fit(X)
    assert re.match(r"nmf: about .* MB of memory\nnmf: start 1/10", capsys.readouterr().err)
    NMF(3).fit(X)
    assert not capsys.readouterr().err


def test_what_cannot_fit_on_a_gpu_is_refused_by_what_that_has_free(X, monkeypatch):
    monkeypatch.setattr(sweeps, "require_cupy", lambda: None)
    monkeypatch.setattr(memory, "free_of_gpu", lambda: 1e3)
    with pytest.raises(UsageError, match=r'on the GPU, and 0.0 MB are free: use device="cpu"'):
        NMF(3, device="cuda").fit(X)
    monkeypatch.setattr(memory, "available_memory", lambda: 0.0)  # that of the machine does not count
    monkeypatch.setattr(memory, "free_of_gpu", lambda: 1e9)
    NMF(3, device="cuda").algorithm.check_room(X)


def test_a_word_is_said_from_a_gigabyte_on(X):
    assert NMF(3).algorithm.memory_needed(X) is None
    empty = sparse.csr_array((3_000_000, 100_000))
    assert NMF(20).algorithm.memory_needed(empty).startswith("nmf: about ")
    assert NMF(20).algorithm.memory_needed(empty).endswith("GB of memory")


def test_pairs_of_words_are_foreseen_from_their_frequencies():
    X = drawn(2000, 800, 30)
    counted, kept = expected_pairs(X, 2.0)
    C = count_contexts(X)
    assert counted == pytest.approx(C.nnz, rel=0.1)
    assert kept == pytest.approx(sppmi(C, 2.0).nnz, rel=0.15)


def test_a_consensus_of_millions_of_words_without_entries_does_no_work_for_them(monkeypatch):
    rng = np.random.default_rng(0)
    X = sparse.random_array((6, 2_000_000), density=1e-5, format="csr", rng=rng)
    widest = []
    adapt = SphericalKMeansAlgorithm.adapt
    monkeypatch.setattr(
        SphericalKMeansAlgorithm, "adapt", lambda self, X: widest.append(X.shape[1]) or adapt(self, X)
    )
    with pytest.warns(UserWarning, match="have no entries"):
        model = Consensus(2, random_state=0).fit(X)
    assert max(widest) <= X.nnz
    assert model.column_factor_.shape == (2_000_000, 2)
    assert model.column_labels_.shape == (2_000_000,)
    np.testing.assert_array_equal(model.predict(X), model.labels_)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("model", [Consensus(2), Consensus((2, 8)), Nested(levels=[2, 4])], ids=str)
def test_words_without_entries_count_in_what_is_told(model, dtype):
    rng = np.random.default_rng(0)
    entries = np.ones(600, dtype), (np.repeat(np.arange(40), 15), rng.integers(0, 400_000, 600))
    X = sparse.csr_array(entries, shape=(40, 400_000))
    model = clone(model).set_params(n_starts=1, random_state=0)
    clone(model).fit(X[:, :2000])  # what is loaded on the way does not count
    tracemalloc.start()
    model.fit(X)
    held = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert 0.8 * held < model.algorithm.bytes_needed(X) < 1.8 * held


@pytest.fixture
def little_address_space():
    """Two gigabytes more than the process has: what is larger cannot be allocated."""
    resource = pytest.importorskip("resource")
    if not (status := Path("/proc/self/status")).exists():
        pytest.skip("how much address space is in use is only known on Linux")
    before = resource.getrlimit(resource.RLIMIT_AS)
    used = int(re.search(r"VmSize:\s+(\d+) kB", status.read_text())[1]) * 1024
    resource.setrlimit(resource.RLIMIT_AS, (used + 2 * 10**9, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


HUGE = 2**31 + 5  # more than a 32-bit integer can number
FEW = np.repeat(np.arange(40), 15), np.random.default_rng(0).integers(0, HUGE, 600)
WIDE, TALL = (40, HUGE), (HUGE, 40)


@pytest.mark.parametrize("Model", all_models(), ids=lambda model: model.cli_name)
@pytest.mark.parametrize(
    ("make", "index", "shape"),
    [
        (sparse.csr_array, FEW, WIDE),
        (sparse.coo_array, FEW, WIDE),
        (sparse.csc_array, FEW[::-1], TALL),
        (sparse.coo_array, FEW[::-1], TALL),
        (sparse.coo_array, (FEW[1], FEW[1]), (HUGE, HUGE)),
    ],
    ids=["wide csr", "wide coo", "tall csc", "tall coo", "square coo"],
)
def test_few_entries_of_billions_of_rows_or_columns_are_refused_with_the_figures(
    Model, make, index, shape, little_address_space
):
    X = make((np.ones(600), index), shape=shape)
    with pytest.raises(UsageError, match=r"2,147,483,653 .*needs? .* GB .* (free|may be used)"):
        Model(2).fit(X)


@pytest.mark.parametrize("name", ["cooccurrence", "document_graph"])
def test_a_relation_of_another_shape_is_refused_before_it_is_turned(X, name, little_address_space):
    C = sparse.csc_array((np.ones(600), FEW[::-1]), shape=TALL)
    with pytest.raises(UsageError, match=rf"{name} has shape \(2147483653, 40\), expected"):
        WCNMTF(2).fit(X, **{name: C})


def test_a_consensus_whose_pairs_of_words_have_no_room_is_refused():
    X = sparse.csr_array(np.ones((3, 2_000_000), dtype=np.float32))
    with pytest.raises(UsageError, match=r"2,000,000 words needs about .* GB"):
        Consensus(2).fit(X)


def test_similarities_refuse_by_themselves(X, monkeypatch):
    from cotext.models import ChiSim

    monkeypatch.setattr(memory_plan, "available_memory", lambda: 1.0)
    with pytest.raises(UsageError, match="similarities of 60 documents"):
        ChiSim(3).fit(X)
