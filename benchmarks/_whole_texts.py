"""Collections of any size with planted topics, written as a JSONL file of ids, labels and texts.

Words are syllables put together, their frequencies fall as in texts (Zipf), the most frequent ones are
English stop words. A document has its own topic, another one it touches, and many words of no topic; some
documents are very short, so that nobody finds all topics.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import pairwise, product
from pathlib import Path

import numpy as np

from cotext.tokens import stop_list

WORDS, TOPICS = 200_000, 20
OWN, TOUCHED = 0.4, 0.1  # of the words of a document
LENGTH, SPREAD = 45, 0.8  # words of a document: median, and spread of the logarithm
SENTENCE = 12  # words
CHUNK = 10_000
ONSETS = ("b", "c", "d", "f", "g", "l", "m", "n", "p", "r", "s", "t", "v", "st", "tr", "pl")
RHYMES = ("a", "e", "i", "o", "u", "an", "er", "in", "on")
SYLLABLES = [onset + rhyme for onset, rhyme in product(ONSETS, RHYMES)]


@dataclass(frozen=True)
class Language:
    """Words from frequent to rare and the shares up to each; the same within topics, one after another."""

    words: np.ndarray
    shares: np.ndarray
    by_topic: np.ndarray
    shares_by_topic: np.ndarray

    def any_word(self, rng: np.random.Generator, n: int) -> np.ndarray:
        return np.searchsorted(self.shares, rng.random(n))

    def words_of(self, topics: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return self.by_topic[np.searchsorted(self.shares_by_topic, topics + rng.random(len(topics)))]


def language(rng: np.random.Generator) -> Language:
    stops = sorted(stop_list("en"))
    words = np.array([*stops, *_made_up(WORDS - len(stops), rng)], object)
    weights = 1 / (np.arange(WORDS) + 3.0)
    topics = rng.integers(TOPICS, size=WORDS - len(stops))
    by_topic = [len(stops) + np.flatnonzero(topics == topic) for topic in range(TOPICS)]
    within = [topic + _up_to(weights[members]) for topic, members in enumerate(by_topic)]
    return Language(words, _up_to(weights), np.concatenate(by_topic), np.concatenate(within))


def write_texts(file: Path, n: int, seed: int = 0) -> None:
    """A line for each of n documents."""
    rng = np.random.default_rng(seed)
    spoken = language(rng)
    with file.open("w", encoding="utf-8") as lines:
        for start in range(0, n, CHUNK):
            size = min(CHUNK, n - start)
            labels = rng.integers(TOPICS, size=size)
            for i, text in enumerate(_texts(spoken, labels, rng)):
                line = {"id": str(start + i), "label": f"topic {labels[i]}", "text": text}
                lines.write(json.dumps(line) + "\n")


def _texts(spoken: Language, labels: np.ndarray, rng: np.random.Generator) -> list[str]:
    lengths = 3 + rng.lognormal(np.log(LENGTH), SPREAD, size=len(labels)).astype(int)
    total = int(lengths.sum())
    kind, found = rng.random(total), spoken.any_word(rng, total)
    for topics, low, high in ((labels, 0, OWN), (rng.permutation(labels), OWN, OWN + TOUCHED)):
        chosen = (low <= kind) & (kind < high)
        found[chosen] = spoken.words_of(np.repeat(topics, lengths)[chosen], rng)
    words = spoken.words[found]
    ends = rng.random(total) < 1 / SENTENCE
    words[ends] += "."
    bounds = np.concatenate([[0], np.cumsum(lengths)]).tolist()
    return [" ".join(words[start:stop].tolist()) for start, stop in pairwise(bounds)]


def _made_up(n: int, rng: np.random.Generator) -> list[str]:
    """Different words of two to four syllables."""
    found: dict[str, None] = {}
    while len(found) < n:
        lengths = rng.integers(2, 5, size=n)
        parts = iter(rng.choice(SYLLABLES, size=int(lengths.sum())).tolist())
        found.update(dict.fromkeys("".join(next(parts) for _ in range(length)) for length in lengths))
    return list(found)[:n]


def _up_to(weights: np.ndarray) -> np.ndarray:
    shares: np.ndarray = np.cumsum(weights) / weights.sum()
    shares[-1] = 1
    return shares
