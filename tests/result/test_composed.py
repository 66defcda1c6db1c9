"""A result is composed of parts: views of its words, blocks and levels, and the marks a person made."""

import inspect

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

from cotext.result import CoClustering
from cotext.result.block_view import BlockView, block_table
from cotext.result.cluster_tree import ClusterTree
from cotext.result.marks import Marks


def test_a_result_inherits_from_nothing():
    assert CoClustering.__mro__ == (CoClustering, object)


def test_every_public_method_and_property_says_what_it_does():
    public = {name: value for name, value in vars(CoClustering).items() if not name.startswith("_")}
    assert not [name for name, value in public.items() if not inspect.getdoc(value)]


def test_blocks_are_the_sums_ratios_and_residuals_of_the_dense_matrix():
    rng = np.random.default_rng(3)
    X, rows, columns = rng.random((9, 7)) + 0.1, rng.integers(-1, 3, 9), rng.integers(0, 2, 7)
    table = block_table(sparse.csr_array(X), rows, columns, (3, 2))
    total = X[rows >= 0].sum()
    for row in table:
        k, m = row["document_cluster"], row["word_cluster"]
        mine, words = rows == k, columns == m
        mass = X[np.ix_(mine, words)].sum()
        expected = X[mine].sum() * X[rows >= 0][:, words].sum() / total
        assert_allclose(row["mass"], mass)
        assert_allclose(row["density"], mass / (mine.sum() * words.sum()))
        assert_allclose(row["lift"], mass / expected)
        assert_allclose(row["residual"], (mass - expected) / np.sqrt(expected), atol=1e-12)


def test_blocks_without_any_count_have_no_lift():
    blocks = BlockView(np.zeros((2, 3)), np.ones((2, 3)))
    assert not blocks.lift.any()
    assert not blocks.residual.any()


def test_the_blocks_of_a_result_are_those_of_its_table(result):
    assert result.block_view.lift.ravel().tolist() == result.blocks().column("lift")


def test_the_heaviest_words_of_a_word_cluster_are_its_own(result):
    words = result.words()
    for cluster in range(3):
        best = result.word_view.heaviest(cluster, 2)
        weights = [row["weight"] for row in words if row["cluster"] == cluster]
        assert [words[place]["cluster"] for place in best] == [cluster] * 2
        assert [words[place]["weight"] for place in best] == sorted(weights, reverse=True)[:2]


def test_a_tree_lists_clusters_of_one_parent_side_by_side():
    tree = ClusterTree(np.array([[1, 0, 1]]), 3)
    assert tree.levels == [2, 3]
    assert tree.order == [1, 0, 2]
    nodes = [(node.level, node.cluster, node.above, node.members.tolist()) for node in tree.nodes()]
    assert nodes == [
        (0, 0, -1, [False, True, False]),
        (0, 1, -1, [True, False, True]),
        (1, 1, 0, [False, True, False]),
        (1, 0, 1, [True, False, False]),
        (1, 2, 1, [False, False, True]),
    ]


@pytest.mark.parametrize(("noise", "stays"), [({0, 2}, {0}), ({0}, set())])
def test_marks_follow_merged_clusters_to_their_new_numbers(noise, stays):
    marks = Marks({0: "a", 2: "c", 3: "d"}, noise=frozenset(noise))
    moved = marks.moved([0, 1, 0, 2])  # 0 and 2 are one now
    assert moved.names == {0: "a", 2: "d"}
    assert moved.noise == stays


def test_the_name_that_certainty_had_before_still_works(result):
    assert result.sure is result.certainty
