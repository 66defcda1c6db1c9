import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

from cotext.result.block_view import block_table
from cotext.result.words import counts_by_cluster, keyness, relevance

COUNTS = np.array([[8.0, 2.0, 0.0], [2.0, 4.0, 4.0]])


def test_counts_by_cluster_adds_rows_and_keeps_empty_clusters():
    counts = sparse.csr_array([[1, 0], [2, 3], [0, 5]])
    found = counts_by_cluster(counts, np.array([2, 0, 2]), 4)
    assert found.tolist() == [[2, 3], [0, 0], [1, 5], [0, 0]]


def test_relevance_equals_the_formula():
    given, overall = np.log(8 / 10), np.log(10 / 20)
    assert_allclose(relevance(COUNTS, 0.3)[0, 0], 0.3 * given + 0.7 * (given - overall))
    assert relevance(COUNTS, 0.3)[0, 2] == -np.inf


def test_relevance_of_one_cluster_takes_the_words_of_all():
    assert_allclose(relevance(COUNTS[[1]], 0.3, COUNTS.sum(axis=0))[0], relevance(COUNTS, 0.3)[1])


def test_relevance_goes_from_lift_to_frequency():
    counts = np.array([[50.0, 5.0], [50.0, 0.0]])
    assert relevance(counts, 1.0)[0].argmax() == 0
    assert relevance(counts, 0.0)[0].argmax() == 1


def test_keyness_equals_the_hand_computation():
    expected = 2 * (8 * np.log(8 / 5) + 2 * np.log(2 / 5))
    assert_allclose(keyness(COUNTS)[:, 0], [expected, -expected])
    assert_allclose(keyness(COUNTS)[0, 2], -2 * 4 * np.log(4 / 2))


def test_keyness_of_even_use_is_zero():
    assert_allclose(keyness(np.array([[2.0, 4.0], [5.0, 10.0]])), 0, atol=1e-12)


@pytest.mark.parametrize(
    "counts", [np.zeros((2, 3)), np.array([[0.0, 0.0], [1.0, 0.0]]), np.array([[1.0, 2.0]])]
)
def test_nothing_to_compare_is_neither_nan_nor_infinite(counts):
    assert_allclose(keyness(counts), 0, atol=1e-12)
    assert not np.isnan(relevance(counts)).any()


def test_block_table_equals_the_hand_computation():
    counts = sparse.csr_array([[4, 0, 1], [2, 0, 0], [0, 3, 0]])
    table = block_table(counts, np.array([0, 0, 1]), np.array([0, 1, 0]), (2, 2))
    assert table.column("document_cluster") == [0, 0, 1, 1]
    assert table.column("word_cluster") == [0, 1, 0, 1]
    assert table.column("mass") == [7, 0, 0, 3]
    assert_allclose(table.column("density"), [7 / 4, 0, 0, 3])
    assert_allclose(table.column("lift"), [7 / 4.9, 0, 0, 3 / 0.9])
    expected = np.array([4.9, 2.1, 2.1, 0.9])
    assert_allclose(table.column("residual"), (np.array([7, 0, 0, 3]) - expected) / np.sqrt(expected))


def test_block_table_keeps_empty_clusters_and_empty_matrices():
    table = block_table(sparse.csr_array((2, 2)), np.array([0, 2]), np.array([0, 0]), (3, 2))
    assert len(table) == 6
    assert_allclose([row[2:] for row in table.rows], 0)
