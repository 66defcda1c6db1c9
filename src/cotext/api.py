"""Co-clusters of documents in one call."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from typing import Any

from cotext import models
from cotext.console import FitProgress, open_console, somebody_looks
from cotext.errors import EmptyInputWarning, UsageError
from cotext.fitting import fit_store, passes, result_of, with_associations
from cotext.models.checkpoint import checkpointing
from cotext.models.engine import Estimator
from cotext.recipe import GivenWords, Listener, Recipe, SeedWords, documented, is_store, silent
from cotext.result import CoClustering
from cotext.store import Store

Callback = Callable[[FitProgress], object]


@documented
def cluster(
    documents: object,
    n_clusters: int | tuple[int, int] = 8,
    model: str = "auto",
    *,
    levels: Sequence[int] | None = None,
    seed_words: GivenWords | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
    keep_texts: bool = True,
    quiet: bool = False,
    callback: Callback | None = None,
    stage: Listener = silent,
    note: Listener = silent,
    **options: Any,
) -> CoClustering:
    """Group documents and words at the same time.

    Parameters
    ----------
    documents : path, list of str, frame, matrix, Store or name of a data set
        Anything :func:`cotext.corpus.read` understands, or a name from ``cotext datasets``.
    n_clusters : int or (int, int), default=8
        Document clusters and word clusters; one number means both.
    model : str, default="auto"
        A name from ``cotext models``; "auto" is "consensus", with ``levels`` "nested".
    levels : sequence of int, optional
        Clusters within clusters, instead of ``n_clusters``: [5, 20] gives five clusters and twenty within
        them, at least two in each. Labels are those of the last level; ``result.at_level(0)`` is the first.
    seed_words : mapping, list of lists or path, optional
        Words that clusters are expected to have, for some or all of them: {"space": ["orbit", "nasa"], ...}
        names them, [["orbit", "nasa"], ...] does not; a file has a line for each, ``space: orbit nasa``.
        The fit starts with the documents that use them.
    checkpoint : path, optional
        A file for the progress so far, written every minute and removed at the end.
    resume : bool, default=False
        Continue from that file, if it exists; the result is the same as without an interruption.
    keep_texts : bool, default=True
        Whether the result and its saved run contain the texts, and excerpts of them.
    quiet : bool, default=False
        Show nothing. By default a terminal shows a progress bar, a notebook the stages, and both show
        automatic decisions, unless ``callback``, ``stage`` or ``note`` is given.
    callback : callable, optional
        Called with a ``Progress`` after every sweep.
    stage : callable, optional
        Called with the name of each stage as it begins.
    note : callable, optional
        Called before the fit with each remark on decisions and omissions, which are also in
        ``docword.notes``.
    **options
        Parameters of the model, such as ``random_state`` and ``n_init``, and the options of
        :class:`cotext.Recipe` for reading and counting; by default ``weighting`` suits the model:

        {options}

    Returns
    -------
    CoClustering

    Examples
    --------
    >>> import cotext
    >>> texts = ["red oak, tall elm"] * 6 + ["cold rain, wet snow"] * 6
    >>> result = cotext.cluster(texts, n_clusters=2, random_state=0)
    >>> len(set(result.row_labels_[:6])), len(set(result.row_labels_))
    (1, 2)
    """
    if resume and checkpoint is None:
        raise UsageError("resume=True continues from a checkpoint: name the file, checkpoint=FILE.")
    recipe_options, parameters = Recipe.split(options)
    if levels is not None:
        parameters = {**parameters, "levels": levels}
    estimator, recipe = set_up(model, n_clusters, recipe_options, parameters)
    has_listeners = callback is not None or (stage, note) != (silent, silent)
    shown = not (quiet or has_listeners) and somebody_looks()
    saving = nullcontext() if checkpoint is None else checkpointing(checkpoint, resume=resume)
    with open_console(verbose=not sys.stderr.isatty()) if shown else nullcontext() as console, saving:
        if console is not None:
            callback, stage, note = console.sweep, console.stage, console.note
        listeners: dict[str, Any] = {"callback": callback, "stage": stage, "note": note}
        return cluster_by(
            estimator, recipe, documents, seed_words=seed_words, keep_texts=keep_texts, **listeners
        )


def set_up(
    model: str,
    n_clusters: int | tuple[int, ...],
    recipe_options: Mapping[str, Any],
    parameters: Mapping[str, Any],
) -> tuple[Estimator, Recipe]:
    """Return the estimator and the recipe; refuse unknown options and impossible values."""
    if parameters.get("levels") is not None:
        model = models.NESTED if model == "auto" else model
    Model = models.by_name(models.USUAL if model == "auto" else model)
    options = dict(recipe_options)
    if options.get("weighting", "auto") == "auto":
        options["weighting"] = Model.weighting
    estimator = models.make(Model, others=Recipe.keywords(), n_clusters=n_clusters, **parameters)
    if parameters.get("levels") is not None:
        estimator.set_params(n_clusters=estimator.algorithm.cluster_pair()[0])
    return estimator, Recipe(**options)


def cluster_by(
    estimator: Estimator,
    recipe: Recipe,
    documents: object,
    *,
    seed_words: GivenWords | None = None,
    keep_texts: bool = True,
    callback: Callback | None = None,
    stage: Listener = silent,
    note: Listener = silent,
) -> CoClustering:
    """Prepare the documents, fit the estimator and return the result: :func:`cluster` after its setup."""
    if isinstance(documents, str | os.PathLike) and is_store(documents):
        documents = Store.open(documents)
    if isinstance(documents, Store):
        if seed_words is not None:
            raise UsageError("seed_words need all documents at once: leave them out for a store.")
        result = fit_store(estimator, recipe, documents, callback=callback, stage=stage, note=note)
        return result if keep_texts else result.without_texts()
    seeds = None if seed_words is None else SeedWords.of(seed_words)
    algorithm = estimator.algorithm
    contexts = algorithm.uses_cooccurrence
    ready = recipe.fit_transform(documents, contexts=contexts, stage=stage, note=note)
    C = ready.cooccurrence
    if C is not None and (truncated := algorithm.truncation_note(C)) is not None:
        note(truncated)
        ready = ready.with_note(truncated)
    stage(f"fitting {estimator.cli_name}")
    if (needed := algorithm.memory_needed(ready.weighted.X)) is not None:
        note(", ".join([needed, *passes(estimator)]))
    ready = with_associations(ready, estimator, spend=True)
    steering = None
    if seeds is not None:
        from cotext.fitting.steering import Steering  # its imports are slow

        steering = Steering(seeds, ready.weighted.X, recipe, note)
    model, extras = (estimator, {}) if steering is None else steering.begin(estimator)
    with warnings.catch_warnings():
        if note is not silent and recipe.tokens_ is not None:  # the notes have reported empty documents
            warnings.simplefilter("ignore", EmptyInputWarning)
        model.fit(ready.weighted.X, callback=callback, **ready.beside, **extras)
    if steering is not None:
        steering.settle(model)
    result = result_of(model, ready, recipe)
    result = result if keep_texts else result.without_texts()
    return result if steering is None else steering.end(result)
