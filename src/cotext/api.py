"""For people with documents, not matrices: from texts to co-clusters in one call."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from cotext import datasets, models
from cotext.cooccurrence import count_contexts, parse_context
from cotext.corpus import Documents, DocWord, read
from cotext.errors import NoUsableDocuments, UsageError
from cotext.matrix import Weighting, count
from cotext.result import CoClustering
from cotext.tokens import Tokens, tokenize

Listener = Callable[[str], object]


def cluster(  # noqa: PLR0913 - one flat list of keywords is what users type
    documents: Any,
    n_clusters: int | tuple[int, int] = 8,
    model: str = "wc-nmtf",
    *,
    weighting: str = "tf-idf-norm",
    idf: str = "plain",
    context: str = "auto",
    stem: str | None = None,
    stop_words: Any = "auto",
    language: str = "auto",
    min_df: int | float | str = "auto",
    max_df: int | float | str = "auto",
    text: str | None = None,
    id: str | None = None,
    label: str | None = None,
    encoding: str = "utf-8",
    callback: Callable[[Any], object] | None = None,
    stage: Listener = lambda name: None,
    note: Listener = lambda text: None,
    **parameters: Any,
) -> CoClustering:
    """Group documents and words at the same time.

    Parameters
    ----------
    documents : path, list of str, frame, matrix or name of a data set
        Anything :func:`cotext.corpus.read` understands, or a name from ``cotext datasets``.
    n_clusters : int or (int, int), default=8
        Document clusters and word clusters; one number stands for both.
    model : str, default="wc-nmtf"
        A name from ``cotext models``.
    weighting : {"tf", "tf-norm", "tf-idf", "tf-idf-norm"}
        How counts become weights.
    idf : {"plain", "smooth"}
        ln(n / df), or scikit-learn's smoothed form.
    context : str, default="auto"
        Where two words meet, for models that use co-occurrence: "document", "sentence" or "window:L" (less
        than L words apart). "auto" is "window:10" for texts and "document" for matrices.
    stem : str, optional
        "porter", or a language; no stemming by default.
    stop_words, language, min_df, max_df
        As in :func:`cotext.tokens.tokenize` and :func:`cotext.matrix.count`.
    text, id, label, encoding
        Columns and encoding of a file, where the guess would be wrong.
    callback : callable, optional
        Called with a ``Progress`` after every sweep.
    stage : callable, optional
        Called with the name of each stage as it begins.
    note : callable, optional
        Called with each remark on what was guessed or left out, before the fit; they are also in
        ``docword.notes``.
    **parameters
        Go to the model: ``random_state``, ``n_init``, ``regularization``, ...

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
    Model = models.by_name(model)
    estimator = make_model(Model, n_clusters=n_clusters, **parameters)
    _check_names(weighting, idf, context)
    stage("reading")
    source = open_source(documents, text=text, id=id, label=label, encoding=encoding)
    stage("counting words")
    counted, tokens = _count(
        source, stem=stem, stop_words=stop_words, language=language, min_df=min_df, max_df=max_df
    )
    for remark in counted.notes:
        note(remark)
    X = _weigh(counted, weighting, idf)
    side: dict[str, Any] = {}
    if "cooccurrence" in inspect.signature(Model.fit).parameters:
        context = _context(context, tokens)
        stage(f"counting co-occurrences ({context})")
        side["cooccurrence"] = _cooccurrence(counted, tokens, context)
    stage(f"fitting {model}")
    estimator.fit(X, callback=callback, **side)
    config = {
        "input": str(documents) if isinstance(documents, str | Path) else type(documents).__name__,
        "weighting": {"kind": weighting, "idf": idf},
        **({"context": context} if side else {}),
        **({"text": tokens.settings.to_dict(), "min_df": min_df, "max_df": max_df} if tokens else {}),
    }
    weighted = DocWord(X, counted.vocabulary, counted.ids, counted.labels, counted.label_names, counted.notes)
    texts = source.texts if isinstance(source, Documents) else None
    return CoClustering.from_fit(estimator, weighted, counts=counted.X, texts=texts, config=config)


def make_model(Model: Any, **parameters: Any) -> Any:
    """An estimator with these parameters; unknown and impossible ones are refused."""
    known = inspect.signature(Model).parameters
    unknown = [name for name in parameters if name not in known]
    if unknown:
        raise UsageError(f"{Model.cli_name} has no parameter {unknown[0]!r}; it has {', '.join(known)}.")
    model = Model(**parameters)
    try:
        model._validate_params()
    except ValueError as error:
        raise UsageError(f"{error} See 'cotext models {Model.cli_name}'.") from None
    return model


def open_source(source: Any, **columns: Any) -> Documents | DocWord:
    """Documents from a file or from memory, or a data set by its name."""
    if (
        isinstance(source, str)
        and source in (*datasets.names(), *datasets.ALIASES)
        and not Path(source).exists()
    ):
        return _from_dataset(datasets.load(source))
    return read(source, **columns)


def _from_dataset(data: datasets.Dataset) -> Documents | DocWord:
    if data.texts is not None:
        ids = data.ids or [str(i) for i in range(len(data.texts))]
        return Documents(data.texts, ids, data.labels, data.label_names)
    if data.X is None:
        raise UsageError(f"data set {data.name!r} has no document-word matrix; choose another.")
    n, d = data.X.shape
    words = data.vocabulary or [f"word{j}" for j in range(d)]
    return DocWord(data.X, words, data.ids or [str(i) for i in range(n)], data.labels, data.label_names)


def _check_names(weighting: str, idf: str, context: str) -> None:
    """Refuse unknown names before anything is read."""
    Weighting(weighting, idf).fit(sparse.csr_array((1, 1)))
    if context != "auto":
        parse_context(context)


def _count(source: Documents | DocWord, **settings: Any) -> tuple[DocWord, Tokens | None]:
    if isinstance(source, DocWord):
        return source, None
    frequency = {name: settings.pop(name) for name in ("min_df", "max_df")}
    tokens = tokenize(source, **settings)
    return count(tokens, documents=source, **frequency), tokens


def _weigh(counted: DocWord, kind: str, idf: str) -> sparse.csr_array:
    X = Weighting(kind, idf).fit(counted.X).transform(counted.X, dtype=np.float32)
    if not X.nnz:
        raise NoUsableDocuments(
            f"weighting={kind!r} leaves no weight at all (a word that is in every document weighs 0): "
            "give more documents that differ, or try idf='smooth'."
        )
    return X


def _context(context: str, tokens: Tokens | None) -> str:
    if context == "auto":
        return "document" if tokens is None else "window:10"
    if tokens is None and context != "document":
        raise UsageError(f"context={context!r} needs texts, but a matrix was given: use context='document'.")
    return context


def _cooccurrence(counted: DocWord, tokens: Tokens | None, context: str) -> sparse.csr_array:
    if tokens is None or context == "document":
        return count_contexts(counted.X)
    return count_contexts(tokens, context=context, vocabulary=counted.vocabulary)
