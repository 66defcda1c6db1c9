"""Choose the number of clusters and the contexts without labels."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import isnan
from typing import Any

from scipy import sparse

from cotext.api import set_up
from cotext.errors import UsageError
from cotext.matrix import with_entries
from cotext.models import USUAL, by_name
from cotext.models.consensus import FEW
from cotext.models.engine import Estimator
from cotext.models.engine.loop import SINGLE_TIE
from cotext.models.families.contexts import associations
from cotext.models.families.slices import is_tensor
from cotext.models.judging.stop import told_by_halves
from cotext.models.modularity import Modularity
from cotext.recipe import Listener, Prepared, Recipe, silent
from cotext.result import Table
from cotext.selection import SMALLEST, Evidence, as_table, evidence, judged, work_of

CONTEXTS = ("window:10", "window:40", "window:150", "document")
RESAMPLES = 2
MODULAR_STARTS = (5, 2)  # for fewer than 1,000 documents, and for more


@dataclass(frozen=True)
class Choice:
    """The number of clusters that the documents clearly support, if any, and the scores of all numbers.

    Attributes
    ----------
    table : Table
        One row per pair: ``criterion`` (lower fits better; falls with more clusters) and either ``stability``
        (mean ARI between the fits, on all documents and on samples), ``coherence`` (mean NPMI of their top
        words), ``agreement`` (share of the information that clusters from two halves of the words have in
        common, beyond chance), ``score`` (that share times the square root of the common information, in
        nats) and ``error`` (its standard error), or, for block models, ``bic`` and ``icl``. Higher values of
        the last column are better.
    by_modularity : int or None
        A second opinion: the number of document clusters, among those tried, with the highest modularity of
        co-clusters. The recommendation does not depend on it. None for slices.
    model : str
        The model that was fitted.
    """

    table: Table
    by_modularity: int | None = None
    model: str = ""

    @property
    def n_clusters(self) -> tuple[int, int] | None:
        """Recommended document and word clusters; None if no number is clear."""
        return self.evidence.best

    @property
    def candidates(self) -> list[int]:
        """Numbers of document clusters worth trying: several or none if no number is clear."""
        return self.evidence.candidates

    @cached_property
    def evidence(self) -> Evidence:
        """The recommendation of the table."""
        return evidence(self.table)

    def __str__(self) -> str:
        line = "" if self.by_modularity is None else f"\nhighest modularity: {self.by_modularity} clusters"
        return f"{self.table}\n\n{self.evidence}{line}"

    def plot(self) -> Any:
        """Draw the scores: a display with ``figure_`` and ``save(path)``."""
        from cotext.pictures import ClustersDisplay

        return ClustersDisplay.from_table(self.table, f"Fitted by {self.model}.").plot()


def choose_clusters(
    documents: object,
    n_clusters: Iterable[int] = range(2, 13),
    model: str = "auto",
    *,
    word_clusters: Iterable[int] | None = None,
    resamples: int | None = None,
    widen: int = 0,
    stage: Listener = silent,
    note: Listener = silent,
    progress: Callable[[int, int], object] | None = None,
    **options: Any,
) -> Choice:
    """Recommend a number of clusters if the documents clearly support one.

    Every pair is fitted once on all documents and ``resamples`` times on 80 % of them, a consensus with fewer
    starts than usual, to measure stability and coherence. The score measures how much clusters from two
    halves of the words agree beyond chance, which is 0 without groups. Block models have a likelihood, and
    their score is the integrated completed likelihood (ICL). ``n_clusters`` is None if no number is better
    than all others by more than two standard errors, or if the best is the smallest or largest that was
    tried; ``candidates`` lists numbers worth trying.

    Parameters
    ----------
    documents, model, stage, note, **options
        As in :func:`cluster`, for the same matrix; for ``tsplbm`` also slices or a ``RelationTensor``.
    n_clusters : iterable of int, default=2..12
        Numbers of document clusters to try.
    word_clusters : iterable of int, optional
        Numbers of word clusters to try with each; the same number by default.
    resamples : int, optional
        Fits on samples of the documents, at least two; by default two, or three for fewer than 1,000
        documents, whose clusters vary more.
    widen : int, default=0
        How often to try half as many numbers again if the best is the largest or smallest tried.
    progress : callable, optional
        Called after every fit with the work done and the work planned, in clusters: a fit of twelve takes
        about six times as long as one of two.

    Returns
    -------
    Choice

    Examples
    --------
    >>> import cotext
    >>> from cotext.datasets import make_texts
    >>> texts = make_texts(90, 3, random_state=0).texts
    >>> cotext.choose_clusters(texts, [2, 3, 5], "spherical-kmeans", random_state=0, n_init=2).n_clusters
    (3, 3)
    """
    if resamples is not None and resamples < 2:
        raise UsageError(f"resamples={resamples}: stability needs at least 2 fits to compare.")
    grid = [(g, g) for g in n_clusters] if word_clusters is None else list(product(n_clusters, word_clusters))
    if not grid:
        raise UsageError("n_clusters is empty: give the numbers to try, such as range(2, 13).")
    name, settings = USUAL if model == "auto" else model, Recipe.split(options)
    (first, recipe), *_ = [set_up(name, pair, *settings) for pair in grid]  # refuses every wrong pair
    ready = _ready(documents, by_name(name), recipe, stage, note)
    if resamples is None:
        few = isinstance(ready, Prepared) and with_entries(ready.weighted.X) < FEW
        resamples = RESAMPLES + few
    may_widen = word_clusters is None and isinstance(ready, Prepared)
    work, choice = Work(progress), Choice(Table((), ()), model=name)
    modular: dict[int, float] = {}
    for _ in range(1 + (widen if may_widen else 0)):
        candidates = [set_up(name, pair, *settings)[0] for pair in grid]
        work.total += sum(work_of(candidate, resamples) for candidate in candidates)
        judgments = []
        for judgment in judged(candidates, ready, resamples, stage, work.done):
            judgments.append(judgment)
            if isinstance(ready, Prepared) and (g := judgment.pair[0]) not in modular:
                modular[g] = modularity(ready.weighted.X, g, first)
        table = as_table(judgments)
        choice = replace(choice, table=Table(table.columns, sorted([*choice.table.rows, *table.rows])))
        grid = beyond(choice, with_entries(ready.weighted.X)) if may_widen else []
        if not grid:
            break
        note(f"{choice.evidence.leading} clusters are best and the most or fewest tried: trying further ones")
    return replace(choice, by_modularity=_fewest_of_the_best(modular)) if modular else choice


@dataclass
class Work:
    """Reports the work done, and the work planned so far."""

    progress: Callable[[int, int], object] | None
    so_far: int = 0
    total: int = 0

    def done(self, work: int) -> None:
        self.so_far += work
        if self.progress is not None:
            self.progress(self.so_far, self.total)


def beyond(choice: Choice, n_documents: int) -> list[tuple[int, int]]:
    """Return pairs beyond the edge with the best number, half as many again; none if no larger ones fit.

    Examples
    --------
    >>> table = Table(("documents", "words", "score"), [(4, 4, 0.1), (6, 6, 0.2), (8, 8, 0.3)])
    >>> beyond(Choice(table), 100)
    [(10, 10), (12, 12)]
    """
    tried = sorted(set(choice.table.column("documents")))
    best = choice.evidence.leading
    if len(tried) < 2 or best not in (tried[0], tried[-1]) or not choice.candidates:
        return []
    if best == tried[0]:
        return [(g, g) for g in range(SMALLEST, tried[0])]
    step, most = tried[-1] - tried[-2], min(max(tried[-1] * 3 // 2, tried[-1] + 2), n_documents // 2)
    return [(g, g) for g in range(tried[-1] + step, most + 1, step)]


@dataclass(frozen=True)
class ContextChoice:
    """The recommended context, and the shared information of halves of the words for each context."""

    context: str
    table: Table

    def __str__(self) -> str:
        return f"{self.table}\n\nrecommended: context={self.context!r}"


def choose_context(
    documents: object,
    n_clusters: int = 8,
    contexts: Iterable[str] = CONTEXTS,
    model: str = "wc-nmtf",
    *,
    stage: Listener = silent,
    **options: Any,
) -> ContextChoice:
    """Recommend the context for which half of the words determines the clusters best.

    The table has a row per context: ``shared`` is the part of log(n_clusters) that clusters of documents from
    random halves of the words share with those from all words. No labels are needed.

    Parameters
    ----------
    documents, n_clusters, stage, **options
        As in :func:`cluster`.
    contexts : iterable of str, default=("window:10", "window:40", "window:150", "document")
        Contexts to try.
    model : {"wc-nmtf", "semantic-nmf"}, default="wc-nmtf"
        The model that uses the contexts.

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
    if not by_name(model).algorithm_type.weighs_cooccurrence:
        raise UsageError(f"{model} has no contexts to choose: use wc-nmtf or semantic-nmf.")
    estimator, recipe = set_up(model, n_clusters, *Recipe.split(options))
    source = recipe.read(documents)
    algorithm: Any = estimator.algorithm  # one with contexts
    rows = []
    for context in contexts:
        with_context = replace(recipe, context=context)
        ready = with_context.fit_transform(source, contexts=True, stage=stage)
        stage(f"judging {context}")
        X, C = ready.weighted.X, associations(ready.weighted.X, ready.cooccurrence, estimator.shift)
        rows.append((context, told_by_halves(algorithm, X, C)))
    scored = [row for row in rows if not isnan(row[1])]
    if not scored:
        raise UsageError("too few documents, words or clusters to compare contexts: keep the default.")
    return ContextChoice(max(scored, key=lambda row: row[1])[0], Table(("context", "shared"), rows))


