"""Titles: what documents are called where people read of them."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import cotext
from cotext import Recipe, Store
from cotext.corpus import Columns, Fields, read
from cotext.explorer.search import Index
from cotext.report import documents_of, overview_of
from cotext.result import CoClustering

THEMES = ("oak elm ash pine birch forest", "rain snow wind cloud storm thunder")


def rows(n: int = 24) -> pd.DataFrame:
    texts = [f"{THEMES[i % 2]} {['leaf', 'hail'][i % 2]}" for i in range(n)]
    names = [f"A walk, part {i}" if i else "" for i in range(n)]
    return pd.DataFrame({"id": [f"s{i}" for i in range(n)], "name": names, "text": texts})


@pytest.mark.parametrize("name", ["title", "Headline", "SUBJECT"])
def test_a_column_called_so_is_the_title_unless_it_is_the_text(name: str) -> None:
    table = rows().rename(columns={"name": name})
    found = read(table)
    assert found.columns == Columns("text", "id", title=name)
    assert found.fields.titles == list(table[name])
    assert f"titles from {name!r} (guessed)" in found.notes[0]
    assert read(table, text=name).fields.titles is None
    assert read(table, text=[name, "text"]).fields.titles == list(table[name])


@pytest.mark.parametrize("use", ["label", "group", "keep", "id"])
def test_a_column_that_has_another_use_is_not_taken_for_the_title(use: str) -> None:
    table = rows().rename(columns={"name": "title"})
    assert read(table, **{use: "title"}).fields.titles is None
    assert read(table, title="title", **{use: "title"}).fields.titles == list(table["title"])


def test_a_title_that_was_not_read_before_is_not_guessed_later() -> None:
    table = rows().rename(columns={"name": "title"})
    assert read(table, like=Columns("text", "id")).fields.titles is None
    assert read(table, like=Columns("text", "id", title="title")).fields.titles == list(table["title"])
    lost = read(rows(), like=Columns("text", "id", title="title"))
    assert (lost.fields.titles, lost.notes[-1]) == (None, "no column 'title', which earlier documents had")


def test_all_that_is_kept_leaves_the_title_to_its_use() -> None:
    assert read(rows(), title="name", keep="all").fields.more == {}
    assert read(rows().rename(columns={"name": "title"}), keep="all").fields.titles is not None


def test_titles_of_one_collection_out_of_two_are_joined_and_taken() -> None:
    joined = Fields.joined([(Fields(titles=["a"]), 1), (Fields(), 2)])
    assert joined.titles == ["a", "", ""]
    assert joined.take([2, 0]).titles == ["", "a"]


def test_saved_fields_without_titles_are_those_of_an_older_run() -> None:
    tree = Fields(titles=["a", "b"]).saved()
    assert Fields.from_saved(tree, 2).titles == ["a", "b"]
    del tree["titles"]
    assert Fields.from_saved(tree, 2) == Fields()
    with pytest.raises(ValueError, match="stored column 'titles' has 1 of 2 values"):
        Fields.from_saved({**tree, "titles": ["a"]}, 2)
    with pytest.raises(ValueError, match="does not hold texts"):
        Fields.from_saved({**tree, "titles": [1, 2]}, 2)


@pytest.fixture(scope="module")
def result() -> CoClustering:
    return cotext.cluster(rows(), 2, title="name", random_state=0, n_init=1)


def test_tables_show_titles_and_an_id_where_there_is_none(result: CoClustering) -> None:
    shown = {name for names in result.summary().column("documents") for name in names}
    assert shown <= {"s0", *rows()["name"]}
    assert result.documents().columns[:3] == ("id", "title", "cluster")
    assert result.representative_documents(0).columns[:3] == ("document", "id", "title")
    assert result.similar_documents("A walk, part 3", 2) == result.similar_documents("s3", 2)
    assert result.similar_documents("s3", 2).columns == ("document", "similarity", "title", "excerpt")


def test_pages_get_a_title_for_each_document(result: CoClustering) -> None:
    assert documents_of(result)["titles"] == list(rows()["name"])
    assert overview_of(result, "run", [])["has"]["titles"]
    untitled = cotext.cluster(rows()["text"].tolist(), 2, random_state=0, n_init=1)
    assert documents_of(untitled)["titles"] is None
    assert not overview_of(untitled, "run", [])["has"]["titles"]


def test_a_search_finds_documents_by_their_titles(result: CoClustering) -> None:
    assert Index(result).search("walk, part 23", 5)["rows"] == [23]
    assert Index(result).search("S7", 5)["rows"] == [7]


def test_a_run_keeps_titles_and_new_documents_have_them(result: CoClustering, tmp_path: Path) -> None:
    result.save(tmp_path / "run")
    again = CoClustering.load(tmp_path / "run")
    assert again.docword.fields.titles == list(rows()["name"])
    assert again.predict(rows(5)).column("title") == list(rows(5)["name"])


def test_a_run_without_texts_has_no_titles(result: CoClustering) -> None:
    assert result.without_texts().docword.fields.titles is None
    assert result.docword.fields.titles is not None


def test_a_store_keeps_titles(tmp_path: Path) -> None:
    rows().to_csv(tmp_path / "rows.csv", index=False)
    store = Store.write(tmp_path / "store", tmp_path / "rows.csv", recipe=Recipe(title="name"))
    assert cotext.cluster(store, 2, random_state=0, n_init=1).docword.fields.titles == list(rows()["name"])
