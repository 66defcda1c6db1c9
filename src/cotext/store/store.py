"""The store as people and models see it."""

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

from cotext.backend import Blocks
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

KEPT_OPEN = 64  # blocks, of a few files each: to open them anew takes time in every sweep


class Names(NamedTuple):
    """Ids, known classes, further columns and beginnings of documents."""

    ids: list[str]
    labels: list[str] | None
    fields: Fields
    excerpts: list[str] | None


class Store(Blocks):
    """Documents and their words in blocks on disk, for collections that do not fit in memory.

    What any model takes in place of a matrix. ``cotext shard`` makes one of texts; :meth:`write` one of a
    matrix as it is. Opened by :meth:`open`, which looks at the size of every file; the checksum of a block is
    looked at when it is first used.

    Attributes
    ----------
    shape, nnz, dtype
        As of a matrix.
    vocabulary : list of str
        One word per column, as people read it.
    recipe : Recipe or None
        What made it of texts or counts; None where a matrix was taken as it was.

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
        """What the store says of itself now."""
        self.manifest = manifest
        self._open.clear()
        blocks = manifest.blocks
        self.cuts = np.concatenate([[0], np.cumsum([block.rows for block in blocks], dtype=np.int64)])
        self.sizes = np.array([block.nnz for block in blocks], dtype=np.int64)
        self.n_words, self.dtype = manifest.n_words, np.dtype(manifest.dtype)
        self.largest = max(block.largest for block in blocks)

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, verify: bool = False) -> Self:
        """A store that lies there; ``verify`` looks at every byte now, not when it is first used."""
        folder = Path(path).resolve()
        manifest = read_manifest(folder)
        if not manifest.complete:
            raise UsageError(
                f"{path} is not complete: {manifest.n_documents:,} documents are there; run the same "
                "'cotext shard' again, which goes on with it."
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
            A folder that is not there yet; or, for documents, one that was begun and not finished.
        documents : matrix, iterable of matrices, or anything ``cluster`` takes
            Matrices are non-negative and of the same words; float32 stays so. With a ``recipe`` one is
            counts. Files are read twice, a batch at a time, and may be larger than memory.
        vocabulary : sequence of str, optional
            One word per column of matrices that are taken as they are.
        recipe, contexts, block_entries, n_jobs : optional
            As in :func:`cotext.store.shard`; by default a block has 16 million entries.
        """
        given: tuple[Any, bool] = as_matrices(documents) if recipe is None else (documents, False)
        if given[1]:
            write_matrices(path, given[0], vocabulary, block_entries)
        else:
            build(given[0], path, recipe, contexts, block_entries, n_jobs)
        return Store.open(path)

    # --- as blocks of a matrix ------------------------------------------------------------------------

    def check(self, k: int) -> None:
        """Look at every byte of block k, once."""
        if k not in self._checked:
            check_block(self.folder, k, self.manifest.blocks[k], self.n_words)
            self._checked.add(k)

    def block(self, k: int) -> sparse.csr_array:
        self.check(k)
        block = self.manifest.blocks[k]
        if k not in self._open:
            X = read_block(self.folder, k, block, self.n_words)
            if len(self._open) >= KEPT_OPEN or X.data.base is None:  # in memory, where it takes room
                return X
            self._open[k] = X
        for name, (size, _) in block.files.items():  # what lies beyond the end of a file cannot be read
            check_size(block_file(self.folder, k, name), size)
        return self._open[k]

    def ahead(self, k: int) -> None:
        if k in self._checked:
            fetch(self.folder, k)

    def verify(self) -> None:
        """Look at every byte; an error names the file that is not what was written."""
        for name, expected in self.manifest.files.items():
            check_content(self.folder / name, expected)
        for k in range(len(self)):
            self.check(k)

    # --- what else is known ---------------------------------------------------------------------------

    @cached_property
    def _words(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = read_json(self.folder / WORDS, self.manifest.files[WORDS])
        return found

    @property
    def vocabulary(self) -> list[str]:
        return self._words["shown"]

    @cached_property
    def recipe(self) -> Recipe | None:
        return None if self.manifest.recipe is None else recipe_of(self.folder, self.manifest)

    @property
    def cooccurrence(self) -> sparse.csr_array | None:
        """How often words meet, where that was counted."""
        if PAIRS[0] not in self.manifest.files:
            return None
        for name in PAIRS:
            check_content(self.folder / name, self.manifest.files[name])
        parts = tuple(read_array(self.folder / name) for name in PAIRS)
        return sparse.csr_array(parts, shape=(self.n_words, self.n_words))

    def names(self, k: int) -> Names:
        """What is known of the documents of block k beside their words."""
        files = self.manifest.blocks[k].files
        tree = read_json(block_file(self.folder, k, "names.json"), files["names.json"])
        kept = Fields.from_saved(tree["fields"], len(tree["ids"]))
        return Names(tree["ids"], tree["labels"], kept, tree["excerpts"])

    def counts(self) -> Blocks:
        """What was counted; what models see, where that is the same."""
        counted = "counts.npy" in self.manifest.blocks[0].files
        return Counts(self, self.manifest.blocks, self.counted) if counted else self

    def counted(self, k: int) -> sparse.csr_array:
        """The counts of block k."""
        self.check(k)
        return read_block(self.folder, k, self.manifest.blocks[k], self.n_words, "counts")

    def weighted(self, kind: str) -> Blocks:
        """The counts in other weights, by a name that :class:`cotext.matrix.Weighting` knows."""
        if self.recipe is None or kind == self.recipe.weighting:
            return self
        weigh, counts = weighting_of(self.recipe, kind, self.idf), self.counts()
        weighted = counts.changed(weigh.transform)
        weighted.largest = 1.0 if kind.endswith("norm") else counts.largest * float(weigh.idf_.max())
        return weighted

    @cached_property
    def idf(self) -> np.ndarray:
        """What each word weighs, by the documents it is in."""
        return idf_in(self.folder, self.manifest)

    def append(self, documents: object, **reading: Any) -> float:
        """Add documents, counted and weighed as those that are there; all of them, or none.

        Words and weights stay as they are, and so do the counts of which words occur together.

        Returns
        -------
        float
            The share of their words that the store does not know.
        """
        return add_documents(self, documents, reading)


class Counts(Blocks):
    """What was counted, where models see weights."""

    def __init__(
        self, seen: Blocks, blocks: Sequence[Block], counted: Callable[[int], sparse.csr_array]
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
    """What a manifest says, in a few letters."""
    return hashlib.sha256(json.dumps(asdict(manifest), sort_keys=True).encode("ascii")).hexdigest()


@lru_cache(OPEN_AT_ONCE)
def reopened(folder: str, expected: str) -> Store:
    """The store there; an error if it is not the one that was sent."""
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
        Read twice, a batch at a time where it is a file or a folder.
    path : path
        A folder: a new one, or one that an earlier call of the same kind did not finish.
    recipe : Recipe, optional
        How documents become a matrix; it is fitted here.
    contexts : bool, default=True
        Whether to count which words occur together, for models that use that.
    block_entries : int, optional
        Entries and rows of a block, about.
    n_jobs : int, optional
        Threads, all cores by default; what is written does not depend on it.
    """
    build(documents, path, recipe, contexts, block_entries, n_jobs, stage=stage, note=note)
    return Store.open(path)
