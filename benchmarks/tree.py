"""What a sweep on a cluster sends, counted from the code, without a cluster: by default 1e9 documents, 100
words each of 100,000, K = 20 in single precision, 1,000 workers of one core, a network of 10 Gbit/s each.

`python -m benchmarks tree 100` is for 100 workers. Groups, the tree of sums and its tasks are those of
`cotext.backend.dask`; groups go to workers in order, and a sum is made where its first part is, so a message
is a part whose worker is another. Seconds are bytes over bandwidth: latency and contention are not in them.
Those of work and of the scheduler are by the rates in `worth.py`.
"""

from __future__ import annotations

from typing import NamedTuple

DOCUMENTS, LENGTH, WORDS, K, BYTES = 1_000_000_000, 100, 100_000, 20, 4
BANDWIDTH = 10e9 / 8  # bytes per second
SWEEPS = 100


class Traffic(NamedTuple):
    """Messages between workers, bytes in all, and bytes that the busiest worker of each level gets, added."""

    messages: int
    size: float
    path: float


def sums(groups: int, workers: int, part: float) -> Traffic:
    """Of the tree of sums, in which every message has the same size."""
    from cotext.backend.dask.workers import levels

    owner = [g * workers // groups if groups > workers else g for g in range(groups)]
    messages, longest = 0, 0
    for level in levels(groups):
        got = [sum(one != owner[own.start] for one in owner[own]) for own in level]
        messages, longest = messages + sum(got), longest + max(got)
        owner = [owner[own.start] for own in level]
    return Traffic(messages + 1, (messages + 1) * part, (longest + 1) * part)  # the last goes to the driver


def words(workers: int, part: float) -> Traffic:
    """Of the word factors: to the scheduler, to a worker, and from those who have them to all others."""
    rounds = (workers - 1).bit_length()
    return Traffic(workers + 1, (workers + 1) * part, (rounds + 2) * part)


def main(workers: int = 1000) -> None:
    from cotext.backend.dask.cluster import GROUP, RATE, SWEEP
    from cotext.backend.dask.groups import group_size
    from cotext.backend.dask.matrix import WRITE_EVERY
    from cotext.store.write import BLOCK_ENTRIES

    entries = DOCUMENTS * LENGTH
    blocks = -(-(entries + DOCUMENTS) // BLOCK_ENTRIES)
    size = group_size(blocks, entries)
    groups, part = -(-blocks // size), float(WORDS * K * BYTES)
    there, back = words(workers, part), sums(groups, workers, part)
    most = -(-groups // workers)
    work = most * entries / groups * K / RATE
    answers = DOCUMENTS * K * BYTES
    print(f"{DOCUMENTS:,} documents, {entries:,} nonzeros: {entries * 8 / 1e9:,.0f} GB in {blocks:,} blocks")
    print(f"{groups:,} groups of {size} blocks on {workers:,} workers, at most {most} each:", end=" ")
    print(
        f"{most * entries / groups * 8 / 1e9:.1f} GB of entries, {answers / workers / 1e9:.2f} GB of answers"
    )
    for name, one in (("word factors there", there), ("sums back", back)):
        print(f"{name}: {one.messages:,} messages of {part / 1e6:.1f} MB, {one.size / 1e9:.1f} GB,", end=" ")
        print(f"{one.path / BANDWIDTH:.2f} s on the longest way")
    tasks = 3 * groups + sum(len(level) for level in _levels(groups)) + 1
    print(f"{tasks:,} tasks; answers written every {WRITE_EVERY} sweeps, {answers / 1e9:.0f} GB each time")
    network = (there.path + back.path) / BANDWIDTH
    scheduler = SWEEP + GROUP * groups
    total = work + network + scheduler
    print(
        f"a sweep: {work:.1f} s of work, {network:.1f} s of network, {scheduler:.1f} s of the scheduler; "
        f"{SWEEPS} sweeps: {SWEEPS * total / 3600:.2f} h"
    )
    print(f"one core alone: {entries * K / RATE / 3600:.2f} h per sweep")


def _levels(groups: int) -> list[list[slice]]:
    from cotext.backend.dask.workers import levels

    return list(levels(groups))


if __name__ == "__main__":
    main()
