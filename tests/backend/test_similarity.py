"""Similarities of all pairs against dense NumPy, in every home."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy import sparse

from cotext.backend.similarity.products import divide_by, prune, quantile, sandwich

many = settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
sizes = st.sampled_from([1, 2, 5, 15, 16, 17, 63, 64, 65, 130, 200])
dtypes = st.sampled_from([np.float32, np.float64])


def tolerance(dtype):
    return 2e-5 if dtype == np.float32 else 1e-12


@many
@given(sizes, sizes, dtypes, st.integers(0, 99), st.booleans())
def test_the_sandwich_equals_its_formula_and_is_symmetric_to_the_last_bit(n, d, dtype, seed, plain):
    rng = np.random.default_rng(seed)
    Y = sparse.csr_array(sparse.random_array((n, d), density=0.2, rng=rng, dtype=dtype))
    S = rng.random((d, d)).astype(dtype)
    S = None if plain else S + S.T
    one, *others = [sandwich(Y, S, np.full((n, n), np.nan, dtype), n_jobs) for n_jobs in (1, 2, 5)]
    dense = Y.toarray()
    expected = dense @ dense.T if S is None else dense @ S @ dense.T
    np.testing.assert_allclose(one, expected, rtol=tolerance(dtype), atol=tolerance(dtype))
    np.testing.assert_array_equal(one, one.T)
    for other in others:
        np.testing.assert_array_equal(other, one)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_many_rows_that_share_tiles_equal_the_formula(dtype):
    rng = np.random.default_rng(0)
    Y = sparse.csr_array(sparse.random_array((2100, 70), density=0.05, rng=rng, dtype=dtype))
    S = rng.random((70, 70)).astype(dtype)
    S += S.T.copy()
    got = sandwich(Y, S, np.empty((2100, 2100), dtype))
    np.testing.assert_allclose(got, Y.toarray() @ S @ Y.toarray().T, rtol=1e-4, atol=tolerance(dtype))


@many
@given(sizes, dtypes, st.sampled_from([1.0, 1 / 0.8, 2.0, 1 / 0.3, 0.7]), st.integers(0, 99))
def test_powers_are_right_to_a_millionth(n, dtype, power, seed):
    rng = np.random.default_rng(seed)
    S = (rng.random((n, n)) * 10.0 ** rng.integers(-9, 9, (n, n))).astype(dtype)
    S[rng.random((n, n)) < 0.2] = 0
    scale = rng.random(n) + 0.5
    expected = S.astype(np.float64) ** power / np.outer(scale, scale)
    divide_by(S, scale, power)
    np.testing.assert_allclose(S, expected, rtol=1e-6 if dtype == np.float32 else 1e-13)


def test_rows_of_no_size_become_zero_and_the_smallest_numbers_do_not_turn_large():
    S = np.array([[1e-38, 1e-45, 0.0], [1e-30, 1.0, 2.0], [3.0, 4.0, 5.0]], dtype=np.float32)
    divide_by(S, np.array([1.0, 1.0, 0.0]), 2.0)
    np.testing.assert_array_equal(S, [[0, 0, 0], [0, 1, 0], [0, 0, 0]])


@many
@given(sizes, dtypes, st.sampled_from([0.0, 0.1, 0.6, 0.999, 1.0]), st.integers(0, 99), st.booleans())
def test_the_quantile_is_an_entry_and_pruning_leaves_the_rest(n, dtype, share, seed, tied):
    S = np.random.default_rng(seed).random((n, n)).astype(dtype)
    S = np.round(S, 1) if tied else S
    expected = np.sort(S, axis=None)[int(share * (S.size - 1))]
    assert quantile(S, share, 2) == expected
    before = S.copy()
    prune(S, share, 2)
    kept = before >= expected if share > 0 else np.ones_like(before, dtype=bool)
    np.testing.assert_array_equal(S[kept], before[kept])
    assert (S[before < expected * 0.99] == 0).all() or share == 0
