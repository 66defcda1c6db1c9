"""``cotext label``: edits are kept in the run, seen by every command, and undone by a later line."""

import json
import shutil

import pytest

from cotext import CoClustering
from cotext.errors import CotextError, UsageError
from cotext.models.nested import NestedAlgorithm


@pytest.fixture
def run(run_folder, tmp_path):
    return shutil.copytree(run_folder, tmp_path / "run")


def edits(run):
    return [json.loads(line) for line in (run / "edits.jsonl").read_text().splitlines()]


def test_a_name_is_seen_by_every_command(call, run, corpus):
    outcome = call("label", run, "--rename", "1=Space flight", "--note", "1=mostly NASA")
    header, *rows = [line.split("\t") for line in outcome.out.splitlines()]
    assert header == ["name", "cluster", "size", "share", "words"]
    assert [row[:2] for row in rows[1:2]] == [["Space flight", "1"]]
    assert all(row[4].startswith(f"{row[0]}, ") for row in (rows[0], rows[2]))
    assert [one["name"] for one in call("show", run, "--json").json["clusters"]] == ["", "Space flight", ""]
    found = call("show", run, "--cluster", 1, "--json").json
    assert (found["name"], found["note"]) == ("Space flight", "mostly NASA")
    assert "Space flight (cluster 1)" in call("show", run, "--cluster", 1).out
    placed = call("predict", run, corpus, "-q", "--json").json["documents"]
    assert {(one["cluster"], one["name"]) for one in placed} == {(0, ""), (1, "Space flight"), (2, "")}
    assert "Space flight · 1" in CoClustering.load(run).plot.sizes().numbers.names


def test_edits_are_lines_and_undone_by_lines(call, run):
    before = CoClustering.load(run)
    call("label", run, "--rename", "2=last")
    call("label", run, "--merge", "0,1")
    merged = CoClustering.load(run)
    assert (merged.n_clusters[0], merged.names) == (2, {1: "last"})
    assert [row["edit"] for row in call("label", run, "--list", "--json").json["edits"]] == [
        "rename",
        "merge",
    ]
    call("label", run, "--undo")
    assert CoClustering.load(run).row_labels_.tolist() == before.row_labels_.tolist()
    assert CoClustering.load(run).names == {2: "last"}
    call("label", run, "--undo")
    assert CoClustering.load(run).names == {}
    assert [line["edit"] for line in edits(run)] == ["rename", "merge", "undo", "undo"]
    assert all("at" in line for line in edits(run))
    assert call("label", run, "--list").out == "at\tedit\tdetails\n"


def test_a_cluster_is_split_and_keeps_its_name(call, run):
    call("label", run, "--rename", "1=whole")
    found = call("label", run, "--split", "1", "--into", "2", "--json").json
    assert [one["name"] for one in found["clusters"]] == ["", "whole", "", ""]
    assert found["clusters"][1]["size"] + found["clusters"][3]["size"] == 10


def test_what_a_split_has_found_is_kept_and_not_looked_for_again(call, run, monkeypatch):
    found = call("label", run, "--split", "1", "--json").json
    (line,) = edits(run)
    assert sorted(set(line["parts"])) == [0, 1]
    assert len(line["parts"]) == 10
    assert "parts" not in call("label", run, "--list", "--json").json["edits"][0]
    monkeypatch.setattr(NestedAlgorithm, "group", None)
    loaded = CoClustering.load(run)
    assert loaded.sizes.tolist() == [one["size"] for one in found["clusters"]]


def test_a_split_without_its_parts_is_made_again(call, run):
    call("label", run, "--split", "1")
    before = CoClustering.load(run)
    (line,) = edits(run)
    del line["parts"]
    (run / "edits.jsonl").write_text(json.dumps(line) + "\n")
    assert CoClustering.load(run).row_labels_.tolist() == before.row_labels_.tolist()


