import tracemalloc

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.base import clone
from sklearn.feature_extraction.text import TfidfTransformer

from cotext.errors import UsageError
from cotext.matrix import Weighting


@pytest.fixture
def X():
    counts = np.random.default_rng(0).poisson(0.5, (30, 12))
    counts[3] = 0
    counts[:, 5] = 0
    counts[:, 7] += counts.sum(axis=1) > 0
    return sparse.csr_array(counts.astype(np.int32))


@pytest.mark.parametrize(
    ("kind", "norm", "use_idf"),
    [
        ("tf", None, False),
        ("tf-norm", "l2", False),
        ("tf-idf", None, True),
        ("tf-idf-norm", "l2", True),
        ("log-tf-idf-norm", "l2", True),
    ],
)
def test_smooth_weights_equal_those_of_scikit_learn(X, kind, norm, use_idf):
    log = kind.startswith("log")
    peer = TfidfTransformer(norm=norm, use_idf=use_idf, smooth_idf=True, sublinear_tf=log)
    expected = peer.fit(X[np.diff(X.indptr) > 0]).transform(X)
    mine = Weighting(kind, idf="smooth").fit(X).transform(X, dtype=np.float64)
    assert_allclose(mine.toarray(), expected.toarray(), rtol=1e-12)


def test_plain_weights_follow_the_formula(X):
    counts = X.toarray()
    df = (counts > 0).sum(axis=0)
    n = counts.any(axis=1).sum()  # documents that have words
    idf = np.array([np.log(n / k) if k else 0 for k in df])
    expected = counts * idf
    assert_allclose(Weighting("tf-idf").fit_transform(X).toarray(), expected, rtol=1e-6)
    length = np.linalg.norm(expected, axis=1, keepdims=True)
    expected = np.divide(expected, length, out=np.zeros_like(expected), where=length > 0)
    assert_allclose(Weighting().fit_transform(X).toarray(), expected, rtol=1e-6)


def test_logarithms_dampen_counts_above_one_and_leave_shares_of_a_count_as_they_are():
    X = sparse.csr_array([[0.25, 0, 1, 8], [0, 1, 0, 0]])
    weighting = Weighting("log-tf-idf-norm", "smooth").fit(X)
    damped = weighting.transform(X, dtype=np.float64).toarray()[0] / weighting.idf_
    assert_allclose(damped / damped[2], [0.25, 0, 1, 1 + np.log(8)])


def test_a_word_of_every_document_weighs_nothing_and_leaves_no_zeros():
    X = sparse.csr_array([[1, 2], [3, 0]])
    weighted = Weighting("tf-idf").fit_transform(X)
    assert weighted.nnz == 1
    assert_allclose(weighted.toarray(), [[0, 2 * np.log(2)], [0, 0]], rtol=1e-6)
    assert X.nnz == 3


def test_stored_zeros_are_not_occurrences():
    X = sparse.csr_array(([1, 0, 1], [0, 0, 1], [0, 1, 3]), shape=(2, 2))
    assert_allclose(Weighting("tf-idf").fit(X).idf_, np.log([2, 2]))


def test_an_empty_document_stays_empty(X):
    assert Weighting().fit_transform(X)[[3]].nnz == 0


@pytest.mark.parametrize("idf", ["plain", "smooth"])
def test_empty_documents_are_no_documents_for_the_idf(X, idf):
    says = np.diff(X.indptr) > 0
    without = Weighting(idf=idf).fit(X[says])
    assert (Weighting(idf=idf).fit(X).idf_ == without.idf_).all()
    assert (Weighting(idf=idf).fit(X, n_documents=30).idf_ != without.idf_).any()


def test_without_any_word_nothing_weighs_anything():
    assert not Weighting("tf-idf").fit(sparse.csr_array((3, 2))).idf_.any()


def test_new_documents_are_weighted_with_the_old_idf(X):
    new = sparse.csr_array(([2, 1, 4], ([0, 0, 0], [0, 5, 1])), shape=(1, 12))
    weighting = Weighting("tf-idf", idf="smooth").fit(X)
    expected = new.toarray() * weighting.idf_
    assert weighting.idf_[5] == 0
    assert_allclose(weighting.transform(new).toarray(), expected, rtol=1e-6)


def test_the_precision_is_the_one_asked_for(X):
    assert Weighting().fit(X).transform(X).dtype == np.float32
    assert Weighting().fit(X).transform(X, dtype=np.float64).dtype == np.float64


def test_the_counts_are_not_changed(X):
    before = X.copy()
    Weighting().fit_transform(X)
    assert_array_equal(X.toarray(), before.toarray())
    assert X.dtype == np.int32


def test_a_weighting_can_be_cloned():
    assert clone(Weighting("tf", idf="smooth")).get_params() == {"kind": "tf", "idf": "smooth"}


@pytest.mark.parametrize("names", [("bm25", "plain"), ("tf-idf", "rough")])
def test_unknown_weightings_are_refused(X, names):
    with pytest.raises(UsageError, match=r"tf-idf-norm.*smooth"):
        Weighting(*names).fit(X)


def test_another_vocabulary_is_refused(X):
    with pytest.raises(UsageError, match=r"11 words.*12"):
        Weighting().fit(X).transform(X[:, :11])


@pytest.mark.parametrize("kind", ["tf-idf", "log-tf-idf-norm"])
@pytest.mark.parametrize("block", [1, 7, 1000])
def test_weights_do_not_depend_on_how_many_are_made_at_a_time(monkeypatch, kind, block):
    counts = sparse.random_array((300, 40), density=0.1, format="csr", rng=np.random.default_rng(0))
    counts = sparse.vstack([sparse.csr_array((5, 40)), counts, sparse.csr_array((2, 40))]).tocsr()
    counts.data = np.ceil(9 * counts.data)
    whole = Weighting(kind).fit_transform(counts)
    monkeypatch.setattr("cotext.matrix.weighting._BLOCK", block)
    parts = Weighting(kind).fit_transform(counts)
    for name in ("indptr", "indices", "data"):
        assert_array_equal(getattr(parts, name), getattr(whole, name))
    assert whole.nnz > 1000


def test_weighing_takes_little_more_memory_than_the_weights(monkeypatch):
    monkeypatch.setattr("cotext.matrix.weighting._BLOCK", 1 << 14, raising=False)
    counts = sparse.random_array((4_000, 500), density=0.2, format="csr", rng=np.random.default_rng(0))
    counts.data = np.ceil(9 * counts.data)
    weigh = Weighting("log-tf-idf-norm").fit(counts)
    tracemalloc.start()
    weights = weigh.transform(counts)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    held = weights.data.nbytes + weights.indices.nbytes + weights.indptr.nbytes
    assert most < 2.5 * held
