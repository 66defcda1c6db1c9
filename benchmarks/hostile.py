"""Odd fits over all models: every format, precision and unit, empty, repeated and stale entries, too few
documents. Counts what may never happen: crashes, hangs, numbers that are not finite, clusters that depend on
the unit of X. How many: ``python -m benchmarks hostile 10000``.
"""

from __future__ import annotations

import multiprocessing
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

from benchmarks._hostile_cases import Case, outcome
from cotext.backend import usable_cores

FITS, SECONDS = 500, 30
FINE = ("fitted", "refused")
SHOWN = 20


def main(n: int = FITS) -> None:
    start, counts, faults = time.perf_counter(), Counter[str](), []
    for number, (what, word) in run(n):
        counts[what] += 1
        if what not in FINE:
            faults.append(f"{what}: {Case.of(number)}: {word}")
    print(f"{n:,} fits in {time.perf_counter() - start:.0f} s, each given {SECONDS} s")
    for what, count in counts.most_common():
        print(f"{what:16} {count:6,}")
    for line in faults[:SHOWN]:
        print(line[:240])


def run(n: int) -> Iterator[tuple[int, tuple[str, str]]]:
    """The outcome of cases 0 to n - 1, on all cores, each core with a process that may die."""
    workers = usable_cores()
    with ThreadPoolExecutor(workers) as pool:
        for found in pool.map(lambda first: list(_share(range(first, n, workers))), range(workers)):
            yield from found


def _share(numbers: range) -> Iterator[tuple[int, tuple[str, str]]]:
    worker = None
    for number in numbers:
        if worker is None:
            worker = _start()
        process, pipe = worker
        pipe.send(number)
        answer = _answer(process, pipe)
        if answer is None:
            hangs = process.is_alive()
            process.kill()
            process.join()
            answer, worker = ("hang" if hangs else "crash", f"exit code {process.exitcode}"), None
        yield number, answer
    if worker is not None:
        worker[1].send(None)
        worker[0].join()


def _answer(process: Any, pipe: Connection) -> tuple[str, str] | None:
    """What the process says in time; None if it does not."""
    try:
        return pipe.recv() if pipe.poll(SECONDS) else None
    except EOFError:
        process.join()
        return None


def _start() -> tuple[Any, Connection]:
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_work, args=(there,), daemon=True)
    process.start()
    there.close()
    return process, here


def _work(pipe: Connection) -> None:
    while (number := pipe.recv()) is not None:
        pipe.send(outcome(Case.of(number)))


if __name__ == "__main__":
    main()
