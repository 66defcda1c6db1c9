"""Models against direct, dense transcriptions of their papers' updates."""

import numpy as np
import pytest
from sklearn.decomposition import non_negative_factorization

from cotext.cooccurrence import sppmi
from cotext.models import NMF, NMTF, WCNMTF, SphericalKMeans

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
SWEEPS = 25


@pytest.fixture
def problem():
    rng = np.random.default_rng(0)
    X = rng.random((30, 20)) * (rng.random((30, 20)) < 0.4) + 0.01
    counts = rng.integers(0, 6, (20, 20)) ** 4  # uneven, so that every word has an association
    C = np.triu(counts, 1) + np.triu(counts, 1).T
    start = rng.random((30, 3)) + 0.1, rng.random((20, 3)) + 0.1, rng.random((3, 3)) + 0.1
    return X, C, start


def curve(model):
    """The criterion after each sweep, without the one of the last answers."""
    return model.losses_[:-1]


def test_nmf_walks_the_path_of_scikit_learn_s_multiplicative_solver(problem):
    X, _, (Z0, W0, _) = problem
    ours = NMF(3, solver="mu", init=(Z0, W0), max_iter=SWEEPS, tol=0).fit(X)
    Z, Wt, _ = non_negative_factorization(
        X, W=Z0.copy(), H=W0.T.copy(), n_components=3, init="custom", solver="mu", max_iter=SWEEPS, tol=0
    )
    np.testing.assert_allclose(ours.column_factor_, Wt.T, rtol=1e-5, atol=1e-10)
    assert curve(ours)[-1] == pytest.approx(((X - Z @ Wt) ** 2).sum() / 2, rel=1e-8)


def test_nmtf_equals_its_updates_written_out(problem):
    X, _, (Z, W, S) = problem
    ours = NMTF(3, solver="mu", init=(Z, W, S), max_iter=SWEEPS, tol=0).fit(X)
    losses = []
    for _ in range(SWEEPS):
        Z = Z * (X @ W @ S.T) / (Z @ S @ W.T @ W @ S.T)
        W = W * (X.T @ Z @ S) / (W @ S.T @ Z.T @ Z @ S)
        S = S * (Z.T @ X @ W) / (Z.T @ Z @ S @ W.T @ W)
        losses.append(((X - Z @ S @ W.T) ** 2).sum() / 2)
    np.testing.assert_allclose(curve(ours), losses, rtol=1e-10)
    np.testing.assert_allclose(ours.column_factor_, W, rtol=1e-8)
    np.testing.assert_allclose(ours.block_, S, rtol=1e-8)


@pytest.mark.parametrize("lam", [0.3, 1.0])
def test_wc_nmtf_equals_its_updates_written_out(problem, lam):
    X, C, (Z, W, S) = problem
    ours = WCNMTF(3, solver="mu", init=(Z, W, S), regularization=lam, max_iter=SWEEPS, tol=0).fit(
        X, cooccurrence=C
    )
    M, Q, losses = sppmi(C, shift=2.0).toarray(), W, []
    for _ in range(SWEEPS):
        Z = Z * (X @ W @ S.T) / (Z @ S @ W.T @ W @ S.T)
        ZS = Z @ S
        W = W * (X.T @ ZS + lam * M @ Q) / (W @ (ZS.T @ ZS + lam * Q.T @ Q))
        S = S * (Z.T @ X @ W) / (Z.T @ Z @ S @ W.T @ W)
        Q = Q * (M.T @ W) / (Q @ W.T @ W)
        losses.append(((X - Z @ S @ W.T) ** 2).sum() / 2 + lam / 2 * ((M - W @ Q.T) ** 2).sum())
    np.testing.assert_allclose(curve(ours), losses, rtol=1e-10)
    np.testing.assert_allclose(ours.column_factor_, W, rtol=1e-8)


def test_wc_nmtf_without_regularization_is_nmtf(problem):
    X, C, start = problem
    plain = NMTF(3, solver="mu", init=start, max_iter=SWEEPS, tol=0).fit(X)
    ours = WCNMTF(3, solver="mu", init=start, regularization=0, max_iter=SWEEPS, tol=0).fit(X, cooccurrence=C)
    np.testing.assert_allclose(ours.column_factor_, plain.column_factor_, rtol=1e-10)
    assert ours.criterion_ == pytest.approx(plain.criterion_, rel=1e-10)


def test_wc_nmtf_counts_whole_documents_where_no_co_occurrence_is_given(problem):
    X, _, start = problem
    X = np.where(X > 0.02, X, 0)
    B = (X > 0).astype(int)
    C = B.T @ B
    np.fill_diagonal(C, 0)
    implicit = WCNMTF(3, regularization=1.0, init=start, max_iter=5).fit(X)
    explicit = WCNMTF(3, regularization=1.0, init=start, max_iter=5).fit(X, cooccurrence=C)
    np.testing.assert_array_equal(implicit.column_factor_, explicit.column_factor_)


def test_spherical_k_means_ends_where_no_document_wants_to_move(problem):
    X, _, _ = problem
    model = SphericalKMeans(3, random_state=0).fit(X)
    unit = X / np.linalg.norm(X, axis=1, keepdims=True)
    for k in range(3):
        centre = unit[model.labels_ == k].sum(axis=0)
        np.testing.assert_allclose(model.column_factor_[:, k], centre / np.linalg.norm(centre), rtol=1e-8)
    assert ((unit @ model.column_factor_).argmax(axis=1) == model.labels_).all()
    distances = np.square(unit - model.column_factor_.T[model.labels_]).sum() / 2
    assert model.criterion_ == pytest.approx(distances)


def test_the_last_answer_is_the_least_squares_optimum(problem):
    from scipy.optimize import nnls

    X, _, _ = problem
    model = NMTF(3, random_state=0).fit(X)
    basis = model.column_factor_ @ model.block_.T
    exact = np.array([nnls(basis, x)[0] for x in X])
    np.testing.assert_allclose(model.row_factor_, exact, atol=1e-4 * exact.max())
    assert model.losses_[-1] <= model.losses_[-2]


@pytest.mark.parametrize("Model", [NMF, NMTF, WCNMTF])
@pytest.mark.parametrize("inner", [1, 3])
def test_coordinate_descent_is_ahead_of_multiplicative_updates_sweep_by_sweep(problem, Model, inner):
    X, _, start = problem
    init = start[:2] if Model is NMF else start
    curves = [
        curve(Model(3, solver=solver, inner=inner, init=init, max_iter=SWEEPS, tol=0).fit(X))
        for solver in ("cd", "mu")
    ]
    k = min(map(len, curves))
    assert (curves[0][2:k] <= curves[1][2:k]).all()
    assert np.diff(curves[0]).max() <= 1e-12 * curves[0][0]


def test_the_block_update_by_coordinate_descent_lowers_its_own_quadratic():
    from cotext.backend import improve_block

    rng = np.random.default_rng(0)
    L, R = (a.T @ a for a in (rng.random((9, 4)), rng.random((9, 5))))
    attraction, S = rng.random((4, 5)), rng.random((4, 5))

    def quadratic(S):
        return np.trace(S.T @ L @ S @ R) / 2 - (S * attraction).sum()

    for _ in range(200):
        before = quadratic(S)
        S = improve_block("cd", S, attraction, L, R)
        assert quadratic(S) <= before + 1e-12
    gradient = L @ S @ R - attraction
    assert gradient.min() > -1e-6
    np.testing.assert_allclose(gradient * S, 0, atol=1e-6)
