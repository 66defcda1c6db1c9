"""Models that embed and then run k-means: against scikit-learn, on planted tensors, with new documents."""

import os
import sys

import numpy as np
import pytest
from scipy import sparse
from sklearn.cluster import SpectralCoclustering as Theirs

from cotext.datasets import load, make_planted
from cotext.errors import EmptyInputWarning, UsageError
from cotext.matrix import Weighting
from cotext.metrics import ari
from cotext.models import RSN, ParafacKMeans, SpectralCoClustering, TuckerKMeans
from cotext.models.families import embedding, tensor_kmeans
from cotext.models.families.embedding import leading_vectors
from cotext.models.kmeans import KMeansAlgorithm

TENSOR_MODELS = pytest.mark.parametrize("Model", [ParafacKMeans, TuckerKMeans])
# scikit-learn's default SVD is a random sketch; so many extra vectors make it exact
EXACT = {"n_svd_vecs": 200, "n_init": 20, "random_state": 0}


def for_scikit_learn(X):
    X = sparse.csr_array(X, dtype=np.float64)
    X.indices, X.indptr = X.indices.astype(np.int32), X.indptr.astype(np.int32)
    return X


@pytest.mark.parametrize("g", [2, 3, 5])
def test_spectral_co_clustering_is_scikit_learn_s_on_planted_data(g):
    X = for_scikit_learn(make_planted(n_clusters=g, density=0.3, random_state=0).X)
    ours, theirs = SpectralCoClustering(g, random_state=0).fit(X), Theirs(g, **EXACT).fit(X)
    assert ari(theirs.row_labels_, ours.row_labels_) == 1
    assert ari(theirs.column_labels_, ours.column_labels_) == 1


@pytest.mark.data
@pytest.mark.skipif(not os.environ.get("COTEXT_DATA"), reason="COTEXT_DATA is not set")
def test_spectral_co_clustering_is_scikit_learn_s_on_cstr():
    counts = load("cstr").X
    X = for_scikit_learn(Weighting().fit(counts).transform(counts))
    ours, theirs = SpectralCoClustering(4, random_state=0).fit(X), Theirs(4, **EXACT).fit(X)
    assert ari(theirs.row_labels_, ours.row_labels_) > 0.98
    assert ari(theirs.column_labels_, ours.column_labels_) > 0.98


def test_spectral_co_clustering_leaves_the_empty_out_of_the_decomposition():
    data = make_planted(n_clusters=3, random_state=0)
    X = data.X.toarray().astype(float)
    plain = SpectralCoClustering(3, random_state=0).fit(X)
    padded = np.pad(X, ((0, 7), (0, 4)))
    with pytest.warns(EmptyInputWarning, match="7 of 207 documents and 4 of 154 words"):
        model = SpectralCoClustering(3, random_state=0).fit(padded)
    assert ari(plain.row_labels_, model.row_labels_[:200]) == 1
    assert model.criterion_ == pytest.approx(plain.criterion_)
    assert (model.row_labels_[200:] == np.bincount(model.row_labels_[:200]).argmax()).all()


def test_spectral_co_clustering_sorts_a_graph_in_pieces():
    X = sparse.block_diag([np.ones((6, 4)), np.ones((5, 7)), np.ones((8, 3))]).toarray()
    model = SpectralCoClustering(3, random_state=0).fit(X)
    assert ari(np.repeat([0, 1, 2], [6, 5, 8]), model.row_labels_) == 1
    assert ari(np.repeat([0, 1, 2], [4, 7, 3]), model.column_labels_) == 1


def test_spectral_points_are_the_scaled_singular_vectors():
    X = np.random.default_rng(0).random((12, 9)) + 0.1
    model = SpectralCoClustering(4, random_state=0).fit(X)
    D1, D2 = X.sum(axis=1, keepdims=True), X.sum(axis=0)
    U = np.linalg.svd(X / np.sqrt(D1 * D2))[0][:, 1:3] / np.sqrt(D1)
    points = model.algorithm.place([sparse.csr_array(X)], model.projection_)
    np.testing.assert_allclose(np.abs(points), np.abs(U), atol=1e-12)


def test_rsn_s_points_are_unit_rows_of_the_leading_singular_vectors():
    X = np.random.default_rng(0).random((20, 9))
    model = RSN(3, random_state=0).fit(X)
    U = np.linalg.svd(X)[0][:, :3]
    points = model.algorithm.place([sparse.csr_array(X)], model.projection_)
    np.testing.assert_allclose(
        np.abs(points), np.abs(U / np.linalg.norm(U, axis=1, keepdims=True)), atol=1e-12
    )


def test_rsn_takes_different_numbers_of_clusters():
    data = make_planted(n_clusters=(3, 3), density=0.4, random_state=0)
    model = RSN((3, 5), random_state=0).fit(data.X)
    assert model.block_.shape == (3, 5)
    assert model.column_factor_.shape == (150, 5)


def test_rsn_s_documents_lie_where_they_would_whatever_the_number_of_word_clusters():
    data = make_planted(n_clusters=3, random_state=0)
    alone = RSN(3, random_state=0).fit(data.X)
    for m in (2, 30):
        model = RSN((3, m), random_state=0).fit(data.X)
        assert model.projection_.shape == (1, 150, 3)
        np.testing.assert_allclose(np.abs(model.projection_), np.abs(alone.projection_), atol=1e-8)
        np.testing.assert_array_equal(model.labels_, alone.labels_)


