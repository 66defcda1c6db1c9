"""k-means against scikit-learn's, from the same centres."""

import os

import numpy as np
import pytest
from sklearn.cluster import KMeans as TheirKMeans

from cotext.datasets import load
from cotext.errors import EmptyInputWarning
from cotext.matrix import Weighting
from cotext.metrics import ari
from cotext.models import KMeans


def both(X, centres, **settings):
    g = len(centres)
    settings = {"max_iter": 300, "tol": 0} | settings
    ours = KMeans(g, init=(np.zeros((X.shape[0], g)), centres.T), **settings).fit(X)
    theirs = TheirKMeans(g, init=centres, n_init=1, algorithm="lloyd", **settings).fit(X)
    return ours, theirs


def assert_same(ours, theirs):
    np.testing.assert_array_equal(ours.labels_, theirs.labels_)
    np.testing.assert_allclose(ours.column_factor_.T, theirs.cluster_centers_, atol=1e-12)
    assert ours.criterion_ == pytest.approx(theirs.inertia_ / 2, rel=1e-10)


@pytest.mark.parametrize("seed", range(5))
def test_it_ends_where_scikit_learn_ends_on_random_data(seed):
    rng = np.random.default_rng(seed)
    X = rng.random((200, 15)) * (rng.random((200, 15)) < 0.5)
    X[:, 0] += 0.01  # no document is empty
    assert_same(*both(X, X[rng.choice(200, 6, replace=False)]))


@pytest.mark.data
@pytest.mark.skipif(not os.environ.get("COTEXT_DATA"), reason="COTEXT_DATA is not set")
def test_it_ends_where_scikit_learn_ends_on_cstr():
    data = load("cstr")
    X = Weighting().fit(data.X).transform(data.X).astype(np.float64)
    X.indices, X.indptr = X.indices.astype(np.int32), X.indptr.astype(np.int32)  # scikit-learn takes no other
    for seed in range(5):
        chosen = np.random.default_rng(seed).choice(X.shape[0], 4, replace=False)
        assert_same(*both(X, X[chosen].toarray()))


@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
def test_a_cluster_left_empty_takes_the_worst_fitting_document():
    X = np.array([[1.0, 0], [1.1, 0], [0, 1], [0, 9]])
    far = np.array([[1.0, 0], [0, 2], [50, 50]])
    model = KMeans(3, init=(np.zeros((4, 3)), far.T)).fit(X)
    assert model.labels_.tolist() == [0, 0, 1, 2]
    assert (np.diff(model.losses_) <= 0).all()


def test_memberships_are_shares_that_fall_with_the_squared_distance():
    rng = np.random.default_rng(0)
    X = rng.random((50, 8))
    model = KMeans(4, random_state=0).fit(X)
    inverse = 1 / np.square(X[:, None] - model.column_factor_.T).sum(axis=-1)
    np.testing.assert_allclose(model.row_factor_, inverse / inverse.sum(axis=1, keepdims=True), rtol=1e-8)
    np.testing.assert_array_equal(model.row_factor_.argmax(axis=1), model.labels_)


def test_a_document_that_is_its_own_centre_belongs_to_it_alone():
    model = KMeans(3, random_state=0).fit(np.eye(3) + 0.1)
    np.testing.assert_allclose(np.sort(model.row_factor_, axis=1), [[0, 0, 1]] * 3, atol=1e-12)


def test_length_matters_to_k_means_and_not_to_its_spherical_sister():
    from cotext.models import SphericalKMeans

    X = np.array([[1.0, 0.1]] * 5 + [[30, 3]] * 5 + [[0.1, 1]] * 5)
    long = np.repeat([0, 1, 0], 5)
    assert ari(long, KMeans(2, random_state=0).fit(X).labels_) == 1
    assert ari(np.repeat([0, 0, 1], 5), SphericalKMeans(2, random_state=0).fit(X).labels_) == 1


def test_k_means_plus_plus_seeds_are_far_apart():
    rng = np.random.default_rng(0)
    centres = 100 * np.eye(6)
    X = np.repeat(centres, 20, axis=0) + rng.random((120, 6))
    single = [KMeans(6, n_init=1, random_state=seed).fit(X) for seed in range(10)]
    assert all(ari(np.repeat(np.arange(6), 20), model.labels_) == 1 for model in single)


@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
def test_empty_documents_do_not_make_the_criterion_rise():
    X = np.vstack([np.zeros((5, 4)), np.random.default_rng(0).random((30, 4)) + 1])
    with pytest.warns(EmptyInputWarning):
        model = KMeans(3, random_state=0).fit(X)
    assert np.diff(model.losses_).max() <= 1e-12 * model.losses_[0]
