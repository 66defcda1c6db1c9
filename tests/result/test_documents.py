"""One table of documents, in memory, in documents.csv and for new ones."""

import csv
import io

import numpy as np
import pandas as pd
import pytest

import cotext
from cotext.datasets import make_texts
from cotext.result import CoClustering
from cotext.result.documents import second_best

DATA = make_texts(30, 3)
QUICK = {"n_clusters": 3, "model": "nmf", "n_init": 1, "random_state": 0}


@pytest.fixture(scope="module")
def frame():
    columns = {
        "name": [f"d{i}" for i in range(30)],
        "body": DATA.texts,
        "topic": [DATA.label_names[k] for k in DATA.labels],
        "when": pd.date_range("2021-01-30", periods=30),
        "cluster": ["x", "y"] * 15,
        "=cmd": [str(i) for i in range(30)],
        "level_1": ["l"] * 30,
    }
    return pd.DataFrame(columns)


@pytest.fixture(scope="module")
def result(frame):
    return cotext.cluster(frame, **QUICK, id="name", date="when", group="cluster", keep="=cmd,level_1")


COLUMNS = (
    "id",
    "cluster",
    "confidence",
    "second",
    "class",
    "date",
    "input_cluster",
    "=cmd",
    "input_level_1",
    "excerpt",
)


def test_the_table_has_what_is_known_in_input_order(result, frame):
    table = result.documents()
    assert table.columns == COLUMNS
    assert table.column("id") == frame["name"].tolist()
    assert table.column("cluster") == result.row_labels_.tolist()
    assert table.column("class") == frame["topic"].tolist()
    assert table.column("date") == [str(day.date()) for day in frame["when"]]
    assert table.column("input_cluster") == frame["cluster"].tolist()
    assert table.column("=cmd") == frame["=cmd"].tolist()
    assert frame["body"][3].startswith(table.column("excerpt")[3][:100])


def test_documents_csv_and_prediction_have_the_same_columns_and_rows(result, frame, tmp_path):
    result.save(tmp_path / "run")
    rows = list(csv.reader(io.StringIO((tmp_path / "run/documents.csv").read_text())))
    assert rows[0] == [name.replace("=cmd", "'=cmd") for name in COLUMNS]  # no formula for a spreadsheet
    assert [row[5] for row in rows[1:]] == result.documents().column("date")
    new = result.predict(frame)
    assert new.columns == (*COLUMNS[:4], "known_words", "known_share", *COLUMNS[4:])
    for name in set(COLUMNS) - {"confidence"}:
        assert new.column(name) == result.documents().column(name)


def test_what_was_kept_is_loaded_again(result, tmp_path):
    result.save(tmp_path / "run")
    again = CoClustering.load(tmp_path / "run")
    assert again.docword.fields == result.docword.fields
    assert again.docword.dates[:3] == ["2021-01-30", "2021-01-31", "2021-02-01"]
    assert again.documents() == result.documents()
    assert again.recipe.columns_ == result.recipe.columns_


def test_without_dates_there_are_none():
    assert cotext.cluster(DATA.texts, **QUICK).docword.dates is None


def test_the_second_best_is_the_next_membership(result):
    second = result.documents().column("second")
    for row in range(30):
        order = np.argsort(-result.memberships[row], kind="stable")
        expected = order[1] if result.memberships[row, order[1]] > 0 else None
        assert second[row] == expected
    assert any(cluster is not None for cluster in second)


def test_there_is_no_second_best_where_nothing_speaks_for_another():
    shares = np.array([[1.0, 0.0], [0.4, 0.6], [0.5, 0.5], [0.7, 0.3]])
    empty = np.array([False, False, True, False])
    assert second_best(shares, np.array([0, 1, 0, 1]), empty) == [None, 0, None, 0]
    assert second_best(np.ones((2, 1)), np.zeros(2, dtype=int), np.zeros(2, dtype=bool)) == [None, None]
