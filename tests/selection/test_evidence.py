"""A number of clusters is recommended only on evidence."""

import pytest

from cotext.result import Table
from cotext.selection.evidence import evidence


def table(scores, error=0.01, agreement=0.5):
    columns = ("documents", "words", "stability", "agreement", "error", "score")
    return Table(columns, [(g, g, 0.5, agreement, error, score) for g, score in scores.items()])


def test_a_peak_that_stands_out_is_recommended():
    found = evidence(table({2: 0.2, 3: 0.5, 4: 0.4}))
    assert (found.best, found.candidates, found.leading) == ((3, 3), [3], 3)
    assert str(found) == "recommended: n_clusters=(3, 3)"


@pytest.mark.parametrize("scores", [{2: 0.5, 3: 0.4, 4: 0.3}, {2: 0.1, 3: 0.2, 4: 0.5}, {5: 0.5}])
def test_the_edge_of_the_range_is_never_recommended_because_the_score_falls_or_rises(scores):
    found = evidence(table(scores))
    assert found.best is None
    assert found.candidates == [max(scores, key=scores.get)]


def test_two_clusters_need_the_clearest_of_groups():
    falling = {2: 0.8, 3: 0.6, 4: 0.5}
    assert evidence(table(falling, agreement=0.6)).best is None
    assert evidence(table(falling, agreement=0.9)).best == (2, 2)
    assert evidence(table({3: 0.8, 4: 0.6, 5: 0.5}, agreement=0.9)).best is None  # 2 was not tried


def test_peaks_within_the_errors_are_candidates():
    scores = {4: 0.3, 5: 0.5, 6: 0.4, 8: 0.51, 10: 0.42, 12: 0.49, 14: 0.2}
    found = evidence(table(scores, error=0.03))
    assert (found.best, found.candidates) == (None, [5, 8, 12])
    assert str(found) == "no clear number; candidates 5, 8, 12"
    assert evidence(table(scores, error=0.001)).best == (8, 8)


def test_neighbours_of_a_single_peak_are_candidates():
    found = evidence(table({4: 0.1, 5: 0.5, 6: 0.48, 7: 0.2}, error=0.03))
    assert (found.best, found.candidates) == (None, [5, 6])


def test_the_list_of_candidates_is_short():
    flat = {g: 0.5 + 0.001 * (g % 2) for g in range(2, 31)}
    assert len(evidence(table(flat, error=0.03)).candidates) == 5


def test_weak_groups_have_candidates_and_chance_has_none():
    peak = {2: 0.01, 3: 0.05, 4: 0.02}
    weak = evidence(table(peak, error=0.001, agreement=0.05))
    assert (weak.best, weak.candidates) == (None, [3])
    chance = evidence(table(peak, error=0.001, agreement=0.009))
    assert (chance.best, chance.candidates) == (None, [])
    assert str(chance).startswith("no clear number: halves of the words agree no better than chance")


def test_a_likelihood_stands_out_by_itself_inside_the_range():
    columns = ("documents", "words", "criterion", "icl")
    rows = [(g, m, 1.0, -abs(g - 3) - abs(m - 5)) for g in (2, 3, 4) for m in (4, 5, 6)]
    assert evidence(Table(columns, rows)).best == (3, 5)
    assert evidence(Table(columns, rows[3:])).best is None
    unknown = [(g, m, 1.0, float("nan")) for g, m, *_ in rows[:3]]
    assert evidence(Table(columns, unknown + rows[3:])).best == (3, 5)
