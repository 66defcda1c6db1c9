"""A run is replaced by a save or by `cotext fit --out` that is killed (SIGKILL): which run is there after it?

There is no peer; `lost` and `left over after the next save` must be 0. Kills at every system call of a save
need strace (Debian: apt-get install strace); without it processes die at calls of Python's instead.
"""

from __future__ import annotations

import ctypes
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from scipy import sparse

from cotext.corpus import DocWord
from cotext.errors import CotextError
from cotext.models import NMF
from cotext.result import CoClustering

SAVES, FITS, WRITING = 80, 8, 8
CALLS = (
    "open", "openat", "mkdir", "mkdirat", "write", "pwrite64", "fsync", "chmod", "fchmodat", "rename",
    "renameat", "renameat2", "unlink", "unlinkat", "rmdir", "flock", "ftruncate",
)  # fmt: skip
ONCE = ("flock", "fsync", "chmod", "rename", "renameat2", "unlinkat", "rmdir")  # none but a save makes them
FOUND = ("old", "new", "lost", "left over", "left over after the next save")


def made(note: str) -> CoClustering:
    """A run of a few hundred documents that says which it is."""
    X = sparse.csr_array(np.kron(np.eye(4), np.ones((80, 50))))
    n, d = X.shape
    docword = DocWord(X, [f"w{j}" for j in range(d)], [f"d{i}" for i in range(n)], notes=(note,))
    return CoClustering.from_fit(NMF(4, n_init=1, random_state=0).fit(X), docword)


def which(run: Path) -> str:
    try:
        return "old" if CoClustering.load(run).docword.notes[0] == "old" else "new"
    except CotextError:
        return "lost"


class Place:
    """A folder with a run in it, and what was found there after each kill."""

    def __init__(self, folder: Path) -> None:
        self.run, self.input = folder / "run", folder.with_suffix(".txt")
        self.old, self.new = made("old"), made("new")
        self.input.write_text("oak elm tree forest\nstock bond market price\n" * 30)
        self.old.save(self.run)

    def after(self, kills: Iterator[bool]) -> Counter[str]:
        """What was there after each kill; a process that was too fast to be killed is not counted."""
        found: Counter[str] = Counter()
        for was_killed in kills:
            if was_killed:
                found["kills"] += 1
                found[which(self.run)] += 1
                found["left over"] += self._left()
            self.old.save(self.run)
            if was_killed:
                found["left over after the next save"] += self._left()
        return found

    def _left(self) -> bool:
        return len(list(self.run.parent.iterdir())) > 1

    def forked(self) -> tuple[int, int]:
        """A process that saves the new run as soon as something is written to a pipe: its id and the pipe."""
        reading, writing = os.pipe()
        if child := os.fork():
            os.close(reading)
            return child, writing
        ctypes.CDLL(None).prctl(0x59616D61, -1, 0, 0, 0)  # PR_SET_PTRACER: strace may look, though no parent
        os.read(reading, 1)
        self.new.save(self.run)
        os._exit(0)

    def command(self) -> list[str]:
        options = ["-k", "2", "--model", "nmf", "--n-init", "1", "--quiet", "--out", str(self.run)]
        return [sys.executable, "-m", "cotext", "fit", str(self.input), *options]


def killed(child: int) -> bool:
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def saves(place: Place, draw: random.Random) -> Iterator[bool]:
    """A save, killed at a random moment."""
    began = time.perf_counter()
    place.old.save(place.run)
    once = time.perf_counter() - began
    kills = 0
    while kills < SAVES:
        child, pipe = place.forked()
        os.write(pipe, b".")
        os.close(pipe)
        time.sleep(draw.uniform(0, once))
        os.kill(child, signal.SIGKILL)
        was_killed = killed(child)
        kills, once = (kills + 1, once) if was_killed else (kills, 0.9 * once)  # it was faster than that
        yield was_killed


