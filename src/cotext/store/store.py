"""The store, for people and models."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
from scipy import sparse

from cotext.backend import Chunks
from cotext.corpus import Fields
from cotext.errors import CotextError, UsageError
from cotext.recipe import Listener, Recipe, silent, weighting_of
from cotext.store.layout import (
    AGAIN,
    PAIRS,
    WORDS,
    Block,
    Manifest,
    block_file,
    check_block,
    check_content,
    check_size,
    fetch,
    idf_in,
    read_array,
    read_block,
    read_json,
    read_manifest,
    recipe_of,
)
from cotext.store.passes import add_documents, build
from cotext.store.write import as_matrices, write_matrices

KEPT_OPEN = 64  # blocks, of a few files each: to open them again in every sweep takes time


class Names(NamedTuple):
    """Ids, known classes, further columns and excerpts of documents."""

    ids: list[str]
    labels: list[str] | None
    fields: Fields
    excerpts: list[str] | None


class Store(Chunks):
    """Documents and their words in blocks on disk, for collections that do not fit in memory.

    Every model takes one in place of a matrix. ``cotext shard`` makes one of texts; :meth:`write` one of a
    matrix as it is. :meth:`open` compares the size of every file; the checksums of a block are compared when
    it is first used.

    Attributes
    ----------
    shape, nnz, dtype
        As of a matrix.
    vocabulary : list of str
        One word per column, as people read it.
    recipe : Recipe or None
        The recipe that made it of texts or counts; None if a matrix was taken as it was.

    Examples
    --------
    >>> import tempfile
    >>> from cotext import Store
    >>> from cotext.models import NMF
    >>> X = sparse.csr_array(np.kron(np.eye(2), np.ones((3, 2))))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = Store.write(f"{folder}/letters.store", X)
    ...     model = NMF(2, random_state=0).fit(store)
    >>> len(set(model.labels_[:3])), len(set(model.labels_))
    (1, 2)
    """

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = self.room = folder
        self._checked: set[int] = set()
        self._open: dict[int, sparse.csr_array] = {}
        self.take(manifest)

    def __reduce__(self) -> Any:
        return reopened, (str(self.folder), digest(self.manifest))

    def take(self, manifest: Manifest) -> None:
        """Adopt a new manifest."""
        self.manifest = manifest
        self._open.clear()
        blocks = manifest.blocks
        self.cuts = np.concatenate([[0], np.cumsum([block.rows for block in blocks], dtype=np.int64)])
        self.sizes = np.array([block.nnz for block in blocks], dtype=np.int64)
        self.n_words, self.dtype = manifest.n_words, np.dtype(manifest.dtype)
        self.largest = max(block.largest for block in blocks)

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, verify: bool = False) -> Self:
        """Open a store; ``verify`` reads every byte now, not when it is first used."""
        folder = Path(path).resolve()
        manifest = read_manifest(folder)
        if not manifest.complete:
            raise UsageError(
                f"{path} is not complete: {manifest.n_documents:,} documents are there; run the same "
                "'cotext shard' again, which continues it."
            )
        for k, block in enumerate(manifest.blocks):
            for name, (size, _) in block.files.items():
                check_size(block_file(folder, k, name), size)
        for name, (size, _) in manifest.files.items():
            check_size(folder / name, size)
        store = cls(folder, manifest)
        if verify:
            store.verify()
        return store

    @classmethod
    def write(
        cls,
        path: str | os.PathLike[str],
        documents: object,
        *,
        recipe: Recipe | None = None,
        contexts: bool = True,
        vocabulary: Sequence[str] | None = None,
        block_entries: int | None = None,
        n_jobs: int | None = None,
    ) -> Store:
        """Write a matrix, or matrices that come one after the other, as they are; or documents by a recipe.

        Parameters
        ----------
        path : path
            A new folder; or, for documents, one of an unfinished store.
        documents : matrix, iterable of matrices, or anything ``cluster`` takes
            Matrices are non-negative and of the same words; float32 stays so. With a ``recipe`` a matrix
            holds counts. Files are read twice, a batch at a time, and may be larger than memory.
        vocabulary : sequence of str, optional
            One word per column of matrices that are taken as they are.
        recipe, contexts, block_entries, n_jobs : optional
            As in :func:`cotext.store.shard`; by default a block has 16 million entries.
        """
        source: tuple[Any, bool] = as_matrices(documents) if recipe is None else (documents, False)
        if source[1]:
            write_matrices(path, source[0], vocabulary, block_entries)
        else:
            build(source[0], path, recipe, contexts, block_entries, n_jobs)
        return Store.open(path)

    # --- as blocks of a matrix ------------------------------------------------------------------------

    def check(self, k: int) -> None:
        """Check every byte of block k, once."""
        if k not in self._checked:
            check_block(self.folder, k, self.manifest.blocks[k], self.n_words)
            self._checked.add(k)

    def block(self, k: int) -> sparse.csr_array:
        self.check(k)
        block = self.manifest.blocks[k]
        if k not in self._open:
            X = read_block(self.folder, k, block, self.n_words)
            if len(self._open) >= KEPT_OPEN or X.data.base is None:  # a copy in memory
                return X
            self._open[k] = X
        for name, (size, _) in block.files.items():  # a file that became shorter cannot be read
            check_size(block_file(self.folder, k, name), size)
        return self._open[k]

    def ahead(self, k: int) -> None:
        if k in self._checked:
            fetch(self.folder, k)

    def verify(self) -> None:
        """Check every byte; an error names a file that was altered."""
        for name, expected in self.manifest.files.items():
            check_content(self.folder / name, expected)
        for k in range(len(self)):
            self.check(k)

    # --- further content ------------------------------------------------------------------------------

    @cached_property
    def _words(self) -> dict[str, list[str]]:
        words: dict[str, list[str]] = read_json(self.folder / WORDS, self.manifest.files[WORDS])
        return words

    @property
    def vocabulary(self) -> list[str]:
        return self._words["shown"]

    @cached_property
    def recipe(self) -> Recipe | None:
        return None if self.manifest.recipe is None else recipe_of(self.folder, self.manifest)

    @property
    def cooccurrence(self) -> sparse.csr_array | None:
        """How often words meet, if that was counted."""
        if PAIRS[0] not in self.manifest.files:
            return None
        for name in PAIRS:
            check_content(self.folder / name, self.manifest.files[name])
        parts = tuple(read_array(self.folder / name) for name in PAIRS)
        return sparse.csr_array(parts, shape=(self.n_words, self.n_words))

    def names(self, k: int) -> Names:
        """Read the ids, classes, further columns and excerpts of the documents of block k."""
        files = self.manifest.blocks[k].files
        tree = read_json(block_file(self.folder, k, "names.json"), files["names.json"])
        fields = Fields.from_saved(tree["fields"], len(tree["ids"]))
        return Names(tree["ids"], tree["labels"], fields, tree["excerpts"])

    def counts(self) -> Chunks:
        """Return the counts; the matrix itself if it has no weights."""
        counted = "counts.npy" in self.manifest.blocks[0].files
        return Counts(self, self.manifest.blocks, self.counted) if counted else self

    def counted(self, k: int) -> sparse.csr_array:
        """Read the counts of block k."""
        self.check(k)
        return read_block(self.folder, k, self.manifest.blocks[k], self.n_words, "counts")

    def weighted(self, kind: str) -> Chunks:
        """Weigh the counts by a name that :class:`cotext.matrix.Weighting` knows."""
        if self.recipe is None or kind == self.recipe.weighting:
            return self
        weigh, counts = weighting_of(self.recipe, kind, self.idf), self.counts()
        weighted = counts.changed(weigh.transform)
        weighted.largest = 1.0 if kind.endswith("norm") else counts.largest * float(weigh.idf_.max())
        return weighted

    @cached_property
    def idf(self) -> np.ndarray:
        """The idf of each word."""
        return idf_in(self.folder, self.manifest)

    def append(self, documents: object, **reading: Any) -> float:
        """Add documents, counted and weighed as those that are there; all of them, or none.

        Words, weights and counts of co-occurrences stay as they are. Returns the share of unknown words.
        """
        return add_documents(self, documents, reading)


class Counts(Chunks):
    """The counts of a store whose models see weights."""

    def __init__(
        self, seen: Chunks, blocks: Sequence[Block], counted: Callable[[int], sparse.csr_array]
    ) -> None:
        self.seen, self.counted = seen, counted
        self.cuts, self.n_words, self.room = seen.cuts, seen.n_words, seen.room
        self.sizes = np.array([block.entries for block in blocks], dtype=np.int64)
        self.largest = max(block.most for block in blocks)
        self.dtype = self.block(0).dtype

    def block(self, k: int) -> sparse.csr_array:
        return self.counted(k)

    def ahead(self, k: int) -> None:
        self.seen.ahead(k)


OPEN_AT_ONCE = 8


def digest(manifest: Manifest) -> str:
    """Return a checksum of a manifest."""
    return hashlib.sha256(json.dumps(asdict(manifest), sort_keys=True).encode("ascii")).hexdigest()


@lru_cache(OPEN_AT_ONCE)
def reopened(folder: str, expected: str) -> Store:
    """Open a store again; refuse one that is not the one that was sent."""
    store = Store.open(folder)
    if digest(store.manifest) != expected:
        raise CotextError(f"{folder} is not the store that it was, or is another one here: {AGAIN}.")
    return store


def shard(
    documents: object,
    path: str | os.PathLike[str],
    recipe: Recipe | None = None,
    *,
    contexts: bool = True,
    block_entries: int | None = None,
    n_jobs: int | None = None,
    stage: Listener = silent,
    note: Listener = silent,
) -> Store:
    """Write documents in any form that ``cluster`` takes as a store.

    Parameters
    ----------
    documents : anything ``cluster`` takes, but not standard input
        Read twice; files and folders a batch at a time.
    path : path
        A new folder, or one that an earlier call of the same kind did not finish.
    recipe : Recipe, optional
        How documents become a matrix; it is fitted here.
    contexts : bool, default=True
        Whether to count which words occur together, for models that use that.
    block_entries : int, optional
        Entries and rows of a block, about.
    n_jobs : int, optional
        Threads, all cores by default; they do not change the result.
    """
    build(documents, path, recipe, contexts, block_entries, n_jobs, stage=stage, note=note)
    return Store.open(path)
