"""Batches of documents in, blocks out: cut by entries alone, complete before the manifest tells of them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from cotext.backend import rows_of, sound_csr
from cotext.corpus import Documents, DocWord, Fields, checked_csr, classes_of, excerpt
from cotext.errors import CannotWrite, CotextError, NoUsableDocuments, UsageError
from cotext.files import check_folder, locked
from cotext.recipe import Recipe, weighting_of
from cotext.store.layout import (
    BLOCKS,
    WORDS,
    Block,
    Manifest,
    block_file,
    write_array,
    write_json,
    write_manifest,
)

BLOCK_ENTRIES = 1 << 24  # with rows; some 130 MB of single precision


@dataclass(frozen=True)
class Batch:
    """Some documents.

    Attributes
    ----------
    X : csr_array
        What models see of them; entries without weight are there as zeros.
    ids : sequence of str
        One per document.
    counts : ndarray or None
        What was counted at each entry of X, where that is something else.
    labels : sequence of str or None
        Known classes, "" where a document has none.
    fields : Fields
        Further columns.
    excerpts : sequence of str or None
        How their texts begin.
    """

    X: sparse.csr_array
    ids: Sequence[str]
    counts: np.ndarray | None = None
    labels: Sequence[str] | None = None
    fields: Fields = field(default_factory=Fields)
    excerpts: Sequence[str] | None = None

    def rows(self, start: int, stop: int) -> Batch:
        """Some of them."""
        a, b = int(self.X.indptr[start]), int(self.X.indptr[stop])
        return Batch(
            rows_of(self.X, start, stop),
            self.ids[start:stop],
            None if self.counts is None else self.counts[a:b],
            None if self.labels is None else self.labels[start:stop],
            self.fields.take(range(start, stop)),
            None if self.excerpts is None else self.excerpts[start:stop],
        )


def weighed(recipe: Recipe, documents: Documents | DocWord, X: sparse.csr_array) -> Batch:
    """Weigh counts; the entries of words that weigh nothing stay, as zeros."""
    weigh = weighting_of(recipe, recipe.weighting, recipe.idf_)
    X = sound_csr(X, "the matrix to weight")
    values = weigh.weights(X)
    labels = None if documents.labels is None else [name or "" for name in classes_of(documents)]
    return Batch(
        sparse.csr_array((values, X.indices, X.indptr), shape=X.shape),
        documents.ids,
        X.data,
        labels,
        documents.fields,
        None if isinstance(documents, DocWord) else [excerpt(text) for text in documents.texts],
    )


class Writer:
    """Writes the blocks of a store, from where it stopped; documents that are there already are skipped.

    With ``at_once`` the manifest tells of them when all are there, or never.
    """

    def __init__(
        self, folder: Path, manifest: Manifest, size: int | None = None, *, at_once: bool = False
    ) -> None:
        self.folder, self.manifest, self.at_once = folder, manifest, at_once
        self.size = BLOCK_ENTRIES if size is None else size
        self.skip = 0 if at_once else manifest.n_documents
        self.waiting: list[Batch] = []
        self.work = 0
        try:
            check_folder(folder / BLOCKS)
            (folder / BLOCKS).mkdir(parents=True, exist_ok=True)
            for half_written in (folder / BLOCKS).glob(".[0-9]*.*"):
                half_written.unlink()
        except OSError as error:
            raise CannotWrite(folder, error) from error

    def skips(self, n: int) -> bool:
        """Whether the next n documents are there already; then they are passed by."""
        here = self.skip >= n
        self.skip -= n * here
        return here

    def add(self, batch: Batch) -> None:
        """Take some documents; whenever there are enough for a block, it is written."""
        n = batch.X.shape[0]
        here = min(self.skip, n)
        self.skip -= here
        work = batch.X.indptr.astype(np.int64) + np.arange(n + 1)
        while here < n:
            room = self.size - self.work
            stop = int(np.searchsorted(work, work[here] + room))
            stop = max(min(stop, n), here + 1)
            self.waiting.append(batch.rows(here, stop))
            self.work += int(work[stop] - work[here])
            here = stop
            if self.work >= self.size:
                self.flush()

    def flush(self) -> None:
        """Write what is waiting as a block."""
        if not self.waiting:
            return
        k, waiting = len(self.manifest.blocks), self.waiting
        X = sparse.csr_array(sparse.vstack([one.X for one in waiting], format="csr"))
        X.data[X.data < np.finfo(self.manifest.dtype).tiny] = 0
        arrays = {
            "indptr.npy": X.indptr.astype(np.int32),
            "indices.npy": X.indices.astype(np.int32, copy=False),
            "values.npy": X.data.astype(self.manifest.dtype, copy=False),
        }
        counts = [one.counts for one in waiting if one.counts is not None]
        if counts:
            arrays["counts.npy"] = _narrow(np.concatenate(counts))
        largest, most = (float(arrays[name].max(initial=0)) for name in ("values.npy", [*arrays][-1]))
        files = {name: write_array(block_file(self.folder, k, name), it) for name, it in arrays.items()}
        files["names.json"] = write_json(block_file(self.folder, k, "names.json"), _names(waiting))
        block = Block(X.shape[0], int(np.count_nonzero(X.data)), X.nnz, largest, most, files)
        self.manifest.blocks.append(block)
        if not self.at_once:
            write_manifest(self.folder, self.manifest)
        self.waiting, self.work = [], 0

    def finish(self) -> None:
        """Write the last block, and that it is the last."""
        self.flush()
        self.manifest.complete = True
        write_manifest(self.folder, self.manifest)


def _names(waiting: Sequence[Batch]) -> dict[str, Any]:
    def texts(name: str) -> list[str] | None:
        found = [text for one in waiting for text in (getattr(one, name) or [""] * len(one.ids))]
        return found if any(found) else None

    return {
        "ids": [name for one in waiting for name in one.ids],
        "labels": texts("labels"),
        "excerpts": texts("excerpts"),
        "fields": Fields.joined([(one.fields, len(one.ids)) for one in waiting]).saved(),
    }


def _narrow(counts: np.ndarray) -> np.ndarray:
    """Counts in as few bytes as hold them; what is no whole number stays as it is."""
    if counts.dtype.kind not in "iu":
        return counts
    small = np.uint16 if counts.max(initial=0) < 2**16 else np.int32 if counts.max() < 2**31 else np.int64
    return counts.astype(small)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Write the store there as the only one; a second writer is refused, and told who the first is."""
    with ExitStack() as stack:
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            stack.enter_context(locked(folder, wait=False))
        except CotextError:
            raise
        except OSError as error:
            raise CannotWrite(folder, error) from error
        yield


