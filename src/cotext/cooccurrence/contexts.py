"""Count how often two words share a context: a document, a sentence or a window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
from scipy import sparse

from cotext.backend import native, ordered_map, rows_of, sound_csr, thread_count
from cotext.cooccurrence.batches import added_up, block_size, stack_rows
from cotext.corpus import DocWord, row_blocks
from cotext.errors import Keyword, UsageError
from cotext.matrix import columns_of, count_columns
from cotext.tokens import Tokens


@dataclass(frozen=True)
class Context:
    """A parsed context: ``kind`` is "document", "sentence" or "window", ``length`` a window's positions."""

    kind: str
    length: int = 0

    def __str__(self) -> str:
        return f"window:{self.length}" if self.kind == "window" else self.kind


def parse_context(context: str) -> Context:
    """Read "document", "sentence" or "window:L" with L of at least 2.

    Examples
    --------
    >>> parse_context("window:10")
    Context(kind='window', length=10)
    """
    if context in ("document", "sentence"):
        return Context(context)
    kind, _, length = context.partition(":")
    if kind == "window" and length.isascii() and length.isdigit() and int(length) >= 2:
        return Context(kind, int(length))
    raise UsageError(
        Keyword("context", context),
        " is unknown: use 'document', 'sentence' or 'window:L' with L of at least 2, such as 'window:10'.",
    )


def count_contexts(
    source: Tokens | DocWord | sparse.sparray | np.ndarray,
    *,
    context: str = "document",
    vocabulary: Sequence[str] | Mapping[str, int] | None = None,
    n_threads: int | None = None,
    room: Path | None = None,
    upper: bool = False,
) -> sparse.csr_array:
    """Count for each pair of words the contexts they share.

    The result, n_words x n_words of int32, is symmetric with a zero diagonal and sorted indices.

    Parameters
    ----------
    source : Tokens, DocWord or matrix of shape (n_documents, n_words)
        A matrix has document contexts only. The tokens may be those of another corpus than the one being
        clustered: words are looked up in ``vocabulary`` by their spelling.
    context : str
        "document", "sentence", or "window:L": each pair of positions less than L apart counts once, over the
        original positions, so that words left out of the vocabulary still take up room.
    vocabulary : sequence of str, or the column of each word, optional
        The words to count in tokens; by default all content words in alphabetical order.
    n_threads : int, optional
        Threads to use, all cores by default; the result does not depend on it.
    room : path, optional
        A folder: a large result is then in files there, without a name, which are deleted with it.
    upper : bool
        Whether to leave out the half below the diagonal, which is the same.

    Examples
    --------
    >>> from cotext.tokens import tokenize
    >>> tokens = tokenize(["sun and moon", "moon and stars"], stop_words=["and"])
    >>> count_contexts(tokens, context="window:3", vocabulary=["moon", "stars", "sun"]).toarray().tolist()
    [[0, 1, 1], [1, 0, 0], [1, 0, 0]]
    """
    parsed, threads = parse_context(context), thread_count(n_threads)
    if not isinstance(source, Tokens):
        if parsed.kind != "document":
            raise UsageError(
                Keyword("context", context), " needs the texts; a matrix of counts has 'document' contexts."
            )
        counts = source.X if isinstance(source, DocWord) else source
        return count_bags(sound_csr(counts, "the matrix of counts"), threads, room, upper)
    if vocabulary is None:
        vocabulary = sorted(word for word, stop in zip(source.types, source.stop, strict=True) if not stop)
    columns = columns_of(source, vocabulary)
    if parsed.kind == "window":
        corpus = source.ids, source.offsets, columns, len(vocabulary)
        return count_windows(*corpus, parsed.length, threads, room=room, upper=upper)
    bounds = source.offsets if parsed.kind == "document" else source.sentences
    return count_bags(count_columns(source.ids, bounds, columns, len(vocabulary)), threads, room, upper)


# --- documents and sentences: C = B'B with B = (X > 0) --------------------------------------------------

# Multiplications per block of rows: a block's result stays below some 40 MB.
_BLOCK = 1 << 22


def count_bags(
    X: sparse.csr_array, n_threads: int = 1, room: Path | None = None, upper: bool = False
) -> sparse.csr_array:
    """Count the rows of X that hold both words, for each pair of columns; see ``count_contexts``.

    X has anything positive where a context has a word. Peak memory is the result (8 bytes an entry) and a
    block per thread: 0.8 GB for the 74 million pairs of 20 Newsgroups (18,846 x 26,214).
    """
    bags = Bags(X)
    spans = bags.blocks(min(_BLOCK, block_size(n_threads)))
    rows = ordered_map(lambda span: in_order(bags.pairs(*span, upper=upper)), spans, n_threads)
    return stack_rows(rows, X.shape[1], np.int32, room)


