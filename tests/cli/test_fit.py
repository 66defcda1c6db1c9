"""``cotext fit``: what is printed where, what is saved, and that it is the same twice."""

import csv
import io
import json
import sys

import pytest

FILES = {
    "config.toml", "documents.csv", "words.csv", "blocks.csv", "losses.csv", "metrics.json", "arrays.npz",
    "environment.json", "texts.jsonl.gz",
}  # fmt: skip


def fit(call, corpus, *more):
    return call("fit", corpus, "-k", "3", "--n-init", "2", *more)


def test_the_table_goes_to_stdout_and_talk_to_stderr(call, corpus):
    outcome = fit(call, corpus)
    assert outcome.code == 0
    header, *rows = [line.split("\t") for line in outcome.out.splitlines()]
    assert header == ["name", "cluster", "size", "share", "words"]
    assert all(row[4].startswith(f"{row[0]}, ") for row in rows)  # a cluster is called by its top words
    assert [row[1] for row in rows] == ["0", "1", "2"]
    assert sum(int(row[2]) for row in rows) == 30
    assert {row[4].split(",")[0].rstrip("0123456789") for row in rows} == {"alpha", "beta", "gamma"}
    assert "text from column 'body', ids from 'id', labels from 'class' (guessed)" in outcome.err
    assert "agreement with the 3 known classes: NMI 1.000" in outcome.err
    assert outcome.err.endswith("run folder: runs/letters\n")


def test_no_colours_and_no_progress_outside_a_terminal(call, corpus):
    outcome = fit(call, corpus)
    assert "\x1b" not in outcome.out + outcome.err
    assert "sweep" not in outcome.err


def test_the_run_folder_is_complete_and_alone(call, corpus, tmp_path):
    fit(call, corpus, "--out", "deep/er/run")
    assert {path.name for path in (tmp_path / "deep/er/run").iterdir()} == FILES
    assert [path.name for path in (tmp_path / "deep/er").iterdir()] == ["run"]


def test_a_run_without_texts_has_neither_texts_nor_excerpts(call, corpus, tmp_path):
    fit(call, corpus, "--no-texts", "--out", "run")
    assert {path.name for path in (tmp_path / "run").iterdir()} == FILES - {"texts.jsonl.gz"}
    columns = (tmp_path / "run/documents.csv").read_text().splitlines()[0]
    assert columns == "id,cluster,confidence,second,class"
    outcome = call("show", "run", "--cluster", 1, "--json")
    assert {name for one in outcome.json["documents"] for name in one} == {"id", "confidence"}


def test_quiet_prints_nothing(call, corpus, tmp_path):
    outcome = fit(call, corpus, "-q")
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "")
    assert (tmp_path / "runs/letters/documents.csv").is_file()


def test_verbose_tells_every_restart(call, corpus):
    lines = fit(call, corpus, "-v").err.splitlines()
    assert "reading ..." in lines
    assert "fitting consensus ..." in lines
    assert [line[:12] for line in lines if "criterion" in line] == ["start 1 of 2", "start 2 of 2"]


def test_verbose_tells_what_lies_ahead(call, corpus):
    lines = fit(call, corpus, "-v").err.splitlines()
    assert "consensus: 3 starts of every opinion by all words, 2 by each half of them" in lines
    lines = call("fit", corpus, "-k", "3", "--model", "nmf", "--n-init", "30", "-v").err.splitlines()
    assert "nmf: 30 starts of at most 100 sweeps, 200 passes over the matrix" in lines


def test_json_is_one_object_and_nothing_else(call, corpus):
    outcome = fit(call, corpus, "--json", "--out", "r")
    assert outcome.out.count("\n") == 1
    found = outcome.json
    assert set(found) == {"run", "model", "n_clusters", "criterion", "metrics", "clusters"}
    assert (found["run"], found["model"], found["n_clusters"]) == ("r", "consensus", 3)
    assert found["criterion"] > 0
    assert found["metrics"]["nmi"] == pytest.approx(1.0)
    assert {"nmi", "ari", "acc"} <= set(found["metrics"])
    assert [set(cluster) for cluster in found["clusters"]] == [
        {"cluster", "size", "share", "words", "documents"}
    ] * 3
    assert sum(cluster["share"] for cluster in found["clusters"]) == pytest.approx(1.0)
    assert fit(call, corpus, "--json", "-q", "--out", "r").out == outcome.out


def test_json_has_no_metrics_without_known_classes(call, tmp_path):
    (tmp_path / "plain.txt").write_text("red oak\nred elm\ncold rain\ncold snow\n")
    found = call("fit", "plain.txt", "-k", "2,3", "--model", "nmtf", "--json", "-q").json
    assert found["metrics"] == {}
    assert found["n_clusters"] == [2, 3]


def test_the_same_seed_gives_the_same_files(call, corpus, tmp_path):
    settings = ("--json", "--out", "r", "--set", "init=random", "--set", "max-iter=3", "--seed")
    model = ("--model", "nmf")
    first, second, other = (fit(call, corpus, *model, *settings, seed).json for seed in ("1", "1", "2"))
    assert first == second
    assert other["criterion"] != first["criterion"]


