"""Matrices written as they are."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from cotext.corpus import checked_csr
from cotext.errors import NoUsableDocuments, UsageError
from cotext.store.layout import WORDS, Manifest, write_json, write_manifest
from cotext.store.write import Batch, Writer, alone


def as_matrices(documents: object) -> tuple[Any, bool]:
    """One or several matrices, as an iterable, and True; what is no matrix as it was, and False."""
    if _is_matrix(documents):
        return [documents], True
    if isinstance(documents, Iterator):
        first = list(_first(documents))
        whole = chain(first, documents)
        return (whole, True) if first and _is_matrix(first[0]) else (list(whole), False)
    several = isinstance(documents, list | tuple) and (not documents or _is_matrix(documents[0]))
    return documents, several


def write_matrices(
    path: str | os.PathLike[str],
    given: Iterable[Any],
    vocabulary: Sequence[str] | None,
    block_entries: int | None,
) -> None:
    """Write matrices of the same words, one after the other."""
    folder = Path(path).resolve()
    with alone(folder):
        _write(folder, path, given, vocabulary, block_entries)


def _write(
    folder: Path,
    path: str | os.PathLike[str],
    given: Iterable[Any],
    vocabulary: Sequence[str] | None,
    block_entries: int | None,
) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{path} is there already: give a new name, or delete it.")
    matrices = _checked(given)
    first = next(matrices, None)
    if first is None:
        raise NoUsableDocuments("nothing was given to be stored: give at least one document.")
    words = [f"word{j}" for j in range(first.shape[1])] if vocabulary is None else list(vocabulary)
    if len(words) != first.shape[1]:
        raise UsageError(f"vocabulary has {len(words)} words, X {first.shape[1]} columns: give one each.")
    manifest = Manifest(first.shape[1], str(first.dtype), "a matrix")
    writer, n = Writer(folder, manifest, block_entries), 0
    manifest.files[WORDS] = write_json(folder / WORDS, {"counted": words, "shown": words})
    write_manifest(folder, manifest)
    for X in chain([first], matrices):
        if X.shape[1] != manifest.n_words:
            raise UsageError(
                f"matrices of {manifest.n_words} and of {X.shape[1]} words were given: count the same words."
            )
        ids = [str(i) for i in range(n, n + X.shape[0])]
        writer.add(Batch(sparse.csr_array(X.astype(manifest.dtype, copy=False)), ids))
        n += len(ids)
    writer.finish()


def _is_matrix(one: object) -> bool:
    return sparse.issparse(one) or (isinstance(one, np.ndarray) and one.ndim == 2)


def _first(documents: Iterator[Any]) -> Iterator[Any]:
    for one in documents:
        yield one
        return


def _checked(given: Iterable[Any]) -> Iterator[sparse.csr_array]:
    for one in given:
        X = checked_csr(one, "the matrix")
        if not min(X.shape):
            raise NoUsableDocuments(f"a matrix of shape {X.shape}: give at least one document and one word.")
        yield X if X.dtype in (np.float32, np.float64) else X.astype(np.float64)
