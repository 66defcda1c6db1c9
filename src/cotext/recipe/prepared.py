"""Documents ready for a model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b
from itertools import chain
from typing import Any

import numpy as np
from scipy import sparse

from cotext.corpus import Documents, DocWord
from cotext.errors import UsageError
from cotext.matrix import Weighting


@dataclass(frozen=True, eq=False)
class Whole:
    """The documents as they came in, where the rows of a fit are parts of them, or stand for several.

    Attributes
    ----------
    docword : DocWord
        Weighted, one row per document.
    counts : csr_array, shape (n_documents, n_words)
        The words of each.
    texts : sequence of str
        One per document.
    parts : csr_array of shape (n_documents, n_rows)
        1 where a row of the fit is the document, a copy of it, or a piece of it.
    lengths : ndarray of shape (n_documents,) or None
        The number of words in each, see ``Prepared``.
    """

    docword: DocWord
    counts: sparse.csr_array
    texts: Sequence[str]
    parts: sparse.csr_array
    lengths: np.ndarray | None = None


@dataclass(frozen=True, eq=False)
class Prepared:
    """Documents ready for a model: ``weighted`` for the fit, ``counts`` and ``texts`` to explain it.

    ``whole`` has the documents as they came in, where the fit sees each text once or in pieces. ``lengths``
    is the number of words in each new text, known or unknown, stop words left out; None for a matrix, which
    has known words only.
    """

    weighted: DocWord
    counts: sparse.csr_array
    cooccurrence: sparse.csr_array | None = None
    texts: Sequence[str] | None = None
    whole: Whole | None = None
    lengths: np.ndarray | None = None

    @property
    def documents(self) -> DocWord:
        """One row per document that came in, whatever a model sees of them."""
        return self.weighted if self.whole is None else self.whole.docword

    def known(self) -> tuple[np.ndarray, np.ndarray | None]:
        """How many different known words each document has, and their share of all its words if known."""
        of: Prepared | Whole = self if self.whole is None else self.whole
        different = np.diff(of.counts.indptr)
        if of.lengths is None:
            return different, None
        return different, np.asarray(of.counts.sum(axis=1)).ravel() / np.maximum(of.lengths, 1)

    def with_note(self, note: str) -> Prepared:
        """The same with one more remark on the documents."""
        weighted = replace(self.weighted, notes=(*self.weighted.notes, note))
        if self.whole is None:
            return replace(self, weighted=weighted)
        docword = replace(self.whole.docword, notes=weighted.notes)
        return replace(self, weighted=weighted, whole=replace(self.whole, docword=docword))

    @property
    def beside(self) -> dict[str, Any]:
        """What ``fit`` takes beside the matrix."""
        return {} if self.cooccurrence is None else {"cooccurrence": self.cooccurrence}


def prepared(
    source: Documents | DocWord,
    seen: Documents | DocWord,
    counted: DocWord,
    parts: sparse.csr_array | None,
    weigh: Weighting,
    lengths: np.ndarray | None = None,
) -> Prepared:
    """Weigh the rows that a model sees and, where these are ``parts``, the documents they come from."""
    texts = None if isinstance(seen, DocWord) else seen.texts
    weighted = replace(counted, X=weigh.transform(counted.X), files=source.files)
    whole = None
    if parts is not None and isinstance(source, Documents):
        counts = sparse.csr_array(parts @ counted.X)
        counts.sort_indices()
        docword = replace(
            weighted,
            X=weigh.transform(counts),
            ids=source.ids,
            labels=source.labels,
            label_names=source.label_names,
            fields=source.fields,
        )
        whole = Whole(docword, counts, source.texts, parts, None if lengths is None else parts @ lengths)
    return Prepared(weighted, counted.X, None, texts, whole, lengths)


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
