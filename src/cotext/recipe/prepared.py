"""Documents ready for a model: each text once, or pieces of about the same length."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import chain
from typing import Any

import numpy as np
from scipy import sparse

from cotext.corpus import Documents, DocWord
from cotext.errors import UsageError
from cotext.matrix import Weighting


@dataclass(frozen=True, eq=False)
class Originals:
    """The documents as they came in, if the rows of a fit are pieces of them, or each text once."""

    docword: DocWord  # weighted, one row per document
    counts: sparse.csr_array  # documents x words
    texts: Sequence[str]
    parts: sparse.csr_array  # documents x rows of the fit, 1 for the document, a copy of it, or a piece of it
    lengths: np.ndarray | None = None  # the number of words in each, see ``Prepared``


@dataclass(frozen=True, eq=False)
class Prepared:
    """Documents ready for a model: ``weighted`` for the fit, ``counts`` and ``texts`` to explain it.

    ``whole`` has the documents as they came in, if the fit sees each text once or in pieces. ``lengths`` is
    the number of words in each new text, known or unknown, without stop words; None for a matrix, which has
    known words only.
    """

    weighted: DocWord
    counts: sparse.csr_array
    cooccurrence: sparse.csr_array | None = None
    texts: Sequence[str] | None = None
    whole: Originals | None = None
    lengths: np.ndarray | None = None

    @property
    def documents(self) -> DocWord:
        """One row per original document, whatever a model sees of them."""
        return self.weighted if self.whole is None else self.whole.docword

    def known(self) -> tuple[np.ndarray, np.ndarray | None]:
        """Return the number of different known words of each document, and their share of all words."""
        documents: Prepared | Originals = self.whole or self
        different = np.diff(documents.counts.indptr)
        if documents.lengths is None:
            return different, None
        return different, np.asarray(documents.counts.sum(axis=1)).ravel() / np.maximum(documents.lengths, 1)

    def with_note(self, note: str) -> Prepared:
        """Add a note on the documents."""
        weighted = replace(self.weighted, notes=(*self.weighted.notes, note))
        if self.whole is None:
            return replace(self, weighted=weighted)
        docword = replace(self.whole.docword, notes=weighted.notes)
        return replace(self, weighted=weighted, whole=replace(self.whole, docword=docword))

    @property
    def beside(self) -> dict[str, Any]:
        """The arguments of ``fit`` besides the matrix."""
        return {} if self.cooccurrence is None else {"cooccurrence": self.cooccurrence}


def prepared(
    source: Documents | DocWord,
    seen: Documents | DocWord,
    counted: DocWord,
    parts: sparse.csr_array | None,
    weigh: Weighting,
    lengths: np.ndarray | None = None,
) -> Prepared:
    """Weigh the rows that a model sees and, if these are ``parts``, the documents they come from."""
    texts = None if isinstance(seen, DocWord) else seen.texts
    weighted = replace(counted, X=weigh.transform(counted.X), files=source.files)
    originals = None
    if parts is not None and isinstance(source, Documents):
        counts = sparse.csr_array(parts @ counted.X)
        counts.sort_indices()
        about: dict[str, Any] = {
            name: getattr(source, name) for name in ("ids", "labels", "label_names", "fields")
        }
        docword = replace(weighted, X=weigh.transform(counts), **about)
        originals = Originals(
            docword, counts, source.texts, parts, None if lengths is None else parts @ lengths
        )
    return Prepared(weighted, counted.X, None, texts, originals, lengths)


# --- each text once, or pieces of texts -----------------------------------------------------------------


def divide(
    source: Documents | DocWord, deduplicate: bool, segment: int | None
) -> tuple[Documents | DocWord, sparse.csr_array | None]:
    """Return the texts for a fit, and which of them belong to each document; None if each is one."""
    check_pieces(deduplicate, segment)
    if not deduplicate and segment is None:
        return source, None
    if isinstance(source, DocWord):
        raise UsageError("deduplicate and segment need texts, and a matrix was given: drop them.")
    n = len(source)
    firsts, own = np.unique(first_of_each(source.texts) if deduplicate else np.arange(n), return_inverse=True)
    texts = [source.texts[first] for first in firsts.tolist()]
    pieces = [[text] for text in texts] if segment is None else [segments(text, segment) for text in texts]
    sizes = np.array(list(map(len, pieces)))
    before = np.repeat(firsts, sizes)
    notes = [f"{len(firsts):,} texts are cut into {len(before):,} segments of about {segment} words"]
    seen = replace(
        source,
        texts=list(chain.from_iterable(pieces)),
        ids=[source.ids[row] for row in before.tolist()],
        labels=None if source.labels is None else source.labels[before],
        notes=(*source.notes, *notes * (segment is not None)),
        fields=source.fields.take(before.tolist()),
    )
    return seen, _matrix(np.cumsum(sizes) - sizes, sizes, own)


def check_pieces(deduplicate: bool, segment: int | None) -> None:
    """Refuse invalid values of these options."""
    if type(deduplicate) is not bool:
        raise UsageError(f"deduplicate={deduplicate!r}: expected True or False.")
    if segment is not None and (type(segment) is not int or segment < 1):
        raise UsageError(f"segment={segment!r}: expected a number of words, such as 200.")


def _matrix(starts: np.ndarray, sizes: np.ndarray, own: np.ndarray) -> sparse.csr_array:
    """Mark the rows of each document with 1; those of document i are the parts of text ``own[i]``."""
    indptr = np.concatenate([[0], np.cumsum(sizes[own])])
    indices = np.arange(indptr[-1]) + np.repeat(starts[own] - indptr[:-1], sizes[own])
    ones = np.ones(len(indices), dtype=np.int32)
    return sparse.csr_array((ones, indices, indptr), shape=(len(own), int(sizes.sum())))


# Scripts without spaces between words: two characters stand for a word.
UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
WORDS = rf"[{UNSPACED}]{{1,2}}|[^\W{UNSPACED}]+"
SENTENCE_ENDS = r"[.!?…]+(?=\s)|[。！？]|\n[^\S\n]*\n"


def segments(text: str, length: int) -> list[str]:
    """Cut a text into pieces of about ``length`` words, as equal as the ends of sentences allow.

    A piece ends with a sentence, unless none ends within half a piece of the ideal end. No piece is tiny:
    there are as many as make their mean length nearest to ``length``. An empty text is one piece.

    Examples
    --------
    >>> segments("One two three. Four five six! Seven eight nine ten.", 3)
    ['One two three.', 'Four five six!', 'Seven eight nine ten.']
    """
    starts = np.array([match.start() for match in re.finditer(WORDS, text)])
    pieces = max(round(len(starts) / length), 1)
    if pieces == 1:
        return [text]
    ideal = np.arange(1, pieces) * len(starts) / pieces
    ends = np.array([match.end() for match in re.finditer(SENTENCE_ENDS, text)])
    sentences = np.unique(np.searchsorted(starts, ends))  # the word that begins the next one
    cuts = [*starts[_nearest(ideal, sentences, len(starts) / pieces / 2)].tolist(), len(text)]
    return [text[begin:end].strip() for begin, end in zip([0, *cuts[:-1]], cuts, strict=True)]


def _nearest(ideal: np.ndarray, sentences: np.ndarray, reach: float) -> np.ndarray:
    """Return the beginning of a sentence nearest to each ideal one; the ideal itself if none is in reach."""
    if not len(sentences):
        return ideal.astype(np.int64)
    right = np.clip(np.searchsorted(sentences, ideal), 1, max(len(sentences) - 1, 1))
    around = sentences[np.clip(np.stack([right - 1, right]), 0, len(sentences) - 1)]
    best = np.take_along_axis(around, abs(around - ideal).argmin(axis=0)[None], axis=0)[0]
    within = abs(best - ideal) < reach * (1 - 1e-9)  # one sentence never ends two pieces
    return np.where(within, best, ideal.astype(np.int64))


# --- repeated documents -------------------------------------------------------------------------------

MOST_COUNTED = 10_000_000  # documents of a stream
IN_A_STORE = "a store fits each; take repeated texts out first to fit each once"


def repeated(documents: Documents, deduplicate: bool = False) -> tuple[str, ...]:
    """Write notes on texts and ids that occur more than once.

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
    """Counts repeated texts and ids of documents in batches; it stores 16 bytes per document.

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
        """Count some documents, up to a bound."""
        if self.n + len(documents) > self.most:
            return
        self.n += len(documents)
        self._texts.append(_numbers(map(_mark, documents.texts)))
        self._ids.append(_numbers(map(_digest, documents.ids)))

    def notes(self) -> tuple[str, ...]:
        """Write how many repeat another."""
        texts, ids = (np.concatenate(parts or [_numbers([])]) for parts in (self._texts, self._ids))
        copies = len(texts) - len(np.unique(texts))
        shared = int(np.count_nonzero(np.unique(ids, return_counts=True)[1] > 1))
        repeat, occur = "repeats" if copies == 1 else "repeat", " occurs" if shared == 1 else "s occur"
        notes = (f"{copies:,} of {self.n:,} documents {repeat} another: {self.how}",) if copies else ()
        return (*notes, f"{shared:,} id{occur} more than once") if shared else notes


def first_of_each(texts: Sequence[str]) -> np.ndarray:
    """Return for each text the number of the first equal one but for white space; empty ones are different.

    Examples
    --------
    >>> first_of_each(["an oak", "elm", "an\\n oak ", "", ""]).tolist()
    [0, 1, 0, 3, 4]
    """
    seen: dict[bytes, int] = {}
    marks = enumerate(map(_mark, texts))
    return np.array([seen.setdefault(mark, row) if mark else row for row, mark in marks], dtype=np.int64)


def _mark(text: str) -> bytes:
    """Return the same bytes for texts that are equal but for white space; nothing for an empty one."""
    words = text.split()
    return _digest(" ".join(words)) if words else b""


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _numbers(marks: Iterable[bytes]) -> np.ndarray:
    """Return the first half of each mark as a number."""
    return np.frombuffer(b"".join(mark[:8] for mark in marks), dtype=np.uint64)
