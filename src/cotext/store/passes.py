"""The two passes that write a store, and blocks of documents that are added later."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from cotext.backend import quiet_blas, threads_here
from cotext.cooccurrence import MOST_PAIRS, Pairs, mirrored
from cotext.corpus import Batches, Documents, DocWord, missing_note
from cotext.errors import CannotWrite, UsageError
from cotext.matrix import NO_WORDS, content_words
from cotext.recipe import Learned, Listener, Recipe, Repeats, is_store, name_of, open_batches, silent
from cotext.store.layout import (
    IDF,
    MANIFEST,
    PAIRS,
    WORDS,
    Manifest,
    block_file,
    read_array,
    read_manifest,
    recipe_of,
    write_array,
    write_json,
    write_manifest,
)
from cotext.store.write import Writer, weigh_batch, writer_lock


def build(
    documents: object,
    path: str | os.PathLike[str],
    recipe: Recipe | None,
    contexts: bool,
    block_entries: int | None,
    n_jobs: int | None,
    *,
    stage: Listener = silent,
    note: Listener = silent,
) -> None:
    """Write documents into a store, or complete one that was begun: see ``shard``."""
    recipe, folder = recipe or Recipe(), Path(path).resolve()
    source = recipe.batches(documents)
    mark = json.dumps([source.mark, _options(recipe), contexts, block_entries])
    with writer_lock(folder), quiet_blas(n_jobs):
        if is_store(folder):
            manifest = _begun(folder, mark)
            if manifest.complete:
                note(f"{path} is complete already: {manifest.n_documents:,} documents")
                return
            note(f"continuing after {manifest.n_documents:,} documents that are there")
            tokenizer, recipe = recipe.tokenizer, recipe_of(folder, manifest)
            recipe.tokenizer = tokenizer
        else:
            refuse_foreign(folder)
            stage("counting words")
            learned = _first_pass(recipe, source, name_of(documents), contexts, note)
            manifest = _begin(folder, recipe, learned.idf, mark)
        stage("writing blocks")
        _second_pass(folder, manifest, recipe, source, block_entries, note)
        if recipe.tokens_ is not None and (empty := _without_words(folder, manifest)):
            note(NO_WORDS.format(empty, manifest.n_documents))


def refuse_foreign(folder: Path) -> None:
    """Refuse a folder that holds something other than the beginning of a store."""
    if not folder.exists():
        return
    ours = (WORDS, IDF, *(f".{name}." for name in (MANIFEST, WORDS, IDF)))  # also incomplete ones
    if not folder.is_dir() or any(not path.name.startswith(ours) for path in folder.iterdir()):
        raise UsageError(f"{folder} already exists and is no store: give a new name, or delete it.")


def _begun(folder: Path, mark: str) -> Manifest:
    manifest = read_manifest(folder)
    if manifest.source != mark:
        raise UsageError(
            f"{folder} is a store of other documents or with other options, or its documents have changed: "
            "give a new name, or delete it."
        )
    return manifest


def _begin(folder: Path, recipe: Recipe, idf: np.ndarray, mark: str) -> Manifest:
    """Write down the results of the first pass."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(folder, error) from error
    manifest = Manifest(len(recipe.vocabulary_), "float32", mark, recipe=recipe.settings())
    words = {"counted": recipe.vocabulary_, "shown": recipe.shown_}
    manifest.files = {WORDS: write_json(folder / WORDS, words), IDF: write_array(folder / IDF, idf)}
    write_manifest(folder, manifest)
    return manifest


def _first_pass(recipe: Recipe, source: Batches, name: str, contexts: bool, note: Listener) -> Learned:
    """Fit the recipe to a stream of documents, and note missing and repeated ones."""
    if recipe.deduplicate or recipe.segment is not None or recipe.context_from is not None:
        raise UsageError(
            "deduplicate, segment and context_from need all texts at once: leave them out for a store."
        )
    repeats, missing, n = Repeats(), 0, 0

    def watched() -> Iterator[Documents | DocWord]:
        nonlocal missing, n
        for batch in read_ahead(source.again()):
            if isinstance(batch, Documents):
                repeats.add(batch)
                missing, n = missing + batch.missing, n + len(batch)
            yield batch

    learned = recipe.fit_batches(watched(), name, contexts=contexts, note=note, bounded=True)
    for remark in (*missing_note(missing, n), *repeats.notes()):
        note(remark)
    return learned


