"""Similarities against literal dense transcriptions, and the papers' subsets."""

import os

import numpy as np
import pytest
from scipy import sparse
from scipy.cluster.hierarchy import linkage

from cotext.backend.similarity import memory_plan, products, pruned_product
from cotext.datasets import load, make_planted
from cotext.errors import CotextError, EmptyInputWarning, UsageError
from cotext.metrics import acc
from cotext.models import CTK, LSA, SNOS, ChiSim, CosineSimilarity
from cotext.models.chi_sim import ChiSimAlgorithm
from cotext.models.families.similarity import condensed

data = [
    pytest.mark.data,
    pytest.mark.skipif(not os.environ.get("COTEXT_DATA"), reason="COTEXT_DATA is not set"),
    pytest.mark.filterwarnings("ignore::cotext.errors.EmptyInputWarning"),
]


def chi_sim(X, k, p, sweeps=4):
    """Equations 8 and 9 as printed, both similarities from the previous pair."""
    Y, (n, d) = X**k, X.shape
    R, C = np.eye(n), np.eye(d)
    for _ in range(sweeps):
        new = []
        for S in (Y @ C @ Y.T, Y.T @ R @ Y):
            S = (S + S.T) / 2  # rounding must not tell s_ij from s_ji
            root = S.diagonal() ** (1 / (2 * k))
            S = np.divide(
                S ** (1 / k), np.outer(root, root), out=np.zeros_like(S), where=np.outer(root, root) > 0
            )
            rank = int(p * (S.size - 1))
            cut = np.partition(S.ravel(), rank)[rank] * (1 - 1e-12)  # nor which of two equal ones is cut
            new.append(np.where(cut > S, 0, S))
        R, C = new
    return R, C


@pytest.mark.parametrize("rows", [1, 7, 96])
@pytest.mark.parametrize(("k", "p"), [(1.0, 0.0), (0.8, 0.0), (0.8, 0.6)])
def test_chi_sim_equals_its_equations_for_every_block_size(monkeypatch, rows, k, p):
    monkeypatch.setattr(products, "BLOCK_ROWS", rows)
    X = wiggled(40, 30)
    R, C = chi_sim(X, k, p)
    for n_jobs in (1, 2):
        model = ChiSim(3, k=k, prune=p, n_jobs=n_jobs).fit(X)
        np.testing.assert_allclose(model.document_similarity_, R, atol=1e-9)
        np.testing.assert_allclose(model.word_similarity_, C, atol=1e-9)


def test_the_last_similarities_may_be_left_whole():
    X = wiggled(40, 30)
    R, _ = chi_sim(X, 0.8, 0.6, sweeps=3)
    whole = ChiSim(3, n_iter=3, prune_last=False).fit(X).document_similarity_
    assert np.count_nonzero(whole) > np.count_nonzero(R)
    np.testing.assert_allclose(np.where(R > 0, whole, 0), R, atol=1e-9)


def test_settings_found_without_labels_beat_bad_ones():
    planted = make_planted(n_clusters=4, density=0.12, noise=0.03, random_state=1)
    model = ChiSim(4, k="auto", prune="auto", random_state=0).fit(planted.X)
    assert len(model.choices_) == 15
    assert (model.k_, model.prune_, max(score for *_, score in model.choices_)) in model.choices_
    worst = min(model.choices_, key=lambda choice: choice[2])
    bad = ChiSim(4, k=worst[0], prune=worst[1]).fit(planted.X)
    assert acc(planted.labels, model.labels_) > acc(planted.labels, bad.labels_)
    again = ChiSim(4, k="auto", prune="auto", random_state=0).fit(planted.X)
    assert again.choices_ == model.choices_


