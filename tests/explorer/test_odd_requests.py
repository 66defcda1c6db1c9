"""Whatever a client sends, the answer is a sentence and never a failure of the server."""

import inspect
import json
from importlib import import_module

import pytest

from cotext.explorer.jobs import Jobs
from cotext.pictures import QUESTIONS

RUN = "/api/runs/letters"
LONG = "1" + "0" * 400
TEXTS = [
    "",
    "0",
    "-5",
    LONG,
    f"-{LONG}",
    "9" * 5000,
    "1e400",
    "NaN",
    "[" * 3000,
    "null",
    "x",
    "٣",
    "²",
    "0,,1",
]
TEXTS += ["2147483648", "\x00", '"', "{}"]
VALUES = [
    None,
    True,
    0,
    -1,
    1.5,
    10**400,
    -(10**400),
    2**63,
    float("nan"),
    "",
    "x",
    LONG,
    "\ud800",
    [],
    [0],
    [[]],
]
VALUES += [{}, {"a": 1}, "9" * 5000]
FIELDS = {
    "cluster": 0,
    "name": "a",
    "text": "b",
    "color": "#112233",
    "noise": True,
    "clusters": [0, 1],
    "into": 2,
}
SLOW = ("map", "clusters", "similarity")  # these are asked with wrong values only


@pytest.fixture
def post(client):
    return sender(client)


def sender(client):
    """Send JSON, also such that the client's own library would not write."""
    headers = {"content-type": "application/json"}
    return lambda place, content: client.post(place, content=content, headers=headers)


def check(answer, what):
    assert answer.status_code < 500, (what, answer.text[:300])
    assert answer.status_code < 400 or answer.json()["error"], what


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_picture_with_odd_settings(client, name):
    prepare = import_module(f"cotext.pictures.prepare.{name}").prepare
    wrong = [text for text in TEXTS if name not in SLOW or text not in ("0", "2147483648", "x", "")]
    for setting in [*inspect.signature(prepare).parameters][1:]:
        for text in wrong:
            check(client.get(f"{RUN}/pictures/{name}", params={setting: text}), (setting, text[:50]))


@pytest.mark.parametrize(
    ("place", "setting"),
    [
        ("texts", "rows"),
        ("search", "q"),
        ("search", "limit"),
        ("similar", "row"),
        ("word", "word"),
        ("compare", "other"),
        ("files/matrix.csv", "pixels"),
        ("files/cloud.png", "n"),
        ("files/graph.gexf", "lift"),
    ],
)
def test_a_question_with_odd_values(client, place, setting):
    for text in TEXTS:
        asked = {"q": "oak", setting: text}
        check(client.get(f"{RUN}/{place}", params=asked if place == "search" else {setting: text}), text[:50])


MORE_EDITS = [
    pytest.param(edit, marks=pytest.mark.slow)
    for edit in ("split", "merge", "note", "color", "noise", "undo", {}, 3, None)
]


@pytest.mark.parametrize("edit", ["rename", [], *MORE_EDITS])
def test_an_edit_with_odd_values(post, folder, edit):
    for field in [*FIELDS, "parts", "at", "folder", "what"]:
        for value in VALUES:
            asked = {"edit": edit, **FIELDS, field: value}
            (folder / "letters" / "edits.jsonl").unlink(missing_ok=True)
            check(post(f"{RUN}/edits", json.dumps(asked)), (field, str(value)[:50]))


@pytest.mark.parametrize("place", [f"{RUN}/edits", "/api/jobs"])
def test_a_body_that_is_odd(post, place):
    for content in (b"", b"{", b"[" * 100_000, b'{"a":' * 100_000, b"\xff\xfe", b"null", b"1", b'"x"'):
        check(post(place, content), content[:20])
    number = b'{"edit": "rename", "cluster": ' + b"9" * 5000 + b', "name": "x"}'
    check(post(place, number), "a long number")


@pytest.mark.parametrize("models", [1, pytest.param(6, marks=pytest.mark.slow)])
def test_a_new_run_with_odd_values(enter, folder, monkeypatch, models):
    monkeypatch.setattr(Jobs, "add", lambda self, order: {})
    client = enter(folder, run="letters", allow_runs=True)
    sent = client.post("/api/uploads?name=a.txt", content=b"oak elm\n").json()["upload"]
    post, usual = sender(client), {"source": {"upload": sent}, "n_clusters": 3}
    assert client.post("/api/jobs", json=usual).status_code == 200
    forms = client.get("/api/models").json()
    asked = [{name: value} for name in ("source", "name", "model", "n_clusters", "junk") for value in VALUES]
    asked += [{"source": {kind: value}} for kind in ("upload", "dataset", "input", "run") for value in VALUES]
    asked += [
        {"n_clusters": text} for text in [*TEXTS, "2/0", "3/3", "5/2", "1/" + "9" * 5000, "3,0", "/", ","]
    ]
    for field in [*forms["reading"], *forms["words"]]:
        asked += [{"options": {field["name"]: value}} for value in VALUES]
    for model in forms["models"][:models]:
        for field in model["fields"]:
            named = {"model": model["model"]}
            asked += [{**named, "parameters": {field["name"]: value}} for value in VALUES]
    for source in [one["source"] for one in asked if "source" in one]:
        check(post("/api/columns", json.dumps(source)), str(source)[:120])
    for one in asked:
        check(post("/api/jobs", json.dumps({**usual, **one})), str(one)[:120])


def test_the_time_of_an_edit_is_the_servers_and_unknown_fields_are_not_kept(client, folder):
    edit = {
        "edit": "rename",
        "cluster": 0,
        "name": "a",
        "at": "1970-01-01T00:00:00+00:00",
        "folder": "/",
        "x": 1,
    }
    told = client.post(f"{RUN}/edits", json=edit).json()["edits"][0]
    (line,) = map(json.loads, (folder / "letters" / "edits.jsonl").read_text().splitlines())
    assert set(line) == {"edit", "cluster", "name", "at"}
    assert not line["at"].startswith("1970")
    assert told["at"] == line["at"]