def _second_pass(
    folder: Path,
    manifest: Manifest,
    recipe: Recipe,
    source: Batches,
    block_entries: int | None,
    note: Listener,
) -> None:
    writer = Writer(folder, manifest, block_entries)
    pairs, columns = Pairs(MOST_PAIRS // 2, folder), _columns(recipe)
    for documents in read_ahead(source.again()):
        if recipe.context_ is None and writer.skips(len(documents)):
            continue
        X, tokens = recipe.count(documents, columns=columns)
        if recipe.context_ is not None:  # also of blocks that are there already
            pairs.add(recipe.meetings(X, tokens, n_threads=threads_here(), room=folder, upper=True))
        writer.add(weigh_batch(recipe, documents, X))
    writer.flush()
    if recipe.context_ is not None:
        C = mirrored(pairs.total(), folder)
        parts = dict(zip(PAIRS, [C.data, C.indices, C.indptr.astype(np.int64)], strict=True))
        manifest.files |= {name: write_array(folder / name, part) for name, part in parts.items()}
        if pairs.forgotten:
            note(f"co-occurrence: pairs met {pairs.forgotten} times or less may be missing")
    writer.finish()


def _without_words(folder: Path, manifest: Manifest) -> int:
    """Count the documents without words of the vocabulary."""
    starts = (read_array(block_file(folder, k, "indptr.npy")) for k in range(len(manifest.blocks)))
    return sum(int(np.count_nonzero(np.diff(indptr) == 0)) for indptr in starts)


def add_documents(store: Store, documents: object, reading: Mapping[str, Any]) -> float:
    """Add blocks and then extend the manifest; return the share of unknown words."""
    recipe = store.recipe
    if recipe is None:
        raise UsageError(f"{store.folder} was written as a matrix, without a recipe: make it again with one.")
    with writer_lock(store.folder):
        manifest = read_manifest(store.folder)
        own = {"encoding": recipe.encoding, "like": recipe.columns_}
        writer, columns, known, unknown = Writer(store.folder, manifest, at_once=True), _columns(recipe), 0, 0
        for batch in read_ahead(open_batches(documents, **{**own, **reading}).again()):
            X, tokens = recipe.count(batch, columns=columns)
            writer.add(weigh_batch(recipe, batch, X))
            of_vocabulary = int(X.sum())
            known += of_vocabulary
            unknown += 0 if tokens is None else int(content_words(tokens).sum()) - of_vocabulary
        manifest.known, manifest.unknown = manifest.known + known, manifest.unknown + unknown
        writer.finish()
        store.take(manifest)
        return unknown / max(known + unknown, 1)


def _columns(recipe: Recipe) -> dict[str, int]:
    return {word: column for column, word in enumerate(recipe.vocabulary_)}


def _options(recipe: Recipe) -> dict[str, str]:
    """Return the options that a second call must share."""
    return {name: repr(getattr(recipe, name)) for name in Recipe.keywords() if name != "tokenizer"}


if TYPE_CHECKING:
    from cotext.store.store import Store

T = TypeVar("T")


def read_ahead(items: Iterator[T]) -> Iterator[T]:
    """Give the same items in the same order; a thread, if allowed, reads the next one meanwhile.

    Examples
    --------
    >>> list(read_ahead(iter("abc")))
    ['a', 'b', 'c']
    """
    context = copy_context()
    with ThreadPoolExecutor(1, thread_name_prefix="cotext-read") as pool:
        try:
            coming = pool.submit(context.run, _next, items) if threads_here() > 1 else None
        except RuntimeError:  # the system has no more threads
            coming = None
        if coming is None:
            yield from items
            return
        while item := coming.result():
            coming = pool.submit(context.run, _next, items)
            yield from item


def _next(items: Iterator[T]) -> list[T]:
    """Return a list of the next item, empty after the last."""
    return list(islice(items, 1))
