"""From documents in any form to what a model takes: a weighted matrix and, where asked, co-occurrences."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
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


def silent(message: str) -> None:
    """A listener that does not care."""


@dataclass(frozen=True)
class Prepared:
    """Documents ready for a model, with everything needed to tell what was done to them."""

    weighted: DocWord
    counts: sparse.csr_array
    side: dict[str, Any]
    texts: Any
    config: dict[str, Any]

    def result(self, model: Any) -> CoClustering:
        """The fitted model as a person wants to read it."""
        return CoClustering.from_fit(
            model, self.weighted, counts=self.counts, texts=self.texts, config=self.config
        )


def prepare(  # noqa: PLR0913 - one flat list of keywords is what users type
    documents: Any,
    Model: Any,
    *,
    weighting: str = "auto",
    idf: str = "plain",
    context: str = "auto",
    context_from: Any = None,
    stem: str | None = None,
    stop_words: Any = "auto",
    language: str = "auto",
    min_df: int | float | str = "auto",
    max_df: int | float | str = "auto",
    text: str | None = None,
    id: str | None = None,
    label: str | None = None,
    encoding: str = "utf-8",
    stage: Listener = silent,
    note: Listener = silent,
) -> Prepared:
    """Read, count, weigh and count co-occurrences; the keywords are those of :func:`cotext.cluster`."""
    weighting = Model.weighting if weighting == "auto" else weighting
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
        elsewhere = None if context_from is None else _elsewhere(context_from, tokens)
        context = _context(context, elsewhere or tokens)
        stage(f"counting co-occurrences ({context})")
        side["cooccurrence"] = _cooccurrence(counted, elsewhere or tokens, context)
    config = {
        "input": _name(documents),
        "weighting": {"kind": weighting, "idf": idf},
        **({"context": context} if side else {}),
        **({"context_from": _name(context_from)} if side and context_from is not None else {}),
        **({"text": tokens.settings.to_dict(), "min_df": min_df, "max_df": max_df} if tokens else {}),
    }
    weighted = DocWord(X, counted.vocabulary, counted.ids, counted.labels, counted.label_names, counted.notes)
    return Prepared(
        weighted, counted.X, side, source.texts if isinstance(source, Documents) else None, config
    )


def make_model(Model: Any, **parameters: Any) -> Any:
    """An estimator with these parameters; unknown and impossible ones are refused."""
    return models.make(Model, **parameters)


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


def _name(source: Any) -> str:
    return str(source) if isinstance(source, str | Path) else type(source).__name__


def _elsewhere(source: Any, tokens: Tokens | None) -> Tokens:
    """The words of another corpus, cut as those of the documents."""
    corpus = open_source(source)
    if tokens is None or isinstance(corpus, DocWord):
        raise UsageError(
            "context_from needs texts, and documents that are texts too: a matrix has no contexts."
        )
    return tokenize(corpus, **tokens.settings.to_dict())


def _context(context: str, tokens: Tokens | None) -> str:
    if context == "auto":
        return "document" if tokens is None else "window:10"
    if tokens is None and context != "document":
        raise UsageError(f"context={context!r} needs texts, but a matrix was given: use context='document'.")
    return context


def _cooccurrence(counted: DocWord, tokens: Tokens | None, context: str) -> sparse.csr_array:
    if tokens is None:
        return count_contexts(counted.X)
    return count_contexts(tokens, context=context, vocabulary=counted.vocabulary)