# --- matrices as they are -------------------------------------------------------------------------------


def as_matrices(documents: object) -> tuple[Any, bool]:
    """One or several matrices, as an iterable, and True; what is no matrix as it was, and False."""
    if _is_matrix(documents):
        return [documents], True
    if isinstance(documents, Iterator):
        first = list(islice(documents, 1))
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
            n = _add(writer, X, n)
        writer.finish()


def _add(writer: Writer, X: sparse.csr_array, start: int) -> int:
    """Write documents whose numbers begin with ``start``; that of the next one."""
    n_words, stop = writer.manifest.n_words, start + int(X.shape[0])
    if X.shape[1] != n_words:
        raise UsageError(f"matrices of {n_words} and of {X.shape[1]} words were given: count the same words.")
    ids = [str(i) for i in range(start, stop)]
    writer.add(Batch(sparse.csr_array(X.astype(writer.manifest.dtype, copy=False)), ids))
    return stop


def _is_matrix(one: object) -> bool:
    return sparse.issparse(one) or (isinstance(one, np.ndarray) and one.ndim == 2)


def _checked(given: Iterable[Any]) -> Iterator[sparse.csr_array]:
    for one in given:
        X = checked_csr(one, "the matrix")
        if not min(X.shape):
            raise NoUsableDocuments(f"a matrix of shape {X.shape}: give at least one document and one word.")
        yield X if X.dtype in (np.float32, np.float64) else X.astype(np.float64)
