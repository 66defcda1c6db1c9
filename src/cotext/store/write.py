"""Write batches of documents as blocks, cut by entries alone, complete before the manifest lists them."""

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
    """Some documents."""

    X: sparse.csr_array  # for models; entries without weight are zeros
    ids: Sequence[str]
    counts: np.ndarray | None = None  # at each entry of X, if X has weights
    labels: Sequence[str] | None = None  # known classes, "" for a document without one
    fields: Fields = field(default_factory=Fields)
    excerpts: Sequence[str] | None = None  # of the texts

    def rows(self, start: int, stop: int) -> Batch:
        """Return some of the documents."""
        entries = slice(self.X.indptr[start], self.X.indptr[stop])
        counts = None if self.counts is None else self.counts[entries]
        own, fields = slice(start, stop), self.fields.take(range(start, stop))
        labels, excerpts = (
            None if column is None else column[own] for column in (self.labels, self.excerpts)
        )
        return Batch(rows_of(self.X, start, stop), self.ids[own], counts, labels, fields, excerpts)


def weigh_batch(recipe: Recipe, documents: Documents | DocWord, X: sparse.csr_array) -> Batch:
    """Weigh counts; words without weight have entries of zero."""
    weigh = weighting_of(recipe, recipe.weighting, recipe.idf_)
    X = sound_csr(X, "the matrix to weight")
    weights = sparse.csr_array((weigh.weights(X), X.indices, X.indptr), shape=X.shape)
    labels = None if documents.labels is None else [name or "" for name in classes_of(documents)]
    excerpts = None if isinstance(documents, DocWord) else [excerpt(text) for text in documents.texts]
    return Batch(weights, documents.ids, X.data, labels, documents.fields, excerpts)


