"""What a fit is to see of the documents: each text once, or pieces of about the same length."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from hashlib import blake2b
from itertools import chain

import numpy as np
from scipy import sparse

from cotext.corpus import Documents, DocWord
from cotext.errors import UsageError


def divide(
    source: Documents | DocWord, deduplicate: bool, segment: int | None
) -> tuple[Documents | DocWord, sparse.csr_array | None]:
    """The texts that a fit is to see, and which of them belong to each document; None if each is one."""
    check_asked(deduplicate, segment)
    if not deduplicate and segment is None:
        return source, None
    if isinstance(source, DocWord):
        raise UsageError("deduplicate and segment need texts, and a matrix was given: drop them.")
    n = len(source)
    firsts, own = np.unique(first_of_each(source.texts) if deduplicate else np.arange(n), return_inverse=True)
    pieces = [_pieces(source.texts[first], segment) for first in firsts.tolist()]
    sizes = np.array([len(one) for one in pieces])
    before = np.repeat(firsts, sizes)
    seen = replace(
        source,
        texts=list(chain.from_iterable(pieces)),
        ids=[source.ids[row] for row in before.tolist()],
        labels=None if source.labels is None else source.labels[before],
        notes=source.notes + _told(len(firsts), len(before), segment),
        fields=source.fields.take(before.tolist()),
    )
    return seen, _matrix(np.cumsum(sizes) - sizes, sizes, own)


def check_asked(deduplicate: bool, segment: int | None) -> None:
    """Refuse what is no answer to the question whether, and how."""
    if type(deduplicate) is not bool:
        raise UsageError(f"deduplicate={deduplicate!r}: expected True or False.")
    if segment is not None and (type(segment) is not int or segment < 1):
        raise UsageError(f"segment={segment!r}: expected a number of words, such as 200.")


def _pieces(text: str, segment: int | None) -> list[str]:
    return [text] if segment is None else segments(text, segment)


def _matrix(starts: np.ndarray, sizes: np.ndarray, own: np.ndarray) -> sparse.csr_array:
    """1 where a row is a part of a document; the parts of document i are those of text ``own[i]``."""
    indptr = np.concatenate([[0], np.cumsum(sizes[own])])
    indices = np.arange(indptr[-1]) + np.repeat(starts[own] - indptr[:-1], sizes[own])
    ones = np.ones(len(indices), dtype=np.int32)
    return sparse.csr_array((ones, indices, indptr), shape=(len(own), int(sizes.sum())))


def _told(texts: int, rows: int, segment: int | None) -> tuple[str, ...]:
    if segment is None:
        return ()
    return (f"{texts:,} texts are cut into {rows:,} segments of about {segment} words",)


# Scripts that put no spaces between words: two letters stand for a word.
UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"


def segments(text: str, length: int) -> list[str]:
    """Cut a text into pieces of about ``length`` words, as equal as the ends of sentences allow.

    A piece ends with a sentence, unless none ends within half a piece of where it should. No piece is tiny:
    there are as many as make their mean length nearest to ``length``. An empty text is one piece.

    Examples
    --------
    >>> segments("One two three. Four five six! Seven eight nine ten.", 3)
    ['One two three.', 'Four five six!', 'Seven eight nine ten.']
    """
    starts = np.array([found.start() for found in _words().finditer(text)])
    pieces = max(round(len(starts) / length), 1)
    if pieces == 1:
        return [text]
    ideal = np.arange(1, pieces) * len(starts) / pieces
    ends = np.array([found.end() for found in _sentence_ends().finditer(text)])
    sentences = np.unique(np.searchsorted(starts, ends))  # the word that begins the next one
    cuts = [*starts[_nearest(ideal, sentences, len(starts) / pieces / 2)].tolist(), len(text)]
    return [text[begin:end].strip() for begin, end in zip([0, *cuts[:-1]], cuts, strict=True)]


def _nearest(ideal: np.ndarray, sentences: np.ndarray, reach: float) -> np.ndarray:
    """The beginning of a sentence nearest to each ideal one; the ideal itself where none is in reach."""
    if not len(sentences):
        return ideal.astype(np.int64)
    right = np.clip(np.searchsorted(sentences, ideal), 1, max(len(sentences) - 1, 1))
    around = sentences[np.clip(np.stack([right - 1, right]), 0, len(sentences) - 1)]
    best = np.take_along_axis(around, abs(around - ideal).argmin(axis=0)[None], axis=0)[0]
    within = abs(best - ideal) < reach * (1 - 1e-9)  # one sentence never ends two pieces
    return np.where(within, best, ideal.astype(np.int64))


@cache
def _words() -> re.Pattern[str]:
    return re.compile(rf"[{UNSPACED}]{{1,2}}|[^\W{UNSPACED}]+")


@cache
def _sentence_ends() -> re.Pattern[str]:
    return re.compile(r"[.!?…]+(?=\s)|[。！？]|\n[^\S\n]*\n")


# --- documents that are there more than once ------------------------------------------------------------

MOST_COUNTED = 10_000_000  # documents that pass by


IN_A_STORE = "a store fits each; take repeated texts out first to fit each once"


def repeated(documents: Documents, deduplicate: bool = False) -> tuple[str, ...]:
    """Notes on texts and ids that occur more than once.

    Examples
    --------
    >>> repeated(Documents(["an oak", "an  oak", "elm"], ["a", "b", "b"]), deduplicate=True)
    ('1 of 3 documents repeats another: the fit sees each text once', '1 id occurs more than once')
    """
    how = "the fit sees each text once" if deduplicate else "deduplicate= (--deduplicate) fits each once"
    repeats = Repeats(how, most=len(documents))
    repeats.add(documents)
    return repeats.notes()


class Repeats:
    """Counts repeated texts and ids of documents that pass by in batches; 16 bytes per document are kept.

    Examples
    --------
    >>> repeats = Repeats()
    >>> repeats.add(Documents(["an oak", "elm", ""], ["a", "b", "c"]))
    >>> repeats.add(Documents(["an  oak", ""], ["b", "d"]))
    >>> for note in repeats.notes():
    ...     print(note)
    1 of 5 documents repeats another: a store fits each; take repeated texts out first to fit each once
    1 id occurs more than once
    """

    def __init__(self, how: str = IN_A_STORE, most: int = MOST_COUNTED) -> None:
        self.how, self.most, self.n = how, most, 0
        self._texts: list[np.ndarray] = []
        self._ids: list[np.ndarray] = []

    def add(self, documents: Documents) -> None:
        """Count some documents; those beyond a bound are left out."""
        if self.n + len(documents) > self.most:
            return
        self.n += len(documents)
        self._texts.append(_numbers(map(_mark, documents.texts)))
        self._ids.append(_numbers(map(_digest, documents.ids)))

    def notes(self) -> tuple[str, ...]:
        """How many repeat another."""
        texts, ids = (np.concatenate(parts or [_numbers([])]) for parts in (self._texts, self._ids))
        copies = len(texts) - len(np.unique(texts))
        shared = int(np.count_nonzero(np.unique(ids, return_counts=True)[1] > 1))
        repeat, occur = "repeats" if copies == 1 else "repeat", " occurs" if shared == 1 else "s occur"
        notes = (f"{copies:,} of {self.n:,} documents {repeat} another: {self.how}",) if copies else ()
        return (*notes, f"{shared:,} id{occur} more than once") if shared else notes


def first_of_each(texts: Sequence[str]) -> np.ndarray:
    """For each text, the number of the first that says the same but for white space; empty ones are alone.

    Examples
    --------
    >>> first_of_each(["an oak", "elm", "an\\n oak ", "", ""]).tolist()
    [0, 1, 0, 3, 4]
    """
    seen: dict[bytes, int] = {}
    return np.array([_first(text, row, seen) for row, text in enumerate(texts)], dtype=np.int64)


def _first(text: str, row: int, seen: dict[bytes, int]) -> int:
    mark = _mark(text)
    return seen.setdefault(mark, row) if mark else row


def _mark(text: str) -> bytes:
    """The same for texts that say the same but for white space; nothing for an empty one."""
    words = text.split()
    return _digest(" ".join(words)) if words else b""


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _numbers(marks: Iterable[bytes]) -> np.ndarray:
    """The first half of each mark."""
    return np.frombuffer(b"".join(mark[:8] for mark in marks), dtype=np.uint64)
