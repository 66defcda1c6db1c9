"""Overlapping co-clusters: BinOvNMTF and OvNMTF against their definitions, and the paper's bases."""

import os
from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

import cotext.models
from cotext.backend import open_matrix
from cotext.datasets import load, make_overlapping, make_planted
from cotext.errors import EmptyInputWarning
from cotext.matrix import Weighting
from cotext.metrics import ari
from cotext.models import FNMTF, NMF, BinOvNMTF, KMeans, OvNMTF
from cotext.models.engine.checks import canonical
from cotext.models.ov_nmtf import OvNMTFAlgorithm

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
with_data = pytest.mark.skipif(not os.environ.get("COTEXT_DATA"), reason="COTEXT_DATA is not set")


def words_used(model):
    """B, from the public attributes."""
    k, l = model.block_.shape
    V = model.column_factor_.reshape(-1, k, l)
    return np.einsum("jpq,pq->jp", V, model.block_)


def relative_error(Model, base, **settings):
    """|X - X^| / |X| of the best of ten random starts."""
    X = make_overlapping(base).X
    model = Model(3, max_iter=1000, tol=1e-9, random_state=0, **settings).fit(X)
    return np.sqrt(2 * max(model.criterion_, 0) / X.power(2).sum())


# --- Table I ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", ["I", "II", "III"])
@pytest.mark.parametrize("Model", [OvNMTF, NMF])
@pytest.mark.parametrize("solver", ["cd", "mu"])
@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
def test_overlapping_and_plain_factorisations_rebuild_every_base(Model, base, solver):
    assert relative_error(Model, base, init="random", solver=solver) < 1e-3


@pytest.mark.parametrize("base", ["I", "II", "III"])
def test_the_paper_s_updates_rebuild_every_base(base):
    assert relative_error(OvNMTF, base, init="random", solver="mu", word_topics="paper") < 1e-3


@pytest.mark.parametrize(("Model", "rebuilt"), [(KMeans, "I II"), (FNMTF, "I"), (BinOvNMTF, "I II")])
@pytest.mark.parametrize("base", ["I", "II", "III"])
@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
def test_hard_clusters_fail_where_their_side_overlaps(Model, rebuilt, base):
    error = relative_error(Model, base, init="random")
    assert error < 1e-3 if base in rebuilt.split() else error >= 0.3


@pytest.mark.parametrize("base", ["I", "II", "III"])
def test_orthogonal_factors_fail_where_clusters_overlap(base):
    if "ONMTF" not in dir(cotext.models):
        pytest.skip("ONMTF is not there")
    error = relative_error(cotext.models.ONMTF, base, init="random")
    assert error < 1e-3 if base == "I" else error >= 0.12


# --- BinOvNMTF -------------------------------------------------------------------------------------


def test_bin_ov_nmtf_ends_where_nothing_wants_to_move():
    X = np.random.default_rng(0).random((60, 25)) ** 2
    model = BinOvNMTF((3, 4), random_state=0, tol=0, max_iter=500).fit(X)
    z, V = model.labels_, model.column_factor_.reshape(25, 3, 4)
    B = words_used(model)
    assert set(np.unique(V)) == {0, 1}
    assert (V.sum(axis=-1) == 1).all()
    assert np.square(X[:, None] - B.T).sum(axis=-1).argmin(axis=1).tolist() == z.tolist()
    assert model.criterion_ == pytest.approx(np.square(X - B.T[z]).sum() / 2)
    for p in range(3):
        mean = X[z == p].mean(axis=0)
        nearest = np.abs(mean[:, None] - model.block_[p]).argmin(axis=1)
        np.testing.assert_array_equal(V[:, p].argmax(axis=1), nearest)
        for q in set(nearest):
            assert model.block_[p, q] == pytest.approx(mean[nearest == q].mean())


def test_a_cluster_that_lost_its_documents_starts_again_without_a_rise():
    rng = np.random.default_rng(0)
    for seed in range(20):
        X = rng.random((12, 9)) * (rng.random((12, 9)) < 0.4) + np.eye(12, 9)
        Z = np.zeros((12, 5))
        Z[:, seed % 5] = 1  # four of five clusters start empty
        model = BinOvNMTF((5, 2), init=(Z, np.ones((9, 5))), tol=0).fit(X)
        assert len(set(model.labels_)) == 5
        assert np.diff(model.losses_).max() <= 1e-10


