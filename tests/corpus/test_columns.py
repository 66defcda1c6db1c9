"""Which columns are chosen, and how the choice is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from cotext.corpus import Columns, read
from cotext.errors import UsageError


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.csv"
    path.write_text(
        "Key,Title,when,remark,kind\n"
        "k1,One,2020-01-01,this is rather a long remark,x\n"
        "k2,Two,2020-01-02,and this is another remark,y\n"
    )
    return path


def test_the_longest_column_of_words_is_the_text(table: Path) -> None:
    documents = read(table)
    assert documents.texts[0] == "this is rather a long remark"
    assert documents.ids == ["k1", "k2"]
    assert documents.labels is None
    assert documents.notes == (
        "text from column 'remark', ids from 'Key', no labels, titles from 'Title' (guessed)",
    )


def test_named_columns_override_the_guess(table: Path) -> None:
    documents = read(table, text="Title", id="when", label="kind")
    assert documents.texts == ["One", "Two"]
    assert documents.ids == ["2020-01-01", "2020-01-02"]
    assert documents.label_names == ["x", "y"]
    assert documents.notes == ("text from column 'Title', ids from 'when', labels from 'kind'",)


def test_a_text_column_wins_over_a_longer_title(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("title,Abstract\na title much longer than the text,tiny\n")
    documents = read(tmp_path / "a.csv")
    assert documents.texts == ["tiny"]
    assert documents.ids == ["0"]
    assert "ids are row numbers" in documents.notes[0]


def test_a_column_in_two_roles_is_left_to_the_one_the_user_named(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("text,topic\nhello there,a longer topic\n")
    documents = read(tmp_path / "a.csv", text="topic")
    assert documents.texts == ["a longer topic"]
    assert documents.labels is None


def test_columns_without_a_name_or_with_the_same_name_are_kept_apart(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(",text,TEXT,o'x\n0,first,second,third\n")
    assert read(tmp_path / "a.csv").texts == ["first"]
    assert read(tmp_path / "a.csv", text="TEXT_2", id="column0").texts == ["second"]
    assert read(tmp_path / "a.csv", text="o'x").texts == ["third"]


def test_a_table_of_numbers_has_no_text(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("x,y\n1,2.5\n3,1e5\n")
    with pytest.raises(UsageError, match=r"no text column among 'x', 'y'; name one with text= \(--text\)"):
        read(tmp_path / "a.csv")


@pytest.mark.parametrize("option", ["text", "id", "label"])
def test_an_unknown_column_is_refused_with_the_columns_there_are(table: Path, option: str) -> None:
    with pytest.raises(
        UsageError, match=rf"no column 'nope'; name one of 'Key', .* with {option}= \(--{option}\)"
    ):
        read(table, **{option: "nope"})


def test_column_names_are_refused_where_there_are_no_columns(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x\n")
    for source in (tmp_path, tmp_path / "a.txt", ["x"]):
        with pytest.raises(UsageError, match=r"name columns; .* has none"):
            read(source, text="text")


def test_documents_know_the_columns_they_came_from(table: Path) -> None:
    assert read(table).columns == Columns("remark", "Key", None, title="Title")
    assert read(table, text="Title", label="kind").columns == Columns("Title", "Key", "kind")
    assert read(["a text"]).columns is None


def test_a_table_is_read_like_another_as_far_as_it_can(table: Path) -> None:
    documents = read(table, like=Columns("Title", "when", "class"))
    assert documents.columns == Columns("Title", "when", None)
    assert documents.notes == ("text from column 'Title', ids from 'when', no labels",)
    assert read(table, text="remark", id="Key", like=Columns("Title", "when")).columns == Columns(
        "remark", "Key"
    )
    lost = read(table, like=Columns("Title", "name"))
    assert lost.ids == ["0", "1"]
    assert lost.notes[1] == "no column 'name', which held the ids before: they are row numbers"
    with pytest.raises(UsageError, match=r"no column 'body', .*'Key', 'Title'.* text= \(--text\)"):
        read(table, like=Columns("body"))
