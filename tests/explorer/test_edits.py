"""Clusters edited from the browser."""

import json

import pytest

from cotext.models.nested import NestedAlgorithm
from cotext.result import CoClustering
from cotext.runfolder.edits import add_edit

EDITS = "/api/runs/letters/edits"


def files(folder):
    return {path.name: path.read_bytes() for path in (folder / "letters").iterdir()}


def test_an_edit_is_kept_in_the_run_and_touches_nothing_else(client, folder):
    before = files(folder)
    overview = client.post(EDITS, json={"edit": "rename", "cluster": 1, "name": "Trees"}).json()
    assert overview["clusters"][1]["name"] == "Trees"
    assert overview["edition"] == 1
    after = files(folder)
    assert after.pop("edits.jsonl")
    assert after == before
    assert CoClustering.load(folder / "letters").names == {1: "Trees"}


def test_a_merge_renumbers_and_an_undo_brings_all_back(client):
    before = client.get("/api/runs/letters/documents").json()["cluster"]
    merged = client.post(EDITS, json={"edit": "merge", "clusters": [0, 2]}).json()
    assert len(merged["clusters"]) == 2
    assert set(client.get("/api/runs/letters/documents").json()["cluster"]) == {0, 1}
    undone = client.post(EDITS, json={"edit": "undo"}).json()
    assert (len(undone["clusters"]), undone["edition"]) == (3, 2)
    assert [edit["edit"] for edit in undone["edits"]] == ["merge", "undo"]
    assert client.get("/api/runs/letters/documents").json()["cluster"] == before


def test_a_split_is_looked_for_once_and_its_parts_are_not_sent_to_the_page(client, folder, monkeypatch):
    looked, group = [], NestedAlgorithm.group
    monkeypatch.setattr(NestedAlgorithm, "group", lambda *args: looked.append(args) or group(*args))
    overview = client.post(EDITS, json={"edit": "split", "cluster": 0, "into": 2}).json()
    assert len(overview["clusters"]) == 4
    assert set(overview["edits"][0]) == {"at", "edit", "cluster", "into", "undone"}
    client.post(EDITS, json={"edit": "noise", "cluster": 3, "noise": True})
    assert CoClustering.load(folder / "letters").noise == {3}
    assert len(looked) == 1


@pytest.mark.parametrize(
    "edit",
    [
        {"edit": "undo"},
        {"edit": "split", "cluster": 0, "into": 1},
        {"edit": "split", "cluster": 0, "into": 2, "parts": [0]},
        {"edit": "color", "cluster": 0, "color": "red;}"},
        {"edit": "noise", "cluster": 0, "noise": "yes"},
        {"edit": "merge", "clusters": [0]},
        {"edit": "merge", "clusters": [0, 99]},
        {"edit": "rename", "cluster": 99, "name": "x"},
        {"edit": "rename", "cluster": "0", "name": "x"},
        {"edit": "delete", "cluster": 0},
        {},
    ],
)
def test_an_edit_that_cannot_be_applied_is_refused_and_not_kept(client, folder, edit):
    before = files(folder)
    answer = client.post(EDITS, json=edit)
    assert answer.status_code == 400
    assert answer.json()["error"]
    assert files(folder) == before


@pytest.mark.parametrize("content", [b"{", b"[]", b'"undo"', b""])
def test_a_body_that_is_no_edit_is_refused(client, content):
    answer = client.post(EDITS, content=content, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_a_read_only_server_changes_nothing(enter, folder):
    before = files(folder)
    answer = enter(folder, run="letters", read_only=True).post(
        EDITS, json={"edit": "rename", "cluster": 1, "name": "Trees"}
    )
    assert answer.status_code == 403
    assert "--read-only" in answer.json()["error"]
    assert files(folder) == before


def test_who_looked_at_older_clusters_must_look_again(client):
    assert client.post(f"{EDITS}?edition=0", json={"edit": "merge", "clusters": [0, 1]}).status_code == 200
    late = client.post(f"{EDITS}?edition=0", json={"edit": "rename", "cluster": 1, "name": "Trees"})
    assert late.status_code == 409
    assert "another window" in late.json()["error"]
    assert client.get("/api/runs/letters/overview").json()["edition"] == 1


def test_an_edit_made_by_a_command_is_seen_at_once(client, folder):
    client.get("/api/runs/letters/overview")
    add_edit(folder / "letters", edit="rename", cluster=2, name="Stones")
    assert client.get("/api/runs/letters/overview").json()["clusters"][2]["name"] == "Stones"


def test_a_run_that_was_fitted_again_is_read_again(client, folder):
    client.get("/api/runs/letters/overview")
    CoClustering.load(folder / "other").save(folder / "letters")
    assert len(client.get("/api/runs/letters/overview").json()["clusters"]) == 2


def test_a_name_moves_no_point_of_the_map(client, monkeypatch):
    before = client.get("/api/runs/letters/pictures/map").json()
    monkeypatch.setattr("cotext.pictures.prepare.map.by_tsne", None)  # it would take long, and is not asked
    client.post(EDITS, json={"edit": "rename", "cluster": 1, "name": "Trees"})
    renamed = client.get("/api/runs/letters/pictures/map").json()
    client.post(EDITS, json={"edit": "undo"})
    undone = client.get("/api/runs/letters/pictures/map").json()
    assert renamed["points"] == undone["points"] == before["points"]
    assert (renamed["names"][1], undone["names"]) == ("Trees · 1", before["names"])


def test_a_merge_makes_another_map(client):
    client.get("/api/runs/letters/pictures/map?method=svd")
    client.post(EDITS, json={"edit": "merge", "clusters": [0, 2]})
    assert set(client.get("/api/runs/letters/pictures/map?method=svd").json()["clusters"]) == {0, 1}


def entry(client):
    return next(one for one in client.get("/api/session").json()["runs"] if one["run"] == "letters")


def test_the_list_of_runs_shows_the_numbers_after_the_edits(client, folder):
    before = entry(client)
    client.post(EDITS, json={"edit": "merge", "clusters": [0, 2]})
    client.post(EDITS, json={"edit": "rename", "cluster": 0, "name": "Both"})
    merged, result = entry(client), CoClustering.load(folder / "letters")
    assert merged["n_clusters"] == list(result.n_clusters) == [2, 2]
    assert merged["metrics"]["nmi"] == result.metrics["nmi"] < before["metrics"]["nmi"]
    assert merged["model"] == result.made_by == "consensus, edited by hand"
    client.post(EDITS, json={"edit": "undo"})
    client.post(EDITS, json={"edit": "undo"})
    assert entry(client) == before


def test_an_edit_of_an_earlier_version_has_no_numbers_in_the_list(client, folder):
    add_edit(folder / "letters", edit="merge", clusters=[0, 2])
    assert (entry(client)["n_clusters"], entry(client)["metrics"]) == (None, {})


@pytest.mark.parametrize("after", [[], 7, {"n_clusters": "a", "metrics": 3}, {"n_clusters": [1, "b"]}])
def test_whatever_a_line_says_of_the_run_the_list_is_shown(client, folder, after):
    line = {"edit": "merge", "clusters": [0, 2], "after": after}
    (folder / "letters" / "edits.jsonl").write_text(json.dumps(line) + "\n")
    assert entry(client)["run"] == "letters"
