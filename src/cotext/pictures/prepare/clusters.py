"""How many clusters? Criterion, stability and coherence over a grid of numbers of clusters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol

import numpy as np

from cotext.cooccurrence import count_contexts
from cotext.errors import UsageError
from cotext.models.engine import Estimator
from cotext.models.spherical_kmeans import SphericalKMeans
from cotext.pictures.numbers import Numbers, counted
from cotext.recipe import Prepared
from cotext.result import CoClustering, Table
from cotext.selection import Evidence, evidence, judge

LARGEST = 5_000_000  # nonzeros of a matrix that is fitted again without a request
WORDS = 2000  # the most frequent words, in which the grid is fitted
SWEEPS = 50
STARTS = 10  # of spherical k-means, which replaces a consensus here
STEPS = (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0)  # of the number of clusters of the run


class Comparable(Protocol):
    """The part of the result of ``cotext.choose_clusters`` that a picture reads."""

    @property
    def table(self) -> Table: ...


@dataclass(frozen=True, kw_only=True)
class ClustersPicture(Numbers):
    """One row per pair of numbers of clusters."""

    name: ClassVar[str] = "clusters"
    pairs: list[tuple[int, int]]  # document clusters and word clusters
    columns: list[str]  # the measures; the last is the score, the higher the better
    values: np.ndarray  # pairs x columns
    recommended: tuple[int, int] | None  # None if no number is clearly better than all others
    candidates: list[int]  # numbers of document clusters worth a look
    fitted: tuple[int, int] | None  # the pair of the run, if there is a run

    def table(self) -> Table:
        rows = [(*pair, *row) for pair, row in zip(self.pairs, self.values.tolist(), strict=True)]
        return Table(("documents", "words", *self.columns), rows)


def prepare(
    result: CoClustering,
    *,
    choice: Comparable | None = None,
    grid: Iterable[int] | None = None,
    resamples: int = 2,
    n_init: int = 1,
) -> ClustersPicture:
    """Read the result of ``cotext.choose_clusters``, or fit a small grid around the run again.

    Parameters
    ----------
    choice : Choice, optional
        From ``cotext.choose_clusters``: the thorough way.
    grid : iterable of int, optional
        Numbers of document clusters to try; a quarter to twice that of the run by default.
    resamples : int
        Fits on other documents, at least two.
    n_init : int
        Starts of each fit. A consensus is replaced by at least ten starts of spherical k-means, because a
        grid of consensus fits takes minutes.
    """
    algorithm = result.model.algorithm
    fitted, starts = algorithm.cluster_pair(), max(n_init, STARTS) if algorithm.by_opinions else n_init
    if choice is not None:
        return from_table(choice.table, "As found by choose_clusters.", fitted)
    by = ", by spherical k-means, one of the witnesses of the consensus" if algorithm.by_opinions else ""
    note = (
        f"A quick fit: the {min(WORDS, result.docword.X.shape[1]):,} most frequent words, at most {SWEEPS} "
        f"sweeps, {counted(starts, 'start')} each, {max(resamples, 2)} resamples of 80 % of the "
        f"documents{by}; cotext.choose_clusters does it thoroughly."
    )
    return from_table(_refit(result, grid, max(resamples, 2), starts), note, fitted)


def from_table(table: Table, note: str, fitted: tuple[int, int] | None = None) -> ClustersPicture:
    """Return the numbers of a grid that has been judged, with or without a run."""
    pairs = list(zip(table.column("documents"), table.column("words"), strict=True))
    columns = list(table.columns[2:])
    values = np.array([row[2:] for row in table.rows], dtype=np.float64)
    verdict = evidence(table)
    title = _title(verdict, pairs) + ("" if fitted is None else f"; this run has {fitted[0]}")
    halves = "agreement of clusters from two halves of the words, beyond chance"
    score = halves if columns[-1] == "score" else f"{columns[-1].upper()}, higher is better"
    return ClustersPicture(
        title=title,
        alt=f"{', '.join(columns)} for {len(pairs)} numbers of clusters. {title}. The best {columns[-1]} is "
        f"{values[:, -1].max():.3g}.",
        note=f"Score: {score}. {note}",
        pairs=pairs,
        columns=columns,
        values=values,
        recommended=verdict.best,
        candidates=verdict.candidates,
        fitted=fitted,
    )


def _title(verdict: Evidence, pairs: list[tuple[int, int]]) -> str:
    if verdict.best is None:
        text = str(verdict)
        return text[0].upper() + text[1:]
    g, m = verdict.best
    same_ratio = len({m / g for g, m in pairs}) == 1
    best = f"{g} clusters" if same_ratio else f"{g} document and {m} word clusters"
    return f"{best} are clearly the best choice from {min(pairs)[0]} to {max(pairs)[0]}"


def _refit(result: CoClustering, grid: Iterable[int] | None, resamples: int, n_init: int) -> Table:
    model, X = result.model, result.docword.X
    how = "fit a grid with cotext.choose_clusters and give it as choice="
    if grid is None and X.nnz > LARGEST:
        raise UsageError(f"a matrix with {X.nnz:,} nonzeros takes long to fit again; {how}.")
    if (n_slices := result.fit.get("n_slices", 1)) > 1:
        raise UsageError(f"a run does not hold the {n_slices} slices it was fitted on; {how}.")
    small = _frequent(result)
    pairs = _pairs(result, small.counts.shape, grid)
    return judge((_quick(model, pair, n_init) for pair in pairs), small, resamples)


def _pairs(result: CoClustering, shape: tuple[int, int], grid: Iterable[int] | None) -> list[tuple[int, int]]:
    (g, m), (n, d) = result.model.algorithm.cluster_pair(), shape
    wanted = [max(2, round(step * max(g, 4))) for step in STEPS] if grid is None else [int(k) for k in grid]
    within = result.fit.nested_words
    pairs = {(k, m if within else max(1, round(k * m / g))) for k in wanted if 1 <= k <= n}
    possible = sorted(pair for pair in pairs if pair[1] <= d)
    if not possible:
        raise UsageError(
            f"grid={wanted}: none of these numbers of clusters fits {n} documents and {d} words; give "
            "smaller ones."
        )
    return possible


def _quick(model: Estimator, pair: tuple[int, int], n_init: int) -> Estimator:
    """Return the model with another number of clusters and few sweeps; spherical k-means for a consensus."""
    if model.algorithm.by_opinions:
        seed = model.random_state if isinstance(model.random_state, int) else 0
        return SphericalKMeans(pair[0], n_init=n_init, max_iter=SWEEPS, random_state=seed)
    params = model.get_params(deep=False)
    quick = {"n_init": n_init, "max_iter": min(params.get("max_iter", SWEEPS), SWEEPS)}
    params |= {"n_clusters": pair} | {name: value for name, value in quick.items() if name in params}
    if not isinstance(params.get("init", ""), str):
        del params["init"]  # factors of another width
    if not isinstance(params.get("random_state"), int):
        params["random_state"] = 0
    return type(model)(**params)


def _frequent(result: CoClustering) -> Prepared:
    """Return the documents with their most frequent words only, and the co-occurrences of those."""
    weight = np.asarray(result.counts.sum(axis=0)).ravel()
    columns = np.sort(np.argsort(-weight, kind="stable")[:WORDS])
    words = [result.docword.vocabulary[j] for j in columns]
    docword = replace(result.docword, X=result.docword.X[:, columns], vocabulary=words)
    counts = result.counts[:, columns]
    contexts = result.model.algorithm.weighs_cooccurrence
    return Prepared(docword, counts, count_contexts(counts) if contexts else None)
