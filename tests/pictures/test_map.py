"""On the map, clusters lie apart and words lie where they are used."""

import numpy as np
import pytest

from cotext.datasets import make_planted
from cotext.models import NMTF
from cotext.pictures import embedding
from cotext.pictures.prepare import numbers_of


@pytest.fixture(scope="module")
def mixed(read):
    """Documents of four clusters, with many counts of the other clusters' words."""
    planted = make_planted(240, 80, 4, random_state=0)
    noise = np.random.default_rng(0).poisson(1.0, planted.X.shape)
    X = np.asarray(planted.X.toarray() + noise, dtype=float)
    return read(NMTF(4, random_state=0, n_init=2).fit(X), X)


def alike(numbers, n=10):
    """Share of the nearest neighbours on the plane that are of the same cluster."""
    far = np.linalg.norm(numbers.points[:, None] - numbers.points[None], axis=2)
    np.fill_diagonal(far, np.inf)
    labels = np.array(numbers.clusters)
    return float((labels[np.argsort(far, axis=1)[:, :n]] == labels[:, None]).mean())


def covered(numbers):
    """Share of documents in the disc that holds four of five documents of another cluster."""
    labels = np.array(numbers.clusters)
    far = np.linalg.norm(numbers.points[:, None] - numbers.centres[None], axis=2)
    radii = [np.quantile(far[labels == k, k], 0.8) for k in range(far.shape[1])]
    other = (far < radii) & (labels[:, None] != np.arange(far.shape[1]))
    return float(other.any(axis=1).mean())


def test_clusters_that_share_words_do_not_overlap(mixed, monkeypatch):
    apart = numbers_of("map", mixed)
    assert alike(apart) > 0.95
    assert covered(apart) < 0.02
    monkeypatch.setattr(embedding, "OWN", 0.0)
    by_words = numbers_of("map", mixed)
    assert alike(by_words) < alike(apart)
    assert covered(by_words) > covered(apart)


def test_neighbours_within_a_cluster_are_still_those_with_the_same_words(mixed):
    numbers = numbers_of("map", mixed)
    values = embedding.features(mixed, np.array(numbers.rows))
    labels = np.array(numbers.clusters)
    for k in range(4):
        own = labels == k
        plane = np.linalg.norm(numbers.points[own][:, None] - numbers.points[own][None], axis=2)
        words = np.linalg.norm(values[own][:, None] - values[own][None], axis=2)
        some = np.triu_indices(len(plane), 1)
        assert np.corrcoef(plane[some], words[some])[0, 1] > 0.3


def test_telling_words_lie_among_the_documents_that_use_them(result):
    numbers = numbers_of("map", result)
    assert len(numbers.words) == len(numbers.word_clusters) == len(numbers.word_points)
    assert set(numbers.word_clusters) == {0, 1, 2}
    for k in range(3):
        assert [w for w, c in zip(numbers.words, numbers.word_clusters, strict=True) if c == k] == (
            result.top_words(k, 8)
        )
    far = np.linalg.norm(numbers.word_points[:, None] - numbers.centres[None], axis=2)
    assert np.mean(far.argmin(axis=1) == numbers.word_clusters) > 0.9


def test_words_that_no_drawn_document_uses_are_left_out(result):
    numbers = numbers_of("map", result, points=3)
    used = np.asarray(result.counts[numbers.rows].sum(axis=0)).ravel() > 0
    index = result.docword.vocabulary.index
    assert numbers.words
    assert all(used[index(word)] for word in numbers.words)