class Writer:
    """Writes the blocks of a store from where it stopped; documents that it has already are skipped.

    With ``at_once`` the manifest lists all new blocks together, at the end.
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
            for incomplete in (folder / BLOCKS).glob(".[0-9]*.*"):
                incomplete.unlink()
        except OSError as error:
            raise CannotWrite(folder, error) from error

    def skips(self, n: int) -> bool:
        """Whether the next n documents are there already; they are then passed over."""
        here = self.skip >= n
        self.skip -= n * here
        return here

    def add(self, batch: Batch) -> None:
        """Add documents; whenever they suffice for a block, write it."""
        n = batch.X.shape[0]
        here = min(self.skip, n)
        self.skip -= here
        work = batch.X.indptr.astype(np.int64) + np.arange(n + 1)
        while here < n:
            stop = int(np.searchsorted(work, work[here] + self.size - self.work))
            stop = max(min(stop, n), here + 1)
            self.waiting.append(batch.rows(here, stop))
            self.work += int(work[stop] - work[here])
            here = stop
            if self.work >= self.size:
                self.flush()

    def flush(self) -> None:
        """Write the waiting documents as a block."""
        if not self.waiting:
            return
        k, waiting = len(self.manifest.blocks), self.waiting
        X = sparse.csr_array(sparse.vstack([batch.X for batch in waiting], format="csr"))
        X.data[X.data < np.finfo(self.manifest.dtype).tiny] = 0
        arrays = {
            "indptr.npy": X.indptr.astype(np.int32),
            "indices.npy": X.indices.astype(np.int32, copy=False),
            "values.npy": X.data.astype(self.manifest.dtype, copy=False),
        }
        counts = [batch.counts for batch in waiting if batch.counts is not None]
        if counts:
            arrays["counts.npy"] = _narrow(np.concatenate(counts))
        largest, most = (float(arrays[name].max(initial=0)) for name in ("values.npy", [*arrays][-1]))
        files = {name: write_array(block_file(self.folder, k, name), a) for name, a in arrays.items()}
        files["names.json"] = write_json(block_file(self.folder, k, "names.json"), _names(waiting))
        block = Block(X.shape[0], int(np.count_nonzero(X.data)), X.nnz, largest, most, files)
        self.manifest.blocks.append(block)
        if not self.at_once:
            write_manifest(self.folder, self.manifest)
        self.waiting, self.work = [], 0

    def finish(self) -> None:
        """Write the last block, and mark the store as complete."""
        self.flush()
        self.manifest.complete = True
        write_manifest(self.folder, self.manifest)


def _names(waiting: Sequence[Batch]) -> dict[str, Any]:
    def texts(name: str) -> list[str] | None:
        column = [text for batch in waiting for text in (getattr(batch, name) or [""] * len(batch.ids))]
        return column if any(column) else None

    return {
        "ids": [name for batch in waiting for name in batch.ids],
        "labels": texts("labels"),
        "excerpts": texts("excerpts"),
        "fields": Fields.joined([(batch.fields, len(batch.ids)) for batch in waiting]).saved(),
    }


def _narrow(counts: np.ndarray) -> np.ndarray:
    """Store counts in as few bytes as possible; fractions stay as they are."""
    if counts.dtype.kind not in "iu":
        return counts
    small = np.uint16 if counts.max(initial=0) < 2**16 else np.int32 if counts.max() < 2**31 else np.int64
    return counts.astype(small)


@contextmanager
def writer_lock(folder: Path) -> Iterator[None]:
    """Be the only writer of a store; a second one is refused by the name of the first."""
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
    """Return one or several matrices as an iterable, and True; anything else as it is, and False."""
    if _is_matrix(documents):
        return [documents], True
    if isinstance(documents, Iterator):
        first = list(islice(documents, 1))
        items = chain(first, documents)
        return (items, True) if first and _is_matrix(first[0]) else (list(items), False)
    several = isinstance(documents, list | tuple) and (not documents or _is_matrix(documents[0]))
    return documents, several


def write_matrices(
    path: str | os.PathLike[str],
    matrices: Iterable[Any],
    vocabulary: Sequence[str] | None,
    block_entries: int | None,
) -> None:
    """Write matrices of the same words, one after the other."""
    folder = Path(path).resolve()
    with writer_lock(folder):
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise UsageError(f"{path} already exists: give a new name, or delete it.")
        checked = _checked(matrices)
        first = next(checked, None)
        if first is None:
            raise NoUsableDocuments("nothing was given to be stored: give at least one document.")
        words = [f"word{j}" for j in range(first.shape[1])] if vocabulary is None else list(vocabulary)
        if len(words) != first.shape[1]:
            raise UsageError(f"vocabulary has {len(words)} words, X {first.shape[1]} columns: give one each.")
        manifest = Manifest(first.shape[1], str(first.dtype), "a matrix")
        writer, n = Writer(folder, manifest, block_entries), 0
        manifest.files[WORDS] = write_json(folder / WORDS, {"counted": words, "shown": words})
        write_manifest(folder, manifest)
        for X in chain([first], checked):
            if X.shape[1] != manifest.n_words:
                words_of = f"{manifest.n_words} and of {X.shape[1]} words"
                raise UsageError(f"matrices of {words_of} were given: count the same words.")
            ids = [str(i) for i in range(n, n + X.shape[0])]
            writer.add(Batch(sparse.csr_array(X.astype(manifest.dtype, copy=False)), ids))
            n += len(ids)
        writer.finish()


def _is_matrix(item: object) -> bool:
    return sparse.issparse(item) or (isinstance(item, np.ndarray) and item.ndim == 2)


def _checked(matrices: Iterable[Any]) -> Iterator[sparse.csr_array]:
    for matrix in matrices:
        X = checked_csr(matrix, "the matrix")
        if not min(X.shape):
            raise NoUsableDocuments(f"a matrix of shape {X.shape}: give at least one document and one word.")
        yield X if X.dtype in (np.float32, np.float64) else X.astype(np.float64)
