"""Typical documents are typical: not short, not boilerplate, not one text five times over."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

import cotext
from cotext.corpus import DocWord
from cotext.models import NMTF
from cotext.result import CoClustering
from cotext.result.similar import typicality

RNG = np.random.default_rng(3)
WORDS = np.array([f"{letter}{k}" for letter in "abc" for k in range(60)])


def article(topic, length):
    """Words of one topic, a few of any."""
    own = RNG.choice(WORDS[60 * topic : 60 * topic + 60], length)
    return " ".join(np.concatenate([own, RNG.choice(WORDS, length // 5)]))


@pytest.fixture(scope="module", params=[8, 40])
def boilerplate(request):
    """Articles of three topics; among the first one's a text many times, exactly and with a word changed, so
    that it joins its topic or has a cluster of its own, and thirty texts of two words."""
    same, n = article(0, 9), request.param
    texts = [article(i % 3, 40) for i in range(120)]
    copies = [same] * n + [f"{same} {WORDS[k]}" for k in range(n // 2)]
    short = [" ".join(RNG.choice(WORDS[:60], 2)) for _ in range(30)]
    return cotext.cluster([*texts, *copies, *short], 3, random_state=0, max_df=1.0), same


def test_no_text_stands_for_a_cluster_twice(boilerplate):
    result, same = boilerplate
    for cluster in range(3):
        texts = result.representative_documents(cluster, 5).column("excerpt")
        assert len(texts) >= 1
        assert sum(text.startswith(same) for text in texts) <= 1
        rows = result.representative_documents(cluster, 40).column("document")
        sets = [set(result.excerpts[row].split()) for row in rows]
        both = [len(a & b) / max(len(a), len(b)) for i, a in enumerate(sets) for b in sets[:i]]
        assert max(both, default=0) < 0.85


def test_the_most_typical_documents_are_long_enough(boilerplate):
    result, _ = boilerplate
    for cluster in set(result.row_labels_[:120].tolist()):
        texts = result.representative_documents(cluster, 3).column("excerpt")
        assert all(len(text.split()) > 40 for text in texts)


def test_a_document_that_is_a_mere_word_is_less_typical_than_one_that_is_long():
    unit = np.array([[1.0, 0, 0, 0], [0.5, 0.5, 0.5, 0.5], [0.5, 0.5, 0.5, 0.5], [0, 0, 0, 1.0]])
    score = typicality(sparse.csr_array(unit))
    assert score.argmax() == 1
    assert score[1] == score[2] > 1.5 * max(score[0], score[3])


def test_documents_that_are_not_sure_of_their_cluster_do_not_stand_for_it(boilerplate):
    result, _ = boilerplate
    first = result.representative_documents(0, 3)
    unsure = result.confidence.copy()
    unsure[first.column("document")] = 0.1
    result.confidence = unsure
    assert not set(result.representative_documents(0, 3).column("document")) & set(first.column("document"))


def test_an_empty_cluster_has_no_typical_documents():
    X = sparse.csr_array(np.eye(4))
    model = NMTF(3, n_init=1, random_state=0).fit(X)
    model.fit_ = replace(model.fit_, row_labels=np.array([0, 0, 2, 2]))
    result = CoClustering.from_fit(model, DocWord(X, list("abcd"), list("wxyz")))
    assert len(result.representative_documents(1)) == 0
    assert len(result.representative_documents(0, 0)) == 0
    assert set(result.representative_documents(2).column("document")) == {2, 3}