def test_the_first_chi_sim_divides_by_sums():
    X = make_planted(n_documents=20, n_words=15, density=0.3, random_state=0).X.toarray().astype(float)
    R, C = np.eye(20), np.eye(15)
    r, c = X.sum(axis=1), X.sum(axis=0)
    for _ in range(3):
        R, C = X @ C @ X.T / np.outer(r, r), X.T @ R @ X / np.outer(c, c)
    model = ChiSim(3, normalization="l1", prune=0, n_iter=3).fit(X)
    np.testing.assert_allclose(model.document_similarity_, R, rtol=1e-9)
    np.testing.assert_allclose(model.word_similarity_, C, rtol=1e-9)


@pytest.mark.parametrize("k", [0.5, "auto"])
def test_the_first_chi_sim_has_no_pseudo_norm(k):
    X = wiggled(20, 15)
    with pytest.raises(UsageError, match=r'k=.*with normalization="l1" there is no pseudo-norm: leave k out'):
        ChiSim(3, normalization="l1", k=k).fit(X)
    model = ChiSim(3, normalization="l1", prune="auto", random_state=0).fit(X)
    assert {k for k, *_ in model.choices_} == {model.k_} == {1.0}


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_quantile_is_an_entry_of_the_sorted_matrix(dtype):
    rng = np.random.default_rng(0)
    S = rng.random((130, 130)).astype(dtype)
    S[S < 0.3] = 0
    for share in (0, 0.1, 0.3, 0.5, 0.999, 1):
        assert products.quantile(S, share, 2) == np.sort(S.ravel())[int(share * (S.size - 1))]


def test_snos_equals_its_equations():
    X = make_planted(n_documents=20, n_words=15, density=0.3, random_state=0).X.toarray().astype(float)
    lam = 0.9 / (X.sum(axis=0).max() * X.sum(axis=1).max())
    R, C = np.eye(20), np.eye(15)
    for _ in range(4):
        R, C = lam * X @ C @ X.T, lam * X.T @ R @ X
        np.fill_diagonal(R, 1)
        np.fill_diagonal(C, 1)
    np.testing.assert_allclose(SNOS(3).fit(X).document_similarity_, R, rtol=1e-9)


def test_ctk_equals_the_pseudo_inverse_also_of_a_graph_in_pieces():
    X = np.kron(np.eye(2), np.random.default_rng(0).integers(1, 4, (6, 4))).astype(float)
    n, d = X.shape
    A = np.block([[np.zeros((n, n)), X], [X.T, np.zeros((d, d))]]) / X.max()
    inverse = np.linalg.pinv(np.diag(A.sum(axis=1)) - A)
    K = 1 / (1 + np.exp(-7 * inverse / inverse.std()))
    np.testing.assert_allclose(CTK(2).fit(X).document_similarity_, K[:n, :n], rtol=1e-6)


def test_lsa_with_all_components_is_the_cosine():
    X = make_planted(n_documents=30, n_words=20, density=0.3, random_state=0).X.astype(float)
    full, plain = LSA(3, n_components=20).fit(X), CosineSimilarity(3).fit(X)
    np.testing.assert_allclose(full.document_similarity_, plain.document_similarity_, atol=1e-9)


def test_a_similarity_that_cannot_fit_is_refused_before_it_is_made(monkeypatch):
    monkeypatch.setattr(memory_plan, "available_memory", lambda: 9e5)
    X = make_planted(random_state=0).X
    with pytest.raises(UsageError, match=r"200 documents and 150 words need .* MB.*select_words"):
        ChiSim(3).fit(X)
    with pytest.raises(UsageError, match=r"0.5 MB of memory may be used"):
        LSA(3, memory=5e-4).fit(X)


def test_a_refusal_names_the_most_words_that_would_do_or_says_that_none_would():
    X = make_planted(random_state=0).X.astype(np.float64)
    model = LSA(3, memory=8e-9 * (2 * 200**2 + 141**2))
    with pytest.raises(UsageError, match="free: select 141 words or fewer"):
        model.fit(X)
    with pytest.raises(UsageError, match="free: select 141 words or fewer"):
        model.fit(X[:, :142])
    assert model.fit(X[:, :141]).labels_.shape == (200,)
    with pytest.raises(UsageError, match=r"no selection of words would do: take fewer documents") as refused:
        LSA(3, memory=5e-4).fit(X)
    assert "select_words" not in str(refused.value)


