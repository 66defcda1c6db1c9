"""Every home of ``sweep`` agrees with its definition."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from cotext.backend import Argmax, CoordinateDescent, Matrix, Multiplicative, Softmax, cpu, open_matrix
from cotext.backend.rules import refill


def problem(dtype, n=300, d=120, g=4, seed=0):
    rng = np.random.default_rng(seed)
    X = sparse.random_array((n, d), density=0.05, rng=rng, format="csr").astype(dtype)
    return X, rng.random((n, g)).astype(dtype), rng.random((d, g)).astype(dtype)


def rules(W):
    rng = np.random.default_rng(1)
    A, H = (rng.random((W.shape[1],) * 2).astype(W.dtype) for _ in range(2))
    G = W.T @ W
    offset = -(W * W).sum(axis=0) / 2
    return {
        "multiplicative": Multiplicative(W, G),
        "multiplicative, all terms": Multiplicative(W, G, A=A, H=H, power=0.5, inner=3),
        "coordinate descent": CoordinateDescent(W, G, inner=2),
        "softmax": Softmax(W, offset),
        "argmax": Argmax(W, reseed=False),
        "argmax by distance": Argmax(W, offset=offset, reseed=False),
    }


@pytest.fixture
def small_blocks(monkeypatch):
    """Many blocks even on small matrices."""
    monkeypatch.setattr(cpu, "BLOCK_NONZEROS", 100)
    monkeypatch.setattr(cpu, "NONZEROS_PER_WORD", 0)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", rules(np.ones((2, 2))))
def test_a_home_equals_the_reference(name, dtype, small_blocks):
    X, Z, W = problem(dtype)
    rule = rules(W)[name]
    home = open_matrix(X, n_threads=2)
    assert len(home.blocks) > 5
    expected_Z, expected = Matrix.sweep(X, Z.copy(), rule)
    got_Z, got = home.sweep(Z, rule)
    tolerance = 1e-5 if dtype == np.float32 else 1e-12
    assert got_Z.dtype == got.XtZ.dtype == dtype
    np.testing.assert_allclose(got_Z, expected_Z, rtol=tolerance, atol=tolerance)
    np.testing.assert_allclose(got.XtZ, expected.XtZ, rtol=tolerance, atol=tolerance)
    np.testing.assert_allclose(got.ZtZ, expected.ZtZ, rtol=tolerance, atol=tolerance)
    np.testing.assert_array_equal(home.respond(rule, Z), got_Z)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_result_is_the_same_to_the_last_bit_for_any_number_of_threads(dtype, small_blocks):
    X, Z, W = problem(dtype, n=2000)
    results = [open_matrix(X, n_threads=t).sweep(Z, Multiplicative(W, W.T @ W)) for t in (1, 2, 3, 8)]
    for Z_t, sums in results[1:]:
        np.testing.assert_array_equal(Z_t, results[0][0])
        np.testing.assert_array_equal(sums.XtZ, results[0][1].XtZ)
        np.testing.assert_array_equal(sums.ZtZ, results[0][1].ZtZ)


@pytest.mark.parametrize(("n", "g"), [(300, 4), (1, 4), (300, 1)])
def test_a_sweep_leaves_its_input_alone(n, g, small_blocks):
    X, Z, W = problem(np.float64, n=n, g=g)
    before = Z.copy(), X.copy()
    for rule in rules(W).values():
        open_matrix(X).sweep(Z, rule)
    np.testing.assert_array_equal(Z, before[0])
    assert (before[1] != X).nnz == 0


def test_multiplicative_steps_and_coordinate_descent_reach_the_same_least_squares_answer():
    from scipy.optimize import nnls

    X, Z, W = problem(np.float64, n=20, d=30)
    scores, G = X @ W, W.T @ W
    settled = Multiplicative(W, G).settled()(scores, np.zeros_like(Z))
    slow = Multiplicative(W, G, inner=20000)(scores, np.ones_like(Z))
    exact = np.array([nnls(W, x)[0] for x in X.toarray()])
    np.testing.assert_allclose(settled, exact, atol=1e-6)
    np.testing.assert_allclose(slow, exact, atol=1e-3)


def test_an_empty_cluster_gets_the_worst_fitting_document(small_blocks):
    X = sparse.csr_array(np.array([[3.0, 0, 0], [3, 0, 0], [3, 0, 0.1], [0, 2, 0], [0, 2, 0], [0, 0, 0]]))
    W = np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 0]])  # nothing is drawn to the third centre
    Z, sums = open_matrix(X).sweep(np.zeros((6, 3)), Argmax(W, offset=-(W * W).sum(axis=0) / 2 - [0, 0, 9]))
    assert Z.sum(axis=0).min() == 1
    assert Z[2, 2] == 1, "the document farthest from its centre starts the empty cluster"
    np.testing.assert_allclose(sums.XtZ, X.T @ Z)


def test_refill_never_empties_another_cluster_and_never_moves_an_empty_document():
    labels = np.array([0, 1, 1, 1])
    misfit = np.array([9.0, 1.0, 2.0, -np.inf])
    np.testing.assert_array_equal(refill(labels, misfit, 3), [0, 1, 2, 1])
    assert refill(np.array([0, 1]), np.array([1.0, 1.0]), 3) is None
    assert refill(labels, misfit, 2) is None


@pytest.mark.parametrize("name", rules(np.ones((2, 2))))
def test_restarts_side_by_side_are_the_sweeps_they_would_be_alone(name, small_blocks):
    X, _, _ = problem(np.float64)
    rng = np.random.default_rng(3)
    Z, W = rng.random((5, 300, 4)), rng.random((5, 120, 4))
    alone = [rules(w)[name] for w in W]
    fields = {k: [getattr(rule, k) for rule in alone] for k in vars(alone[0])}
    stacked = {k: np.stack(v) for k, v in fields.items() if isinstance(v[0], np.ndarray)}
    if "offset" in stacked:
        stacked["offset"] = stacked["offset"][:, None]
    together = replace(alone[0], **stacked)
    home = open_matrix(X, n_threads=2)
    got_Z, got = home.sweep(Z, together)
    for r, rule in enumerate(alone):
        expected_Z, expected = home.sweep(Z[r], rule)
        np.testing.assert_allclose(got_Z[r], expected_Z, rtol=1e-12, atol=1e-14)
        np.testing.assert_allclose(got.XtZ[r], expected.XtZ, rtol=1e-12, atol=1e-14)
        np.testing.assert_allclose(got.ZtZ[r], expected.ZtZ, rtol=1e-12, atol=1e-14)
    np.testing.assert_array_equal(home.respond(together, Z), got_Z)
    np.testing.assert_allclose((home @ W)[2], X @ W[2])
    np.testing.assert_allclose((home.T @ Z)[2], X.T @ Z[2])