def test_an_earlier_run_is_replaced_and_that_is_said(call, corpus):
    assert "replaced" not in fit(call, corpus).err
    assert "the earlier run in runs/letters was replaced" in fit(call, corpus).err


def test_model_parameters_are_passed_on_and_recorded(call, corpus, tmp_path):
    model = ("--model", "wc-nmtf")
    fit(call, corpus, *model, "--set", "regularization=0.25", "--set", "max-iter=7", "--out", "r")
    config = (tmp_path / "r/config.toml").read_text()
    assert "regularization = 0.25" in config
    assert "max_iter = 7" in config
    assert "random_state = 0" in config


@pytest.mark.parametrize("model", ["nmf", "nmtf", "spherical-kmeans", "wc-nmtf", "consensus"])
def test_every_model_fits(call, corpus, model):
    assert fit(call, corpus, "--model", model, "--json").json["metrics"]["nmi"] > 0.8


def test_strict_fails_when_the_fit_did_not_converge_but_keeps_the_run(call, corpus, tmp_path):
    hurried = ("--model", "nmf", "--set", "max_iter=2", "--set", "tol=0", "--json")
    assert fit(call, corpus, *hurried).code == 0
    outcome = fit(call, corpus, *hurried, "--strict", "--out", "r")
    assert outcome.code == 4
    assert outcome.err.splitlines()[-1].startswith("cotext: error: nmf did not converge in 2 sweeps")
    assert outcome.json["run"] == "r"
    assert (tmp_path / "r/arrays.npz").is_file()
    assert fit(call, corpus, "--strict").code == 0
    assert fit(call, corpus, "--strict", "--model", "wc-nmtf", "--set", "tol=0").code == 0  # stops on purpose


def test_warnings_are_notes_and_quiet_hides_them(call, corpus):
    hurried = ("--model", "nmf", "--set", "max_iter=2", "--set", "tol=0")
    assert "stopped after max_iter=2 sweeps" in fit(call, corpus, *hurried).err
    assert fit(call, corpus, *hurried, "-q").err == ""


def test_empty_documents_are_kept(call, tmp_path, records):
    lines = [{"body": ""}, *records, {"body": "zzz"}]
    (tmp_path / "gaps.jsonl").write_text("\n".join(map(json.dumps, lines)))
    outcome = call("fit", "gaps.jsonl", "-k", "3", "--n-init", "1", "--out", "r")
    assert outcome.err.count("2 of 32 documents") == 1
    rows = list(csv.DictReader(io.StringIO((tmp_path / "r/documents.csv").read_text())))
    assert len(rows) == 32
    assert [rows[0]["id"], rows[1]["id"]] == ["0", "d0"]
    assert [rows[0]["cluster"], rows[31]["cluster"]] == ["-1", "-1"]
    assert "2 of 32 documents have no known words: they are in cluster -1" in outcome.err
    assert "largest cluster" not in outcome.err


def test_texts_come_from_standard_input(call, monkeypatch, records, tmp_path):
    typed = "\n".join(record["body"] for record in records)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
    assert fit(call, "-").code == 0
    assert (tmp_path / "runs/stdin/documents.csv").is_file()


def test_the_default_run_is_named_after_the_whole_file_name(call, tmp_path, records):
    for year in ("2023", "2024"):
        (tmp_path / f"news.{year}.txt").write_text("\n".join(record["body"] for record in records))
        fit(call, f"news.{year}.txt", "-q")
    (tmp_path / "folder.v1").mkdir()
    for number, record in enumerate(records):
        (tmp_path / f"folder.v1/{number}.txt").write_text(record["body"])
    fit(call, "folder.v1", "-q")
    assert {path.name for path in (tmp_path / "runs").iterdir()} == {"news.2023", "news.2024", "folder.v1"}


def test_an_environment_variable_is_a_default(call, corpus, monkeypatch):
    monkeypatch.setenv("COTEXT_FIT_MODEL", "nmf")
    assert fit(call, corpus, "--json").json["model"] == "nmf"
    assert fit(call, corpus, "--json", "--model", "nmtf").json["model"] == "nmtf"


def test_the_model_is_made_once(call, corpus, monkeypatch):
    from cotext import models

    honest, made = models.make, []
    monkeypatch.setattr(models, "make", lambda Model, **given: made.append(given) or honest(Model, **given))
    assert fit(call, corpus, "--model", "nmf", "--seed", "7", "-q").code == 0
    assert [given["random_state"] for given in made] == [7]


@pytest.mark.parametrize("name", ["weighting", "stage", "note", "documents", "id"])
def test_set_is_for_parameters_of_the_model_alone(call, name):
    outcome = call("fit", "no-such-file", "--model", "nmf", "--set", f"{name}=tf")
    assert outcome.code == 2
    assert f"nmf has no parameter '{name}'; it has n_clusters" in outcome.err
