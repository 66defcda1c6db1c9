import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

from cotext.errors import CotextError
from cotext.metrics import reconstruction_error


@pytest.fixture
def factors():
    rng = np.random.default_rng(0)
    X = sparse.random_array((30, 20), density=0.2, rng=rng, format="csr")
    return X, rng.random((30, 3)), rng.random((3, 4)), rng.random((20, 4))


@pytest.mark.parametrize("form", [sparse.csr_array, sparse.csc_array, lambda X: X.toarray()])
def test_error_equals_the_dense_norm(factors, form):
    X, Z, S, W = factors
    expected = np.linalg.norm(X.toarray() - Z @ S @ W.T)
    assert_allclose(reconstruction_error(form(X), Z, S, W), expected, rtol=1e-12)


def test_no_block_means_two_factors(factors):
    X, Z, _, W = factors
    expected = np.linalg.norm(X.toarray() - Z @ W[:, :3].T)
    assert_allclose(reconstruction_error(X, Z, None, W[:, :3]), expected, rtol=1e-12)


def test_error_of_the_exact_product_is_zero(factors):
    _, Z, S, W = factors
    product = Z @ S @ W.T
    assert reconstruction_error(sparse.csr_array(product), Z, S, W) < 1e-6 * np.linalg.norm(product)


def test_float32_is_added_up_in_float64():
    X = sparse.csr_array(np.full((2000, 50), 0.1, dtype=np.float32))
    zero = np.zeros((2000, 1), dtype=np.float32), np.zeros((50, 1), dtype=np.float32)
    expected = float(np.float32(0.1)) * np.sqrt(100_000)
    assert_allclose(reconstruction_error(X, zero[0], None, zero[1]), expected, rtol=1e-12)


def test_no_dense_product_is_formed():
    n, d = 200_000, 100_000  # 160 GB as a dense product
    X = sparse.csr_array(([3.0, 4.0], ([0, 5], [7, 9])), shape=(n, d))
    assert reconstruction_error(X, np.zeros((n, 2)), None, np.zeros((d, 2))) == 5.0


def test_shapes_that_do_not_fit_are_refused(factors):
    X, Z, S, W = factors
    with pytest.raises(CotextError, match="expected n x d"):
        reconstruction_error(X, Z, S.T, W)
    with pytest.raises(CotextError, match="expected n x d"):
        reconstruction_error(X, Z[:-1], S, W)
