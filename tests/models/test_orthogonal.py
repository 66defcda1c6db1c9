"""ONMF and ONMTF against direct, dense transcriptions of their updates."""

import numpy as np
import pytest

from cotext.models import NMTF, ONMF, ONMTF, PNMF

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
SWEEPS = 20


@pytest.fixture
def problem():
    rng = np.random.default_rng(0)
    X = rng.random((30, 20)) * (rng.random((30, 20)) < 0.4) + 0.01
    return X, (rng.random((30, 3)) + 0.1, rng.random((20, 4)) + 0.1, rng.random((3, 4)) + 0.1)


def unit(F):
    return F / np.linalg.norm(F, axis=0)


def onmf(X, Z, W):
    Z = unit(Z)
    for _ in range(SWEEPS):
        Z = unit(Z * (X @ W) / (Z @ W.T @ X.T @ Z))
        W = W * (X.T @ Z) / (W @ Z.T @ Z)
        yield Z, np.eye(3), W


def stiefel(X, Z, W, S):
    Z, W = unit(Z), unit(W)
    for _ in range(SWEEPS):
        Z = unit(Z * (X @ W @ S.T) / (Z @ S @ W.T @ X.T @ Z))
        W = unit(W * (X.T @ Z @ S) / (W @ S.T @ Z.T @ X @ W))
        S = S * (Z.T @ X @ W) / (Z.T @ Z @ S @ W.T @ W)
        yield Z, S, W


def ding(X, Z, W, S):
    for _ in range(SWEEPS):
        Z = Z * np.sqrt((X @ W @ S.T) / (Z @ Z.T @ X @ W @ S.T))
        W = W * np.sqrt((X.T @ Z @ S) / (W @ W.T @ X.T @ Z @ S))
        S = S * np.sqrt((Z.T @ X @ W) / (Z.T @ Z @ S @ W.T @ W))
        yield Z, S, W


def assert_walks(model, path, X):
    """The same criterion after each sweep, and the words and blocks of the best one."""
    losses = [((X - Z @ S @ W.T) ** 2).sum() / 2 for Z, S, W in path]
    np.testing.assert_allclose(model.losses_[:-1], losses, rtol=1e-9)
    assert model.criterion_ == model.losses_[:-1].min(), "not that of answers free to overlap"
    _, S, W = path[int(np.argmin(losses))]
    np.testing.assert_allclose(model.block_, S, rtol=1e-7)
    np.testing.assert_allclose(model.column_factor_, W, rtol=1e-7, atol=1e-12)


def test_onmf_equals_its_updates_written_out(problem):
    X, (Z, W, _) = problem
    model = ONMF(3, init=(Z, W[:, :3]), max_iter=SWEEPS, tol=0).fit(X)
    assert_walks(model, list(onmf(X, Z, W[:, :3])), X)


@pytest.mark.parametrize("variant", [stiefel, ding])
def test_onmtf_equals_its_updates_written_out(problem, variant):
    X, start = problem
    model = ONMTF((3, 4), variant=variant.__name__, init=start, max_iter=SWEEPS, tol=0).fit(X)
    assert_walks(model, list(variant(X, *start)), X)


@pytest.mark.parametrize("variant", ["stiefel", "ding"])
@pytest.mark.parametrize("init", ["skmeans", "random"])
@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
def test_onmtf_rebuilds_disjoint_blocks_or_stays_finite(variant, init):
    members = np.repeat(np.eye(3), 20, axis=0)
    X = members @ np.diag([0.9, 0.6, 0.3]) @ members.T
    model = ONMTF(3, variant=variant, init=init, random_state=0, max_iter=300).fit(X)
    assert np.isfinite(model.losses_).all()
    if init == "skmeans":
        assert model.criterion_ <= 1e-6 * (X**2).sum()


@pytest.mark.parametrize("variant", [stiefel, ding])
def test_the_best_sweep_is_kept_where_orthogonality_costs_accuracy(problem, variant):
    X, _ = problem
    free = NMTF((3, 4), random_state=0, max_iter=500).fit(X)
    start = free.row_factor_, free.column_factor_ + 1e-3, free.block_ + 1e-3
    model = ONMTF((3, 4), variant=variant.__name__, init=start, max_iter=SWEEPS, tol=0).fit(X)
    curve = model.losses_[:-1]
    best = int(np.argmin(curve))
    assert best < SWEEPS - 1, "the last sweep is not the best one, so the choice means something"
    with np.errstate(invalid="ignore"):
        path = list(variant(X, *start))
    np.testing.assert_allclose(model.column_factor_, path[best][2], rtol=1e-6, atol=1e-12)
    assert model.criterion_ <= curve.min() * (1 + 1e-9)


@pytest.mark.parametrize("make", [ONMF, ONMTF, PNMF], ids=lambda make: make.cli_name)
def test_restarts_are_chosen_by_the_criterion_of_what_was_trained(problem, make):
    X, _ = problem
    model = make(3, random_state=0, init="random", n_init=8, max_iter=15).fit(X)
    trained = np.nanmin(model.restart_losses_[:, :-1], axis=1)
    np.testing.assert_array_equal(model.criteria_, trained)
    np.testing.assert_array_equal(model.row_labels_, model.restart_labels_[trained.argmin()])
    answered = np.square(X - model.row_factor_ @ model.block_ @ model.column_factor_.T).sum() / 2
    assert answered < model.criterion_, "free answers are nearer, and say nothing of what was asked for"


def test_trained_documents_come_close_to_orthogonal():
    """Seen in the path, because the last answers are free again."""
    rng = np.random.default_rng(0)
    members = np.repeat(np.eye(3), 20, axis=0)
    X = members @ members.T + 0.1 * rng.random((60, 60))
    start = members + 0.3, members + 0.3, np.eye(3) + 0.05
    for path in (onmf(X, *start[:2]), stiefel(X, *start), ding(X, *start)):
        overlaps = [unit(Z).T @ unit(Z) - np.eye(3) for Z, _, _ in path]
        assert np.abs(overlaps[-1]).max() < 0.5 * np.abs(overlaps[0]).max()
