"""Results of a store: fitted and predicted chunk by chunk, explained by as many documents as fit."""

from __future__ import annotations

import copy
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from itertools import chain
from pathlib import Path
from typing import IO, Any

import numpy as np
from scipy import sparse

from cotext.backend import Chunks, available_memory, gigabytes, is_small, some_rows, thread_count
from cotext.backend.dask import client_here, quickest
from cotext.corpus import DocWord, Fields, encode
from cotext.errors import UsageError
from cotext.files import write_atomic, write_output
from cotext.fitting.aggregate import of_documents
from cotext.fitting.predict import Known, Predictions, in_clusters, place_new
from cotext.models.engine import Estimator, SweepAlgorithm
from cotext.models.engine.memory import Size
from cotext.recipe import Listener, Recipe, silent, weighting_of
from cotext.result import CLUSTER, ID, CoClustering, Table, where_known, without_words
from cotext.runfolder import EVERYONE
from cotext.store import Store

MOST_ENTRIES = 50_000_000  # of the documents that explain the clusters


def fit_store(
    estimator: Estimator,
    requested: Recipe,
    store: Store,
    *,
    callback: Callable[[Any], object] | None = None,
    stage: Listener = silent,
    note: Listener = silent,
) -> CoClustering:
    """Fit a store chunk by chunk; of a ``requested`` recipe, only the weights may differ from the store's."""
    _check_recipe(requested)
    kind = requested.weighting
    if store.recipe is not None and kind != store.recipe.weighting:
        note(f"the store holds weights of kind {store.recipe.weighting}; its counts are weighted as {kind}")
    X = store.weighted(kind)
    extras = {}
    if estimator.algorithm.uses_cooccurrence and (C := store.cooccurrence) is not None:
        extras["cooccurrence"] = C
    stage(f"fitting {estimator.cli_name}")
    for line in plan(estimator, X, **extras):
        note(line)
    estimator.fit(X, callback=callback, **extras)
    stage("explaining")
    recipe = None if store.recipe is None else recipe_in(store, kind)
    return explained(estimator, store, X, recipe, note)


def explained(
    model: Estimator, store: Store, X: Chunks, recipe: Recipe | None, note: Listener = silent
) -> CoClustering:
    """Return the result of a model fitted on X, the weighted documents of a store."""
    n = X.shape[0]
    size = min(n, int(n * MOST_ENTRIES / max(X.nnz, 1)))
    if size == n:
        docword, counts, excerpts = _sample(store, X, np.arange(n))
        return CoClustering.from_fit(model, docword, counts=counts, excerpts=excerpts, recipe=recipe)
    note(f"documents.csv has {size:,} of {n:,} documents, {EVERYONE} has all")
    rows = np.sort(np.random.default_rng(0).choice(n, size, replace=False))
    parts = sparse.csr_array((np.ones(size), rows, np.arange(size + 1)), shape=(size, n))
    docword, counts, excerpts = _sample(store, X, rows)
    sample = of_documents(model, parts, model.row_labels_[rows], np.empty((size, 0)))
    result = SampledResult.from_fit(sample, docword, counts=counts, excerpts=excerpts, recipe=recipe)
    assert isinstance(result, SampledResult)
    result.all_documents = lambda: _all_clusters(model.row_labels_, store, X)
    return result


class SampledResult(CoClustering):
    """A result explained by a sample of the fitted documents; ``save`` writes the clusters of all."""

    all_documents: Callable[[], Iterator[Table]]

    def save(self, folder: str | os.PathLike[str]) -> None:
        super().save(folder)
        write_tables(self.all_documents(), Path(folder, EVERYONE), inside=True)


def _all_clusters(labels: np.ndarray, store: Store, X: Chunks) -> Iterator[Table]:
    """Yield the clusters of all fitted documents, chunk by chunk; -1 without known words."""
    for k, (rows, chunk) in enumerate(X.spans()):
        clusters = where_known(labels[rows], without_words(chunk))
        yield Table((ID, CLUSTER), zip(store.names(k).ids, clusters.tolist(), strict=True))


def predict_store(result: CoClustering, store: Store) -> Iterator[Table]:
    """Yield the predictions for the documents of a store, chunk by chunk; columns as in ``documents``."""
    recipe = result.recipe
    if recipe is None:
        return predict_chunks(result, store, store)
    if store.recipe is None or store.recipe.vocabulary_ != recipe.vocabulary_:
        raise UsageError(
            f"{store.folder} was written with another vocabulary than that of the run: give the documents "
            "themselves, or add them to the store that was fitted (cotext shard --append)."
        )
    weigh = weighting_of(recipe, recipe.weighting, recipe.idf_)
    return predict_chunks(result, store, store.counts().changed(weigh.transform))


