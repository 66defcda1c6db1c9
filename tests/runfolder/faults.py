"""A disk that fails, or a process that dies, at the n-th thing that a save or an edit asks of the system.

``python faults.py ATTACK FOLDER EXCHANGES STRIDE`` runs one of the attacks below in a process of its own.
"""

import errno
import fcntl
import mmap
import os
import sys
import traceback
import warnings
from contextlib import contextmanager
from functools import cache
from itertools import count, product
from pathlib import Path

import numpy as np
from scipy import sparse

from cotext.corpus import DocWord
from cotext.errors import CotextError
from cotext.models import NMF
from cotext.result import CoClustering
from cotext.runfolder import atomic_swap
from cotext.runfolder.edits import EDITS, add_edit, read_edits

CALLS = ("open", "fsync", "rename", "replace", "mkdir", "unlink", "rmdir", "chmod")
EDIT_CALLS = ("open", "write", "fsync", "ftruncate", "lseek", "read", "unlink", "lstat")
ERRORS = (errno.ENOSPC, errno.EIO)
EVERY = 10  # of so many writes of a file one is counted: a zip has hundreds
STRIDE = 1  # of so many calls one is the last of its process


WRITE = os.write


class Faults:
    """Counts opens, writes, flushes, renames and removals; number ``at`` fails, or is the last.

    With ``lasts`` all that follow fail, too.
    """

    def __init__(self, at, dies, lasts=False):
        self.at, self.dies, self.lasts, self.seen = at, dies, lasts, []

    def __call__(self, name, function, *args, **named):
        self.seen.append(name)
        if len(self.seen) != self.at and not (self.lasts and len(self.seen) > self.at > 0):
            return function(*args, **named)
        if name == "write" and function is WRITE:  # half of it gets to the disk
            handle, data = args
            args = (handle, bytes(data)[: len(data) // 2])
            if not self.dies and len(self.seen) == self.at:
                function(*args)
        if self.dies:
            try:
                function(*args, **named)
            finally:
                os._exit(9)
        code = ERRORS[self.at % 2]
        raise OSError(code, os.strerror(code))


class Stream:
    """A file whose writes are counted; of the one that a process dies in only half gets to the disk."""

    def __init__(self, stream, faults):
        self._stream, self._faults, self._writes = stream, faults, 0

    def write(self, data):
        self._writes += 1
        if self._writes % EVERY != 1:
            return self._written(data)
        if self._faults.dies and len(self._faults.seen) + 1 == self._faults.at:
            data = bytes(data)[: len(data) // 2]
        return self._faults("write", self._written, data)

    def _written(self, data):
        written = self._stream.write(data)
        self._stream.flush()
        return written

    def __getattr__(self, name):
        return getattr(self._stream, name)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self._stream.close()


@contextmanager
def failing(at, *, dies=False, exchanges=True, calls=CALLS, lasts=False):
    """Within this, call number ``at`` fails; ``exchanges`` is whether the system can exchange two names."""
    faults, exchange = Faults(at, dies, lasts), atomic_swap.exchange
    real = {name: getattr(os, name) for name in (*calls, "fdopen")}

    def counted(name):
        return lambda *args, **named: faults(name, real[name], *args, **named)

    for name in calls:
        setattr(os, name, counted(name))
    os.fdopen = lambda *args, **named: Stream(real["fdopen"](*args, **named), faults)
    atomic_swap.exchange = lambda *names: exchanges and faults("exchange", exchange, *names)
    try:
        yield faults
    finally:
        for name, function in real.items():
            setattr(os, name, function)
        atomic_swap.exchange = exchange


@cache
def made(note):
    X = sparse.csr_array(np.kron(np.eye(2), np.ones((3, 2))))
    docword = DocWord(X, vocabulary=list("wxyz"), ids=list("abcdef"), notes=(note,))
    return CoClustering.from_fit(NMF(2, n_init=1, random_state=0).fit(X), docword, texts=[note] * 6)


def which(run):
    """The note of the run that is there, and its table."""
    result = CoClustering.load(run)
    note = result.docword.notes[0]
    assert list(result.texts) == [note] * 6
    assert (run / "documents.csv").read_text().startswith("id,cluster,confidence,second,excerpt\n")
    return note


def started(folder):
    run = folder / "run"
    made("old").save(run)
    (run / "notes.txt").write_text("mine")
    return run


def check_next_save(run):
    """The next save works, keeps what is not ours and leaves nothing else."""
    made("old").save(run)
    assert which(run) == "old"
    assert (run / "notes.txt").read_text() == "mine"
    assert [path.name for path in run.parent.iterdir()] == ["run"], list(run.parent.iterdir())


def steps(run, exchanges):
    """The numbers of the calls of a save; where names are not exchanged, of its end, which alone differs."""
    with failing(0, exchanges=exchanges) as faults:
        made("old").save(run)
    last = len(faults.seen)
    return range(1 if exchanges else faults.seen.index("rename") - 1, last + 1)


def errors(folder, exchanges=True):
    """Every call fails once: the error names the run, the old or the new one is there."""
    run, found = started(folder), []
    for at in steps(run, exchanges):
        said = ""
        with failing(at, exchanges=exchanges) as faults:
            try:
                made("new").save(run)
            except CotextError as error:
                said = str(error)
        assert not said or said.startswith(f"{run} cannot be written ("), said
        found.append((f"{faults.seen[at - 1]} {'told' if said else 'ignored'}", which(run)))
        check_next_save(run)
    return found


def deaths(folder, exchanges=True):
    """Every call is the last thing a process does."""
    run, found = started(folder), []
    for at in steps(run, exchanges)[::STRIDE]:
        if not (child := os.fork()):
            with failing(at, dies=True, exchanges=exchanges):
                made("new").save(run)
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9, f"nobody died at {at}"
        found.append(("death", which(run)))
        check_next_save(run)
    return found


ONE = b'{"edit": "rename", "cluster": 0, "name": "one"}'
BEFORE = (None, b"", ONE + b"\n", ONE, ONE + b"\n" + ONE[:30])  # what is there before another edit


def edited(run):
    """The names that edits gave to a cluster, whatever became of the last one."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that half a line was dropped
        names = [edit.values["name"] for edit in read_edits(run)]
        loaded = CoClustering.load(run).names
    assert loaded == ({0: names[-1]} if names else {})
    return names


def rename(run, name):
    add_edit(run, edit="rename", cluster=0, name=name)


def failing_edit(run, at, lasts):
    """Whether call number ``at`` of an edit was reached, and what the edit said."""
    with failing(at, calls=EDIT_CALLS, lasts=lasts) as faults:
        try:
            rename(run, "two")
        except CotextError as error:
            return True, str(error)
    return len(faults.seen) >= at, ""


def deadly_edit(run, at, lasts):
    """The same for an edit that is the last thing that its process does."""
    if not (child := os.fork()):
        with failing(at, dies=True, calls=EDIT_CALLS):
            rename(run, "two")
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9, "it died"


def edits(folder, exchanges=True, attempt=failing_edit):
    """Every call of an edit fails, once or from then on: the run has the edit or not, and takes the next."""
    run, found = started(folder), []
    for content, lasts in product(BEFORE, (False, True)):
        for at in count(1, STRIDE if attempt is deadly_edit else 1):
            (run / EDITS).unlink(missing_ok=True)
            if content is not None:
                (run / EDITS).write_bytes(content)
            reached, said = attempt(run, at, lasts)
            if not reached:
                break
            now = edited(run)
            new = now == ["one"] * bool(content) + ["two"]
            assert new or now == ["one"] * bool(content), (content, at, now)
            assert new or said, f"call {at} failed without a word"
            rename(run, "three")
            with warnings.catch_warnings():
                warnings.simplefilter("error")  # no half line is left
                assert [edit.values["name"] for edit in read_edits(run)] == [*now, "three"]
            found.append(("told" if said else "ignored", "new" if new else "old"))
    return found


def edit_deaths(folder, exchanges=True):
    """Every call is the last thing that the process of an edit does."""
    return edits(folder, attempt=deadly_edit)


def crowd(folder, exchanges=True, saves=10, most=300):
    """Two processes save the same run until this one has read what each of them wrote."""
    run, found, writers, seen_both = started(folder), [], [], mmap.mmap(-1, 1)
    for name in ("one", "other"):
        if not (child := os.fork()):
            code = 1
            try:
                with failing(0, exchanges=exchanges):
                    for number in range(most):
                        if number >= saves and seen_both[0]:
                            break
                        made(name).save(run)
                code = 0
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(code)
        writers.append(child)
    while writers:
        found.append(("read", CoClustering.load(run).docword.notes[0]))
        seen_both[0] = {("read", "one"), ("read", "other")} <= set(found)
        child, status = os.waitpid(-1, os.WNOHANG)
        if child:
            writers.remove(child)
            assert os.waitstatus_to_exitcode(status) == 0, "a writer failed"
    check_next_save(run)
    return found


def no_lock(handle, how):
    raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))


if __name__ == "__main__":
    attack, place, exchanges, stride = sys.argv[1:]
    STRIDE = int(stride)
    if attack == "crowd without locks":
        fcntl.flock, attack = no_lock, "crowd"
    os.fsync = lambda handle: None  # processes die here, not computers: it is counted, and costs nothing
    known = {"errors": errors, "deaths": deaths, "crowd": crowd, "edits": edits, "edit deaths": edit_deaths}
    found = known[attack](Path(place), exchanges == "True")
    sys.stdout.writelines(f"{what} {run}\n" for what, run in found)
