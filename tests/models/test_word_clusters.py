"""Word clusters that go with given document clusters."""

import numpy as np
import pytest

from cotext.metrics import ari
from cotext.models.families.information import information
from cotext.models.starts.words import masses, telling, word_clusters


def told(P, w, m):
    S = masses(P, w, m)
    return float(information(S / S.sum()))


@pytest.fixture(scope="module")
def planted():
    """Mass of 300 words in 4 document clusters: six kinds of profile, frequent and seldom words."""
    rng = np.random.default_rng(0)
    profiles = np.array([[9, 1, 1, 1], [1, 9, 1, 1], [1, 1, 9, 1], [1, 1, 1, 9], [6, 6, 1, 1], [1, 1, 6, 6]])
    kinds = rng.integers(6, size=300)
    lengths = rng.integers(20, 400, size=300)
    shares = profiles / profiles.sum(axis=1, keepdims=True)
    P = np.array([rng.multinomial(n, shares[k]) for n, k in zip(lengths, kinds, strict=True)])
    return P.astype(float), kinds


def test_planted_profiles_are_found_where_there_are_more_of_them_than_document_clusters(planted):
    P, kinds = planted
    assert ari(kinds, word_clusters(P, 6)) > 0.95


@pytest.mark.parametrize("m", [1, 2, 3, 4, 5, 8, 20])
def test_no_word_cluster_is_empty_and_more_of_them_tell_more(planted, m):
    P, _ = planted
    w = word_clusters(P, m)
    assert np.bincount(w, minlength=m).all()
    assert w.max() == m - 1
    assert told(P, w, m) <= told(P, word_clusters(P, m + 1), m + 1) + 1e-9


def test_words_tell_more_than_where_each_goes_to_the_document_cluster_it_weighs_most_in(planted):
    P, _ = planted
    plain = (P / np.linalg.norm(P, axis=0)).argmax(axis=1)
    assert told(P, word_clusters(P, 4), 4) > told(P, plain, 4)


def test_of_too_many_clusters_those_go_together_that_lose_least():
    w = word_clusters(np.diag([100.0, 50.0, 3.0, 2.0]), 3)
    assert w[2] == w[3]
    assert len(set(w.tolist())) == 3


def test_every_word_is_in_the_cluster_of_the_nearest_profile(planted):
    P, _ = planted
    w = word_clusters(P, 5)
    shares, profiles = (A / A.sum(axis=1, keepdims=True) for A in (P, masses(P, w, 5).T))
    apart = (shares[:, None] * (np.log(shares[:, None] + 1e-300) - np.log(profiles))).sum(axis=-1)
    assert np.array_equal(apart.argmin(axis=1), w)


def test_words_in_another_order_are_the_same_clusters(planted):
    P, _ = planted
    order = np.random.default_rng(1).permutation(len(P))
    assert np.array_equal(word_clusters(P[order], 7), word_clusters(P, 7)[order])


def test_a_word_used_alike_everywhere_tells_nothing_and_a_rare_one_of_one_cluster_little():
    P = np.array([[50.0, 50.0], [40.0, 0.0], [0.0, 40.0], [2.0, 0.0]])
    w = np.array([0, 0, 1, 0])
    values = telling(P, w, masses(P, w, 2))
    assert values[1] > values[3] > 0
    assert values[0] < values[2] / 2


def test_fewer_kinds_of_words_than_clusters_leave_some_empty():
    P = np.array([[3.0, 0.0], [2.0, 0.0], [0.0, 5.0], [0.0, 0.0]])
    w = word_clusters(P, 4)
    assert w[0] == w[1] != w[2]
