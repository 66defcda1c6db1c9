"""What ``cluster`` takes ``predict`` takes, and reads it in the same way."""

import json
import warnings

import pandas as pd
import pytest
from numpy.testing import assert_array_equal

import cotext
from cotext.datasets import make_texts
from cotext.errors import UsageError
from cotext.result import CoClustering

QUICK = {"n_clusters": 3, "model": "spherical-kmeans", "n_init": 2, "random_state": 0}
NAMED = {"text": "summary", "id": "name"}


@pytest.fixture(scope="module")
def frame():
    """A guess would take "body" for the text and "id" for the id, which tell nothing."""
    texts = make_texts(30, 3).texts
    columns = {"id": [0] * 30, "body": ["alpha1 alpha2 alpha3"] * 30, "class": ["a"] * 30}
    return pd.DataFrame({**columns, "name": [f"d{i}" for i in range(30)], "summary": texts})


@pytest.fixture
def write(tmp_path):
    """The frame as a source of some kind."""

    def make(frame, kind):
        path = tmp_path / f"documents.{kind}"
        if kind == "frame":
            return frame
        if kind == "csv":
            frame.to_csv(path, index=False)
        else:
            path.write_text("\n".join(map(json.dumps, frame.to_dict("records"))))
        return path

    return make


@pytest.mark.parametrize("kind", ["csv", "jsonl", "frame"])
@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("saved", [True, False])
def test_the_source_of_a_fit_gets_its_ids_and_clusters_again(frame, write, tmp_path, kind, named, saved):
    if not named:
        frame = frame.drop(columns=["body", "id"]).rename(columns={"name": "uid"})
    source = write(frame, kind)
    result = cotext.cluster(source, **QUICK, **(NAMED if named else {}))
    assert len(set(result.row_labels_)) == 3
    if saved:
        result.save(tmp_path / "run")
        result = CoClustering.load(tmp_path / "run")
    table = result.predict(source)
    assert table.column("id") == [f"d{i}" for i in range(30)]
    assert_array_equal(table.column("cluster"), result.row_labels_)
    id = "name" if named else "uid"
    reading = {"encoding": "auto", "text": "summary", "id": id, "label": "class"}
    assert result.config["reading"] == reading


def test_a_table_without_the_text_column_is_refused_with_what_is_there(frame):
    result = cotext.cluster(frame, **QUICK, **NAMED)
    with pytest.raises(
        UsageError, match=r"no column 'summary', .* 'body', .* name one with text= \(--text\)"
    ):
        result.predict(frame.drop(columns="summary"))


def test_a_lost_id_becomes_the_row_number_and_labels_are_not_needed(frame):
    result = cotext.cluster(frame, **QUICK, **NAMED)
    said = []
    table = result.predict(frame.drop(columns=["name", "class"]), note=said.append)
    assert table.column("id") == [str(i) for i in range(30)]
    assert_array_equal(table.column("cluster"), result.row_labels_)
    assert said == [
        "text from column 'summary', ids are row numbers, no labels",
        "no column 'name', which held the ids before: they are row numbers",
    ]


def test_other_columns_and_another_encoding_may_be_named(frame, tmp_path):
    result = cotext.cluster(frame, **QUICK, **NAMED)
    other = frame.rename(columns={"summary": "résumé"})
    other.to_csv(tmp_path / "other.csv", index=False, encoding="utf-16")
    table = result.predict(tmp_path / "other.csv", text="résumé", id="name", encoding="utf-16")
    assert table.column("id") == frame["name"].tolist()
    assert_array_equal(table.column("cluster"), result.row_labels_)


def test_the_encoding_of_a_fit_is_that_of_new_files(frame, tmp_path):
    frame = frame.assign(name=[f"é{i}" for i in range(30)])
    frame.to_csv(tmp_path / "old.csv", index=False, encoding="latin-1")
    result = cotext.cluster(tmp_path / "old.csv", **QUICK, **NAMED, encoding="latin-1")
    result.save(tmp_path / "run")
    table = CoClustering.load(tmp_path / "run").predict(tmp_path / "old.csv")
    assert table.column("id") == frame["name"].tolist()


def test_strings_are_taken_by_the_run_of_a_table(frame):
    result = cotext.cluster(frame, **QUICK, **NAMED)
    assert_array_equal(result.predict(frame["summary"].tolist()).column("cluster"), result.row_labels_)
    with pytest.raises(UsageError, match="a list of strings has none"):
        result.predict(["oak"], text="summary")


def test_a_data_set_is_predicted_by_its_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = cotext.cluster("pydocs", 4, "spherical-kmeans", n_init=1, max_iter=5, random_state=0)
    table = result.predict("pydocs")
    assert table.column("id") == list(result.docword.ids)
    assert_array_equal(table.column("cluster"), result.row_labels_)


def test_a_document_answers_once(frame, monkeypatch):
    result = cotext.cluster(frame, **QUICK, **NAMED)
    honest, asked = type(result.model).transform, []
    monkeypatch.setattr(type(result.model), "transform", lambda *args: asked.append(1) or honest(*args))
    result.predict(frame)
    assert len(asked) == 1
