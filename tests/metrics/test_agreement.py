import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score, rand_score

from cotext.errors import CotextError
from cotext.metrics import (
    acc,
    agreement,
    ari,
    coclustering_error,
    match_labels,
    nmi,
    purity,
    ri,
    stability,
)

MEASURES = [nmi, ari, ri, acc, purity]

# Classes by rows, clusters by columns: [[3, 1], [0, 2]].
LABELS = [0, 0, 0, 0, 1, 1]
CLUSTERS = [0, 0, 0, 1, 1, 1]


@pytest.mark.parametrize("measure", MEASURES)
def test_a_permuted_partition_is_perfect(measure):
    assert measure([0, 0, 1, 1, 2], [7, 7, 0, 0, 3]) == pytest.approx(1.0)


@pytest.mark.parametrize("measure", MEASURES)
def test_names_may_be_strings(measure):
    assert measure(["a", "a", "b"], [1, 1, 0]) == pytest.approx(1.0)


@pytest.mark.parametrize("measure", MEASURES)
def test_one_class_in_one_cluster_is_perfect(measure):
    assert measure([0, 0, 0], [4, 4, 4]) == pytest.approx(1.0)


def test_nmi_uses_the_geometric_mean():
    p = np.array([[3, 1], [0, 2]]) / 6
    rows, columns = p.sum(axis=1), p.sum(axis=0)
    positive = p > 0
    information = np.sum(p[positive] * np.log(p[positive] / np.outer(rows, columns)[positive]))
    entropies = [-np.sum(q * np.log(q)) for q in (rows, columns)]
    assert_allclose(nmi(LABELS, CLUSTERS), information / np.sqrt(np.prod(entropies)), rtol=1e-12)
    arithmetic = information / np.mean(entropies)
    assert abs(nmi(LABELS, CLUSTERS) - arithmetic) > 1e-4


def test_known_contingency_table_gives_known_values():
    # Pairs: 15; together in both 3 + 1 = 4, in classes 6 + 1 = 7, in clusters 3 + 3 = 6.
    assert_allclose(ri(LABELS, CLUSTERS), (15 + 2 * 4 - 7 - 6) / 15)
    assert_allclose(ari(LABELS, CLUSTERS), (4 - 7 * 6 / 15) / (6.5 - 7 * 6 / 15))
    assert_allclose(acc(LABELS, CLUSTERS), 5 / 6)
    assert_allclose(purity(LABELS, CLUSTERS), 5 / 6)


def test_one_cluster_says_nothing_about_two_classes():
    values = agreement([0, 0, 0, 1], [0, 0, 0, 0])
    assert_allclose(
        [values[name] for name in ("nmi", "ari", "acc", "ri", "purity")], [0, 0, 0.75, 0.5, 0.75], atol=1e-12
    )


def test_acc_matches_one_to_one_with_more_clusters_than_classes():
    assert acc([0, 0, 0, 0, 1, 1], [0, 0, 1, 2, 3, 3]) == pytest.approx(4 / 6)
    assert purity([0, 0, 0, 0, 1, 1], [0, 0, 1, 2, 3, 3]) == 1.0


def test_acc_matches_one_to_one_with_fewer_clusters_than_classes():
    assert acc([0, 0, 1, 1, 1, 2], [0, 0, 1, 1, 1, 1]) == pytest.approx(5 / 6)


def test_acc_takes_the_best_match_not_the_greedy_one():
    # Table [[5, 4], [4, 0]]: greedy takes 5 + 0, the best match is 4 + 4.
    labels = [0] * 9 + [1] * 4
    clusters = [0] * 5 + [1] * 4 + [0] * 4
    assert acc(labels, clusters) == pytest.approx(8 / 13)


def test_agreement_ignores_unknown_labels():
    assert agreement([0, 0, 1, -1, -1], [1, 1, 0, 0, 1])["ari"] == 1.0
    assert set(agreement([0], [0])) == {"nmi", "ari", "acc", "ri", "purity"}


def test_agreement_needs_a_known_label():
    with pytest.raises(CotextError, match="every label is -1"):
        agreement([-1, -1], [0, 1])


@pytest.mark.parametrize("measure", [*MEASURES, agreement, match_labels])
def test_different_lengths_are_refused(measure):
    with pytest.raises(ValueError, match=r"\(3,\) and \(2,\)"):
        measure([0, 1, 1], [0, 1])


@pytest.mark.parametrize("measure", [*MEASURES, agreement, match_labels])
def test_empty_labelings_are_refused(measure):
    with pytest.raises(ValueError, match="empty"):
        measure([], [])


def test_match_labels_gives_the_best_relabelling():
    labels = np.array([2, 2, 0, 0, 0, 1])
    matched = match_labels(labels, [0, 0, 1, 1, 0, 5])
    assert matched.tolist() == [2, 2, 0, 0, 2, 1]
    assert np.mean(matched == labels) == pytest.approx(acc(labels, [0, 0, 1, 1, 0, 5]))


def test_match_labels_numbers_unmatched_clusters_after_the_classes():
    assert match_labels([0, 0, 0, 1], [3, 3, 9, 4]).tolist() == [0, 0, 2, 1]


def test_match_labels_does_not_take_unknown_for_a_class():
    assert match_labels([-1, -1, -1, 0], [0, 0, 0, 1]).tolist() == [1, 1, 1, 0]
    assert match_labels([-1, -1], [4, 2]).tolist() == [1, 0]


def test_match_labels_refuses_names():
    with pytest.raises(CotextError, match="integer codes"):
        match_labels(["a", "b"], [0, 1])


def test_coclustering_error_is_the_share_of_misplaced_cells():
    true_rows, pred_rows = np.array([0, 0, 1, 1]), np.array([1, 1, 0, 1])
    true_columns, pred_columns = np.array([0, 0, 0, 1, 1]), np.array([0, 0, 1, 1, 1])
    right_rows = match_labels(true_rows, pred_rows) == true_rows
    right_columns = match_labels(true_columns, pred_columns) == true_columns
    expected = 1 - np.outer(right_rows, right_columns).mean()
    assert_allclose(coclustering_error(true_rows, pred_rows, true_columns, pred_columns), expected)
    assert expected == pytest.approx(0.4)


def test_stability_is_the_mean_over_pairs():
    first, second, third = [0, 0, 1, 1], [1, 1, 0, 0], [0, 1, 0, 1]
    expected = (1.0 + 2 * ari(first, third)) / 3
    assert_allclose(stability([first, second, third]), expected)
    assert expected < 0.5


def test_stability_needs_two_labelings():
    with pytest.raises(CotextError, match="at least 2"):
        stability([[0, 1]])


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 6)), min_size=1, max_size=60))
def test_information_and_pairs_are_what_scikit_learn_counts(both):
    labels, clusters = zip(*both, strict=True)
    found = [nmi(labels, clusters), ari(labels, clusters), ri(labels, clusters)]
    expected = [
        normalized_mutual_info_score(labels, clusters, average_method="geometric"),
        adjusted_rand_score(labels, clusters),
        rand_score(labels, clusters),
    ]
    assert_allclose(found, expected, atol=1e-10)
