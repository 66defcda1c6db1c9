"""Modularity co-clustering against its definition, written out entry by entry."""

import numpy as np
import pytest

from cotext.datasets import make_planted
from cotext.errors import EmptyInputWarning
from cotext.metrics import ari
from cotext.models import Modularity


def modularity(X, z, w):
    """Q as a double loop over documents and words."""
    N, r, c = X.sum(), X.sum(axis=1), X.sum(axis=0)
    n, d = X.shape
    return sum(X[i, j] - r[i] * c[j] / N for i in range(n) for j in range(d) if z[i] == w[j]) / N


def best_for_each(X, others, g):
    """Each row to the cluster in which it adds most to Q, by loops over i, k and j."""
    N, r, c = X.sum(), X.sum(axis=1), X.sum(axis=0)
    gain = np.zeros((len(X), g))
    for i in range(len(X)):
        for k in range(g):
            gain[i, k] = sum(X[i, j] - r[i] * c[j] / N for j in range(X.shape[1]) if others[j] == k)
    return gain.argmax(axis=1)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("sweeps", [1, 2, 4])
def test_it_equals_its_reassignments_written_out(sweeps):
    g = 3
    X = np.random.default_rng(g).poisson(1.5, (25, 18)) + 0.2 * np.random.default_rng(0).random((25, 18))
    z = np.arange(25) % g
    ours = Modularity(g, init=(np.eye(g)[z], np.ones((18, g))), max_iter=sweeps, tol=0).fit(X)
    w, losses = best_for_each(X.T, z, g), []
    for _ in range(ours.n_iter_):
        z = best_for_each(X, w, g)
        w = best_for_each(X.T, z, g)
        losses.append(-modularity(X, z, w))
    np.testing.assert_allclose(ours.losses_[:-1], losses, rtol=1e-10)
    np.testing.assert_array_equal(ours.column_labels_, w)
    np.testing.assert_array_equal(ours.row_labels_, best_for_each(X, w, g))


def test_the_criterion_and_the_blocks_are_those_of_the_labels():
    X = make_planted(n_clusters=3, random_state=0).X.toarray().astype(float)
    model = Modularity(3, random_state=0).fit(X)
    z, w = model.row_labels_, model.column_labels_
    shares = [[X[np.ix_(z == k, w == l)].sum() / X.sum() for l in range(3)] for k in range(3)]
    assert model.criterion_ == pytest.approx(-modularity(X, z, w), rel=1e-10)
    np.testing.assert_allclose(model.block_, shares, rtol=1e-10)


def test_the_modularity_never_falls():
    for seed in range(30):
        X = np.random.default_rng(seed).poisson(0.4, (60, 40)).astype(float) + np.eye(60, 40)
        losses = Modularity(5, init="random", n_init=1, random_state=seed).fit(X).losses_
        assert np.diff(losses).max() <= 1e-13, f"seed {seed}"
        assert losses[-1] < losses[0]


def test_planted_clusters_are_found():
    data = make_planted(n_clusters=4, density=0.5, noise=0.02, random_state=0)
    model = Modularity(4, random_state=0).fit(data.X)
    assert ari(data.labels, model.row_labels_) > 0.95
    assert ari(data.column_labels, model.column_labels_) > 0.9


@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
def test_clusters_that_do_not_raise_the_modularity_are_left_empty_and_counted():
    X = np.kron(np.eye(2), np.ones((10, 6)))
    Z = np.eye(5)[np.arange(20) // 10]  # three clusters begin without documents
    model = Modularity(5, init=(Z, np.ones((12, 5)))).fit(X)
    assert model.n_found_ == 2
    assert model.criterion_ == pytest.approx(-0.5)
    assert not model.block_[2:].any()
    assert np.isfinite(model.transform(X)).all()


def test_memberships_are_shares_above_those_of_all_documents():
    X = np.random.default_rng(0).random((30, 10)) + 0.1
    model = Modularity(3, random_state=0).fit(X)
    words = np.eye(3)[model.column_labels_]
    above = X @ words / X.sum(axis=1, keepdims=True) - X.sum(axis=0) @ words / X.sum()
    np.testing.assert_allclose(model.row_factor_, np.maximum(above, 0), atol=1e-12)
    np.testing.assert_array_equal(model.labels_, above.argmax(axis=1))


def test_words_without_entries_change_nothing():
    X = make_planted(n_clusters=3, random_state=0).X.toarray().astype(float)
    plain = Modularity(3, random_state=0).fit(X)
    with pytest.warns(EmptyInputWarning, match="40 of 190 words"):
        model = Modularity(3, random_state=0).fit(np.hstack([X, np.zeros((200, 40))]))
    assert model.criterion_ == pytest.approx(plain.criterion_)
    assert not model.column_factor_[150:].any()


@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
def test_a_matrix_of_zeros_has_no_modularity():
    with pytest.warns(EmptyInputWarning, match="5 of 5 documents"):
        assert Modularity(2, random_state=0).fit(np.zeros((5, 4))).criterion_ == 0