def modularity(X: sparse.csr_array, n_clusters: int, like: Estimator) -> float:
    """Return the highest modularity of so many co-clusters, with the seed and threads of ``like``.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> X = make_planted(n_clusters=3, random_state=0).X
    >>> modularity(X, 3, Modularity(random_state=0)) > modularity(X, 2, Modularity(random_state=0))
    True
    """
    starts = MODULAR_STARTS[0 if with_entries(X) < FEW else 1]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the candidates have warned already
        model = Modularity(n_clusters, n_init=starts, random_state=like.random_state, n_jobs=like.n_jobs)
        return -float(model.fit(X).criterion_)


def _fewest_of_the_best(modular: dict[int, float]) -> int:
    """Return the fewest clusters of the highest modularity; empty clusters change only its rounding."""
    highest = max(modular.values())
    return min(g for g, value in modular.items() if value >= highest - SINGLE_TIE * abs(highest))


def _ready(
    documents: object, Model: type[Any], recipe: Recipe, stage: Listener, note: Listener
) -> Prepared | Any:
    """Prepare the documents; keep slices as they are, for models that compare them by a likelihood."""
    if not is_tensor(documents):
        contexts = Model.algorithm_type.uses_cooccurrence
        return recipe.fit_transform(documents, contexts=contexts, stage=stage, note=note)
    if not Model.algorithm_type.has_likelihood:
        raise UsageError(f"{Model.cli_name} does not take slices: use tsplbm, or give one matrix.")
    return documents