def test_a_cluster_has_a_colour_and_is_set_aside(call, run):
    outcome = call("label", run, "--color", "1=#4477AA", "--noise", "1", "--noise", "2", "--no-noise", "2")
    assert "documents are set aside as noise: clusters 1" in outcome.err
    loaded = CoClustering.load(run)
    assert (loaded.colors, loaded.noise) == ({1: "#4477aa"}, {1})
    found = call("show", run, "--cluster", 1, "--json").json
    assert (found["color"], found["noise"]) == ("#4477aa", True)
    assert "set aside as noise: yes" in call("show", run, "--cluster", 1).out
    assert "noise" not in call("show", run, "--cluster", 2).out
    assert [line["edit"] for line in edits(run)] == ["color", "noise", "noise", "noise"]
    for _ in range(3):
        call("label", run, "--undo")
    assert CoClustering.load(run).noise == frozenset()


def test_a_refit_drops_the_edits_and_nothing_else(call, run, corpus):
    call("label", run, "--rename", "1=old")
    (run / "mine.txt").write_text("kept")
    call("fit", corpus, "-k", "3", "--n-init", "1", "--out", run, "-q")
    assert not (run / "edits.jsonl").exists()
    assert (run / "mine.txt").read_text() == "kept"
    assert CoClustering.load(run).names == {}


def test_names_given_in_python_are_saved(run, tmp_path):
    result = CoClustering.load(run)
    named = result.rename(0, "Trees").note(0, "all of them").rename(2, "gone").rename(2, "")
    assert (result.names, named.names) == ({}, {0: "Trees"})
    named.merge([0, 1]).save(tmp_path / "other")
    again = CoClustering.load(tmp_path / "other")
    assert (again.names, again.notes, again.n_clusters[0]) == ({0: "Trees"}, {0: "all of them"}, 2)
    assert again.documents().columns[:4] == ("id", "cluster", "confidence", "name")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 2: "),
        ('{"edit": "destroy"}', "line 2: expected an object"),
        ('{"edit": "rename", "cluster": "x", "name": "y"}', "line 2: \"cluster\" is 'x', expected int"),
        ('{"edit": "rename", "cluster": 99, "name": "y"}', "line 2: there is no document cluster 99"),
        ('{"edit": "noise", "cluster": 0, "noise": 1}', 'line 2: "noise" is 1, expected bool'),
        (
            '{"edit": "color", "cluster": 0, "color": "url(x)"}',
            "line 2: cluster 0 was given the color",
        ),
        ('{"edit": "merge", "clusters": ["a", "b"]}', 'line 2: "clusters" holds values other'),
        ('{"edit": "split", "cluster": 0, "into": 2, "parts": [0, 1]}', "line 2: parts are not those"),
        ('{"edit": "split", "cluster": 0, "into": 2, "parts": "01"}', 'line 2: "parts" holds values other'),
        ('{"edit": "merge", "clusters": [1]}', "line 2: merge was given"),
        ('{"edit": "undo"}\n{"edit": "undo"}', "line 3: nothing is left to undo"),
        ("[" * 100_000, "line 2: "),
    ],
)
def test_wrong_lines_are_refused_by_number(call, run, line, message):
    (run / "edits.jsonl").write_text('{"edit": "rename", "cluster": 0, "name": "a"}\n' + line + "\n")
    with pytest.raises(CotextError) as error:
        CoClustering.load(run)
    assert message in str(error.value)
    assert "edits.jsonl" in str(error.value)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--rename", "x=y"], "no document cluster x; give a number"),
        (["--rename", "9=y"], "no document cluster 9"),
        (["--merge", "0,1", "--split", "2"], "give only one of them at a time"),
        (["--color", "0=blue"], "given the color 'blue'"),
        (["--noise", "9"], "no document cluster 9"),
        (["--undo"], "this run has no edits"),
        (["--rename", "0=fine", "--merge", "0,9"], "no document cluster 9"),
    ],
)
def test_what_cannot_be_done_is_refused_and_not_written(call, run, args, message):
    outcome = call("label", run, *args)
    assert outcome.code == 2
    assert message in outcome.err
    assert not (run / "edits.jsonl").exists()


def test_a_name_is_a_text():
    from cotext import cluster

    result = cluster(["red oak", "red elm", "cold rain", "cold snow"], 2, random_state=0, min_df=1)
    with pytest.raises(UsageError, match="expected a text"):
        result.rename(0, 3)
