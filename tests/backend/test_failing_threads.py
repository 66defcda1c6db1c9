"""Threads that fail, or that cannot be had, neither lose work, nor do it twice, nor end the process."""

import subprocess
import sys
import threading
import time

import pytest

from cotext.backend import memory, threads
from cotext.backend.threads import ordered_map


@pytest.fixture(autouse=True)
def fresh_pools():
    threads._pool.cache_clear()
    yield
    threads._pool.cache_clear()


@pytest.mark.parametrize("to_be_had", [0, 1, 3])
def test_work_is_done_once_where_threads_cannot_start(monkeypatch, to_be_had):
    start, started, done = threading.Thread.start, [], []

    def scarce(thread):
        if sum(one.is_alive() for one in started) >= to_be_had:
            raise RuntimeError("can't start new thread")
        start(thread)
        started.append(thread)

    monkeypatch.setattr(threading.Thread, "start", scarce)
    assert list(ordered_map(lambda item: (done.append(item), -item)[1], range(50), 8)) == [
        -i for i in range(50)
    ]
    assert sorted(done) == list(range(50))


@pytest.mark.parametrize(("room", "to_be_had"), [(0.5, 0), (1.5, 0), (2.5, 2), (9, 4)])
def test_no_more_threads_are_started_than_a_limit_of_the_address_space_has_room_for(
    monkeypatch, room, to_be_had
):
    monkeypatch.setattr(memory, "free_of_limits", lambda: room * threads.THREAD_ROOM)
    start, started = threading.Thread.start, []
    monkeypatch.setattr(threading.Thread, "start", lambda thread: (started.append(thread), start(thread)))
    assert list(ordered_map(lambda item: -item, range(50), 4)) == [-i for i in range(50)]
    assert len(started) == to_be_had


def test_a_failure_is_handed_back_and_nothing_goes_on_behind_it():
    begun = []

    def work(item):
        begun.append(item)
        if item == 3:
            raise MemoryError("12 GB for item 3")
        time.sleep(0.01)

    with pytest.raises(MemoryError, match="12 GB for item 3"):
        list(ordered_map(work, range(1000), 4))
    before = len(begun)
    time.sleep(0.1)
    assert len(begun) == before < 30


LIMITS = ["0", "0.4", "1", "1.4", "4", "20", "60", "80", "130", "1000"]  # MB that may be taken
STARVED = """
import os, resource, sys, warnings
import numpy as np
from scipy import sparse
from cotext.backend.native import kernels
from cotext.backend.similarity.products import sandwich
from cotext.backend.threads import quiet_blas
from cotext.cooccurrence.contexts import count_windows
from cotext.tokens import tokenize
from cotext.errors import CotextError
from cotext.models import SNOS, ChiSim

warnings.simplefilter("ignore")
kernels()
wide, plain = (
    sparse.random_array(shape, density=0.002, rng=np.random.default_rng(0), format="csr")
    for shape in ((300, 60_000), (700, 1_200))
)
texts = [f"word{i} and{i % 9000} the{i // 7} of{i * 31 % 8000}. " * 4 for i in range(20_000)]
with quiet_blas(4):
    few = tokenize(texts[:3_000], language="en")
columns = np.arange(len(few.types), dtype=np.int32)


def on_threads(work):
    with quiet_blas(4):
        work()


WORK = {
    "words": lambda: on_threads(lambda: tokenize(texts, language="en")),
    "windows": lambda: count_windows(few.ids, few.offsets, columns, len(columns), 200, 4),
    "sandwich": lambda: sandwich(wide, None, np.empty((300, 300)), 4),
    "chi-sim": lambda: ChiSim(2, n_jobs=4).fit(plain),
    "snos": lambda: SNOS(2, n_jobs=4).fit(plain),
}
for name, work in WORK.items():
    for more in map(float, sys.argv[1:]):
        if pid := os.fork():
            print(name, more, os.waitpid(pid, 0)[1])
            continue
        used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + int(more * 2**20),) * 2)
        try:
            work()
        except (MemoryError, CotextError) as error:  # what was asked for, or the estimate
            os._exit(7 if any(letter.isdigit() for letter in str(error)) else 8)
        except BaseException:
            os._exit(9)
        os._exit(0)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits the address space by Linux's means")
@pytest.mark.parametrize(
    "limits", [LIMITS[::3], pytest.param(LIMITS, marks=pytest.mark.slow)], ids=["few", "all"]
)
def test_too_little_memory_is_an_error_that_names_it_never_the_end_of_the_process(home, limits):
    told = subprocess.run(
        [sys.executable, "-c", STARVED, *limits], capture_output=True, text=True, timeout=300
    )
    assert told.returncode == 0, told.stderr
    ends = {tuple(line.split()[:2]): int(line.split()[2]) for line in told.stdout.splitlines()}
    assert len(ends) == 5 * len(limits)
    texts = {end for (name, _), end in ends.items() if name in ("words", "windows")}
    assert texts <= {0, 7 << 8, 8 << 8}, ends  # Python itself does not say how much it asked for
    assert {end for (name, _), end in ends.items() if name not in ("words", "windows")} == {0, 7 << 8}, ends
    assert not any(end for (_, more), end in ends.items() if more == "1000.0")