def predict_chunks(result: CoClustering, store: Store, X: Chunks) -> Iterator[Table]:
    """Yield the predictions for each chunk of prepared documents."""
    for k, (rows, chunk) in enumerate(X.spans()):
        docword, texts = _named(chunk, store, [k], np.arange(rows.stop - rows.start))
        chunk = sparse.csr_array(chunk)
        clusters, shares = place_new(result, chunk)
        known = Known(np.diff(chunk.indptr))
        clusters = in_clusters(result, clusters, known)
        yield Predictions(result, docword, clusters, shares, known, texts).table()


def write_tables(tables: Iterator[Table], path: Path, *, inside: bool = False) -> int:
    """Write tables of the same columns as one CSV file, ``inside`` a run; return the number of rows."""
    n_rows = 0

    def write(stream: IO[bytes]) -> None:
        nonlocal n_rows
        for table in tables:
            text = table.csv()
            stream.write((text.partition("\n")[2] if n_rows else text).encode("utf-8"))
            n_rows += len(table)

    (write_atomic if inside else write_output)(path, write)
    return n_rows


def _check_recipe(requested: Recipe) -> None:
    """Refuse options other than the weighting, which were fixed when the store was written."""
    default = Recipe(phrases="auto" if requested.phrases == "auto" else False)
    names = [field.name for field in fields(Recipe) if field.init and field.name != "weighting"]
    if changed := [name for name in names if getattr(requested, name) != getattr(default, name)]:
        raise UsageError(
            f"{changed[0]} was fixed when the store was written: leave it out, or write another store."
        )


def recipe_in(store: Store, kind: str) -> Recipe:
    """Return the recipe of a store, with weights of this kind."""
    recipe = copy.copy(store.recipe)
    assert recipe is not None
    recipe.weighting, recipe.idf_ = kind, weighting_of(recipe, kind, store.idf).idf_
    recipe.input_ = str(store.folder)
    return recipe


def _sample(store: Store, X: Chunks, rows: np.ndarray) -> tuple[DocWord, sparse.csr_array, list[str] | None]:
    """Return weights, counts and excerpts of some documents."""
    docword, texts = _named(some_rows(X, rows), store, range(len(store)), rows)
    return docword, some_rows(store.counts(), rows), texts


def _named(
    X: sparse.csr_array, store: Store, chunks: Iterable[int], rows: np.ndarray
) -> tuple[DocWord, list[str] | None]:
    """Return a matrix of some documents of some chunks with their names, and their excerpts."""
    names, index = [store.names(k) for k in chunks], rows.tolist()
    ids, labels, texts = (
        list(chain.from_iterable(getattr(chunk, kind) or [""] * len(chunk.ids) for chunk in names))
        for kind in ("ids", "labels", "excerpts")
    )
    metadata = Fields.joined([(chunk.fields, len(chunk.ids)) for chunk in names]).take(index)
    codes, classes = encode([labels[i] for i in index])
    docword = DocWord(X, store.vocabulary, [ids[i] for i in index], codes, classes, (), metadata)
    return docword, [texts[i] for i in index] if any(texts) else None


def plan(estimator: Estimator, X: Chunks, **extras: Any) -> list[str]:
    """Return one or two lines on the memory, disk and passes that fitting X needs."""
    algorithm = estimator.algorithm
    if not (isinstance(algorithm, SweepAlgorithm) and algorithm.reads_chunks):
        return [f"{estimator.cli_name}: needs all documents at once, {gigabytes(X.bytes)} in memory"]
    needed, disk = algorithm.bytes_needed(X, **extras), disk_needed(algorithm, X)
    free = "" if X.room is None else f" ({gigabytes(shutil.disk_usage(X.room).free)} free)"
    parts = [
        f"about {gigabytes(needed)} of memory ({gigabytes(available_memory())} free)",
        f"{gigabytes(disk)} of disk{free}" if disk else "no disk besides the store",
        *passes(estimator),
        f"{gigabytes(X.bytes)} in {len(X)} chunk{'s' * (len(X) != 1)}",
    ]
    lines = [f"{estimator.cli_name}: {', '.join(parts)}"]
    if client_here() is None:
        size = Size(*X.shape, X.nnz, X.dtype.itemsize)
        in_memory = X.bytes + max(algorithm.loop_bytes(size), needed)
        advice = quickest(X, columns_of(algorithm), thread_count(estimator.n_jobs), in_memory)
        lines += [] if advice is None else [advice]
    return lines


def disk_needed(algorithm: SweepAlgorithm[Any], X: Chunks) -> float:
    """Return the bytes of the memberships of all documents if they are too large for memory, else 0."""
    size = float(X.shape[0]) * columns_of(algorithm) * X.dtype.itemsize
    return size * max(documents for documents, _ in algorithm.arrays()) if not is_small(size) else 0.0


def columns_of(algorithm: SweepAlgorithm[Any]) -> int:
    """Return the number of clusters of all restarts that run side by side."""
    return max(algorithm.cluster_pair()) * algorithm.side_by_side()


def passes(estimator: Estimator) -> list[str]:
    """Return a description of the passes of a fit, if the algorithm has one."""
    plan = estimator.algorithm.describe_plan()
    return [] if plan is None else [plan]
