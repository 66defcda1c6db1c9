"""The columns of a file are told before a run is made of it; a file that cannot be read is a sentence."""

import gzip
import json
import time

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from cotext.explorer import peek
from cotext.explorer.app import AppState, add_jobs
from cotext.explorer.http_errors import add_error_handlers

TABLE = b"code,body,kind\n1,red oak in the park,tree\n2,cold rain and wet snow,sky\n3,,sky\n"


@pytest.fixture
def page(tmp_path):
    app, state = FastAPI(), AppState(tmp_path / "runs")
    add_jobs(app, state)
    add_error_handlers(app)
    with state.at_end, TestClient(app) as client:
        yield client


def ask(page, content, name):
    key = page.post("/api/uploads", params={"name": name}, content=content).json()["upload"]
    return page.post("/api/columns", json={"upload": key})


def names(answer):
    return [column["name"] for column in answer.json()["columns"]]


def test_columns_come_with_values_and_what_would_be_guessed(page):
    answer = ask(page, TABLE, "notes.csv")
    assert answer.json() == {
        "columns": [
            {"name": "code", "samples": ["1", "2"]},
            {"name": "body", "samples": ["red oak in the park", "cold rain and wet snow"]},
            {"name": "kind", "samples": ["tree", "sky"]},
        ],
        "guessed": {"text": ["body"]},
    }


@pytest.mark.parametrize("name", ["notes.jsonl", "notes.json"])
def test_records_have_columns_too(page, name):
    records = [{"headline": "a", "text": "red oak", "section": "trees"}] * 3
    lines = "\n".join(map(json.dumps, records))
    answer = ask(page, (lines if name.endswith("l") else json.dumps(records)).encode(), name)
    assert names(answer) == ["headline", "text", "section"]
    assert answer.json()["guessed"]["label"] == ["section"]


def test_a_packed_table_has_them_too_and_texts_have_none(page):
    assert names(ask(page, gzip.compress(TABLE), "notes.csv.gz")) == ["code", "body", "kind"]
    assert names(ask(page, b"red oak\ncold rain\n", "notes.txt")) == []


def test_a_table_without_a_text_column_still_tells_its_columns(page):
    answer = ask(page, b"a,b\n1,2\n3,4\n", "numbers.csv")
    assert (names(answer), answer.json()["guessed"]) == (["a", "b"], {})


def test_many_columns_and_long_values_are_cut(page):
    wide = ",".join(f"column{i}" for i in range(1000)) + "\n" + ",".join(["word " * 50] * 1000) + "\n"
    answer = ask(page, wide.encode(), "wide.csv")
    assert len(names(answer)) == peek.MOST
    assert max(len(text) for one in answer.json()["columns"] for text in one["samples"]) <= peek.SAMPLE


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.csv", b""),
        ("broken.parquet", b"PAR1 this is none"),
        ("broken.xlsx", b"PK\x03\x04 this is none"),
        ("deep.json", b"[" * 200_000),
        ("bomb.csv.gz", gzip.compress(b"a,b\n" + b"x" * (100 << 20))),
    ],
)
def test_what_cannot_be_read_is_a_sentence(page, name, content):
    answer = ask(page, content, name)
    assert answer.status_code == 400
    assert name in answer.json()["error"]
    assert "defect" not in answer.json()["error"]


def test_a_file_that_takes_too_long_is_given_up_and_its_process_ended(page, monkeypatch):
    monkeypatch.setattr(peek, "PATIENCE", 0.01)
    answer = ask(page, TABLE, "notes.csv")
    assert answer.status_code == 400
    assert "by hand" in answer.json()["error"]
    monkeypatch.setattr(peek, "PATIENCE", 60.0)
    time.sleep(0.1)
    assert names(ask(page, TABLE, "notes.csv")) == ["code", "body", "kind"]


def test_paths_of_the_browser_and_several_files_have_no_columns(page, tmp_path):
    (tmp_path / "secret.csv").write_bytes(TABLE)
    assert page.post("/api/columns", json={"input": str(tmp_path / "secret.csv")}).status_code == 400
    assert page.post("/api/columns", json={"upload": "../../secret.csv"}).status_code == 400
    key = page.post("/api/uploads", params={"name": "a.csv"}, content=TABLE).json()["upload"]
    page.post("/api/uploads", params={"name": "b.csv", "to": key}, content=TABLE)
    assert page.post("/api/columns", json={"upload": key}).json()["columns"] == []


def test_a_server_that_only_shows_tells_no_columns(tmp_path):
    app, state = FastAPI(), AppState(tmp_path, read_only=True, input=tmp_path)
    add_jobs(app, state)
    add_error_handlers(app)
    with state.at_end, TestClient(app) as client:
        assert client.post("/api/columns", json={"input": True}).status_code == 403
