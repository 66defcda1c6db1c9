"""Texts of any size, made up as they are written, and what it takes to shard them under a limit."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from threading import Thread

import numpy as np

TYPES = 400_000
LENGTH = 160  # words of a document, about a kilobyte
BATCH = 10_000  # documents that are made at once
LETTERS = "etaoinshrdlucmfwypvbgkjqxz"


def words() -> np.ndarray:
    """Made-up words of three letters and more, the frequent ones shorter."""
    return np.array([_word(i + 26 * 26) for i in range(TYPES)], dtype=object)


def _word(number: int) -> str:
    letters = ""
    while number:
        number, digit = divmod(number, 26)
        letters += LETTERS[digit]
    return letters


def write_texts(path: Path, size: int) -> None:
    """Lines of about ``size`` bytes together: each word is as likely as one over its rank."""
    rng, vocabulary = np.random.default_rng(0), words()
    share = np.cumsum(1 / np.arange(1, TYPES + 1))
    share /= share[-1]
    with path.open("w", encoding="ascii") as stream:
        while stream.tell() < size:
            ranks = np.searchsorted(share, rng.random((BATCH, LENGTH)))
            stream.writelines(" ".join(line) + "\n" for line in vocabulary[ranks].tolist())


def shard_limited(source: str, out: str, gigabytes: float) -> None:
    """Shard in this process under the limit, and print what it took."""
    most = int(gigabytes * 1e9)
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    from cotext.backend import return_freed_memory
    from cotext.store import shard

    return_freed_memory()  # as 'cotext shard' does
    watch = Watch()
    watch.start()
    began, busy = time.perf_counter(), time.process_time()
    store = shard(source, out, note=print)
    seconds, busy = time.perf_counter() - began, time.process_time() - busy
    size, C = Path(source).stat().st_size, store.cooccurrence
    assert C is not None
    print(f"{store.shape[0]:,} documents, {store.shape[1]:,} words, {store.nnz:,} entries, {C.nnz:,} pairs")
    print(
        f"{size / 1e9:.2f} GB in {seconds:.0f} s, {size / seconds / 1e6:.1f} MB/s, {busy:.0f} processor "
        f"seconds; {watch.most / 1e6:.2f} GB of data at its largest, {gigabytes:g} GB allowed"
    )


class Watch(Thread):
    """The most data, in kilobytes, that this process had whenever it was looked at."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.most = 0

    def run(self) -> None:
        while True:
            lines = Path("/proc/self/status").read_text().splitlines()
            self.most = max(self.most, *(int(one.split()[1]) for one in lines if one.startswith("VmData")))
            time.sleep(0.05)


def made_and_sharded(gigabytes: float, limit: float) -> None:
    """Make texts up, and shard them in a process of their own."""
    with tempfile.TemporaryDirectory(prefix="cotext-scale-") as folder:
        path = Path(folder, "texts.txt")
        write_texts(path, int(gigabytes * 1e9))
        out = str(Path(folder, "store"))
        code = f"from benchmarks._scale_texts import shard_limited as s; s({str(path)!r}, {out!r}, {limit})"
        subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[1], check=True)
