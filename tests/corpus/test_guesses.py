"""One collection, one text column; lists of texts are texts."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pandas as pd
import polars as pl
import pytest

from cotext import Recipe, Store
from cotext.corpus import Columns, columns, read
from cotext.corpus.columns import Wanted, with_guesses
from cotext.corpus.formats.records import from_records
from cotext.corpus.formats.sheets import with_names

LONG, SHORT = "a tale of old oaks and of young elms by the sea", "an oak"


def records(first: int, n: int, a: str, b: str) -> list[dict[str, str]]:
    return [{"name": f"n{i}", "notes": a, "story so far": b} for i in range(first, first + n)]


def collection(folder: Path, kind: str) -> Path:
    """Three files with the same fields: the longer texts of the first are in another column."""
    parts = [records(0, 3, LONG, SHORT), records(3, 9, SHORT, LONG), records(12, 9, SHORT, LONG)]
    for number, rows in enumerate(parts):
        path = folder / f"part{number}.{kind}"
        match kind:
            case "csv":
                pd.DataFrame(rows).to_csv(path, index=False)
            case "parquet":
                pl.DataFrame(rows).write_parquet(path)
            case _:
                path.write_text(json.dumps(rows))
    return folder


@pytest.mark.parametrize("kind", ["json", "csv", "parquet"])
def test_files_with_the_same_fields_are_read_by_the_same_column(kind: str, tmp_path: Path) -> None:
    found = read(collection(tmp_path, kind))
    assert found.columns is not None
    assert found.columns.text == "story so far"
    assert found.texts == [SHORT] * 3 + [LONG] * 18


def test_files_of_an_archive_are_looked_at_together(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    folder = collection(tmp_path / "parts", "json")
    with zipfile.ZipFile(tmp_path / "parts.zip", "w") as archive:
        for path in sorted(folder.iterdir()):
            archive.write(path, path.name)
    assert read(tmp_path / "parts.zip").texts == read(folder).texts


def test_a_store_reads_all_files_by_the_same_column(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cotext.corpus import batches as many

    (tmp_path / "parts").mkdir()
    monkeypatch.setattr(many, "BATCH_FILES", 1)
    store = Store.write(
        tmp_path / "store", collection(tmp_path / "parts", "json"), recipe=Recipe(min_df=1, max_df=1.0)
    )
    texts = [text for k in range(len(store)) for text in store.names(k).excerpts or ()]
    assert texts == [SHORT] * 3 + [LONG] * 18
    assert store.recipe is not None
    assert store.recipe.columns_ == Columns("story so far")


def test_a_file_with_a_field_more_is_read_by_the_column_of_the_others(tmp_path: Path) -> None:
    collection(tmp_path, "json")
    (tmp_path / "more.json").write_text(json.dumps([{**records(0, 1, LONG, SHORT)[0], "place": "x"}]))
    assert read(tmp_path).texts[0] == SHORT


def test_a_file_without_that_column_is_read_by_its_own(tmp_path: Path) -> None:
    collection(tmp_path, "json")
    (tmp_path / "other.json").write_text(json.dumps([{"remark": "an elm", "text": "a yew"}]))
    (tmp_path / "others.json").write_text(json.dumps([{"remark": "an elm"}]))
    assert read(tmp_path).texts[:2] == ["a yew", "an elm"]


def test_files_that_were_not_looked_at_follow_those_that_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(columns, "MOST", 2)
    found = read(collection(tmp_path, "json"))
    assert found.texts == [SHORT] * 3 + [LONG] * 18


def test_a_file_whose_own_texts_are_empty_is_read_by_the_column_of_the_others(tmp_path: Path) -> None:
    collection(tmp_path, "json")
    (tmp_path / "empty.json").write_text(json.dumps([{"name": "n", "notes": "", "story so far": None}]))
    found = read(tmp_path, strict_input=True)
    assert (len(found), found.texts[0]) == (22, "")


def test_sheets_of_a_workbook_are_looked_at_together() -> None:
    def read_sheet(rows: list[list[str]], wanted: Wanted) -> str:
        return str(from_records(*with_names(rows, "a sheet", wanted)).columns.text)  # type: ignore[union-attr]

    sheets = [[["notes", "tale"], [LONG, SHORT]], [["notes", "tale"], *[[SHORT, LONG]] * 3]]
    wanted = with_guesses(Wanted(), [lambda wanted, rows=rows: read_sheet(rows, wanted) for rows in sheets])
    assert [read_sheet(rows, wanted) for rows in sheets] == ["tale", "tale"]


PARAGRAPHS = [["An oak.", "Two elms."], ["A yew.", None, "", "Rain."], [], None]
TEXTS = ["An oak.\n\nTwo elms.", "A yew.\n\nRain.", "", ""]


@pytest.mark.parametrize("kind", ["jsonl", "parquet", "polars", "pandas"])
@pytest.mark.parametrize("named", [None, "story"])
def test_a_list_of_texts_is_a_text_with_blank_lines_between(
    kind: str, named: str | None, tmp_path: Path
) -> None:
    columns = {"story": PARAGRAPHS, "by": ["Ann", "Bob", "Cy", "Di"], "sizes": [[1], [2], [3], [4]]}
    frame = pl.DataFrame(columns)
    path = tmp_path / f"table.{kind}"
    source: object = path
    match kind:
        case "jsonl":
            frame.write_ndjson(path)
        case "parquet":
            frame.write_parquet(path)
        case "polars":
            source = frame
        case _:
            source = pd.DataFrame(columns)
    found = read(source, text=named)
    assert found.columns is not None
    assert (found.columns.text, found.texts) == ("story", TEXTS)


def test_a_store_reads_lists_of_texts(tmp_path: Path) -> None:
    pl.DataFrame({"story": PARAGRAPHS * 3}).write_parquet(tmp_path / "t.parquet")
    store = Store.write(tmp_path / "store", tmp_path / "t.parquet", recipe=Recipe(min_df=1, max_df=1.0))
    assert store.names(0).excerpts == [" ".join(text.split()) for text in TEXTS * 3]


def test_paragraphs_are_a_text_by_their_name() -> None:
    rows = [
        {"headline or so": "a headline that is longer than what follows", "paragraphs": ["An oak.", "Elms."]}
    ]
    assert from_records(rows, "rows", Wanted()).texts == ["An oak.\n\nElms."]