def traced(place: Place, *options: str) -> tuple[bool, str]:
    """A save under strace: whether it was killed, and what strace wrote."""
    child, pipe = place.forked()
    with tempfile.NamedTemporaryFile("r") as log:
        command = ["strace", "-p", str(child), "-o", log.name, *options]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as strace:
            assert strace.stderr is not None
            said = strace.stderr.readline()
            os.write(pipe, b".")
            os.close(pipe)
            was_killed = killed(child)
        if "attached" not in said:
            raise SystemExit(f"strace cannot look at a process here: {said}")
        return was_killed, log.read()


def every_call(place: Place, draw: random.Random) -> Iterator[bool]:
    """A save, killed as it enters its first, second, ... call of each kind, to the last."""
    _, log = traced(place, "-e", "trace=" + ",".join(f"?{name}" for name in CALLS))
    place.old.save(place.run)
    for name, calls in Counter(re.findall(r"^(\w+)\(", log, re.MULTILINE)).items():
        for number in range(1, calls + 1):
            yield traced(place, "-e", f"trace={name}", "-e", f"inject={name}:signal=KILL:when={number}")[0]


def fits(place: Place, draw: random.Random) -> Iterator[bool]:
    """The command, killed at a random moment, most of them late."""
    began = time.perf_counter()
    subprocess.run(place.command(), check=True)
    once = time.perf_counter() - began
    for _ in range(FITS):
        with subprocess.Popen(place.command()) as process:
            time.sleep(once * draw.betavariate(6, 1))
            process.kill()
        yield process.returncode == -signal.SIGKILL


def writing_fits(place: Place, draw: random.Random) -> Iterator[bool]:
    """The command, killed at a random moment after it has begun to write."""
    began = time.perf_counter()
    place.old.save(place.run)
    once = time.perf_counter() - began
    for _ in range(WRITING):
        with subprocess.Popen(place.command()) as process:
            while not place.run.with_name(".run.lock").exists() and process.poll() is None:
                time.sleep(0.0005)
            time.sleep(draw.uniform(0, once))
            process.kill()
        yield process.returncode == -signal.SIGKILL


def calling_fits(place: Place, draw: random.Random) -> Iterator[bool]:
    """The command, killed as it enters a call that only its save makes."""
    for name in ONCE:
        inject = f"inject={name}:signal=KILL:when=1"
        command = ["strace", "-f", "-o", os.devnull, "-e", f"trace={name}", "-e", inject, *place.command()]
        yield subprocess.run(command, check=False).returncode == -signal.SIGKILL


def python_calls(place: Place, draw: random.Random) -> Iterator[bool]:
    """Without strace: processes that die at a call of Python's; the tests' own attack looks for itself."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "result"))
    import faults

    with tempfile.TemporaryDirectory() as folder:
        yield from (True for _ in faults.deaths(Path(folder)))


def attacks() -> dict[str, Callable[[Place, random.Random], Iterator[bool]]]:
    each = {"save, at a random moment": saves}
    if shutil.which("strace"):
        each |= {"save, at every system call": every_call, "fit --out, at a system call": calling_fits}
    else:
        print("no strace here (Debian: apt-get install strace): processes die at calls of Python's instead")
        each |= {"save, at calls of Python's": python_calls}
    return each | {"fit --out, at a random moment": fits, "fit --out, while it writes": writing_fits}


def main() -> None:
    began, draw, total = time.perf_counter(), random.Random(0), Counter[str]()
    print(f"{'':30} {'kills':>6} " + "  ".join(FOUND))
    for title, attack in attacks().items():
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "place").mkdir()
            place = Place(Path(folder, "place"))
            found = place.after(attack(place, draw))
        total += found
        show(title, found)
    show("together", total)
    print(f"{time.perf_counter() - began:.0f} s")


def show(title: str, found: Counter[str]) -> None:
    numbers = "  ".join(f"{found[name]:{len(name)}}" for name in FOUND)
    print(f"{title:30} {found['kills']:6} {numbers}", flush=True)


if __name__ == "__main__":
    main()
