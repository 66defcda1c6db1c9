"""Whatever fails while a run is saved, whenever the process dies: the old run is there, or the new one."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from cotext.errors import CannotWrite, UsageError
from cotext.result import CoClustering
from cotext.runfolder.atomic_swap import exchange

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that can be forked")


def attack(name, folder, exchanges, stride=1):
    """What each step of an attack came to, and which run was there after it."""
    script = Path(__file__).with_name("faults.py")
    command = [sys.executable, "-W", "error", str(script), name, str(folder), str(exchanges), str(stride)]
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"}, check=False
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return Counter(tuple(line.rsplit(" ", 1)) for line in done.stdout.splitlines())


@pytest.mark.parametrize("exchanges", [True, False])
def test_a_call_that_fails_leaves_the_old_run_or_the_new_one(tmp_path, exchanges):
    found = attack("errors", tmp_path, exchanges)
    assert {run for _, run in found} == {"old", "new"}
    assert ("fsync told", "new") in found  # of the folder above, once the run has its name
    assert {what for what, run in found if run == "old"} >= (
        {"exchange told"} if exchanges else {"rename told"}
    )
    if exchanges:
        assert found["write told", "old"] > 20
        assert found["fsync told", "old"] == 18


@pytest.mark.parametrize(
    ("exchanges", "stride"),
    [(True, 4), (False, 1), pytest.param(True, 1, marks=pytest.mark.slow)],
)
def test_a_process_that_dies_leaves_the_old_run_or_the_new_one(tmp_path, exchanges, stride):
    found = attack("deaths", tmp_path, exchanges, stride)
    assert found["death", "old"] > (60 // stride if exchanges else 1)
    assert found["death", "new"] > 5 // stride


def test_a_call_that_fails_leaves_a_run_with_the_edit_or_without_it(tmp_path):
    found = attack("edits", tmp_path, True)
    assert found["told", "old"] > 50
    assert found["told", "new"] < 20


@pytest.mark.parametrize("stride", [3, pytest.param(1, marks=pytest.mark.slow)])
def test_a_process_that_dies_leaves_a_run_with_the_edit_or_without_it(tmp_path, stride):
    found = attack("edit deaths", tmp_path, True, stride)
    assert found["told", "old"] > 50 // stride
    assert found["told", "new"] > 10 // stride


@pytest.mark.parametrize(
    ("name", "exchanges"),
    [("crowd", True), pytest.param("crowd", False, marks=pytest.mark.slow), ("crowd without locks", False)],
)
def test_two_writers_and_a_reader_do_not_disturb_each_other(tmp_path, name, exchanges):
    found = attack(name, tmp_path, exchanges)
    assert found["read", "one"] > 0
    assert found["read", "other"] > 0


def test_two_names_are_exchanged_in_one_step(tmp_path):
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text(name)
    if not exchange(tmp_path / "one", tmp_path / "other"):
        pytest.skip("this disk cannot")
    assert (tmp_path / "one" / "file").read_text() == "other"
    assert (tmp_path / "other" / "file").read_text() == "one"
    with pytest.raises(FileNotFoundError):
        exchange(tmp_path / "one", tmp_path / "nobody")


def test_a_file_of_a_dead_save_that_is_not_ours_is_kept_under_a_free_name(result, tmp_path, models):
    run, dead = tmp_path / "run", tmp_path / ".run.0123abcd.tmp"
    result.save(run)
    (run / "notes.txt").write_text("newer")
    dead.mkdir()
    for name in ("notes.txt", "arrays.npz", ".arrays.npz.ab_c0123", ".config.toml.swp"):
        (dead / name).write_text("older")
    result.save(run)
    assert [path.name for path in tmp_path.iterdir()] == ["run"]
    assert {name: (run / name).read_text() for name in ("notes.txt", "notes.txt.1", ".config.toml.swp")} == {
        "notes.txt": "newer",
        "notes.txt.1": "older",
        ".config.toml.swp": "older",
    }
    assert not (run / ".arrays.npz.ab_c0123").exists()


def test_folders_beside_a_run_that_only_look_alike_are_left_alone(result, tmp_path):
    others = (".run.tmp", ".run.0123abcd", ".other.0123abcd.tmp", "run.0123abcd.tmp", ".run.0123ABCD.old")
    for name in others:
        (tmp_path / name).mkdir()
    result.save(tmp_path / "run")
    assert {path.name for path in tmp_path.iterdir()} == {"run", *others}


def test_a_run_that_lost_its_name_is_found_by_whoever_loads_it(result, tmp_path, models):
    result.save(tmp_path / "run")
    (tmp_path / "run").rename(tmp_path / ".run.0123abcd.old")
    assert CoClustering.load(tmp_path / "run", models=models).n_clusters == (2, 3)
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


def test_a_run_that_never_was_is_not_found(tmp_path):
    with pytest.raises(UsageError, match="is not a run folder"):
        CoClustering.load(tmp_path / "run")


def test_a_place_that_cannot_be_written_is_named(result, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotWrite, match=r"run cannot be written \(File exists\)"):
        result.save(tmp_path / "file" / "run")
