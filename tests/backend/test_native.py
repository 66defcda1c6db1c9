"""The C++ kernels against NumPy and SciPy, for odd shapes and any number of threads."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy import sparse

from cotext.backend import (
    Argmax,
    CoordinateDescent,
    Multiplicative,
    cpu,
    dot,
    improve,
    least_squares,
    open_matrix,
)
from cotext.backend.cpu import CpuMatrix
from cotext.backend.native import describe, kernels
from cotext.backend.native.library import rows_and_columns

pytestmark = pytest.mark.skipif(kernels() is None, reason="the kernels are not built or switched off")


@pytest.fixture(autouse=True)
def native_only(home):
    if home != "native":
        pytest.skip("compares with SciPy itself")


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch):
    monkeypatch.setattr(cpu, "BLOCK_NONZEROS", 100)
    monkeypatch.setattr(cpu, "NONZEROS_PER_WORD", 0)


@st.composite
def problems(draw):
    """X with empty rows and columns, and factors of every width that the kernels treat differently."""
    seed, dtype = draw(st.integers(0, 2**32)), draw(st.sampled_from([np.float32, np.float64]))
    n, d = draw(st.integers(1, 70)), draw(st.integers(1, 50))
    R, g = draw(st.integers(1, 5)), draw(st.sampled_from([1, 2, 3, 4, 5, 7, 8, 13, 16, 20, 24, 31, 33, 40]))
    s = draw(st.sampled_from([g, 3]))
    rng = np.random.default_rng(seed)
    X = sparse.csr_array(
        sparse.random_array((n, d), density=draw(st.sampled_from([0, 0.1, 0.6])), rng=rng, dtype=dtype)
    )
    one = draw(st.booleans()) and R == 1

    def array(*shape):
        values = (rng.random((R, *shape)) * (rng.random((R, *shape)) < 0.8)).astype(dtype)
        return values[0] if one else values

    return X, array, g, s


def close(got, expected):
    tolerance = 2e-5 if got.dtype == np.float32 else 1e-12
    assert got.dtype == expected.dtype
    np.testing.assert_allclose(got, expected, rtol=tolerance, atol=tolerance * (1 + np.abs(expected).max()))


many = settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


@many
@given(problems())
def test_products_equal_scipy_s(problem):
    X, array, g, _ = problem
    native, plain = open_matrix(X, n_threads=2), CpuMatrix(X)
    assert type(native) is not type(plain)
    Z, W = array(X.shape[0], g), array(X.shape[1], g)
    close(native @ W, plain @ W)
    close(native.T @ Z, plain.T @ Z)
    sums, expected = native.sums(Z), plain.sums(Z)
    close(sums.XtZ, expected.XtZ)
    close(sums.ZtZ, expected.ZtZ)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("columns", [1, 7, 20, 100])
def test_products_with_more_words_than_a_cache_holds_equal_scipy_s(dtype, columns):
    rng = np.random.default_rng(columns)
    X = sparse.random_array((1_300, 40_000), density=0.01, rng=rng, dtype=dtype, format="csr")
    X.data[X.indptr[3] : X.indptr[40]] = 0
    backwards = X.copy()
    for start, stop in zip(X.indptr[:-1], X.indptr[1:], strict=True):
        for part in (backwards.indices, backwards.data):
            part[start:stop] = part[start:stop][::-1]
    B = rng.random((40_000, columns)).astype(dtype)
    close(open_matrix(X) @ B, X @ B)
    close(open_matrix(backwards) @ B, X @ B)
    assert np.array_equal(open_matrix(X, n_threads=1) @ B, open_matrix(X, n_threads=3) @ B)


def rules(X, array, g, s):
    n, d = X.shape
    W, G = array(d, g), array(g, g)
    G = G @ G.mT + np.eye(g, dtype=X.dtype)
    narrow = array(d, s)
    return [
        Multiplicative(W, G),
        Multiplicative(narrow, G, A=array(s, g), H=array(s, g), power=0.5, inner=2),
        Multiplicative(W, G, power=0.25, pull=array(n, g), drag=array(n, 1).reshape(-1, n)[0][:, None]),
        CoordinateDescent(W, G, inner=3),
        CoordinateDescent(narrow, G, A=array(s, g)),
        Argmax(W),
        Argmax(W, offset=array(1, g) if W.ndim == 3 else array(g), reseed=False),
    ]


@many
@given(problems())
def test_sweeps_equal_scipy_s_and_threads_change_nothing(problem):
    X, array, g, s = problem
    X.data += X.dtype.type(0.1)
    plain, Z = CpuMatrix(X), array(X.shape[0], g) + X.dtype.type(0.1)
    for rule in rules(X, array, g, s):
        homes = [open_matrix(X, n_threads=t) for t in (1, 2, 5)]
        (answers, sums), *others = [home.sweep(Z, rule) for home in homes]
        expected_answers, expected = plain.sweep(Z, rule)
        if isinstance(rule, Argmax):
            assert_as_good(X, rule, answers, expected_answers)
            expected = plain.sums(answers)
        else:
            close(answers, expected_answers)
            np.testing.assert_array_equal(homes[1].respond(rule, Z), answers)
        close(sums.XtZ, expected.XtZ)
        close(sums.ZtZ, expected.ZtZ)
        for other_answers, other in others:
            np.testing.assert_array_equal(other_answers, answers)
            np.testing.assert_array_equal(other.XtZ, sums.XtZ)
            np.testing.assert_array_equal(other.ZtZ, sums.ZtZ)


def assert_as_good(X, rule, Z, expected):
    """The same labels, but where rounding decides between equals."""
    fit = rule.fit(X @ rule.W) if rule.W.ndim == 2 else rule.fit(np.stack([X @ W for W in rule.W]))
    np.testing.assert_array_equal(Z.sum(axis=-1), 1)
    if not rule.reseed:
        np.testing.assert_allclose(
            (fit * Z).sum(axis=-1), (fit * expected).sum(axis=-1), rtol=1e-4, atol=1e-6
        )
    np.testing.assert_array_equal(Z.sum(axis=-2) > 0, expected.sum(axis=-2) > 0)


@many
@given(problems(), st.sampled_from(["mu", "cd"]), st.integers(1, 3))
def test_the_words_side_equals_its_formula(problem, solver, inner):
    X, array, g, _ = problem
    F, attraction, G = array(X.shape[1], g), array(X.shape[1], g), array(g, g)
    G = G @ G.mT + np.eye(g, dtype=X.dtype)
    close(
        improve(solver, F, attraction, G, inner), least_squares(solver, None, G, inner)(attraction, F.copy())
    )


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("shape", [(700, 7), (3, 999, 11), (2, 70000, 1)])
def test_inner_products_are_added_in_double(dtype, shape):
    A, B = (np.random.default_rng(i).random(shape).astype(dtype) for i in range(2))
    exact = (A.astype(np.float64) * B).sum(axis=(-2, -1))
    np.testing.assert_allclose(dot(A, B), exact, rtol=1e-13)


def test_matrices_in_other_precisions_and_orders_are_left_to_scipy():
    X = sparse.random_array(
        (30, 20), density=0.3, rng=np.random.default_rng(0), dtype=np.float32, format="csr"
    )
    B = np.asfortranarray(np.random.default_rng(1).random((20, 6)))
    home = open_matrix(X)
    np.testing.assert_allclose(home @ B, X @ B)
    np.testing.assert_allclose(home @ B.astype(np.float32), X @ B, rtol=1e-5)
    assert (home @ B[:, :0]).shape == (30, 0)


def test_the_doctor_names_the_home(monkeypatch):
    assert describe().startswith("native")
    monkeypatch.setenv("COTEXT_NATIVE", "0")
    assert describe().startswith("scipy")


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([np.float32, np.float64]))
def test_some_rows_and_columns_are_those_of_scipy(seed, dtype):
    rng = np.random.default_rng(seed)
    n, d = rng.integers(1, 200, 2)
    X = sparse.csr_array(sparse.random_array((n, d), density=rng.random() ** 2, rng=rng, dtype=dtype))
    rows = rng.integers(0, n, rng.integers(0, 2 * n))
    columns = np.flatnonzero(rng.random(d) < rng.random())
    ours, wanted = rows_and_columns(X, rows, columns), X[rows][:, columns]
    for part in ("indptr", "indices", "data"):
        np.testing.assert_array_equal(getattr(ours, part), getattr(wanted, part))
    assert ours.shape == wanted.shape
