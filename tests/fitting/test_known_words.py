"""New documents are the less sure the less of them is known, and in no cluster if that is next to nothing."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy import sparse

import cotext
from cotext import Store
from cotext.datasets import make_planted
from cotext.fitting.predict import FEW, Known, usual_words
from cotext.fitting.store_fit import predict_store

TOPICS = {"space": "orbit moon rocket shuttle launch crew", "food": "soup bread salt onion oven dough"}
FOREIGN = "Jen viro kiu neniam aŭdis pri tio, kaj lia edzino"


def words_of(topic, rng, n=14):
    own, rest = TOPICS[topic].split(), ["people", "year", "place", "thing", "story"]
    return " ".join(rng.choice(own, n - 4).tolist() + rng.choice(rest, 4).tolist())


@pytest.fixture(scope="module")
def result():
    rng = np.random.default_rng(0)
    texts = [words_of(topic, rng) for topic in TOPICS for _ in range(60)]
    return cotext.cluster(texts, 2, random_state=0, language="en")


def predicted(result, *texts):
    return list(result.predict(list(texts)))


def test_confidence_falls_with_the_share_of_known_words(result):
    known = "orbit moon rocket shuttle launch crew"
    rows = predicted(result, *(known + " zyxq" * n for n in (0, 3, 6, 20, 100)))
    assert [row["known_words"] for row in rows] == [6] * 5
    assert [row["known_share"] for row in rows] == pytest.approx([1, 6 / 9, 0.5, 6 / 26, 6 / 106])
    sure = [row["confidence"] for row in rows]
    assert sure == sorted(sure, reverse=True)
    assert sure[0] > 0.9
    assert sure[-1] < 0.01
    assert len({row["cluster"] for row in rows}) == 1  # low confidence alone is no reason to have no cluster


def test_confidence_falls_with_the_number_of_known_words(result):
    words = ["orbit", "moon", "rocket", "shuttle", "launch", "crew", "people", "year"]
    sure = [row["confidence"] for row in predicted(result, *(" ".join(words[:n]) for n in (2, 3, 4, 6)))]
    assert sure == sorted(sure)
    assert sure[0] < sure[-1]


def test_a_sentence_in_another_language_is_not_sure(result):
    (row,) = predicted(result, f"{FOREIGN} moon soup rocket")
    assert row["confidence"] < 0.05


def test_documents_with_next_to_nothing_known_have_no_cluster(result):
    unknown = " zyxq" * 20
    rows = predicted(
        result, "moon", f"moon{unknown}", f"moon rocket{unknown}", "moon rocket", "moon rocket crew"
    )
    assert [row["cluster"] >= 0 for row in rows] == [False, False, False, True, True]
    assert [row["confidence"] > 0 for row in rows] == [False, False, False, True, True]
    assert [row["second"] for row in rows][:3] == [None] * 3


def test_a_word_that_is_repeated_is_one_word(result):
    (row,) = predicted(result, "moon moon moon moon")
    assert (row["known_words"], row["known_share"], row["cluster"]) == (1, 1.0, -1)


def test_who_has_no_cluster_is_counted(result):
    said = []
    result.predict(["moon", "zyxq"], note=said.append)
    assert "2 of 2 documents have too few known words or none: they are in cluster -1" in said


def test_stop_words_are_neither_known_nor_unknown(result):
    (row,) = predicted(result, "the moon and the rocket of a crew")
    assert (row["known_words"], row["known_share"]) == (3, 1.0)


def test_titles_are_placed_in_a_collection_of_titles():
    rng = np.random.default_rng(1)
    titles = [
        " ".join(rng.choice(words.split(), 2, replace=False)) for words in TOPICS.values() for _ in range(50)
    ]
    result = cotext.cluster(titles, 2, random_state=0, language="en")
    assert usual_words(result.counts) == 2
    table = result.predict(titles)
    assert_array_equal(table.column("cluster"), result.row_labels_)
    assert np.mean(table.column("confidence")) == pytest.approx(result.confidence.mean(), abs=0.02)


def test_of_a_matrix_only_the_number_of_words_counts():
    data = make_planted(60, 60, 3, density=0.5, random_state=0)
    result = cotext.cluster(data.X, 3, random_state=0)
    few = sparse.csr_array(data.X[:8].copy())
    for row in range(8):
        few.data[few.indptr[row] + row : few.indptr[row + 1]] = 0
    few.eliminate_zeros()
    table = result.predict(few)
    assert table.column("known_words") == list(range(8))
    assert table.column("known_share") == [None] * 8
    assert [cluster >= 0 for cluster in table.column("cluster")] == [n >= FEW for n in range(8)]


def test_a_store_is_judged_by_the_number_of_words(tmp_path):
    X = make_planted(60, 60, 3, density=0.5, random_state=0).X
    store = Store.write(tmp_path / "store", X)
    result = cotext.cluster(store, 3, random_state=0)
    rows = [row for table in predict_store(result, store) for row in table]
    assert [row["known_words"] for row in rows] == np.diff(sparse.csr_array(X).indptr).tolist()
    assert {row["known_share"] for row in rows} == {None}


def test_segments_are_known_by_the_whole_document(result):
    cut = cotext.cluster(result.texts, 2, segment=5, random_state=0, language="en")
    rows = predicted(cut, "orbit moon rocket shuttle launch crew people year zyxq zyxq")
    assert [(row["known_words"], row["known_share"]) for row in rows] == [(8, 0.8)]


def test_what_was_fitted_loses_nothing_by_being_known(result):
    table = result.predict(result.texts)
    assert_array_equal(table.column("cluster"), result.row_labels_)
    known = Known(np.diff(result.counts.indptr), np.ones(120))
    assert (known.trusted(usual_words(result.counts), 2) == 1).mean() > 0.9
