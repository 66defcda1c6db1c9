"""ITCC against Dhillon et al.'s reassignment, written out densely."""

import numpy as np
import pytest

from cotext.datasets import make_planted
from cotext.errors import EmptyInputWarning
from cotext.metrics import ari
from cotext.models import ITCC


def information(p):
    independent = np.outer(p.sum(axis=1), p.sum(axis=0))
    return (p[p > 0] * np.log(p[p > 0] / independent[p > 0])).sum()


def table(p, z, w, g, m):
    return np.array([[p[np.ix_(z == k, w == l)].sum() for l in range(m)] for k in range(g)])


def kl(p, q):
    with np.errstate(divide="ignore"):
        return (p[p > 0] * np.log(p[p > 0] / q[p > 0])).sum()


def reassigned(p, z, w, g, m):
    """Each row x to argmin_k KL(p(Y|x) || q(Y|k)), with q(y|k) = p(y|l) p(l|k) for y in word cluster l."""
    blocks = table(p, z, w, g, m)
    y_given_cluster = p.sum(axis=0) / blocks.sum(axis=0)[w]
    q = y_given_cluster * (blocks / blocks.sum(axis=1, keepdims=True))[:, w]
    return np.array([np.argmin([kl(x / x.sum(), q[k]) for k in range(g)]) for x in p])


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize(("g", "m"), [(3, 3), (2, 4), (4, 2)])
def test_it_equals_its_reassignments_written_out(g, m):
    rng = np.random.default_rng(g)
    X = rng.poisson(1.5, (40, 30)) + 0.2
    z, w = np.arange(40) % g, np.arange(30) % m
    ours = ITCC((g, m), init=(np.eye(g)[z], np.eye(m)[w]), max_iter=8, tol=0).fit(X)
    p, losses = X / X.sum(), []
    for _ in range(ours.n_iter_):
        z = reassigned(p, z, w, g, m)
        w = reassigned(p.T, w, z, m, g)
        losses.append(information(p) - information(table(p, z, w, g, m)))
    assert len(losses) > 2
    np.testing.assert_allclose(ours.losses_[:-1], losses, rtol=1e-10)
    np.testing.assert_array_equal(ours.column_labels_, w)
    np.testing.assert_allclose(ours.block_, table(p, z, w, g, m), rtol=1e-10)


def test_the_criterion_is_the_mutual_information_lost():
    X = make_planted(n_clusters=(3, 4), random_state=0).X.toarray().astype(float)
    model = ITCC((3, 4), random_state=0).fit(X)
    p = X / X.sum()
    kept = information(table(p, model.row_labels_, model.column_labels_, 3, 4))
    assert model.criterion_ == pytest.approx(information(p) - kept, rel=1e-10)


def test_blocks_without_any_mass_do_not_make_the_loss_rise():
    for seed in range(20):
        rng = np.random.default_rng(seed)
        X = rng.poisson(0.15, (60, 40)).astype(float) + np.eye(60, 40)
        X[:, 0] += 1
        losses = ITCC((4, 5), init="random", n_init=1, random_state=seed).fit(X).losses_
        assert np.diff(losses).max() <= 1e-12, f"seed {seed}"


@pytest.mark.parametrize(("g", "m"), [(3, 5), (5, 3)])
def test_planted_blocks_of_any_shape_are_found(g, m):
    data = make_planted(n_clusters=(g, m), density=0.5, noise=0.02, random_state=0)
    model = ITCC((g, m), random_state=0).fit(data.X)
    assert ari(data.labels, model.row_labels_) > 0.95
    assert ari(data.column_labels, model.column_labels_) > 0.9


def test_no_word_cluster_stays_empty():
    X = np.random.default_rng(0).random((20, 12)) + 0.1
    W = np.zeros((12, 4))
    W[:, 0] = 1
    model = ITCC((2, 4), init=(np.eye(2)[np.arange(20) % 2], W)).fit(X)
    assert set(model.column_labels_) == {0, 1, 2, 3}
    assert np.diff(model.losses_).max() <= 1e-12


def test_words_without_entries_change_nothing():
    X = make_planted(n_clusters=3, random_state=0).X.toarray().astype(float)
    plain = ITCC(3, random_state=0).fit(X)
    with pytest.warns(EmptyInputWarning, match="40 of 190 words"):
        model = ITCC(3, random_state=0).fit(np.hstack([X, np.zeros((200, 40))]))
    assert model.criterion_ == pytest.approx(plain.criterion_)
    assert not model.column_factor_[150:].any()


@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
def test_a_matrix_of_zeros_loses_nothing():
    with pytest.warns(EmptyInputWarning, match="5 of 5 documents"):
        assert ITCC(2, random_state=0).fit(np.zeros((5, 4))).criterion_ == 0


def test_the_scale_of_x_does_not_matter():
    X = make_planted(n_clusters=3, random_state=0).X.toarray().astype(float)
    one, other = (ITCC(3, random_state=0).fit(scale * X) for scale in (1, 1e-4))
    assert ari(one.labels_, other.labels_) == 1
    assert other.criterion_ == pytest.approx(one.criterion_)


def test_memberships_fall_with_the_divergence_from_each_cluster():
    X = np.random.default_rng(0).random((30, 10)) + 0.1
    model = ITCC((3, 2), random_state=0).fit(X)
    w, S = model.column_labels_, model.block_
    mass = np.stack([X[:, w == l].sum(axis=1) for l in range(2)], axis=1)
    score = np.exp(mass / mass.sum(axis=1, keepdims=True) @ np.log(S / S.sum(axis=1, keepdims=True)).T)
    np.testing.assert_allclose(model.row_factor_, score / score.sum(axis=1, keepdims=True), rtol=1e-8)
