"""``cotext fit --resume``: the command continues an interrupted fit, and says how."""

import signal
import subprocess
import sys

import pytest

from cotext.console import Console
from cotext.runfolder.atomic_swap import leftovers

MODEL = ["--model", "nmf", "--n-init", "30", "--set", "max_iter=8", "--set", "tol=0"]
KILLED = """
import os, signal, sys
from cotext.cli import main
from cotext.console import Console
seen = []
def sweep(talk, step):
    seen.append(step)
    if len(seen) == 100:
        os.kill(os.getpid(), signal.SIGKILL)
Console.sweep = sweep
main(sys.argv[1:])
"""


@pytest.fixture
def broken_off(call, corpus, monkeypatch):
    """A fit that somebody stopped by Ctrl-C, and what it said."""

    def run(*more, after=100):
        seen = []

        def sweep(talk, step):
            seen.append(step)
            if len(seen) == after:
                raise KeyboardInterrupt

        with monkeypatch.context() as patched:
            patched.setattr(Console, "sweep", sweep)
            return call("fit", corpus, "-k", "3", *MODEL, "--checkpoint", "0", *more)

    return run


def contents(folder):
    """All that a run says, but when it was made."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "environment.json"}


def test_a_killed_command_goes_on_and_writes_the_same_run(call, corpus, tmp_path):
    command = ["fit", str(corpus), "-k", "3", *MODEL]
    done = subprocess.run(
        [sys.executable, "-c", KILLED, *command, "--out", "runs/killed", "--checkpoint", "0"],
        cwd=tmp_path,
        capture_output=True,
        timeout=120,
    )
    assert done.returncode == -signal.SIGKILL
    assert not (tmp_path / "runs/killed").exists()
    outcome = call(*command, "--out", "runs/killed", "--resume")
    assert outcome.code == 0
    assert outcome.err.startswith("continues from runs/killed.checkpoint\n")
    assert call(*command, "--out", "runs/whole").code == 0
    assert contents(tmp_path / "runs/killed") == contents(tmp_path / "runs/whole")
    assert sorted(path.name for path in (tmp_path / "runs").iterdir()) == ["killed", "whole"]


def test_an_interrupt_says_where_the_checkpoint_is_and_how_to_go_on(broken_off, tmp_path):
    outcome = broken_off("--out", "run", "-q")
    assert outcome.code == 130
    assert outcome.err == (
        "cotext: progress saved to run.checkpoint; rerun with --resume to continue\ncotext: interrupted\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["run.checkpoint"]


def test_a_fit_without_resume_says_what_it_leaves_behind(broken_off, call, corpus, tmp_path):
    broken_off("--out", "run")
    outcome = call("fit", corpus, "-k", "3", *MODEL, "--out", "run")
    assert outcome.err.startswith(
        "run.checkpoint of an interrupted fit is replaced: rerun with --resume to continue that fit\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["run"], "the run is saved, so it is not needed"


def test_resume_without_a_checkpoint_begins_anew_and_says_so(call, corpus):
    outcome = call("fit", corpus, "-k", "3", *MODEL, "--out", "run", "--resume")
    assert outcome.code == 0
    assert outcome.err.startswith("no checkpoint run.checkpoint: starts from scratch\n")


def test_a_checkpoint_of_other_options_or_damaged_is_one_line(broken_off, call, corpus, tmp_path):
    broken_off("--out", "run")
    outcome = call("fit", corpus, "-k", "4", *MODEL, "--out", "run", "--resume", "-q")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err == (
        "cotext: error: run.checkpoint is of another fit (n_clusters: 3 there, 4 here): use the data and "
        "settings of that fit, or delete the file to start again.\n"
    )
    whole = (tmp_path / "run.checkpoint").read_bytes()
    (tmp_path / "run.checkpoint").write_bytes(whole[:-1])
    outcome = call("fit", corpus, "-k", "3", *MODEL, "--out", "run", "--resume", "-q")
    assert outcome.code == 1
    assert outcome.err == (
        "cotext: error: run.checkpoint is damaged, its checksum does not match: delete it to start again.\n"
    )
    assert not (tmp_path / "run").exists()


def test_the_checkpoint_stays_until_the_run_is_saved(call, corpus, monkeypatch, tmp_path):
    def full(result, folder):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("cotext.result.coclustering.CoClustering.save", full)
        assert call("fit", corpus, "-k", "3", *MODEL, "--out", "run", "--checkpoint", "0").code == 1
    assert (tmp_path / "run.checkpoint").is_file()
    steps = []
    monkeypatch.setattr(Console, "sweep", lambda talk, step: steps.append(step))
    assert call("fit", corpus, "-k", "3", *MODEL, "--out", "run", "--resume").code == 0
    assert not steps, "only the saving was left to do"
    assert [path.name for path in tmp_path.iterdir()] == ["run"]
    assert not leftovers(tmp_path / "run")


def test_seed_words_are_part_of_the_fit(broken_off, call, corpus, tmp_path):
    (tmp_path / "seeds.txt").write_text("alpha1 alpha2\nbeta1 beta2\n")
    broken_off("--out", "run", "--seed-words", "seeds.txt", after=3)
    outcome = call("fit", corpus, "-k", "3", *MODEL, "--out", "run", "--resume", "-q")
    assert outcome.code == 1
    assert "is of another fit (init: " in outcome.err


def test_a_run_in_this_very_folder_has_its_checkpoint_beside_it(broken_off, tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    broken_off("--out", ".")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here", "here.checkpoint"]
