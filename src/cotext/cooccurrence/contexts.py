"""How often do two words share a context?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy import sparse

from cotext.backend import sound_csr, thread_count
from cotext.cooccurrence.document_pairs import count_bags
from cotext.cooccurrence.windows import count_windows
from cotext.corpus import DocWord
from cotext.errors import UsageError
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
        f"context={context!r} is unknown: use 'document', 'sentence' or 'window:L' with L of at least 2,"
        " such as 'window:10'."
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
        A folder: a large result then lies in files there, without a name, that go with it.
    upper : bool
        Whether to leave out what is below the diagonal, which is the same.

    Returns
    -------
    csr_array of int32, shape (n_words, n_words)
        Symmetric, zero diagonal, sorted indices.

    Examples
    --------
    >>> from cotext.tokens import tokenize
    >>> tokens = tokenize(["sun and moon", "moon and stars"], stop_words=["and"])
    >>> count_contexts(tokens, context="window:3", vocabulary=["moon", "stars", "sun"]).toarray().tolist()
    [[0, 1, 1], [1, 0, 0], [1, 0, 0]]
    """
    where, threads = parse_context(context), thread_count(n_threads)
    if not isinstance(source, Tokens):
        if where.kind != "document":
            raise UsageError(
                f"context={context!r} needs the texts; a matrix of counts has 'document' contexts."
            )
        counts = source.X if isinstance(source, DocWord) else source
        return count_bags(sound_csr(counts, "the matrix of counts"), threads, room, upper)
    if vocabulary is None:
        vocabulary = sorted(word for word, stop in zip(source.types, source.stop, strict=True) if not stop)
    columns = columns_of(source, vocabulary)
    if where.kind == "window":
        return count_windows(
            source.ids,
            source.offsets,
            columns,
            len(vocabulary),
            where.length,
            threads,
            room=room,
            upper=upper,
        )
    bounds = source.offsets if where.kind == "document" else source.sentences
    return count_bags(count_columns(source.ids, bounds, columns, len(vocabulary)), threads, room, upper)
