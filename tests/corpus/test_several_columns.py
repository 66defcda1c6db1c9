"""Texts in several columns, and how people name them."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotext.corpus import Columns, read
from cotext.corpus.names import names, texts
from cotext.errors import UsageError
from cotext.tokens import tokenize

COLUMNS = {"title": ["Oaks", None], "body": ["They are trees", "Bare"], "x": ["1", "2"]}
FRAME = pd.DataFrame(COLUMNS)


@pytest.fixture(params=["frame", "csv", "jsonl", "parquet"])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> object:
    path = tmp_path / f"table.{request.param}"
    match request.param:
        case "csv":
            FRAME.to_csv(path, index=False)
        case "jsonl":
            FRAME.to_json(path, orient="records", lines=True)
        case "parquet":
            pl.DataFrame(COLUMNS).write_parquet(path)
        case _:
            return FRAME
    return path


@pytest.mark.parametrize("text", ["title,body", " title , body", ["title", "body"], {"title": 1, "body": 1}])
def test_several_columns_are_joined_by_a_blank_line(table: object, text: object) -> None:
    documents = read(table, text=text)
    assert documents.texts == ["Oaks\n\nThey are trees", "Bare"]
    assert documents.columns == Columns({"title": 1, "body": 1}, title="title")
    assert (
        documents.notes[0]
        == "text from columns 'title', 'body', ids are row numbers, no labels, titles from 'title' (guessed)"
    )


@pytest.mark.parametrize("text", ["title:3,body", {"title": 3, "body": 1}])
def test_a_column_that_counts_more_is_repeated_after_all_others(table: object, text: object) -> None:
    documents = read(table, text=text)
    assert documents.texts == ["Oaks\n\nThey are trees\n\nOaks\n\nOaks", "Bare"]
    assert documents.notes[0].startswith("text from columns 'title' (3 times), 'body', ")
    counts = dict.fromkeys(["oaks", "trees"], 0)
    tokens = tokenize(documents, language="en")
    for i in tokens.ids:
        counts[tokens.types[i]] = counts.get(tokens.types[i], 0) + 1
    assert (counts["oaks"], counts["trees"]) == (3, 1)


def test_no_sentence_runs_from_one_column_into_the_next() -> None:
    tokens = tokenize(read(FRAME[:1], text="title:2,body"), language="en", stop_words="none")
    assert tokens.sentences.tolist() == [0, 1, 4, 5]


def test_order_is_as_named(table: object) -> None:
    assert read(table, text="body,title").texts[0] == "They are trees\n\nOaks"


@pytest.mark.parametrize("name", ["a,b", "a:3", "a,b:2", "a, b", ":", ",", "a,b,c:9"])
def test_names_with_commas_and_colons_are_reachable(name: str) -> None:
    frame = pd.DataFrame({"a": ["oak"], "b": ["elm"], name: ["yew tree"], "c": ["ash"]})
    assert read(frame, text=name).texts == ["yew tree"]
    assert read(frame, text=f"{name},c").texts == ["yew tree\n\nash"]
    assert read(frame, text=f"c,{name}:2").texts == ["ash\n\nyew tree\n\nyew tree"]
    assert read(frame, text=[name, "c"]).texts == ["yew tree\n\nash"]
    assert read(frame, text="c", group=f"{name},b").columns.group == (name, "b")


@given(st.lists(st.text(alphabet="ab,: 1", min_size=1).filter(lambda name: name == name.strip()), min_size=1))
def test_every_single_column_is_found_by_its_own_name(columns: list[str]) -> None:
    for name in columns:
        assert texts(name, columns, "there") == name
        assert names(name, columns, "group", "there") == (name,)


@pytest.mark.parametrize("option", ["text", "id", "label", "date", "group", "keep"])
def test_a_missing_column_is_refused_with_the_nearest(table: object, option: str) -> None:
    with pytest.raises(
        UsageError,
        match=rf"no column 'Tilte' \(did you mean 'title'\?\); name one of 'title', .* with {option}=",
    ):
        read(table, **{option: "Tilte"})
    with pytest.raises(UsageError, match="no column 'qqq'; name one of 'title'"):
        read(table, **{option: "qqq"})


def test_one_missing_of_several_is_the_one_that_is_told(table: object) -> None:
    with pytest.raises(UsageError, match=r"no column 'bodi' \(did you mean 'body'\?\)"):
        read(table, text="title,bodi")
    with pytest.raises(UsageError, match="no column 'nix'"):
        read(table, text=["title", "nix"])


@pytest.mark.parametrize(
    "times", ["title:0,body", "title:101", {"title": 0}, {"title": 2.5}, {"title": True}]
)
def test_times_that_make_no_sense_are_refused(table: object, times: object) -> None:
    with pytest.raises(UsageError, match=r"'title' is to count .* times; give a whole number from 1 to 100"):
        read(table, text=times)


@pytest.mark.parametrize("nothing", [[], {}, 3])
def test_what_names_no_column_is_refused(table: object, nothing: object) -> None:
    with pytest.raises(UsageError, match="names no column; name one or more of 'title'"):
        read(table, text=nothing)


def test_a_table_is_read_like_another_by_all_its_text_columns(table: object) -> None:
    documents = read(table, like=Columns({"body": 2, "title": 1}))
    assert documents.texts[0] == "They are trees\n\nOaks\n\nThey are trees"
    with pytest.raises(UsageError, match=r"no column 'head', which held the texts before"):
        read(table, like=Columns({"body": 2, "head": 1}))
