"""From raw text to X and SPPMI, against scikit-learn's vectorizer making X alone; a million texts to X.

Needs COTEXT_DATA with ng20. Targets, on two cores: X eight times as fast as the vectorizer, X and SPPMI two
and a half times; a million texts of 1 kB in 30 s, with 2 GB in all.
"""

from __future__ import annotations

import json
import lzma
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

from cotext.cooccurrence import count_contexts, sppmi
from cotext.corpus import read
from cotext.matrix import Weighting, count
from cotext.tokens import stop_list, tokenize


def read_texts(name: str) -> list[str]:
    folder = os.environ.get("COTEXT_DATA") or sys.exit("set COTEXT_DATA to the folder of the data sets")
    with lzma.open(Path(folder) / name / f"{name}.jsonl.xz", "rt", encoding="utf-8") as lines:
        return [json.loads(line)["text"] for line in lines]


def matrix_only(texts: list[str]) -> None:
    Weighting().fit_transform(count(tokenize(texts)).X)


def matrix_and_windows(texts: list[str]) -> None:
    tokens = tokenize(texts)
    table = count(tokens)
    Weighting().fit_transform(table.X)
    sppmi(count_contexts(tokens, context="window:10", vocabulary=table.vocabulary))


def plain_peer(texts: list[str]) -> None:
    TfidfVectorizer().fit_transform(texts)


def filtered_peer(texts: list[str]) -> None:
    TfidfVectorizer(min_df=2, max_df=0.5, stop_words=sorted(stop_list("en"))).fit_transform(texts)


def best_seconds(works: list[Callable[[list[str]], None]], texts: list[str], repeats: int) -> list[float]:
    """Time the works in turn, so that a busy spell hits all of them, and keep the best of each."""
    best = [float("inf")] * len(works)
    for _ in range(repeats):
        for i, work in enumerate(works):
            start = time.perf_counter()
            work(texts)
            best[i] = min(best[i], time.perf_counter() - start)
    return best


def made_texts(n_texts: int, size: int = 1000, n_words: int = 200_000, block: int = 5000) -> Iterator[str]:
    """Texts of ``size`` characters; words are as frequent as one over their rank, stop words come first."""
    rng = np.random.default_rng(0)
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    made = ("".join(rng.choice(letters, n)) for n in rng.integers(3, 12, n_words))
    words = np.array([*sorted(stop_list("en")), *made], dtype=object)
    shares = np.cumsum(1 / np.arange(1, len(words) + 1))
    for _ in range(0, n_texts, block):
        ranks = np.searchsorted(shares, shares[-1] * rng.random((block, size // 4)))
        yield from (" ".join(row)[:size] for row in words[ranks])


def million(n_texts: int = 1_000_000) -> None:
    """A file of a million texts to X, and the memory of the process."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "texts.jsonl")
        with path.open("w", encoding="utf-8") as lines:
            lines.writelines(json.dumps({"text": text}) + "\n" for text in made_texts(n_texts))
        start, before = time.perf_counter(), time.process_time()
        documents = read(path)
        seconds = time.perf_counter() - start
        X = count(tokenize(documents), documents=documents).X
        whole, cpu = time.perf_counter() - start, time.process_time() - before
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(
        f"a file of {n_texts:,} texts of 1 kB to X ({X.nnz:,} counts): {seconds:.1f} s to read,"
        f" {whole - seconds:.1f} s to count, {cpu:.1f} s of CPU time, {most:.2f} GB in all"
    )


def main() -> None:
    million()
    texts = read_texts("ng20")
    repeats = 3
    ours = {"X": matrix_only, "X and 10-word-window SPPMI": matrix_and_windows}
    peers = {
        "TfidfVectorizer()": plain_peer,
        "TfidfVectorizer, our min_df, max_df, stop words": filtered_peer,
    }
    seconds = best_seconds([*ours.values(), *peers.values()], texts, repeats)
    print(f"20 Newsgroups, {len(texts):,} texts, best of {repeats}, seconds")
    print(f"{'ours':28} | {'peer (X alone)':48} | {'ours':>6} | {'peer':>6} | times as fast")
    for name, mine in zip(ours, seconds, strict=False):
        for peer, theirs in zip(peers, seconds[len(ours) :], strict=True):
            print(f"{name:28} | {peer:48} | {mine:6.2f} | {theirs:6.2f} | {theirs / mine:5.1f}")


if __name__ == "__main__":
    main()
