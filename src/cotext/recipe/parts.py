"""What a fit is to see of the documents: each text once, or pieces of it."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

import numpy as np
from scipy import sparse

from cotext.corpus import Documents, DocWord
from cotext.corpus.repeats import first_of_each
from cotext.corpus.segments import segments
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
