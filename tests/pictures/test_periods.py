"""Columns over time say what they are, and hold enough documents to show shares of."""

import numpy as np
import pytest

from cotext.pictures.prepare import numbers_of
from cotext.pictures.prepare.stream import merge_small, periods_of


def test_years_of_few_documents_are_merge_small_and_that_is_said():
    years = ["1950", "1971"] + ["1999"] * 20 + ["2000"] * 30 + ["2003"] * 2
    found = periods_of(years, 12)
    assert found.names == ["1950–1999", "2000–2003"]
    assert np.bincount(found.codes).tolist() == [22, 32]
    assert found.how == (
        "one column per year; 2 of the 2 columns span more, so that each column holds at least 6 documents"
    )


def test_every_column_of_a_larger_collection_holds_ten_documents():
    rng = np.random.default_rng(0)
    days = [f"{1900 + int(year)}-01-0{1 + int(day)}" for year, day in rng.integers(0, [100, 5], (400, 2))]
    found = periods_of([*sorted(days), "1850-01-01", "2023-05-05"], 12)
    assert np.bincount(found.codes).min() >= 10
    assert (found.names[0], found.names[-1]) == ("1850–1909", "1990–2029")
    assert found.how.startswith("one column per 10 years; 2 of the 10 columns")


def test_a_column_is_what_the_note_says():
    for values, how in (
        (["2020-01-01", "2020-01-02"], "one column per day"),
        (["2020-01-01", "2020-02"], "one column per month"),
        (["2020-01-01", "2021"], "one column per year"),
        ([1, 2, 10], "one column per value"),
        (["spring", "autumn"], "one column per value"),
        (list(range(1000, 1040)), "one column per 5 numbers"),
        ([i / 7 for i in range(40)], "values in 12 parts of equal width; "),
        ([f"issue {i}" for i in range(40)], "one column per 3 or more of 40 different values"),
    ):
        assert periods_of(values, 12).how.startswith(how)


def test_values_are_in_natural_order():
    assert periods_of(["10", "2", "1", "0"], 12).names == ["0", "1", "2", "10"]
    assert periods_of([10, 2, 1, 0], 12).names == ["0", "1", "2", "10"]
    names = [f"issue {i}" for i in range(40)]
    assert periods_of(names[::-1], 12).names[:2] == ["issue 0–issue 6", "issue 7–issue 13"]


@pytest.mark.parametrize("sizes", [[1], [0, 0, 3], [9, 1, 9, 1], [10, 10], [100, 1], [1, 100], [1] * 25])
def test_neighbours_are_merge_small_until_they_hold_enough(sizes):
    groups = merge_small(np.array(sizes), 10)
    held = np.bincount(groups, sizes)
    assert (np.diff(groups) >= 0).all()
    assert (held >= 10).all() or len(held) == 1


def test_the_stream_says_how_many_documents_each_column_has(result):
    numbers = numbers_of("stream", result, periods=[2000] * 3 + [2001] * 40 + [2002] * 47)
    assert numbers.labels() == ["2000–2001\n43", "2002\n47"]
    assert numbers.note.startswith(
        "Height: share of the documents; one column per year; 1 of the 2 columns spans more, "
        "so that each column holds at least 10 documents. Below each column: its number of documents."
    )
    texts = [text.get_text() for text in numbers_display(numbers).ax_.get_xticklabels()]
    assert texts == numbers.labels()


def numbers_display(numbers):
    from cotext.pictures.display.stream import StreamDisplay

    return StreamDisplay(numbers).plot()