class Bags:
    """Counts the pairs of words of X, a few words at a time."""

    def __init__(self, X: sparse.csr_array) -> None:
        self.B = _presence(X)
        self.words = self.B.T.tocsr()

    def blocks(self, size: int) -> list[tuple[int, int]]:
        """Cut the words into spans of about ``size`` multiplications each."""
        sizes = np.diff(self.B.indptr)
        work = np.concatenate([[0], np.cumsum(sizes[self.words.indices], dtype=np.int64)])[self.words.indptr]
        return row_blocks(work, size)

    def sums(self) -> np.ndarray:
        """Return the number of pairs of each word: the sums of all counts."""
        return np.asarray(self.words @ (np.diff(self.B.indptr) - 1.0))

    def pairs(self, start: int, stop: int, *, upper: bool = False) -> sparse.csr_array:
        """Count how often the words from start to stop meet each other word, or each after it."""
        product: sparse.csr_array = rows_of(self.words, start, stop) @ self.B
        row = np.repeat(np.arange(start, stop, dtype=product.indices.dtype), np.diff(product.indptr))
        product.data[product.indices <= row if upper else product.indices == row] = 0
        product.eliminate_zeros()
        return product


def in_order(block: sparse.csr_array) -> sparse.csr_array:
    """Sort the rows: there and back sorts every row in linear time."""
    return block.tocsc().tocsr()


def _presence(X: sparse.csr_array) -> sparse.csr_array:
    data = (X.data > 0).astype(np.int32)
    if data.all() and X.has_canonical_format:
        return sparse.csr_array((data, X.indices, X.indptr), shape=X.shape)
    B = sparse.csr_array((data, X.indices.copy(), X.indptr.copy()), shape=X.shape)
    B.sum_duplicates()
    B.eliminate_zeros()
    B.data[:] = 1
    return B


# --- windows --------------------------------------------------------------------------------------------

# Pairs of positions per chunk, which needs some 100 MB at worst.
_CHUNK = 1 << 21


def count_windows(
    ids: np.ndarray,
    offsets: np.ndarray,
    columns: np.ndarray,
    n_words: int,
    length: int,
    n_threads: int = 1,
    chunk: int = _CHUNK,
    room: Path | None = None,
    upper: bool = False,
) -> sparse.csr_array:
    """Count pairs of words less than ``length`` positions apart in the same document; see ``count_contexts``.

    ``columns`` has the column of each type, or -1; a chunk has about ``chunk`` pairs of positions.
    """
    if (rows := native.windows(ids, offsets, columns, n_words, length, upper)) is not None:
        reach = min(length, int(np.diff(offsets).max(initial=1))) - 1
        spans = row_blocks(_occurrences(ids, columns, n_words) * 2 * reach, min(chunk, block_size(1)))
        blocks = ((b - a, rows(a, b, n_threads)) for a, b in spans)
        return stack_rows(
            (sparse.csr_array(own, shape=(n, n_words)) for n, own in blocks), n_words, np.int32, room
        )
    step = max(chunk // length, 1)

    def pairs(start: int) -> sparse.csr_array:
        stop = min(start + step, len(ids))
        end = min(stop + length - 1, len(ids))
        words = columns[ids[start:end]]
        used = np.flatnonzero(words >= 0)
        words, place = words[used], used + length * _document(offsets, start, end)[used]
        first, second = _pairs_within(place, int(np.searchsorted(used, stop - start)), length)
        a, b = words[first], words[second]
        pair = np.minimum(a, b)[a != b], np.maximum(a, b)[a != b]
        return sparse.coo_array((np.ones(len(pair[0]), np.int32), pair), shape=(n_words, n_words)).tocsr()

    nothing = sparse.csr_array((n_words, n_words)).astype(np.int32)
    U = added_up(chain([nothing], ordered_map(pairs, range(0, len(ids), step), n_threads)))
    return U if upper else sparse.csr_array(U + U.T)


def _occurrences(ids: np.ndarray, columns: np.ndarray, n_words: int) -> np.ndarray:
    """Return how often all words before each column occur."""
    used = columns >= 0
    totals = np.bincount(columns[used], np.bincount(ids, minlength=len(columns))[used], n_words)
    return np.concatenate([[0], totals.cumsum()]).astype(np.int64)


def _document(offsets: np.ndarray, start: int, end: int) -> np.ndarray:
    """Return the number of the document of the positions from start to end."""
    first, last = np.searchsorted(offsets, start, side="right") - 1, np.searchsorted(offsets, end)
    bounds = np.clip(offsets[first : last + 1], start, end)
    return np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))


def _pairs_within(numbers: np.ndarray, own: int, length: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the pairs less than ``length`` apart of rising numbers; the first is one of ``own`` numbers."""
    first = np.arange(own)
    sizes = np.searchsorted(numbers, numbers[:own] + length) - first - 1
    shift = np.repeat(first + 1 - (np.cumsum(sizes) - sizes), sizes)
    return np.repeat(first, sizes), np.arange(len(shift)) + shift
