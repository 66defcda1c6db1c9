import numpy as np
import pytest
from numpy.testing import assert_allclose

from cotext.corpus import DocWord
from cotext.datasets import make_overlapping
from cotext.models import OvNMTF
from cotext.models.engine import Fit
from cotext.result import CoClustering
from cotext.result.word_view import shared_top_words, words_used

VOCABULARY = ["bank", "river", "loan", "boat"]


def test_a_word_is_listed_with_the_clusters_ranks_and_weights_it_has():
    model = Fit(block=np.eye(2), column_factor=np.array([[3.0, 4.0], [0, 3], [4, 0], [0, 0]]))
    table = shared_top_words(model, np.ones((2, 4)), VOCABULARY, n_top=2)
    assert table.columns == ("word", "clusters", "ranks", "weights")
    assert table.column("word") == ["bank"]
    assert table[0]["clusters"] == [0, 1]
    assert table[0]["ranks"] == [2, 1]
    assert_allclose(table[0]["weights"], [0.6, 0.8])


def test_words_outside_the_top_or_without_weight_are_not_listed():
    model = Fit(block=np.eye(2), column_factor=np.array([[3.0, 1.0], [2, 2], [1, 3], [0, 0]]))
    counts = np.ones((2, 4))
    assert shared_top_words(model, counts, VOCABULARY, n_top=1).column("word") == []
    assert shared_top_words(model, counts, VOCABULARY, n_top=2).column("word") == ["river"]
    assert "boat" not in shared_top_words(model, counts, VOCABULARY, n_top=4).column("word")


def test_words_of_more_clusters_come_first():
    W = np.array([[1.0, 1, 0], [2, 2, 2], [0, 0, 0], [0, 0, 0]])
    table = shared_top_words(Fit(block=np.eye(3), column_factor=W), np.ones((3, 4)), VOCABULARY, 2)
    assert table.column("word") == ["river", "bank"]


def test_counts_decide_between_words_of_equal_weight():
    model = Fit(block=np.eye(2), column_factor=np.ones((4, 2)))
    counts = np.array([[1.0, 9, 1, 1], [1, 9, 1, 1]])
    assert shared_top_words(model, counts, VOCABULARY, n_top=1).column("word") == ["river"]


def test_weights_follow_blocks_and_word_clusters_within_document_clusters():
    S, V = np.array([[1.0, 2.0], [3.0, 4.0]]), np.arange(16.0).reshape(4, 4)
    nested = OvNMTF.algorithm_type.fit_type(block=S, column_factor=V)
    expected = np.stack([V[:, :2] @ S[0], V[:, 2:] @ S[1]])
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    assert_allclose(words_used(nested, np.ones((2, 4))), expected)
    flat = Fit(block=S, column_factor=V[:, :2])
    assert_allclose(
        words_used(flat, np.ones((2, 4)))[0] @ (S @ V[:, :2].T)[0], np.linalg.norm((S @ V[:, :2].T)[0])
    )


def test_a_model_without_word_factor_is_read_by_its_counts(result):
    del result.model.column_factor_, result.model.block_
    assert set(result.polysemous_words(6).column("word")) >= {"w2", "w5", "w8"}


@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
def test_words_that_all_planted_clusters_use_are_found():
    data = make_overlapping("II")
    docword = DocWord(data.X.astype(float), vocabulary=data.vocabulary, ids=data.ids)
    model = OvNMTF((3, 2), random_state=0, max_iter=1000, tol=1e-9).fit(docword.X)
    table = CoClustering.from_fit(model, docword).polysemous_words(n_top=80)
    clusters = dict(zip(table.column("word"), table.column("clusters"), strict=True))
    assert set(clusters) == {f"word{j}" for j in range(35, 115)}
    assert all((len(found) == 3) == (70 <= int(word[4:]) < 80) for word, found in clusters.items())
