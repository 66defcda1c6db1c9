"""Results of a store: fitted and predicted block by block, explained by as many documents as fit."""

from __future__ import annotations

import copy
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from cotext.backend import Blocks, available_memory, gigabytes, is_small, some_rows, thread_count
from cotext.backend.dask import client_here, quickest
from cotext.corpus import DocWord, Fields, encode
from cotext.errors import UsageError
from cotext.files import write_atomic, write_output
from cotext.fitting.aggregate import of_documents
from cotext.fitting.predict import Arrived, Known, in_clusters, place_new
from cotext.models.engine import SweepAlgorithm
from cotext.models.engine.memory import Size
from cotext.recipe import Listener, Recipe, silent, weighting_of
from cotext.result import CLUSTER, ID, CoClustering, Table, where_known, without_words
from cotext.runfolder import EVERYONE
from cotext.store import Store

MOST_ENTRIES = 50_000_000  # of the documents by which clusters are explained
SETTLED = {"weighting"}


def fit_store(
    estimator: Any,
    asked: Recipe,
    store: Store,
    *,
    callback: Callable[[Any], object] | None = None,
    stage: Listener = silent,
    note: Listener = silent,
) -> CoClustering:
    """Fit a store block by block; ``asked`` may want other weights, everything else is settled."""
    _refuse_other_words(asked)
    kind = asked.weighting
    if store.recipe is not None and kind != store.recipe.weighting:
        note(f"the store holds weights of kind {store.recipe.weighting}; its counts are weighed as {kind}")
    X = store.weighted(kind)
    beside = {}
    if estimator.algorithm.uses_cooccurrence and (C := store.cooccurrence) is not None:
        beside["cooccurrence"] = C
    stage(f"fitting {estimator.cli_name}")
    for line in plan(estimator, X, **beside):
        note(line)
    estimator.fit(X, callback=callback, **beside)
    stage("explaining")
    recipe = None if store.recipe is None else recipe_in(store, kind)
    return explained(estimator, store, X, recipe, note)


def explained(
    model: Any, store: Store, X: Blocks, recipe: Recipe | None, note: Listener = silent
) -> CoClustering:
    """The result of a model fitted on X, the documents of a store in some weights."""
    n = X.shape[0]
    size = min(n, int(n * MOST_ENTRIES / max(X.nnz, 1)))
    if size == n:
        docword, counts, excerpts = _some(store, X, np.arange(n))
        return CoClustering.from_fit(model, docword, counts=counts, excerpts=excerpts, recipe=recipe)
    note(f"documents.csv has {size:,} of {n:,} documents, {EVERYONE} has all")
    rows = np.sort(np.random.default_rng(0).choice(n, size, replace=False))
    parts = sparse.csr_array((np.ones(size), rows, np.arange(size + 1)), shape=(size, n))
    docword, counts, excerpts = _some(store, X, rows)
    seen = of_documents(model, parts, model.row_labels_[rows], np.empty((size, 0)))
    result = SampledResult.from_fit(seen, docword, counts=counts, excerpts=excerpts, recipe=recipe)
    assert isinstance(result, SampledResult)
    result.everyone = lambda: _listed(model.row_labels_, store, X)
    return result


class SampledResult(CoClustering):
    """A result explained by some of the documents that were fitted; ``save`` writes where all of them are."""

    everyone: Callable[[], Iterator[Table]]

    def save(self, folder: str | os.PathLike[str]) -> None:
        super().save(folder)
        write_tables(self.everyone(), Path(folder, EVERYONE), inside=True)


def _listed(labels: np.ndarray, store: Store, X: Blocks) -> Iterator[Table]:
    """The cluster of each document that was fitted, block by block; -1 where no word is known."""
    for k, (rows, block) in enumerate(X.spans()):
        clusters = where_known(labels[rows], without_words(block))
        yield Table((ID, CLUSTER), zip(store.names(k).ids, clusters.tolist(), strict=True))


def predict_store(result: CoClustering, store: Store) -> Iterator[Table]:
    """Where the documents of a store belong, block by block; columns as in ``documents``."""
    recipe = result.recipe
    if recipe is None:
        return placed_blocks(result, store, store)
    if store.recipe is None or store.recipe.vocabulary_ != recipe.vocabulary_:
        raise UsageError(
            f"{store.folder} was written with another vocabulary than that of the run: give the documents "
            "themselves, or add them to the store that was fitted (cotext shard --append)."
        )
    weigh = weighting_of(recipe, recipe.weighting, recipe.idf_)
    return placed_blocks(result, store, store.counts().changed(weigh.transform))


