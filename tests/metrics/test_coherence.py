import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

from cotext.errors import CotextError
from cotext.metrics import c_v, mean_pmi, npmi, topic_diversity

C = sparse.csr_array(
    np.array([
        [0, 4, 2, 0, 0],
        [4, 0, 1, 1, 0],
        [2, 1, 0, 0, 0],
        [0, 1, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ])
)  # fmt: skip
TOTAL = 16


def pmi(pair, first, second):
    return np.log(pair * TOTAL / (first * second))


def test_mean_pmi_equals_the_hand_computation():
    expected = np.mean([pmi(4, 6, 6), pmi(2, 6, 3), pmi(1, 6, 3)])
    assert_allclose(mean_pmi([[0, 1, 2]], C), [expected], rtol=1e-12)


def test_mean_pmi_gives_one_value_per_cluster_in_order():
    assert_allclose(mean_pmi([[0, 2], [1, 0]], C), [pmi(2, 6, 3), pmi(4, 6, 6)])


def test_unseen_pairs_have_the_value_asked_for():
    assert_allclose(mean_pmi([[0, 3]], C), [0.0])
    assert_allclose(mean_pmi([[0, 1, 3]], C, unseen=-5), [(pmi(4, 6, 6) - 5 + pmi(1, 6, 1)) / 3])


def test_npmi_equals_the_hand_computation():
    values = [pmi(pair, a, b) / -np.log(pair / TOTAL) for pair, a, b in [(4, 6, 6), (2, 6, 3), (1, 6, 3)]]
    assert_allclose(npmi([[0, 1, 2]], C), [np.mean(values)], rtol=1e-12)


def test_npmi_of_words_never_together_is_minus_one():
    assert npmi([[0, 3], [0, 4]], C).tolist() == [-1.0, -1.0]


def test_npmi_of_words_always_together_is_one():
    counts = {"word_counts": [3, 3], "n_contexts": 3}
    assert npmi([[0, 1]], sparse.csr_array([[0, 3], [3, 0]]), **counts).tolist() == [1.0]
    counts["n_contexts"] = 10
    assert_allclose(npmi([[0, 1]], sparse.csr_array([[0, 3], [3, 0]]), **counts), [1.0])


def test_word_counts_replace_the_margins():
    found = mean_pmi([[0, 1]], C, word_counts=[10, 8, 5, 1, 1], n_contexts=100)
    assert_allclose(found, [np.log(0.04 / (0.10 * 0.08))])


def test_c_v_equals_the_hand_computation():
    a, b, c = (pmi(p, x, y) / -np.log(p / TOTAL) for p, x, y in [(4, 6, 6), (2, 6, 3), (1, 6, 3)])
    vectors = [np.array(v) for v in ([1, a, b], [a, 1, c], [b, c, 1])]
    total = sum(vectors)
    cosines = [v @ total / np.linalg.norm(v) / np.linalg.norm(total) for v in vectors]
    assert_allclose(c_v([[0, 1, 2]], C), [np.mean(cosines)], rtol=1e-12)


def test_measures_prefer_words_that_go_together():
    together, apart = [0, 1], [2, 3]
    for measure in (mean_pmi, npmi, c_v):
        good, bad = measure([together, apart], C)
        assert good > bad


def test_topic_diversity_counts_distinct_words():
    assert topic_diversity([[1, 2], [3, 4]]) == 1.0
    assert topic_diversity([["a", "b"], ["a", "b"]]) == 0.5


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([0, 9], "outside"),
        ([-1, 0], "outside"),
        ([0], "two or more"),
        ([1, 1], "different"),
        (["a", "b"], "columns"),
    ],
)
def test_words_that_are_not_pairs_of_columns_are_refused(words, message):
    with pytest.raises(CotextError, match=message):
        npmi([words], C)


def test_bad_counts_are_refused():
    with pytest.raises(CotextError, match="both or neither"):
        npmi([[0, 1]], C, word_counts=[1] * 5)
    with pytest.raises(CotextError, match="shape"):
        npmi([[0, 1]], C, word_counts=[1] * 4, n_contexts=9)
    with pytest.raises(CotextError, match="no pair"):
        npmi([[0, 1]], sparse.csr_array((5, 5)))
    with pytest.raises(CotextError, match=r"\(2, 3\)"):
        npmi([[0, 1]], sparse.csr_array((2, 3)))
    with pytest.raises(CotextError, match="top_words is empty"):
        topic_diversity([[], []])