def test_leading_vectors_are_the_same_by_either_way_and_zero_beyond_the_rank():
    rng = np.random.default_rng(0)
    low = rng.random((120, 4)) @ rng.random((4, 80))
    u, v = rng.random(120), rng.random(80)
    U, sigma, V = leading_vectors(sparse.csr_array(low), 3, apart=(u, v, 0.5))  # by ARPACK
    expected = np.linalg.svd(low - 0.5 * np.outer(u, v))
    np.testing.assert_allclose(sigma, expected[1][:3], rtol=1e-10)
    np.testing.assert_allclose(np.abs(V.T @ expected[2][:3].T), np.eye(3), atol=1e-8)
    U, sigma, V = leading_vectors(sparse.csr_array(low[:30]), 6)
    assert U.any(axis=0).tolist() == V.any(axis=0).tolist() == [True] * 4 + [False] * 2
    np.testing.assert_array_equal(sigma[4:], 1)


@pytest.mark.parametrize("Model", [RSN, SpectralCoClustering, ParafacKMeans, TuckerKMeans])
@pytest.mark.parametrize("X", [np.zeros((5, 4)), np.ones((5, 4)), np.ones((5, 1)), np.eye(5, 4, k=-3)])
@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyInputWarning")
@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
def test_matrices_with_less_to_tell_than_asked_for_are_no_accident(Model, X):
    model = Model(3, random_state=0).fit(X)
    assert model.column_factor_.shape == (X.shape[1], 3)
    assert np.isfinite(model.row_factor_).all()
    assert np.isfinite(model.criterion_)
    np.testing.assert_array_equal(model.predict(X), model.labels_)


def planted_tensor(seed=0, n=60, d=45):
    """Three blocks, of which each of three relations shows two."""
    rng = np.random.default_rng(seed)
    rows, columns = np.arange(n) % 3, np.arange(d) % 3
    same = rows[:, None] == columns
    shown = [same & (rows[:, None] != hidden) for hidden in range(3)]
    return [sparse.csr_array(rng.poisson(np.where(s, 2.0, 0.1)).astype(float)) for s in shown], rows, columns


@TENSOR_MODELS
def test_the_blocks_of_a_planted_tensor_are_found(Model):
    slices, rows, columns = planted_tensor()
    model = Model(3, random_state=0).fit(slices)
    assert ari(rows, model.row_labels_) == 1
    assert ari(columns, model.column_labels_) == 1
    assert model.block_.shape == (3, 3)
    np.testing.assert_array_equal(model.predict(slices), model.labels_)
    new = planted_tensor(seed=1)[0]
    assert ari(rows[:20], model.predict([one[:20] for one in new])) == 1


@TENSOR_MODELS
def test_points_weighed_keep_the_distances_of_what_the_decomposition_gives_back(Model):
    A, B, C = (np.random.default_rng(0).random((size, 3)) for size in (20, 15, 4))
    slices = [sparse.csr_array(A * c @ B.T) for c in C]
    model = Model(2, rank=3, random_state=0).fit(slices)
    points = model.algorithm.place(slices, model.projection_)
    flat = np.hstack([one.toarray() for one in slices])
    np.testing.assert_allclose(points @ points.T, flat @ flat.T, rtol=1e-4)


def test_unweighed_points_of_tucker_are_its_orthonormal_factor():
    slices, *_ = planted_tensor()
    model = TuckerKMeans(3, rank=4, weigh=False, random_state=0).fit(slices)
    points = model.algorithm.place(slices, model.projection_)
    np.testing.assert_allclose(points.T @ points, np.eye(4), atol=1e-3)


@TENSOR_MODELS
def test_another_number_of_slices_is_refused(Model):
    slices, *_ = planted_tensor()
    model = Model(3, random_state=0).fit(slices)
    with pytest.raises(UsageError, match="fitted on 3"):
        model.predict(slices[:2])


@TENSOR_MODELS
def test_a_tensor_too_large_to_be_dense_is_refused_with_its_size(Model, monkeypatch):
    monkeypatch.setattr(tensor_kmeans, "LARGEST", 1000)
    with pytest.raises(UsageError, match="60 x 45 x 3 needs the dense tensor"):
        Model(3).fit(planted_tensor()[0])


@TENSOR_MODELS
def test_without_tensorly_the_error_says_what_to_install(Model, monkeypatch):
    monkeypatch.setitem(sys.modules, "tensorly", None)
    with pytest.raises(UsageError, match=r"pip install \"cotext\[tensor\]\""):
        Model(3).fit(planted_tensor()[0])


def test_of_many_points_restarts_see_a_sample_and_the_best_goes_on_with_all(monkeypatch):
    data = make_planted(n_documents=400, n_words=300, n_clusters=4, density=0.1, random_state=0)
    whole = SpectralCoClustering(4, random_state=0).fit(data.X)
    monkeypatch.setattr(embedding, "SAMPLE", 100)
    begin, begun = KMeansAlgorithm.initialize, []

    def seen(self, X, rngs, centres=None):
        begun.append((X.shape[0], len(rngs), centres is not None))
        return begin(self, X, rngs, centres)

    monkeypatch.setattr(KMeansAlgorithm, "initialize", seen)
    sampled = SpectralCoClustering(4, random_state=0).fit(data.X)
    assert ari(data.labels, sampled.labels_) > 0.95
    assert sampled.criterion_ == pytest.approx(whole.criterion_, rel=1e-3)
    assert len(sampled.criteria_) == 10
    assert sampled.criterion_ in sampled.criteria_
    assert [n for n, _, given in begun if not given] == [100] * (len(begun) - 1)
    assert begun[-1] == (700, 1, True)
