"""PNMF against a direct, dense transcription of its updates."""

import numpy as np
import pytest

from cotext.models import PNMF

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
SWEEPS = 20


@pytest.fixture
def problem():
    rng = np.random.default_rng(0)
    X = rng.random((30, 20)) * (rng.random((30, 20)) < 0.4) + 0.01
    return X, rng.random((30, 3)) + 0.1


def fit(X, Z, sweeps=SWEEPS):
    return PNMF(3, init=(Z, np.ones((X.shape[1], 3))), max_iter=sweeps, tol=0).fit(X)


def test_pnmf_equals_its_updates_written_out(problem):
    X, Z = problem
    model = fit(X, Z)
    Z, losses = Z / np.linalg.norm(Z, 2), []
    for _ in range(SWEEPS):
        A = X @ X.T @ Z
        Z = Z * np.sqrt(2 * A / (Z @ Z.T @ A + A @ Z.T @ Z))
        losses.append(((X - Z @ Z.T @ X) ** 2).sum() / 2)
    np.testing.assert_allclose(model.losses_[:-1], losses, rtol=1e-9)
    np.testing.assert_allclose(model.column_factor_, X.T @ Z, rtol=1e-8)
    assert model.criterion_ == pytest.approx(losses[-1], rel=1e-9)


def test_the_scale_of_the_start_does_not_matter(problem):
    X, Z = problem
    np.testing.assert_allclose(fit(X, 1000 * Z).losses_, fit(X, Z).losses_, rtol=1e-9)


def test_the_last_answer_is_the_least_squares_optimum_for_the_word_profiles(problem):
    from scipy.optimize import nnls

    X, Z = problem
    model = fit(X, Z, sweeps=200)
    exact = np.array([nnls(model.column_factor_, x)[0] for x in X])
    np.testing.assert_allclose(model.row_factor_, exact, atol=1e-4 * exact.max())
    assert ((X - model.row_factor_ @ model.column_factor_.T) ** 2).sum() / 2 <= model.criterion_
