"""The verbs of the matrix object against dense NumPy."""

import os

import numpy as np
import pytest
from scipy import sparse

from cotext.backend import cpu, open_matrix, open_slices, quiet_blas
from cotext.backend.threads import ordered_map, thread_count


@pytest.fixture(params=["one block", "many blocks", "two slices"])
def pair(request, monkeypatch):
    if request.param == "many blocks":
        monkeypatch.setattr(cpu, "BLOCK_NONZEROS", 30)
        monkeypatch.setattr(cpu, "NONZEROS_PER_WORD", 0)
    X = sparse.random_array((40, 25), density=0.2, rng=np.random.default_rng(0), format="csr")
    if request.param == "two slices":
        return open_slices([X[:, :12], X[:, 12:]], n_threads=2), X.toarray()
    return open_matrix(X, n_threads=2), X.toarray()


def test_products(pair):
    X, dense = pair
    rng = np.random.default_rng(1)
    B, A = rng.random((25, 3)), rng.random((40, 3))
    np.testing.assert_allclose(X @ B, dense @ B)
    np.testing.assert_allclose(X.T @ A, dense.T @ A)


def test_sums_and_norms(pair):
    X, dense = pair
    np.testing.assert_allclose(X.sum(axis=0), dense.sum(axis=0))
    np.testing.assert_allclose(X.sum(axis=1), dense.sum(axis=1))
    assert X.total() == pytest.approx(dense.sum())
    assert X.squared_norm() == pytest.approx((dense**2).sum())
    assert X.squared_norms().sum() == pytest.approx((dense**2).sum())


def test_verbs_at_the_nonzeros(pair):
    X, dense = pair
    np.testing.assert_allclose(X.map_nonzeros(np.sqrt).host().toarray(), np.sqrt(dense))


def test_unit_rows_keep_empty_rows_empty():
    X = open_matrix(sparse.csr_array(np.array([[3.0, 4.0], [0.0, 0.0]])))
    np.testing.assert_allclose(X.unit_rows().host().toarray(), [[0.6, 0.8], [0, 0]])
    np.testing.assert_allclose(X.rows([0]), [[3, 4]])


def test_a_large_sparse_matrix_is_never_made_dense():
    rng = np.random.default_rng(0)
    n, d, nnz = 200_000, 50_000, 1_000_000
    parts = (rng.random(nnz, dtype=np.float32), (rng.integers(n, size=nnz), rng.integers(d, size=nnz)))
    X = open_matrix(sparse.csr_array(parts, shape=(n, d)))
    Z = X @ np.ones((d, 2), dtype=np.float32)
    assert (X.T @ Z).shape == (d, 2)


def test_blas_keeps_to_one_thread_inside_and_is_given_back():
    from threadpoolctl import threadpool_info

    def blas_threads():
        return {lib["num_threads"] for lib in threadpool_info() if lib["user_api"] == "blas"}

    before = blas_threads()
    with quiet_blas():
        assert blas_threads() == {1}
    assert blas_threads() == before


def test_threads_are_counted_as_scikit_learn_counts_jobs():
    assert thread_count(3) == 3
    assert thread_count(-1) == thread_count(None) >= 1
    assert thread_count(-1000) == 1


def test_ordered_map_keeps_the_order_and_passes_errors_on():
    assert list(ordered_map(lambda i: i * i, range(50), 3)) == [i * i for i in range(50)]
    with pytest.raises(ZeroDivisionError):
        list(ordered_map(lambda i: 1 // i, range(5), 2))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forking is a Unix habit")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_child_gets_threads_of_its_own():
    list(ordered_map(str, range(4), 2))
    child = os.fork()
    if child == 0:
        os._exit(0 if list(ordered_map(int, range(4), 2)) == [0, 1, 2, 3] else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
