"""For people with documents, not matrices: co-clusters, and how many of them, in one call."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product
from math import isnan
from typing import Any

from sklearn.exceptions import ConvergenceWarning

from cotext import models
from cotext.errors import EmptyInputWarning, UsageError
from cotext.models.judging.stop import told_by_halves
from cotext.models.kinds.contexts import WithContexts, associations
from cotext.models.kinds.slices import is_tensor
from cotext.prepare import Listener, make_model, prepare, silent
from cotext.result import CoClustering, Table
from cotext.result.steadiness import steadiness

CONTEXTS = ("window:10", "window:40", "window:150", "document")


def cluster(
    documents: Any,
    n_clusters: int | tuple[int, int] = 8,
    model: str = "auto",
    *,
    callback: Callable[[Any], object] | None = None,
    stage: Listener = silent,
    note: Listener = silent,
    **options: Any,
) -> CoClustering:
    """Group documents and words at the same time.

    Parameters
    ----------
    documents : path, list of str, frame, matrix or name of a data set
        Anything :func:`cotext.corpus.read` understands, or a name from ``cotext datasets``.
    n_clusters : int or (int, int), default=8
        Document clusters and word clusters; one number stands for both.
    model : str, default="auto"
        A name from ``cotext models``; "auto" is "consensus", or "wc-nmtf" where words are to have
        another number of clusters than documents.
    callback : callable, optional
        Called with a ``Progress`` after every sweep.
    stage : callable, optional
        Called with the name of each stage as it begins.
    note : callable, optional
        Called with each remark on what was guessed or left out, before the fit; they are also in
        ``docword.notes``.
    **options
        How texts become a matrix: ``weighting`` ("tf", "tf-norm", "tf-idf", "tf-idf-norm",
        "log-tf-idf-norm"; what suits the model by default), ``idf`` ("plain", "smooth"), ``context``
        ("document", "sentence", "window:L"; "window:10" for texts by default), ``context_from`` (another
        corpus to count the contexts in), ``stem`` ("porter" or a language), ``stop_words``, ``language``,
        ``min_df``, ``max_df``;
        which columns of a file to read: ``text``, ``id``, ``label``, ``encoding``. All others go to the
        model: ``random_state``, ``n_init``, ``regularization``, ...

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
    model = models.usual(n_clusters) if model == "auto" else model
    Model = models.by_name(model)
    asked, parameters = _split(options)
    estimator = make_model(Model, n_clusters=n_clusters, **{**Model.for_documents, **parameters})
    ready = prepare(documents, Model, stage=stage, note=note, **asked)
    stage(f"fitting {model}")
    if (needed := estimator.memory_needed(ready.weighted.X)) is not None:
        note(needed)
    estimator.fit(ready.weighted.X, callback=callback, **ready.side)
    return ready.result(estimator)


@dataclass(frozen=True)
class Choice:
    """How many clusters: the recommended pair, and the curve it was read from.

    Attributes
    ----------
    n_clusters : pair of int
        Document clusters and word clusters.
    table : Table
        One row per pair: ``criterion`` (lower fits better; falls with more clusters) and either ``stability``
        (mean ARI between fits on different documents), ``coherence`` (mean NPMI of the top words) and their
        product, or, for block models, ``bic`` and ``icl``. The last column is the one that was maximised.
    """

    n_clusters: tuple[int, int]
    table: Table

    def __str__(self) -> str:
        return f"{self.table}\n\nrecommended: n_clusters={self.n_clusters}"