def test_the_memory_needed_is_said_before_the_work(capsys):
    X = make_planted(random_state=0).X
    ChiSim(3, verbose=1, n_iter=2).fit(X)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("chi-sim: similarities of 200 documents and 150 words, 1.0 MB in memory")
    assert lines[1:] == ["chi-sim: iteration 1/2", "chi-sim: iteration 2/2"]


@pytest.mark.parametrize(
    ("prune", "limit", "disk", "kind"),
    [
        (0.6, None, 100e9, "dense"),
        (0.95, None, 100e9, "sparse"),
        (0.8, 9e9, 100e9, "disk"),
        (0.8, 9e9, 1e9, "sparse"),
        (0.4, 9e9, 100e9, "disk"),
    ],
)
def test_similarities_live_where_the_budget_lets_them(monkeypatch, prune, limit, disk, kind):
    monkeypatch.setattr(memory_plan, "available_memory", lambda: 40e9)
    monkeypatch.setattr(memory_plan, "available_disk", lambda: disk)
    found = memory_plan.find_room(18_846, 26_214, 4, prune=prune, limit=limit, working=8)
    assert found.kind == kind
    assert found.memory <= (limit or 40e9)


def wiggled(n_documents=120, n_words=100):
    """Planted blocks without two entries alike, so without ties at the cut."""
    X = make_planted(n_documents=n_documents, n_words=n_words, density=0.2, random_state=0).X.toarray()
    return X * np.random.default_rng(0).uniform(0.5, 1.5, X.shape)


@pytest.mark.parametrize("normalization", ["pseudo", "l1"])
@pytest.mark.parametrize("prune", [0.55, 0.8, 0.97])
@pytest.mark.parametrize("kind", ["sparse", "disk"])
def test_every_room_gives_the_same_similarities(monkeypatch, kind, prune, normalization):
    X = wiggled()
    monkeypatch.setattr(ChiSimAlgorithm, "kinds", ("dense",))
    dense = ChiSim(3, prune=prune, normalization=normalization).fit(X)
    monkeypatch.setattr(ChiSimAlgorithm, "kinds", (kind,))
    other = ChiSim(3, prune=prune, normalization=normalization).fit(X)
    for name in ("document_similarity_", "word_similarity_"):
        S = getattr(other, name)
        assert sparse.issparse(S) if kind == "sparse" else isinstance(S, np.memmap)
        S = S.toarray() if sparse.issparse(S) else S
        np.testing.assert_allclose(S, getattr(dense, name), rtol=1e-9, atol=1e-12)
    np.testing.assert_array_equal(other.labels_, dense.labels_)


@pytest.mark.parametrize("margin", [0.0, -0.2])
def test_a_threshold_guessed_too_high_is_corrected(monkeypatch, margin):
    monkeypatch.setattr(pruned_product, "MARGIN", margin)
    monkeypatch.setattr(pruned_product, "SAMPLE_ROWS", 3)
    Y = sparse.csr_array(wiggled())
    ours = pruned_product.thin_step(Y, None, power=1.0, sizes=None, share=0.6).toarray()
    full = products.sandwich(Y, None, np.empty((120, 120)))
    products.divide_by(full, np.sqrt(full.diagonal()))
    products.prune(full, 0.6)
    np.testing.assert_allclose(ours, full, rtol=1e-12)


@pytest.mark.parametrize("clustering", ["ward", "kmeans", "spectral"])
def test_thinned_similarities_can_be_grouped_in_every_way(monkeypatch, clustering):
    from cotext.metrics import ari

    monkeypatch.setattr(ChiSimAlgorithm, "kinds", ("sparse",))
    planted = make_planted(n_clusters=3, density=0.3, noise=0.02, random_state=0)
    model = ChiSim(3, prune=0.6, clustering=clustering, random_state=0).fit(planted.X)
    assert ari(planted.labels, model.labels_) > 0.95


