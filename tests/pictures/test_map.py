"""On the map, clusters lie apart and words lie where they are used."""

import copy

import numpy as np
import pytest

from cotext.datasets import make_planted
from cotext.models import NMTF
from cotext.pictures.prepare import map as picture
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


def sure(result, confidence):
    """The same result, as sure of its documents."""
    new = copy.copy(result)
    new.__dict__["confidence"] = np.broadcast_to(confidence, len(result.row_labels_)).astype(float)
    return new


def test_clusters_that_share_words_do_not_overlap_if_their_documents_are_sure(mixed):
    apart = numbers_of("map", sure(mixed, 1.0))
    assert alike(apart) > 0.95
    assert covered(apart) < 0.02
    by_words = numbers_of("map", sure(mixed, 0.5))
    assert alike(by_words) < alike(apart)
    assert covered(by_words) > covered(apart)


@pytest.mark.parametrize("unsure", [0.0, 0.3, 0.5, np.nan])
def test_documents_that_are_not_sure_of_their_cluster_are_not_pulled_to_it(mixed, unsure):
    values = picture.features(mixed, np.arange(240))
    drawn = picture.with_own_clusters(values, mixed.row_labels_, 4, np.array([unsure, 1.0] * 120))
    pull = np.abs(drawn[:, values.shape[1] :]).sum(axis=1)
    assert (pull[::2] == 0).all()
    assert np.allclose(pull[1::2], picture.OWN)
    free, unknown = (numbers_of("map", sure(mixed, one)) for one in (unsure, 0.0))
    assert np.array_equal(free.points, unknown.points)
    assert "100 % of the documents are too uncertain for that" in free.note


def test_the_surer_the_documents_the_farther_apart_the_clusters(mixed):
    spread = [covered(numbers_of("map", sure(mixed, confidence))) for confidence in (0.5, 0.75, 1.0)]
    assert spread[0] > spread[1] >= spread[2]


def test_the_plain_map_knows_nothing_of_clusters(mixed, relabelled):
    plain = numbers_of("map", mixed, plain=True)
    other = numbers_of(
        "map", relabelled(copy.deepcopy(mixed), np.arange(240) % 4, mixed.column_labels_), plain=True
    )
    assert np.array_equal(plain.points, other.points)
    assert not np.array_equal(plain.points, numbers_of("map", mixed).points)
    assert "of their words alone: neighbors are similar" in plain.note
    assert "surer" not in plain.note


def test_neighbours_within_a_cluster_are_still_those_with_the_same_words(mixed):
    numbers = numbers_of("map", sure(mixed, 1.0))
    values = picture.features(mixed, np.array(numbers.rows))
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
