"""Marks of missing values: whole cells such as "NA" are blank, words of a text never are."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import polars as pl
import pytest

import cotext
from cotext import Recipe, Store
from cotext.corpus import batches, read
from cotext.recipe import from_settings
from cotext.result.compare import with_labels

MARKS = ["NA", "N/A", "NaN", "null", "None", "-", "na", "n/a", " NULL ", "<NA>", "#N/A"]
TEXTS = ["an oak and NA", "none of us", "Nan bakes", "null and void", "a - b", "--", "NAN NA"]
TOLD = "11 of 18 texts are 'NA', 'null' or the like, so blank; --keep-na (keep_na=True) reads them as words"


def table(kind: str, folder: Path) -> object:
    columns = {"text": [*MARKS, *TEXTS]}
    path = folder / f"table.{kind}"
    match kind:
        case "csv":
            pl.DataFrame(columns).write_csv(path)
        case "jsonl":
            path.write_text("".join(json.dumps({"text": text}) + "\n" for text in columns["text"]))
        case "parquet":
            pl.DataFrame(columns).write_parquet(path)
        case "polars":
            return pl.DataFrame(columns)
        case "series":
            return pl.DataFrame(columns)["text"]
        case _:
            return pd.DataFrame(columns)
    return path


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet", "polars", "pandas", "series"])
def test_whole_cells_that_mark_missing_values_are_blank_unless_kept(kind: str, tmp_path: Path) -> None:
    source = table(kind, tmp_path)
    found = read(source)
    assert found.texts == [""] * len(MARKS) + TEXTS
    assert found.notes[-1] == TOLD
    assert found.missing == len(MARKS)
    kept = read(source, keep_na=True)
    assert kept.texts == MARKS + TEXTS
    assert (len(kept.notes), kept.missing) == (1, 0)


def test_a_list_of_strings_is_taken_as_it_is() -> None:
    assert read(["NA", "an oak"]).texts == ["NA", "an oak"]


def test_one_of_several_texts_may_be_missing() -> None:
    frame = pd.DataFrame({"title": ["NA", "Oaks"], "body": ["some trees", "-"]})
    found = read(frame, text="title:2,body")
    assert found.texts == ["some trees", "Oaks\n\nOaks"]
    assert found.notes[-1].startswith("2 of 2 texts are 'NA'")


def test_labels_dates_and_titles_are_missing_too_but_groups_and_kept_columns_are_as_written() -> None:
    values = ["NA", "None", "NaN", "2021"]
    frame = pd.DataFrame(dict.fromkeys(("label", "date", "title", "group_", "more"), values))
    found = read(
        frame.assign(text="an oak"), label="label", date="date", title="title", group="group_", keep="more"
    )
    assert (found.label_names, found.labels.tolist()) == (["2021"], [-1, -1, -1, 0])
    assert found.fields.dates == found.fields.titles == ["", "", "", "2021"]
    assert found.fields.groups["group_"] == found.fields.more["more"] == values
    assert len(found.notes) == 1


def test_a_class_may_be_called_none(tmp_path: Path) -> None:
    frame = pd.DataFrame({"text": ["an oak"] * 3, "label": ["none", "NONE", "None"]})
    assert read(frame).label_names == ["NONE", "none"]
    result = cotext.cluster(["an oak tree", "an elm tree", "rain and snow"], 2, n_init=1, random_state=0)
    (tmp_path / "labels.csv").write_text("id,label\n0,none\n1,NA\n2,other\n")
    assert with_labels(result, tmp_path / "labels.csv").docword.label_names == ["none", "other"]


def test_a_column_of_marks_is_not_guessed_to_be_the_text() -> None:
    frame = pd.DataFrame({"a": ["unavailable, for once", *["N/A"] * 9], "b": ["an oak"] * 10})
    found = read(frame.assign(a=["N/A"] * 10))
    assert found.columns.text == "b"


def test_files_that_are_read_together_tell_the_sum(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.csv").write_text("id,text\n1,NA\n2,an oak\n")
    assert read(tmp_path).notes[-1].startswith("2 of 4 texts are 'NA'")


def test_a_store_leaves_them_blank_and_tells_their_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cotext.store import shard

    monkeypatch.setattr(batches, "MOST_DOCUMENTS", 3)
    told: list[str] = []
    source = table("csv", tmp_path)
    store = shard(source, tmp_path / "store", Recipe(min_df=1, max_df=1.0), note=told.append)
    assert [note for note in told if "the like" in note] == [TOLD]
    assert (
        "na"
        in Store.write(
            tmp_path / "kept", source, recipe=Recipe(keep_na=True, min_df=1, stop_words="none")
        ).vocabulary
    )
    assert store.append(source) == 0
    assert store.shape[0] == 2 * len(MARKS + TEXTS)


def test_what_was_kept_once_is_kept_of_new_documents() -> None:
    frame = pd.DataFrame({"text": ["NA oak", "NA elm", "NA", "oak elm"] * 3})
    recipe = Recipe(keep_na=True, min_df=1, max_df=1.0, stop_words="none")
    ready = recipe.fit_transform(frame)
    again = from_settings(recipe.settings(), recipe.shown_, ready.counts, recipe.idf_, None)
    assert again.keep_na
    assert again.prepare(pd.DataFrame({"text": ["NA"]})).counts.sum() == 1
    usual = Recipe(min_df=1, max_df=1.0).fit(frame)
    assert usual.prepare(pd.DataFrame({"text": ["NA"]})).counts.sum() == 0