def choose_clusters(
    documents: Any,
    n_clusters: Iterable[int] = range(2, 13),
    model: str = "wc-nmtf",
    *,
    word_clusters: Iterable[int] | None = None,
    resamples: int = 5,
    stage: Listener = silent,
    note: Listener = silent,
    **options: Any,
) -> Choice:
    """How many clusters? Those that come back on other documents and whose words belong together.

    Every pair is fitted once on all documents and ``resamples`` times on 80 % of them; the score is
    stability times coherence. Block models (``splbm``, ``tsplbm``) have a likelihood, so theirs is the
    integrated completed likelihood (ICL). Neither needs a label.

    Parameters
    ----------
    documents, model, stage, note, **options
        As in :func:`cluster`; for ``tsplbm`` also slices or a ``RelationTensor``.
    n_clusters : iterable of int, default=2..12
        Numbers of document clusters to try.
    word_clusters : iterable of int, optional
        Numbers of word clusters to try with each; the same number by default.
    resamples : int, default=5
        Fits on other documents, at least two.

    Returns
    -------
    Choice

    Examples
    --------
    >>> import cotext
    >>> from cotext.datasets import make_texts
    >>> texts = make_texts(90, 3, random_state=0).texts
    >>> cotext.choose_clusters(texts, [2, 3, 5], random_state=0, n_init=2).n_clusters
    (3, 3)
    """
    if resamples < 2:
        raise UsageError(f"resamples={resamples}: stability needs at least 2 fits to compare.")
    grid = [(g, g) for g in n_clusters] if word_clusters is None else list(product(n_clusters, word_clusters))
    if not grid:
        raise UsageError("n_clusters is empty: give the numbers to try, such as range(2, 13).")
    Model = models.by_name(model)
    asked, parameters = _split(options)
    judge, columns = _judge(documents, Model, resamples, stage=stage, note=note, **asked)
    rows = []
    for g, m in grid:
        stage(f"fitting {g} x {m} clusters")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            warnings.simplefilter("ignore", EmptyInputWarning)
            rows.append((g, m, *judge(make_model(Model, n_clusters=(g, m), **parameters))))
    best = max(rows, key=lambda row: row[-1])
    return Choice(best[:2], Table(("documents", "words", "criterion", *columns), rows))


@dataclass(frozen=True)
class ContextChoice:
    """Where words should meet: the recommended context, and what halves of the words told under each."""

    context: str
    table: Table

    def __str__(self) -> str:
        return f"{self.table}\n\nrecommended: context={self.context!r}"


def choose_context(
    documents: Any,
    n_clusters: int = 8,
    contexts: Iterable[str] = CONTEXTS,
    model: str = "wc-nmtf",
    *,
    stage: Listener = silent,
    **options: Any,
) -> ContextChoice:
    """Which contexts? Those under which half of the words tells most about the clusters.

    The table has a row per context: ``shared`` is the part of log(n_clusters) that clusters of documents from
    random halves of the words share with those from all words. No labels are needed.

    Parameters
    ----------
    documents, n_clusters, stage, **options
        As in :func:`cluster`.
    contexts : iterable of str, default=("window:10", "window:40", "window:150", "document")
        Contexts to try.
    model : {"wc-nmtf", "semantic-nmf"}, default="wc-nmtf"
        The model that is to use them.

    Returns
    -------
    ContextChoice

    Examples
    --------
    >>> import cotext
    >>> from cotext.datasets import make_planted
    >>> X = make_planted(n_words=220, n_clusters=3, random_state=0).X
    >>> cotext.choose_context(X, 3, ["document"], random_state=0).context  # a matrix has no others
    'document'
    """
    Model = models.by_name(model)
    if not issubclass(Model, WithContexts):
        raise UsageError(f"{model} has no contexts to choose: use wc-nmtf or semantic-nmf.")
    asked, parameters = _split(options)
    rows = []
    for context in contexts:
        ready = prepare(documents, Model, context=context, stage=stage, **asked)
        estimator = make_model(Model, n_clusters=n_clusters, **{**Model.for_documents, **parameters})
        stage(f"judging {context}")
        X = ready.weighted.X
        score = told_by_halves(estimator, X, associations(X, ready.side["cooccurrence"], estimator.shift))
        rows.append((context, score))
    known = [row for row in rows if not isnan(row[1])]
    if not known:
        raise UsageError("too few documents, words or clusters to tell contexts apart: keep the default.")
    return ContextChoice(max(known, key=lambda row: row[1])[0], Table(("context", "shared"), rows))


def _judge(documents: Any, Model: Any, resamples: int, **asked: Any) -> tuple[Callable[[Any], Any], Any]:
    """How to judge a model with its number of clusters set, and what the numbers are called."""
    tensor = is_tensor(documents)
    ready = None if tensor else prepare(documents, Model, **asked)
    X = documents if ready is None else ready.weighted.X
    if hasattr(Model, "likelihoods"):
        return lambda model: model.fit(X).likelihoods(), ("bic", "icl")
    if ready is None:
        raise UsageError(f"{Model.cli_name} does not take slices: use tsplbm, or give one matrix.")
    return lambda model: steadiness(model, X, ready.side, ready.result, resamples), (
        "stability",
        "coherence",
        "score",
    )


def _split(options: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What concerns the texts, and what concerns the model."""
    about_texts = set(inspect.signature(prepare).parameters)
    return (
        {name: value for name, value in options.items() if name in about_texts},
        {name: value for name, value in options.items() if name not in about_texts},
    )