def placed_blocks(result: CoClustering, store: Store, X: Blocks) -> Iterator[Table]:
    """The documents of each block in the clusters of a result."""
    for k, (rows, block) in enumerate(X.spans()):
        docword, texts = _named(block, store, [k], np.arange(rows.stop - rows.start))
        block = sparse.csr_array(block)
        clusters, shares = place_new(result, block)
        known = Known(np.diff(block.indptr))
        clusters = in_clusters(result, clusters, known)
        yield Arrived(result, docword, clusters, shares, known, texts).table()


def write_tables(tables: Iterator[Table], path: Path, *, inside: bool = False) -> int:
    """Write tables of the same columns as one CSV file, ``inside`` a run; return the number of rows."""
    told = [0]

    def write(stream: Any) -> None:
        for table in tables:
            text = table.csv()
            stream.write((text if not told[0] else text.partition("\n")[2]).encode("utf-8"))
            told[0] += len(table)

    (write_atomic if inside else write_output)(path, write)
    return told[0]


def _refuse_other_words(asked: Recipe) -> None:
    """What was settled when the store was written cannot be asked for now."""
    usual = Recipe(phrases="auto" if asked.phrases == "auto" else False)
    names = [one.name for one in fields(Recipe) if one.init and one.name not in SETTLED]
    if other := [name for name in names if getattr(asked, name) != getattr(usual, name)]:
        raise UsageError(
            f"{other[0]} was settled when the store was written: leave it out, or make another store."
        )


def recipe_in(store: Store, kind: str) -> Recipe:
    """The recipe of a store, in weights of this kind."""
    recipe = copy.copy(store.recipe)
    assert recipe is not None
    recipe.weighting, recipe.idf_ = kind, weighting_of(recipe, kind, store.idf).idf_
    recipe.input_ = str(store.folder)
    return recipe


def _some(store: Store, X: Blocks, rows: np.ndarray) -> tuple[DocWord, sparse.csr_array, list[str] | None]:
    """Some documents, weighted and counted, and how they begin."""
    docword, texts = _named(some_rows(X, rows), store, range(len(store)), rows)
    return docword, some_rows(store.counts(), rows), texts


def _named(
    X: sparse.csr_array, store: Store, blocks: Iterable[int], rows: np.ndarray
) -> tuple[DocWord, list[str] | None]:
    """A matrix of some documents of some blocks with their names, and how they begin."""
    each, index = [store.names(k) for k in blocks], rows.tolist()
    ids, labels, texts = (
        list(chain.from_iterable(getattr(one, name) or [""] * len(one.ids) for one in each))
        for name in ("ids", "labels", "excerpts")
    )
    kept = Fields.joined([(one.fields, len(one.ids)) for one in each])
    codes, names = encode([labels[i] for i in index])
    docword = DocWord(X, store.vocabulary, [ids[i] for i in index], codes, names, (), kept.take(index))
    return docword, [texts[i] for i in index] if any(texts) else None


def plan(estimator: Any, X: Blocks, **given: Any) -> list[str]:
    """One or two lines on what fitting X takes, with what else ``fit`` is given."""
    algorithm = estimator.algorithm
    if not algorithm.reads_chunks:
        return [f"{estimator.cli_name}: needs all documents at once, {gigabytes(X.bytes)} in memory"]
    needed, disk = algorithm.bytes_needed(X, **given), disk_needed(algorithm, X)
    free = "" if X.room is None else f" ({gigabytes(shutil.disk_usage(X.room).free)} free)"
    told = [
        f"about {gigabytes(needed)} of memory ({gigabytes(available_memory())} free)",
        f"{gigabytes(disk)} of disk{free}" if disk else "no disk beside the store",
        algorithm.describe_plan(),
        f"{gigabytes(X.bytes)} in {len(X)} block{'s' * (len(X) != 1)}",
    ]
    lines = [f"{estimator.cli_name}: {', '.join(told)}"]
    if client_here() is None:
        size = Size(*X.shape, X.nnz, X.dtype.itemsize)
        whole = X.bytes + max(algorithm.loop_bytes(size), needed)
        advice = quickest(X, columns_of(algorithm), thread_count(estimator.n_jobs), whole)
        lines += [] if advice is None else [advice]
    return lines


def disk_needed(algorithm: SweepAlgorithm[Any], X: Blocks) -> float:
    """Bytes of the answers of all documents, where they are too many for memory."""
    one = float(X.shape[0]) * columns_of(algorithm) * X.dtype.itemsize
    return one * max(documents for documents, _ in algorithm.arrays()) if not is_small(one) else 0.0


def columns_of(algorithm: SweepAlgorithm[Any]) -> int:
    """Clusters of all restarts that run side by side."""
    return max(algorithm.cluster_pair()) * algorithm.side_by_side()


def passes(estimator: Any) -> list[str]:
    """What a fit will do, where that can be told."""
    plan = estimator.algorithm.describe_plan()
    return [] if plan is None else [plan]
