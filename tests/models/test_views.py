"""Low-rank views of documents, and k-means of points."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from cotext.backend import open_matrix, quiet_blas
from cotext.backend.chunks.source import ChunksInMemory
from cotext.datasets import make_planted
from cotext.metrics import ari
from cotext.models import Consensus
from cotext.models.judging import witnesses
from cotext.models.judging.low_rank import (
    dimensions,
    leading_directions,
    nearest_points,
    neighbor_means,
    unit,
)
from cotext.models.judging.points import k_means, place
from cotext.models.judging.split_half import judged_by_others


@pytest.fixture(scope="module")
def planted():
    data = make_planted(n_documents=300, n_words=240, n_clusters=4, density=0.06, random_state=0)
    return replace(data, X=sparse.csr_array(data.X * 1.0))


def points_on_a_sphere(n, r, seed=0):
    return unit(np.random.default_rng(seed).standard_normal((n, r)))


def test_directions_are_those_of_the_singular_value_decomposition():
    rng = np.random.default_rng(0)
    exact = rng.standard_normal((80, 5)) @ np.diag([9, 5, 3, 2, 1]) @ rng.standard_normal((5, 60))
    V = leading_directions(open_matrix(sparse.csr_array(exact)), 5)
    ours = exact @ V
    np.testing.assert_allclose(np.linalg.norm(ours, axis=0), np.linalg.svd(exact)[1][:5], rtol=1e-8)
    np.testing.assert_allclose(V.T @ V, np.eye(5), atol=1e-8)


def test_directions_that_a_matrix_lacks_are_zero():
    V = leading_directions(open_matrix(sparse.csr_array(np.ones((30, 20)))), 4)
    np.testing.assert_allclose(np.abs(V[:, 0]), 1 / np.sqrt(20))
    np.testing.assert_allclose(
        np.linalg.norm(V[:, 1:], axis=0) * (np.abs(V[:, 1:]) > 1e-6).any(axis=0), 0, atol=1e-6
    )


@pytest.mark.parametrize("n", [5, 12, 400, 645, 1500])
def test_nearest_points_are_those_of_a_full_sort(n):
    P = points_on_a_sphere(n, 8)
    k = min(10, n - 1)
    cosines = P @ P.T
    np.fill_diagonal(cosines, -2)
    np.testing.assert_array_equal(nearest_points(P, k), np.argsort(-cosines, axis=1, kind="stable")[:, :k])


def test_of_equal_neighbors_the_earlier_is_nearer():
    P = np.tile(np.eye(2, dtype=np.float32), (400, 1))
    near = nearest_points(P, 3)
    assert near[:6].tolist() == [[2, 4, 6], [3, 5, 7], [0, 4, 6], [1, 5, 7], [0, 2, 6], [1, 3, 7]]


def test_points_move_toward_their_neighbors():
    centers = np.repeat(np.eye(3), 40, axis=0)
    P = unit(centers + np.random.default_rng(0).normal(0, 0.4, (120, 3)))
    assert (
        np.linalg.norm(neighbor_means(P) - centers, axis=1).mean()
        < np.linalg.norm(P - centers, axis=1).mean()
    )


def test_k_means_finds_planted_clusters_and_places_points_there(planted):
    P = planted.X @ leading_directions(open_matrix(planted.X), 20)
    labels, centers = k_means(unit(P), 4, np.random.default_rng(0))
    assert ari(planted.labels, labels) > 0.9
    assert ari(labels, place(P, (0, 20), centers[None])[0]) > 0.95


def test_k_means_is_no_worse_than_that_of_scikit_learn():
    from sklearn.cluster import KMeans

    P = points_on_a_sphere(900, 6)
    labels, _ = k_means(P, 7, np.random.default_rng(0))
    ours = sum(((P[labels == k] - P[labels == k].mean(axis=0)) ** 2).sum() for k in range(7))
    assert ours <= 1.01 * KMeans(7, n_init=10, random_state=0).fit(P).inertia_


@pytest.mark.parametrize("n_points", [1, 2, 6])
def test_fewer_different_points_than_clusters_are_clustered(n_points):
    P = np.tile(points_on_a_sphere(n_points, 5), (30, 1))
    labels, centers = k_means(P, 4, np.random.default_rng(0))
    assert np.isfinite(centers).all()
    assert len(np.unique(labels)) >= min(n_points, 4)


def test_clusters_of_points_do_not_depend_on_the_number_of_threads():
    P = points_on_a_sphere(9000, 30)
    found = []
    for n_jobs in (1, 2, 5):
        with quiet_blas(n_jobs):
            labels, centers = k_means(P, 6, np.random.default_rng(0), tries=3)
            found.append((labels, centers, neighbor_means(P)))
    for other in found[1:]:
        for ours, theirs in zip(found[0], other, strict=True):
            np.testing.assert_array_equal(ours, theirs)


def test_dimensions_that_do_not_exist_leave_all_others():
    P = np.random.default_rng(0).standard_normal((4, 1))
    assert dimensions(P, (1, 51)).tolist() == np.sign(P).tolist()


def test_a_kind_that_repeats_itself_but_nobody_else_has_no_say():
    rng = np.random.default_rng(0)
    truth, own = np.arange(300) % 3, rng.integers(3, size=300)
    noisy = [np.where(rng.random(300) < 0.2, rng.integers(3, size=300), truth) for _ in range(4)]
    whole = [[truth], [noisy[0]], [own]]
    scores = judged_by_others(whole, [[[noisy[1]], [noisy[2]], [own]], [[noisy[3]], [truth], [own]]])
    assert scores[2] < 0.05 < 0.2 < min(scores[:2])


def test_balanced_clusters_have_no_advantage():
    rng = np.random.default_rng(0)
    sizes = [0] * 900 + [1] * 60 + [2] * 40
    skewed = np.array(sizes)
    halves = rng.permutation(np.arange(1000) % 3)
    whole, half = [[skewed], [skewed], [halves]], [[[skewed], [skewed], [halves]]]
    assert judged_by_others(whole, half)[2] < judged_by_others(whole, half)[0]


def test_a_sample_shows_the_views_of_many_documents(planted, monkeypatch):
    full = Consensus(4, random_state=0).fit(planted.X)
    monkeypatch.setattr(witnesses, "LARGE", 150)
    some = Consensus(4, random_state=0).fit(planted.X)
    assert ari(planted.labels, full.labels_) > 0.9
    assert ari(full.labels_, some.labels_) > 0.9


@pytest.mark.parametrize("large", [100, 10_000])
def test_chunks_have_the_same_opinions_as_one_matrix(planted, monkeypatch, large):
    monkeypatch.setattr(witnesses, "LARGE", large)
    ours, theirs = (
        Consensus(4, random_state=0).fit(X) for X in (planted.X, ChunksInMemory(planted.X, [0, 90, 200, 300]))
    )
    np.testing.assert_array_equal(ours.opinion_labels_, theirs.opinion_labels_)
