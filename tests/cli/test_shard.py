"""``cotext shard``, and what other commands make of a store."""

import json
import os
import signal
import subprocess
import sys

import pytest


@pytest.fixture
def store(call, jsonl):
    assert call("shard", jsonl, "--out", "news.store", "--block-entries", "300", "-q").code == 0
    return "news.store"


@pytest.fixture
def jsonl(records, tmp_path):
    path = tmp_path / "news.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def clusters(run):
    return [line.split(",")[:2] for line in open_lines(f"{run}/documents.csv")]


def open_lines(path):
    with open(path) as stream:
        return stream.read().splitlines()


def test_a_store_is_fitted_as_its_documents_are(call, store, jsonl):
    told = call("fit", store, "-k", "3", "--out", "there", "--json").json
    here = call("fit", jsonl, "-k", "3", "--out", "here", "--json").json
    assert told["metrics"]["nmi"] == here["metrics"]["nmi"]
    assert clusters("there") == clusters("here")
    assert call("show", "there").code == 0
    again = call("predict", "there", store)
    assert [line.split(",")[:2] for line in again.out.splitlines()] == clusters("there")
    assert call("predict", "there", store, "--out", "all.csv").err.count("documents: all.csv") == 1


def test_sharding_says_what_it_made_and_that_it_is_done(call, jsonl):
    first = call("shard", jsonl, "--out", "s", "--block-entries", "300", "--json").json
    assert first["documents"] == len(open_lines(jsonl))
    assert first["blocks"] > 1
    again = call("shard", jsonl, "--out", "s", "--block-entries", "300")
    assert "complete already" in again.err
    assert "documents" in again.out


def test_a_fit_of_a_store_tells_what_it_takes_before_it_begins(call, store):
    told = call("fit", store, "-k", "3", "--model", "nmf", "--out", "run").err
    assert "nmf: about " in told
    assert "of memory (" in told
    assert "no disk besides the store, 10 starts of at most " in told
    assert "passes over the matrix" in told
    assert "a sweep over the blocks" not in told  # it is over at once
    assert call("fit", store, "-k", "3", "--out", "quiet", "-q").err == ""
    told = call("fit", store, "-k", "3", "--model", "splbm", "--out", "all").err
    assert "splbm: needs all documents at once, " in told


def test_the_number_of_threads_can_be_given(call, jsonl):
    assert call("shard", jsonl, "--out", "s", "--jobs", "1", "-q").code == 0
    assert call("shard", jsonl, "--out", "s", "--append", "--jobs", "1", "-q").code == 0
    assert call("shard", jsonl, "--out", "t", "--jobs", "0").code == 2


def test_added_documents_tell_how_many_of_their_words_are_unknown(call, store, tmp_path):
    (tmp_path / "more.jsonl").write_text('{"id": "x", "body": "zyzzyva zyzzyva"}\n')
    told = call("shard", "more.jsonl", "--out", store, "--append")
    assert told.code == 0
    assert "100.0% of the words" in told.err


@pytest.mark.parametrize("text", ["min_df=3", "stem=porter"])
def test_what_the_store_has_settled_cannot_be_asked_for_again(call, store, text):
    name, value = text.split("=")
    told = call("fit", store, f"--{name.replace('_', '-')}", value)
    assert told.code == 2
    assert "fixed when the store was written" in told.err


def test_what_cannot_be_done_with_a_store_is_said(call, store, jsonl):
    assert "is given alone" in call("fit", store, jsonl, "--out", "run").err
    assert "is a store" in call("choose", store).err
    assert "is a store" in call("shard", store, "--out", "other").err
    call("fit", store, "-k", "3", "--out", "run", "-q")
    for option in (["--json"], ["--memberships", "m.csv"]):
        told = call("predict", "run", store, *option)
        assert told.code == 2
        assert "use --out FILE" in told.err


def test_a_damaged_store_is_one_line_with_the_remedy(call, store, tmp_path):
    block = tmp_path / store / "blocks" / "000001.values.npy"
    good = block.read_bytes()
    for bad, told in ((good[:-1], "bytes, expected"), (good[:-1] + b"\7", "was altered")):
        block.write_bytes(bad)
        got = call("fit", store, "-k", "3", "--out", "run")
        assert got.code == 1
        assert told in got.err
        assert "cotext shard" in got.err
        assert got.err.count("\n") == 1 or got.err.splitlines()[-1].startswith("cotext: error: ")
    block.unlink()
    assert "is missing" in call("fit", store).err


def test_a_store_of_other_words_is_not_predicted(call, store, tmp_path):
    call("fit", store, "-k", "3", "--out", "run", "-q")
    (tmp_path / "other.jsonl").write_text('{"body": "entirely other words"}\n{"body": "some more"}\n')
    call("shard", "other.jsonl", "--out", "other", "-q")
    told = call("predict", "run", "other")
    assert told.code == 2
    assert "another vocabulary" in told.err


@pytest.mark.skipif(os.name == "nt", reason="no signals on Windows")
def test_a_killed_shard_goes_on_and_ends_with_the_same_bytes(call, jsonl, tmp_path):
    args = ["shard", str(jsonl), "--block-entries", "300", "-q", "--out"]
    assert call(*args, "whole").code == 0
    killed = (
        "import os, signal, sys; from cotext.store import write; real = write.write_manifest\n"
        "def once(folder, manifest):\n"
        "    real(folder, manifest)\n"
        "    if len(manifest.blocks) == 2: os.kill(os.getpid(), signal.SIGKILL)\n"
        "write.write_manifest = once\n"
        "from cotext.cli import main; main(sys.argv[1:])"
    )
    run = subprocess.run([sys.executable, "-c", killed, *args, str(tmp_path / "part")], check=False)
    assert run.returncode == -signal.SIGKILL
    assert "is not complete" in call("fit", "part").err
    assert call(*args, "part").code == 0
    for path in sorted((tmp_path / "whole" / "blocks").iterdir()):
        assert (tmp_path / "part" / "blocks" / path.name).read_bytes() == path.read_bytes()
