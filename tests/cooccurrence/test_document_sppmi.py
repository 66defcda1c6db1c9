import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from cotext.cooccurrence import association as choosing
from cotext.cooccurrence import count_contexts, document_ties, sppmi
from cotext.cooccurrence.contexts import Bags
from cotext.errors import UsageError
from cotext.matrix import strongest


def drawn(n=60, d=40, density=0.3, seed=0):
    rng = np.random.default_rng(seed)
    used = rng.random((n, d)) < density
    used[:, 3] = False  # a word that is nowhere
    return sparse.csr_array(used * rng.random((n, d)))


def assert_same(A, B):
    assert_array_equal(A.indptr, B.indptr)
    assert_array_equal(A.indices, B.indices)
    assert_array_equal(A.data, B.data)


@pytest.mark.parametrize("shift", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("block", [1, 1 << 22])
def test_ties_are_those_of_the_counts(shift, block, monkeypatch):
    monkeypatch.setattr("cotext.cooccurrence.association._PRODUCTS", block)
    X = drawn()
    assert_same(document_ties(X, shift, n_threads=2), sppmi(count_contexts(X), shift))


def test_the_counts_of_all_pairs_are_never_held(monkeypatch):
    made = []
    pairs = Bags.pairs
    monkeypatch.setattr("cotext.cooccurrence.association._PRODUCTS", 200)
    monkeypatch.setattr(Bags, "pairs", lambda self, *span: made.append(span) or pairs(self, *span))
    document_ties(drawn())
    assert len(made) > 10
    assert max(stop - start for start, stop in made) < 10


def test_up_to_the_limit_nothing_is_left_out():
    X = drawn()
    every = document_ties(X, 1.0)
    assert_same(document_ties(X, 1.0, most=every.nnz), every)


@pytest.mark.parametrize("make", [document_ties, lambda X, *a, **b: sppmi(count_contexts(X), *a, **b)])
def test_beyond_the_limit_each_word_keeps_its_strongest_ties(make, monkeypatch):
    monkeypatch.setattr(choosing, "SAMPLE", 40)  # all of them
    X = drawn(density=0.2)
    every = make(X, 1.0).toarray()
    most = 200
    assert (every > 0).sum() > most
    M = make(X, 1.0, most=most)
    kept = M.toarray()
    assert M.nnz <= most
    assert_array_equal(kept, kept.T)
    assert_allclose(kept[kept > 0], every[kept > 0], rtol=1e-12)
    used = every.max(axis=1) > 0
    assert_allclose(kept.max(axis=1)[used], every.max(axis=1)[used], rtol=1e-12)


def test_both_ways_to_the_same_ties_agree_beyond_the_limit():
    X = drawn()
    assert_same(document_ties(X, 1.0, most=150), sppmi(count_contexts(X), 1.0, most=150))


def test_of_equal_ties_the_first_are_kept():
    M = sparse.csr_array(np.array([[2.0, 1.0, 1.0, 1.0], [0.0, 1.0, 0.0, 0.0], [1.0, 1.0, 3.0, 4.0]]))
    assert strongest(M, 2).toarray().tolist() == [[2, 1, 0, 0], [0, 1, 0, 0], [0, 0, 3, 4]]


def test_no_documents_have_no_ties():
    assert document_ties(sparse.csr_array((0, 5)), most=1).nnz == 0


def test_a_shift_without_a_logarithm_is_refused():
    with pytest.raises(UsageError, match="above 0"):
        document_ties(drawn(), 0)
