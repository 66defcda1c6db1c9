"""One writer at a time, also where the disk knows no locks; a run takes its place without an exchange too."""

import ctypes
import errno
import os
import socket
import subprocess
import sys
import threading
import types
from pathlib import Path

import pytest

from cotext.errors import CannotWrite, UsageError
from cotext.files import check_plain, lock
from cotext.result import CoClustering
from cotext.runfolder import atomic_swap, refuse_foreign

fcntl = pytest.importorskip("fcntl")


@pytest.fixture
def no_locks(monkeypatch):
    """A disk on which flock fails, as on some networks."""

    def flock(handle, how):
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", flock)


def dead_process():
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_without_locks_a_run_is_saved_and_nothing_else_stays(no_locks, result, tmp_path, models):
    for _ in range(2):
        result.save(tmp_path / "run")
    assert CoClustering.load(tmp_path / "run", models=models).n_clusters == (2, 3)
    assert names(tmp_path) == ["run"]


def test_without_locks_the_second_writer_waits_for_the_first(no_locks, tmp_path):
    inside, seen, first_is_done = threading.Event(), [], threading.Event()

    def second():
        inside.wait()
        with lock.locked(tmp_path / "run"):
            seen.append(first_is_done.is_set())

    waiting = threading.Thread(target=second)
    waiting.start()
    with lock.locked(tmp_path / "run"):
        assert os.readlink(tmp_path / ".run.owner") == f"{os.getpid()} {socket.gethostname()}"
        inside.set()
        waiting.join(4 * lock.PAUSE)
        assert waiting.is_alive()
        first_is_done.set()
    waiting.join()
    assert seen == [True]
    assert names(tmp_path) == []


def test_without_locks_what_a_dead_process_of_this_computer_left_is_removed(no_locks, tmp_path):
    os.symlink(f"{dead_process()} {socket.gethostname()}", tmp_path / ".run.owner")
    with lock.locked(tmp_path / "run"):
        assert os.readlink(tmp_path / ".run.owner").startswith(f"{os.getpid()} ")
    assert names(tmp_path) == []


@pytest.mark.parametrize(
    ("left", "who"), [("1234 elsewhere", "process 1234 of elsewhere"), ("", "another process")]
)
def test_without_locks_an_owner_who_cannot_be_asked_is_named(
    no_locks, result, tmp_path, monkeypatch, left, who
):
    monkeypatch.setattr(lock, "PATIENCE", 0.0)
    if left:
        os.symlink(left, tmp_path / ".run.owner")
    else:
        (tmp_path / ".run.owner").touch()  # none of ours
    with pytest.raises(
        CannotWrite, match=rf"run cannot be written \({who} is writing it; if .* delete .*\.run\.owner"
    ):
        result.save(tmp_path / "run")
    assert names(tmp_path) == [".run.owner"]
    (tmp_path / ".run.owner").unlink()
    result.save(tmp_path / "run")


def test_without_locks_and_links_a_run_is_saved_all_the_same(no_locks, result, tmp_path, monkeypatch):
    def symlink(target, path):
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "symlink", symlink)
    result.save(tmp_path / "run")
    assert names(tmp_path) == ["run"]


@pytest.mark.parametrize("disk", ["with locks", "without"])
def test_who_does_not_wait_is_told_who_is_writing(disk, request, tmp_path):
    if disk == "without":
        request.getfixturevalue("no_locks")
    with lock.locked(tmp_path / "run"):
        who = f"{os.getpid()} of {socket.gethostname()}"
        with (
            pytest.raises(UsageError, match=f"run is being written by process {who}"),
            lock.locked(tmp_path / "run", wait=False),
        ):
            pytest.fail("two writers")
    with lock.locked(tmp_path / "run", wait=False):
        pass
    assert names(tmp_path) == []


def test_a_save_that_waits_looks_at_the_folder_only_when_it_is_its_turn(result, tmp_path, models):
    run, told = tmp_path / "run", []

    def second():
        try:
            result.save(run)
        except UsageError as error:
            told.append(error)

    result.save(run)
    waiting = threading.Thread(target=second)
    with lock.locked(run):
        (run / "config.toml").rename(tmp_path / "config.toml")  # the first is removing the run
        waiting.start()
        waiting.join(4 * lock.PAUSE)
        assert waiting.is_alive()
        (tmp_path / "config.toml").rename(run / "config.toml")
    waiting.join()
    assert not told
    assert CoClustering.load(run, models=models).n_clusters == (2, 3)


def test_a_run_that_vanishes_while_it_is_looked_at_is_nobodys(tmp_path, monkeypatch):
    monkeypatch.setattr(Path, "exists", lambda path: True)
    refuse_foreign(tmp_path / "run")


def test_a_name_is_asked_for_once_as_it_may_vanish(tmp_path, monkeypatch):
    lstat = os.lstat
    (tmp_path / "config.toml").touch()

    def removes(path):
        found = lstat(path)
        os.unlink(path)
        return found

    monkeypatch.setattr(os, "lstat", removes)
    check_plain(tmp_path / "config.toml")
    monkeypatch.undo()
    assert names(tmp_path) == []


def test_only_a_process_of_this_computer_is_known_to_be_over():
    here = socket.gethostname()
    assert lock.is_over(f"{dead_process()} {here}")
    assert not any(map(lock.is_over, (f"{os.getpid()} {here}", f"{dead_process()} elsewhere", "", "x y")))


def test_a_lock_that_fails_for_another_reason_is_an_error(result, tmp_path, monkeypatch):
    def flock(handle, how):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(fcntl, "flock", flock)
    with pytest.raises(CannotWrite, match="Input/output error"):
        result.save(tmp_path / "run")


@pytest.fixture
def mac(monkeypatch):
    """Stand in for the library of macOS: what it is asked, and what ``renamex_np`` answers."""

    def with_library(**functions):
        monkeypatch.setattr(sys, "platform", "darwin")
        monkeypatch.setattr(ctypes, "CDLL", lambda *args, **named: types.SimpleNamespace(**functions))
        monkeypatch.setattr(atomic_swap, "_exchange", atomic_swap._exchange.__wrapped__)

    return with_library


def test_where_macos_lacks_the_call_a_run_is_replaced_in_two_steps(result, tmp_path, models, mac):
    result.save(tmp_path / "run")
    mac()
    assert atomic_swap._exchange() is None
    (tmp_path / "run" / "notes.txt").write_text("mine")
    result.save(tmp_path / "run")
    assert CoClustering.load(tmp_path / "run", models=models).n_clusters == (2, 3)
    assert (names(tmp_path), (tmp_path / "run" / "notes.txt").read_text()) == (["run"], "mine")


@pytest.mark.parametrize("code", [errno.ENOTSUP, errno.EINVAL])
def test_where_macos_cannot_exchange_on_this_disk_a_run_is_replaced_in_two_steps(result, tmp_path, mac, code):
    asked = []

    def refuses(*arguments):
        asked.append(arguments)
        ctypes.set_errno(code)
        return -1

    result.save(tmp_path / "run")
    mac(renamex_np=refuses)
    result.save(tmp_path / "run")
    ((draft, run, flags),) = asked
    assert (run, flags) == (os.fsencode(tmp_path / "run"), 2)
    assert draft.endswith(b".tmp")
    assert names(tmp_path) == ["run"]
