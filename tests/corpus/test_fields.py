"""Dates, groups and further columns go with the documents."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotext.corpus import Columns, Fields, iso_date, read
from cotext.corpus.cells import iso_dates

DAYS = [datetime(2021, 3, 5), datetime(2022, 1, 1, 10, 30), None]
COLUMNS = {
    "text": ["an oak", "an elm", "a yew"],
    "when": DAYS,
    "country": ["fr", None, "de"],
    "year": [2021, 2022, 2023],
    "note": ["x", "y", "z"],
}


def stored(kind: str, folder: Path) -> object:
    frame = pd.DataFrame(COLUMNS)
    path = folder / f"table.{kind}"
    match kind:
        case "csv":
            frame.to_csv(path, index=False)
        case "jsonl":
            frame.to_json(path, orient="records", lines=True, date_format="iso")
        case "parquet":
            pl.DataFrame(COLUMNS).write_parquet(path)
        case "polars":
            return pl.DataFrame(COLUMNS)
        case _:
            return frame
    return path


@pytest.mark.parametrize("kind", ["pandas", "polars", "csv", "jsonl", "parquet"])
def test_dates_and_groups_are_kept_from_every_kind_of_table(kind: str, tmp_path: Path) -> None:
    documents = read(stored(kind, tmp_path), date="when", group="country,year", keep="note")
    exact = documents.fields.dates[1].removesuffix(".000")
    assert [documents.fields.dates[0][:10], exact[:16], documents.fields.dates[2]] == [
        "2021-03-05",
        "2022-01-01T10:30",
        "",
    ]
    assert documents.fields.groups == {"country": ["fr", "", "de"], "year": ["2021", "2022", "2023"]}
    assert documents.fields.more == {"note": ["x", "y", "z"]}
    assert documents.columns == Columns("text", None, None, "when", ("country", "year"), ("note",))
    assert documents.notes == (
        "text from column 'text', ids are row numbers, no labels, dates from 'when', "
        "groups from 'country', 'year' (guessed)",
    )


def test_all_keeps_what_has_no_other_use() -> None:
    documents = read(pd.DataFrame(COLUMNS), date="when", group=["country"], keep="all")
    assert list(documents.fields.more) == ["year", "note"]
    assert documents.columns.keep == ("year", "note")
    named_all = pd.DataFrame({"text": ["oak"], "all": ["x"], "other": ["y"]})
    assert read(named_all, keep="all").fields.more == {"all": ["x"]}


def test_a_group_is_not_taken_for_the_label_nor_a_date_for_the_text() -> None:
    frame = pd.DataFrame(
        {"group": ["a", "b"], "story of the day": ["5 March 2021", "6 May 2021"], "t": "oak"}
    )
    assert read(frame, group="group").labels is None
    assert read(frame, date="story of the day").columns.text == "t"
    assert read(frame).label_names == ["a", "b"]


def test_what_was_kept_before_is_kept_again_where_it_is_there() -> None:
    before = Columns("text", None, None, "when", ("country",), ("note", "size"))
    documents = read(pd.DataFrame(COLUMNS).drop(columns="country"), like=before)
    assert documents.fields.dates[0] == "2021-03-05"
    assert (documents.fields.groups, list(documents.fields.more)) == ({}, ["note"])
    assert documents.notes[-1] == "no column 'country', 'size', which earlier documents had"


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("2021-03-05", "2021-03-05"),
        ("2021-03-05 00:00:00", "2021-03-05"),
        (" 2021-03-05T10:30:00 ", "2021-03-05T10:30:00"),
        ("2021-03-05T10:30:00Z", "2021-03-05T10:30:00+00:00"),
        ("20210305", "2021-03-05"),
        ("2021/3/5", "2021-03-05"),
        ("2021-3", "2021-03"),
        ("2021", "2021"),
        ("2021.0", "2021"),
        ("5.3.2021", "2021-03-05"),
        ("5 March 2021", "2021-03-05"),
        ("Mar 5, 2021", "2021-03-05"),
        ("Fri, 05 Mar 2021 10:30:00 +0100", "2021-03-05T10:30:00+01:00"),
        ("5/3/2021", None),
        ("2021-13", None),
        ("2021-02-30", None),
        ("soon", None),
        ("", None),
    ],
)
def test_dates_of_one_meaning_are_read(written: str, found: str | None) -> None:
    assert iso_date(written) == found


@given(
    st.dates(min_value=date(1000, 1, 1)), st.sampled_from(["%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y", "%d %B %Y"])
)
def test_a_date_is_the_same_in_every_form(day: date, form: str) -> None:
    assert iso_date(day.strftime(form)) == day.isoformat()


def test_dates_that_cannot_be_read_are_counted_and_told() -> None:
    dates, notes = iso_dates(["2021", "soon", "", "later", "soon"], "when")
    assert dates == ["2021", "", "", "", ""]
    assert notes == ("3 of 5 dates in 'when' cannot be read, such as 'soon': write them as 2024-12-31",)
    assert iso_dates(["soon"], "when")[0] is None
    assert iso_dates(["", ""], "when") == (None, ())


@pytest.mark.parametrize(
    ("written", "found", "told"),
    [
        (["5/3/2021", "25/3/2021", ""], ["2021-03-05", "2021-03-25", ""], "day/month/year"),
        (["5/3/2021", "3/25/2021"], ["2021-05-03", "2021-03-25"], "month/day/year"),
        (
            ["05-03-2021", "31-12-2020", "2019-01-02"],
            ["2021-03-05", "2020-12-31", "2019-01-02"],
            "day/month/year",
        ),
    ],
)
def test_a_day_above_twelve_tells_what_the_numbers_of_all_dates_mean(written, found, told) -> None:
    assert iso_dates(written, "when") == (found, (f"dates in 'when' are read as {told}",))


@pytest.mark.parametrize(
    "written", [["5/3/2021", "6/3/2021"], ["25/3/2021", "3/25/2021"], ["5/3/2021", "2021"]]
)
def test_dates_of_mere_numbers_that_may_mean_two_things_are_not_read(written) -> None:
    dates, notes = iso_dates(written, "when")
    assert (dates or [""])[0] == ""
    assert len(notes) == 1
    assert f"cannot be read, such as '{written[0]}'" in notes[0]


def test_a_day_that_no_month_has_is_told_beside_the_order() -> None:
    dates, notes = iso_dates(["30/2/2021", "25/3/2021"], "when")
    assert dates == ["", "2021-03-25"]
    assert "such as '30/2/2021'" in notes[1]


def test_years_with_gaps_are_years() -> None:
    frame = pd.DataFrame({"text": ["oak", "elm"], "year": [2021, None]})
    assert read(frame, date="year", group="year").fields == Fields(["2021", ""], {"year": ["2021", ""]})


@pytest.mark.parametrize(
    "tree",
    [
        {"dates": ["2021"], "groups": [[], []], "more": [[], []]},
        {"dates": [2021, 2022], "groups": [[], []], "more": [[], []]},
        {"dates": "20", "groups": [[], []], "more": [[], []]},
        {"dates": None, "groups": [["a"], []], "more": [[], []]},
        {"dates": None, "groups": [["a"], [["x"]]], "more": [[], []]},
        {"dates": None, "groups": [[], []], "more": [["a"], [["x", 3]]]},
        {"dates": None, "groups": [[], []], "more": [[3], [["x", "y"]]]},
    ],
)
def test_saved_fields_that_do_not_fit_are_refused(tree: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"."):
        Fields.from_saved(tree, 2)


def test_fields_come_back_as_they_were() -> None:
    fields = Fields(["2021", ""], {"a,b": ["x", "y"]}, {"\ud800/..": ["1", "2"]})
    assert Fields.from_saved(fields.saved(), 2) == fields
    assert Fields.from_saved(None, 2) == Fields()


@pytest.mark.parametrize(
    ("index", "ids"),
    [
        (None, ["0", "1"]),
        (["x", "y"], ["x", "y"]),
        ([5, 3], ["5", "3"]),
        (pd.RangeIndex(4, 6), ["4", "5"]),
        (pd.MultiIndex.from_tuples([("a", 1), ("b", 2)]), ["('a', 1)", "('b', 2)"]),
    ],
)
def test_the_index_of_a_frame_names_its_documents(index: object, ids: list[str]) -> None:
    frame = pd.DataFrame({"text": ["oak", "elm"]}, index=index)
    documents = read(frame)
    assert documents.ids == ids
    told = "row numbers" if index is None else "those of the index"
    assert documents.notes == (f"text from column 'text', ids are {told}, no labels (guessed)",)
    column = read(frame["text"])
    assert (column.ids, column.notes) == (ids, (f"ids are {told}, no labels",))
    assert read(frame.assign(id=["p", "q"])).ids == ["p", "q"]
    assert read(frame, like=Columns("text", "name")).ids == ["0", "1"]
