import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from cotext.cooccurrence import sppmi
from cotext.errors import UsageError


def dense(C, shift):
    C = C.toarray().astype(float)
    with np.errstate(divide="ignore", invalid="ignore"):
        pmi = np.log(C * C.sum() / np.outer(C.sum(axis=1), C.sum(axis=0)))
    return np.maximum(np.where(C > 0, pmi, -np.inf) - np.log(shift), 0)


@pytest.fixture
def C():
    counts = np.random.default_rng(0).poisson(0.7, (40, 40)) ** 3
    counts[6] = counts[:, 6] = 0
    return sparse.csr_array(np.triu(counts, 1) + np.triu(counts, 1).T)


@pytest.mark.parametrize("shift", [0.5, 1.0, 2.0, 5.0])
def test_sppmi_equals_the_dense_formula(C, shift):
    M = sppmi(C, shift)
    expected = dense(C, shift)
    assert_allclose(M.toarray(), expected, rtol=1e-12, atol=1e-14)
    assert M.nnz == np.count_nonzero(expected > 1e-12)
    assert (M.data > 0).all()


def test_row_and_column_sums_are_kept_apart(C):
    C = sparse.csr_array(np.triu(C.toarray()))
    assert_allclose(sppmi(C).toarray(), dense(C, 2.0), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("block", [1, 100])
@pytest.mark.parametrize("n_threads", [1, 3])
def test_sppmi_does_not_depend_on_blocks_and_threads(C, block, n_threads, monkeypatch):
    whole = sppmi(C)
    monkeypatch.setattr("cotext.cooccurrence.association._BLOCK", block)
    assert_array_equal(sppmi(C, n_threads=n_threads).toarray(), whole.toarray())


def test_counts_whose_sums_exceed_32_bits_are_summed_exactly():
    C = sparse.csr_array(np.array([[0, 2**30, 2**30], [2**30, 0, 2**30], [2**30, 2**30, 0]], dtype=np.int32))
    expected = np.log(1.5) * (1 - np.eye(3))
    assert_allclose(sppmi(C, 1.0).toarray(), expected, rtol=1e-12)


def test_the_precision_is_the_one_asked_for(C):
    assert sppmi(C).dtype == np.float64
    assert sppmi(C, dtype=np.float32).dtype == np.float32
    assert_allclose(sppmi(C, dtype=np.float32).toarray(), sppmi(C).toarray(), rtol=1e-6)


@pytest.mark.parametrize("n", [0, 3])
def test_no_counts_give_no_associations(n):
    M = sppmi(sparse.csr_array((n, n), dtype=np.int32))
    assert (M.shape, M.nnz) == ((n, n), 0)


@pytest.mark.parametrize("shift", [0, -1.0, float("nan")])
def test_a_shift_that_is_not_positive_is_refused(C, shift):
    with pytest.raises(UsageError, match="above 0"):
        sppmi(C, shift)
