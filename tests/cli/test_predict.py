"""``cotext predict`` and ``cotext evaluate`` on the run of another command."""

import csv
import io
import json
import shutil

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse


def table(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_predicting_the_same_file_gives_documents_csv(call, corpus, run_folder):
    outcome = call("predict", run_folder, corpus)
    assert outcome.code == 0
    new, old = table(outcome.out), table((run_folder / "documents.csv").read_text())
    assert [(row["id"], row["cluster"]) for row in new] == [(row["id"], row["cluster"]) for row in old]
    assert_allclose([float(r["confidence"]) for r in new], [float(r["confidence"]) for r in old], atol=0.02)


def test_a_run_remembers_the_columns_it_was_told(call, records, tmp_path):
    rows = [{"id": 0, "text": "same", "name": r["id"], "summary": r["body"]} for r in records]
    (tmp_path / "s.jsonl").write_text("\n".join(map(json.dumps, rows)))
    call("fit", "s.jsonl", "--text", "summary", "--id", "name", "-k", "3", "--out", "r", "-q")
    outcome = call("predict", "r", "s.jsonl")
    assert "text from column 'summary', ids from 'name', no labels" in outcome.err
    new, old = table(outcome.out), table((tmp_path / "r/documents.csv").read_text())
    assert [(row["id"], row["cluster"]) for row in new] == [(row["id"], row["cluster"]) for row in old]
    (tmp_path / "other.jsonl").write_text('{"id": 1, "text": "alpha1"}\n')
    outcome = call("predict", "r", "other.jsonl")
    assert outcome.code == 2
    assert "no column 'summary', which held the texts before, among 'id', 'text'; " in outcome.err
    outcome = call("predict", "r", "other.jsonl", "--text", "text")
    assert "no column 'name', which held the ids before: they are row numbers" in outcome.err
    assert table(outcome.out)[0]["id"] == "0"


def test_predicting_a_matrix_gives_documents_csv(call, tmp_path):
    X = sparse.csr_array(np.kron(np.eye(2), np.ones((4, 3))) + np.eye(8, 6))
    sparse.save_npz(tmp_path / "counts.npz", X)
    call("fit", "counts.npz", "-k", "2", "--out", "r", "-q")
    new, old = (
        table(call("predict", "r", "counts.npz").out),
        table((tmp_path / "r/documents.csv").read_text()),
    )
    assert {row.pop("known_share") for row in new} == {""}  # all words of a matrix are known
    assert [int(row.pop("known_words")) for row in new] == np.diff(X.indptr).tolist()
    again, first = ([float(row.pop("confidence")) for row in rows] for rows in (new, old))
    assert again == pytest.approx(first, abs=0.01)  # new documents read theirs off a curve
    assert new == old


def test_empty_and_unknown_documents_have_no_cluster_and_no_confidence(call, run_folder, tmp_path):
    (tmp_path / "new.csv").write_text('text,name\n"",a\n"zzz yyy",b\n')
    outcome = call("predict", run_folder, "new.csv", "--text", "text", "--id", "name")
    assert "2 of 2 documents have too few known words or none: they are in cluster -1" in outcome.err
    rows = table(outcome.out)
    assert [row["id"] for row in rows] == ["a", "b"]
    assert {(row["cluster"], float(row["confidence"])) for row in rows} == {("-1", 0.0)}


def test_out_writes_a_file_and_keeps_stdout_empty(call, corpus, run_folder, tmp_path):
    shown = call("predict", run_folder, corpus, "-q")
    written = call("predict", run_folder, corpus, "-q", "--out", "new.csv")
    assert (written.out, written.err, shown.err) == ("", "", "")
    assert (tmp_path / "new.csv").read_text() == shown.out


def test_json_lists_the_documents(call, corpus, run_folder):
    found = call("predict", run_folder, corpus, "--json", "-q").json
    assert len(found["documents"]) == 30
    known = ["known_words", "known_share"]
    assert list(found["documents"][0]) == [
        "id",
        "cluster",
        "confidence",
        "second",
        *known,
        "class",
        "excerpt",
    ]


@pytest.mark.parametrize("command", ["predict", "evaluate"])
def test_a_missing_run_is_named(call, corpus, command):
    outcome = call(command, "nowhere", *([corpus] if command == "predict" else []))
    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err.startswith("cotext: error: nowhere is not a run folder")


@pytest.mark.parametrize("name", ["arrays.npz", "environment.json"])
@pytest.mark.parametrize("command", ["predict", "evaluate"])
def test_a_damaged_run_is_refused(call, corpus, run_folder, tmp_path, name, command):
    shutil.copytree(run_folder, tmp_path / "run")
    content = (tmp_path / "run" / name).read_bytes()
    (tmp_path / "run" / name).write_bytes(content[: len(content) // 2])
    outcome = call(command, "run", *([corpus] if command == "predict" else []))
    assert outcome.code == 1
    assert outcome.err.startswith("cotext: error: ")
    assert "damaged" in outcome.err
    assert len(outcome.err.splitlines()) == 1


def test_a_matrix_of_another_width_is_refused(call, run_folder, tmp_path):
    sparse.save_npz(tmp_path / "other.npz", sparse.csr_array(np.eye(3)))
    outcome = call("predict", run_folder, "other.npz")
    assert outcome.code == 2
    assert "the new matrix has 3 words, the first one 40" in outcome.err


def test_texts_for_the_run_of_a_matrix_are_refused(call, corpus, tmp_path):
    sparse.save_npz(tmp_path / "counts.npz", sparse.csr_array(np.kron(np.eye(2), np.ones((3, 2)))))
    call("fit", "counts.npz", "-k", "2", "--out", "r", "-q")
    outcome = call("predict", "r", corpus)
    assert outcome.code == 2
    assert "give a matrix" in outcome.err


@pytest.mark.parametrize("place", [".", "nowhere/new.csv"])
def test_a_place_that_cannot_be_written_is_refused_before_reading(call, place):
    outcome = call("predict", "no-run", "no-file", "--out", place)
    assert outcome.code == 2
    assert outcome.err.startswith(f"cotext: error: --out {place}: ")


def test_evaluate_prints_every_measure(call, run_folder):
    lines = [line.split("\t") for line in call("evaluate", run_folder).out.splitlines()]
    assert lines[0] == ["measure", "value", "meaning"]
    values = {name: value for name, value, _ in lines[1:]}
    assert {"nmi", "ari", "acc", "npmi", "topic_diversity", "reconstruction_error"} <= set(values)
    assert values["converged"] == "yes"
    assert all(meaning for _, _, meaning in lines)


def test_evaluate_json_agrees_with_the_run(call, run_folder):
    metrics = call("evaluate", run_folder, "--json").json["metrics"]
    saved = json.loads((run_folder / "metrics.json").read_text())
    assert {name: metrics[name] for name in saved} == saved


def test_evaluate_refuses_to_judge_less_than_two_words(call, run_folder):
    outcome = call("evaluate", run_folder, "--n-words", "1")
    assert outcome.code == 2
    assert "--n-words" in outcome.err


def test_memberships_are_shares_in_every_cluster(call, corpus, run_folder, tmp_path):
    """Of new documents and of those of the fit, the largest share in the cluster of the document."""
    call("predict", run_folder, corpus, "-q", "--out", "placed.csv", "--memberships", "new.csv")
    call("fit", corpus, "-k", "3", "--n-init", "1", "--out", "run", "-q", "--memberships", "old.csv")
    for shares, clusters in (("new.csv", "placed.csv"), ("old.csv", "run/documents.csv")):
        with (tmp_path / shares).open() as one, (tmp_path / clusters).open() as other:
            rows = list(zip(csv.DictReader(one), csv.DictReader(other), strict=True))
        assert len(rows) == 30
        for row, placed in rows:
            assert list(row) == ["id", "cluster_0", "cluster_1", "cluster_2"]
            values = [float(row[f"cluster_{k}"]) for k in range(3)]
            assert (row["id"], values.index(max(values))) == (placed["id"], int(placed["cluster"]))
            assert sum(values) == pytest.approx(1.0)
    outcome = call("fit", corpus, "--memberships", "no/where.csv")
    assert (outcome.code, "--memberships no/where.csv" in outcome.err) == (2, True)
