"""Columns on the command line: several texts, dates, groups, copies and long texts."""

import csv
import io
import json
import tomllib

import pytest
import typer

from cotext.cli.app import app
from cotext.explorer.forms import forms
from cotext.recipe.recipe import READING
from cotext.result import CoClustering

COLUMNS = ("text", "id", "label", "date", "title", "group", "keep")  # as in the run, or of no use


@pytest.fixture
def table(tmp_path, records):
    rows = [
        {
            "name": record["id"],
            "title": record["body"].split()[0],
            "summary": record["body"],
            "when": f"20{20 + i % 3}-01-02",
            "place": "ab"[i % 2],
            "text": "of no use",
        }
        for i, record in enumerate(records)
    ]
    rows.append({**rows[0], "name": "copy", "when": "soon"})
    (tmp_path / "s.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return rows


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


ASKED = ("--text", "title:3,summary", "--id", "name", "--date", "when", "--group", "place", "--keep", "text")


def fit(call, *more):
    return call("fit", "s.jsonl", "-k", "3", "--n-init", "1", "--out", "r", *ASKED, *more)


def test_everything_named_is_read_told_written_and_remembered(call, table, tmp_path):
    outcome = fit(call)
    assert (
        "text from columns 'title' (3 times), 'summary', ids from 'name', no labels, titles from 'title', "
        "dates from 'when', groups from 'place' (guessed)\n"
    ) in outcome.err
    assert "1 of 31 dates in 'when' cannot be read, such as 'soon': write them as 2024-12-31\n" in outcome.err
    assert "1 of 31 documents repeats another: deduplicate= (--deduplicate) fits each once\n" in outcome.err
    old = rows_of((tmp_path / "r/documents.csv").read_text())
    assert list(old[0]) == [
        "id", "title", "cluster", "confidence", "second", "date", "place", "text", "excerpt",
    ]  # fmt: skip
    assert (old[1]["date"], old[1]["place"], old[30]["date"]) == ("2021-01-02", "b", "")
    config = tomllib.loads((tmp_path / "r/config.toml").read_text())
    assert config["reading"] == {
        "text": {"title": 3, "summary": 1},
        "id": "name",
        "date": "when",
        "group": ["place"],
        "keep": ["text"],
        "title": "title",
        "encoding": "auto",
    }
    new = rows_of(call("predict", "r", "s.jsonl").out)
    shares = [float(row.pop("known_share")) for row in new]
    assert all(
        int(row.pop("known_words")) > 0 and 0 < share <= 1 for row, share in zip(new, shares, strict=True)
    )
    assert [{**row, "confidence": ""} for row in new] == [{**row, "confidence": ""} for row in old]


def test_copies_and_long_texts_are_fitted_as_asked(call, table, tmp_path):
    outcome = fit(call, "--deduplicate", "--segment", "10")
    assert "1 of 31 documents repeats another: the fit sees each text once\n" in outcome.err
    old = rows_of((tmp_path / "r/documents.csv").read_text())
    assert len(old) == 31
    assert old[30]["cluster"] == old[0]["cluster"]
    pieces = rows_of((tmp_path / "r/segments.csv").read_text())
    assert list(pieces[0]) == ["id", "segment", "cluster", "confidence", "excerpt"]
    assert {row["id"] for row in pieces} == {row["id"] for row in old}
    config = tomllib.loads((tmp_path / "r/config.toml").read_text())
    assert (config["deduplicate"], config["segment"]) == (True, 10)
    new = rows_of(call("predict", "r", "s.jsonl", "-q").out)
    assert [(row["id"], row["cluster"]) for row in new] == [(row["id"], row["cluster"]) for row in old]


def test_the_stream_goes_by_the_dates(call, table, tmp_path):
    fit(call, "-q")
    result = CoClustering.load(tmp_path / "r")
    assert result.plot.stream().numbers.periods == ["2020-01-02", "2021-01-02", "2022-01-02"]
    assert result.plot.stream().numbers.counts.sum() == 30


def test_a_wrong_name_is_one_line_with_the_nearest(call, table):
    outcome = call("fit", "s.jsonl", "--text", "titles,summary")
    assert outcome.code == 2
    assert outcome.err == (
        "cotext: error: s.jsonl: no column 'titles' (did you mean 'title'?); name one of 'name', 'title', "
        "'summary', 'when', 'place', 'text' with text= (--text)\n"
    )


def test_columns_are_refused_where_there_are_none(call, tmp_path):
    (tmp_path / "a.txt").write_text("oak\nelm\n")
    outcome = call("fit", "a.txt", "--date", "when", "--keep", "all")
    assert outcome.code == 2
    assert "date= (--date), keep= (--keep) name columns; a.txt has none: drop them" in outcome.err


def test_a_file_of_settings_may_list_columns(call, table, tmp_path):
    (tmp_path / "cotext.toml").write_text(
        '[fit]\nn-clusters = 3\nn-init = 1\ntext = ["title", "summary"]\nid = "name"\n'
        'keep = ["when", "place"]\ndeduplicate = true\nsegment = 10\n'
    )
    assert call("fit", "s.jsonl", "--out", "r", "-q").code == 0
    config = tomllib.loads((tmp_path / "r/config.toml").read_text())
    assert config["reading"]["text"] == {"title": 1, "summary": 1}
    assert config["reading"]["keep"] == ["when", "place"]
    assert (config["deduplicate"], config["segment"]) == (True, 10)
    (tmp_path / "cotext.toml").write_text("[fit]\ntext = {title = 2, summary = 1}\n")
    assert "'title' (2 times), 'summary'" in call("fit", "s.jsonl", "-k", "3", "--out", "r").err


@pytest.mark.parametrize("segment", ["0", "-1", "many"])
def test_a_length_that_is_none_is_refused(call, table, segment):
    assert call("fit", "s.jsonl", "--segment", segment).code == 2


def test_every_reading_keyword_of_a_recipe_is_an_option_and_a_field_of_the_form():
    commands = typer.main.get_command(app).commands
    for name, without in (
        ("fit", set()),
        ("shard", set()),
        ("choose", set(COLUMNS)),
        ("predict", set(COLUMNS)),
    ):
        assert set(READING) - without - {"encoding"} <= {one.name for one in commands[name].params}
    assert set(READING) <= {field["name"] for field in forms()["reading"]}


def test_a_table_without_names_is_read_by_numbers_by_every_command(call, tmp_path):
    rows = [
        f"{'ab'[i % 2]};'{'oak elm' if i % 2 else 'rain; snow'} ''{i}'' word{i % 3}'\n" for i in range(30)
    ]
    (tmp_path / "n.csv").write_text("".join(rows))
    how = ("--no-header", "--sep", ";", "--quote", "'")
    named = ("--text", "2", "--label", "1")
    outcome = call("fit", "n.csv", "-k", "2", "--n-init", "1", "--model", "nmtf", "--out", "r", *how, *named)
    assert outcome.code == 0
    found = rows_of((tmp_path / "r/documents.csv").read_text())
    assert (len(found), found[0]["class"], found[0]["excerpt"]) == (30, "a", "rain; snow '0' word0")
    reading = tomllib.loads((tmp_path / "r/config.toml").read_text())["reading"]
    assert reading == {
        "text": "2",
        "label": "1",
        "header": "no",
        "sep": ";",
        "quote": "'",
        "encoding": "auto",
    }
    assert len(rows_of(call("predict", "r", "n.csv").out)) == 30
    refused = call("predict", "r", "n.csv", "--header")
    assert (refused.code, "no column '2', which held the texts before" in refused.err) == (2, True)
    assert "30 documents" in call("shard", "n.csv", "--out", "s", *how, *named).out
    chosen = call("choose", "n.csv", "-k", "2,3", "--model", "nmtf", "--set", "n_init=1", "--text", "2", *how)
    assert chosen.code == 0


def test_marks_of_missing_values_are_kept_if_asked_for(call, tmp_path):
    (tmp_path / "n.csv").write_text(
        "id,text\n" + "".join(f"{i},{('NA', 'oak elm', 'rain snow', 'NA')[i % 4]}\n" for i in range(40))
    )
    outcome = call("fit", "n.csv", "-k", "2", "--model", "nmtf", "--n-init", "1", "--out", "r")
    assert "20 of 40 texts are 'NA', 'null' or the like, so blank; --keep-na (keep_na=True)" in outcome.err
    assert {
        row["cluster"] for row in rows_of((tmp_path / "r/documents.csv").read_text()) if row["excerpt"] == ""
    } == {"-1"}
    kept = call(
        "fit",
        "n.csv",
        "-k",
        "2",
        "--model",
        "nmtf",
        "--n-init",
        "1",
        "--out",
        "k",
        "--keep-na",
        "--stop-words",
        "none",
        "--max-df",
        "1.0",
    )
    assert "the like" not in kept.err
    assert "-1" not in {row["cluster"] for row in rows_of((tmp_path / "k/documents.csv").read_text())}