@pytest.mark.parametrize("clustering", ["kmeans", "spectral"])
def test_other_clusterings_may_take_the_place_of_ward(clustering):
    from cotext.metrics import ari

    planted = make_planted(n_clusters=3, density=0.3, noise=0.02, random_state=0)
    model = ChiSim(3, clustering=clustering, random_state=0).fit(planted.X)
    assert ari(planted.labels, model.labels_) > 0.95


@pytest.mark.parametrize("Model", [ChiSim, CosineSimilarity, CTK, LSA, SNOS], ids=lambda m: m.cli_name)
def test_the_criterion_is_half_the_squared_heights_of_ward_s_tree_below_the_cut(Model):
    model = Model(3).fit(wiggled(40, 30))
    heights = linkage(condensed(model.document_similarity_), "ward")[:, 2]
    assert model.criterion_ == pytest.approx(np.square(heights[: 40 - 3]).sum() / 2, rel=1e-9)


def test_documents_without_entries_and_thin_similarities_leave_the_criterion_as_it_is(monkeypatch):
    X = wiggled(40, 30)
    plain = ChiSim(3, normalization="l1", prune=0.6).fit(X).criterion_
    monkeypatch.setattr(ChiSimAlgorithm, "kinds", ("sparse",))
    assert ChiSim(3, normalization="l1", prune=0.6).fit(X).criterion_ == pytest.approx(plain, rel=1e-9)
    with pytest.warns(EmptyInputWarning):
        padded = CosineSimilarity(3).fit(np.pad(X, ((0, 5), (0, 0)))).criterion_
    assert padded == pytest.approx(CosineSimilarity(3).fit(X).criterion_, rel=1e-9)


def slow(*cases):
    """Cases that take long and rarely fail: ``make slow`` runs them."""
    tuples = (case if isinstance(case, tuple) else (case,) for case in cases)
    return [pytest.param(*case, marks=pytest.mark.slow) for case in tuples]


class TestOnNewsgroups:
    pytestmark = data

    @pytest.mark.parametrize("name", ["m10", *slow("m2", "m5", "ng1", "ng2", "ng3")])
    def test_chi_sim_equals_its_equations_on_real_samples(self, monkeypatch, name):
        found = load(name)
        sizes = (1 << 20, 96, 33) if name == "m2" else (96,)
        own = [X for X, copy in zip(found.samples, found.duplicate_of, strict=True) if copy < 0]
        for X in own[:2]:  # all of them: python -m benchmarks similarity
            R, C = chi_sim(X.toarray().astype(float), 0.8, 0.6, sweeps=2)
            for rows in sizes:
                monkeypatch.setattr(products, "BLOCK_ROWS", rows)
                ours = ChiSimAlgorithm(3, n_iter=2).similarities(sparse.csr_array(X, dtype=float))
                for got, wanted in zip(ours[:2], (R, C), strict=True):
                    np.testing.assert_allclose(got, wanted, atol=1e-5)

    @pytest.mark.parametrize(
        ("name", "goal"), [("m2", 0.92), ("ng1", 0.95), *slow(("m5", 0.92), ("ng2", 0.90), ("ng3", 0.85))]
    )
    def test_the_pruned_pseudo_norm_reaches_the_paper_s_precision(self, name, goal):
        found = load(name)
        own = [X for X, copy in zip(found.samples, found.duplicate_of, strict=True) if copy < 0]
        g = len(found.label_names)
        scores = [
            acc(found.labels, ChiSim(g).fit(sparse.csr_array(X, dtype=np.float32)).labels_) for X in own
        ]
        assert np.mean(scores) >= goal


def test_a_graph_that_cannot_be_inverted_is_refused_in_words():
    rng = np.random.default_rng(0)
    X = 10.0 ** rng.uniform(-106, 76, (30, 25)) * (rng.random((30, 25)) < 0.4)
    with pytest.raises(CotextError, match=r"ctk cannot invert the graph of X.*Drop the smallest entries"):
        CTK(3).fit(X)