@pytest.mark.parametrize("Model", [BinOvNMTF, OvNMTF])
def test_one_word_cluster_per_document_cluster_is_allowed(Model):
    data = make_planted(n_clusters=3, random_state=0)
    model = Model((3, 1), random_state=0, max_iter=300).fit(data.X)
    assert (model.block_.shape, model.column_factor_.shape) == ((3, 1), (150, 3))
    assert set(model.column_labels_) <= {0, 1, 2}
    assert (model.predict(data.X) == model.labels_).all()


@pytest.mark.parametrize("Model", [BinOvNMTF, OvNMTF])
@pytest.mark.parametrize("init", ["skmeans", "random", "nndsvda"])
def test_word_clusters_within_document_clusters_find_the_planted_words(Model, init):
    data = make_planted(n_clusters=3, density=0.3, random_state=0)
    model = Model((3, 2), init=init, random_state=0, max_iter=300).fit(data.X)
    assert ari(data.labels, model.row_labels_) > 0.95
    assert ari(data.column_labels, model.column_labels_ // 2) > 0.95


@pytest.mark.parametrize("Model", [BinOvNMTF, OvNMTF])
@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
def test_a_word_is_in_one_co_cluster_of_each_document_cluster_it_serves(Model):
    X = make_overlapping("II").X
    model = Model((3, 2), random_state=0, max_iter=1000, tol=1e-9).fit(X)
    assert model.rows_.shape == (6, 150)
    for p in range(3):
        rows, columns = model.rows_[2 * p], model.columns_[2 * p : 2 * p + 2]
        np.testing.assert_array_equal(rows, model.row_labels_ == p)
        assert (columns.sum(axis=0) <= 1).all()
        used = X[rows].sum(axis=0) > 0
        assert columns[:, used].any(axis=0).all()


@pytest.mark.parametrize("Model", [BinOvNMTF, OvNMTF])
def test_words_without_entries_get_the_largest_document_cluster(Model):
    X = np.hstack([make_planted(n_clusters=3, random_state=0).X.toarray(), np.zeros((200, 4))])
    with pytest.warns(EmptyInputWarning, match="4 of 154 words"):
        model = Model((3, 2), random_state=0, max_iter=300).fit(X)
    p = model.column_labels_ // 2
    assert (p[150:] == np.bincount(p[:150]).argmax()).all()
    assert np.isfinite(model.column_factor_).all()
    assert not model.column_factor_[150:].any()


# --- OvNMTF ----------------------------------------------------------------------------------------


@pytest.fixture
def problem():
    rng = np.random.default_rng(0)
    return rng.random((40, 30)) * (rng.random((40, 30)) < 0.4) + 0.01


@pytest.mark.parametrize("l", [1, 2, 5])
def test_the_split_leaves_nmf_and_its_reconstruction_as_they_are(problem, l):
    plain = NMF(3, random_state=0).fit(problem)
    model = OvNMTF((3, l), random_state=0).fit(problem)
    np.testing.assert_array_equal(model.losses_, plain.losses_)
    np.testing.assert_array_equal(model.labels_, plain.labels_)
    np.testing.assert_allclose(words_used(model), plain.column_factor_, rtol=1e-10)
    np.testing.assert_allclose(model.row_factor_, plain.row_factor_, rtol=1e-8, atol=1e-12)
    np.testing.assert_allclose(model.column_factor_.sum(axis=0), 1, rtol=1e-10)


def test_the_same_factors_give_the_same_word_clusters(problem):
    model = OvNMTF((3, 4), random_state=0).fit(problem)
    X = open_matrix(canonical(problem))
    U, B = model.row_factor_, words_used(model)
    splits = [OvNMTFAlgorithm((3, 4), random_state=seed).split(X, U, B) for seed in (1, 2)]
    for one, other in zip(*splits, strict=True):
        np.testing.assert_array_equal(one, other)


def test_word_clusters_follow_the_topics_inside_a_document_cluster():
    topic, word = np.repeat(np.arange(4), 30), np.repeat(np.arange(4), 10)
    same_topic, same_cluster = topic[:, None] == word, topic[:, None] // 2 == word // 2
    X = (3.0 * same_topic + same_cluster) * np.random.default_rng(0).random((120, 40))
    model = OvNMTF((2, 2), random_state=0, max_iter=500, tol=1e-8).fit(X)
    assert ari(topic // 2, model.labels_) == 1
    assert ari(word, model.column_labels_) == 1


@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
def test_clusters_with_few_or_no_documents_still_have_finite_words():
    X = np.vstack([np.eye(6), np.eye(6), np.zeros((1, 6))])
    with pytest.warns(EmptyInputWarning):
        model = OvNMTF((5, 4), random_state=0, init="random", max_iter=300).fit(X)
    for name in ("block_", "column_factor_", "row_factor_"):
        assert np.isfinite(getattr(model, name)).all()
        assert (getattr(model, name) >= 0).all()
    S, V = OvNMTFAlgorithm((2, 3)).split(
        open_matrix(canonical(X)), np.tile([1.0, 0], (13, 1)), np.ones((6, 2))
    )
    np.testing.assert_allclose(S[1], [6, 0, 0])
    np.testing.assert_allclose(np.einsum("jpq,pq->jp", V.reshape(6, 2, 3), S), 1)


def test_the_paper_s_rule_equals_its_updates_written_out_and_never_moves_the_proportions(problem):
    X, sweeps, (k, l) = problem, 25, (3, 4)
    rng = np.random.default_rng(0)
    U, B = rng.random((40, k)) + 0.1, rng.random((30, k)) + 0.1
    settings = {"word_topics": "paper", "solver": "mu", "init": (U, B), "tol": 0, "random_state": 0}
    first = OvNMTF((k, l), max_iter=1, **settings).fit(X)
    ours = OvNMTF((k, l), max_iter=1 + sweeps, **settings).fit(X)
    U = U * (X @ B) / (U @ B.T @ B)
    V, S = first.column_factor_.reshape(30, k, l).copy(), first.block_.copy()
    start, losses = V / V.sum(axis=-1, keepdims=True), []
    for _ in range(sweeps):
        B = np.einsum("jpq,pq->jp", V, S)
        U = U * (X @ B) / (U @ B.T @ B)
        for p in range(k):
            V[:, p] *= ((X.T @ U)[:, p] / (B @ U.T @ U)[:, p])[:, None]
            B[:, p] = V[:, p] @ S[p]
        S = S * np.einsum("jpq,jp->pq", V, X.T @ U) / np.einsum("jpq,jp->pq", V, B @ U.T @ U)
        losses.append(np.square(X - U @ np.einsum("jpq,pq->jp", V, S).T).sum() / 2)
    np.testing.assert_allclose(ours.losses_[1:-1], losses, rtol=1e-9)
    np.testing.assert_allclose(ours.column_factor_, V.reshape(30, -1), rtol=1e-7)
    found = ours.column_factor_.reshape(30, k, l)
    assert np.abs(found / found.sum(axis=-1, keepdims=True) - start).max() < 1e-12
    assert np.diff(ours.losses_).max() <= 0


def test_the_paper_s_rule_is_multiplicative_whatever_the_solver(problem):
    usual = OvNMTF((3, 2), word_topics="paper", random_state=0).fit(problem)
    mu = OvNMTF((3, 2), word_topics="paper", solver="mu", inner=1, random_state=0).fit(problem)
    np.testing.assert_array_equal(usual.losses_, mu.losses_)


def test_the_paper_s_rule_never_raises_the_criterion_and_predicts_its_own_labels(problem):
    model = OvNMTF((3, 2), word_topics="paper", random_state=0).fit(problem)
    assert np.diff(model.losses_).max() <= 1e-12 * model.losses_[0]
    np.testing.assert_array_equal(model.predict(problem), model.labels_)
    np.testing.assert_array_equal(model.transform(problem), model.row_factor_)


def agreement(a, b, n_top=50):
    """Mean ARI of the word clusters of matching document clusters, on each one's top words."""
    k, l = a.block_.shape
    parts = [model.column_factor_.reshape(-1, k, l) * model.block_ for model in (a, b)]
    unit = [part.sum(axis=-1) / np.linalg.norm(part.sum(axis=-1), axis=0) for part in parts]
    pairs = zip(*linear_sum_assignment(-(unit[0].T @ unit[1])), strict=True)
    scores = []
    for p, r in pairs:
        top = np.argsort(-unit[0][:, p])[:n_top]
        scores.append(ari(parts[0][top, p].argmax(axis=1), parts[1][top, r].argmax(axis=1)))
    return np.mean(scores)


@pytest.mark.data
@with_data
@pytest.mark.parametrize("l", [2, 3, 5])
def test_two_seeds_agree_on_the_top_words_where_the_data_decide_and_not_under_the_paper_s_rule(l):
    data = load("cstr")
    X = Weighting().fit(data.X).transform(data.X)
    settings = {"n_init": 5, "tol": 1e-8, "max_iter": 500}
    ours, paper = (
        [OvNMTF((4, l), word_topics=rule, random_state=seed, **settings).fit(X) for seed in range(3)]
        for rule in ("data", "paper")
    )
    assert min(agreement(a, b) for a, b in combinations(ours, 2)) > 0.9
    assert np.mean([agreement(a, b) for a, b in combinations(paper, 2)]) < 0.1
