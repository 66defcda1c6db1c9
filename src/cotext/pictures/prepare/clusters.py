"""How many clusters? Criterion, stability and coherence over a grid of numbers of clusters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol

import numpy as np

from cotext.cooccurrence import count_contexts
from cotext.errors import UsageError
from cotext.models.spherical_kmeans import SphericalKMeans
from cotext.pictures.numbers import Numbers, counted
from cotext.recipe import Prepared
from cotext.result import CoClustering, Table
from cotext.selection import Evidence, evidence, judge

LARGEST = 5_000_000  # nonzeros of a matrix that is fitted again without being asked
WORDS = 2000  # the most frequent words, in which the grid is fitted
SWEEPS = 50
STARTS = 10  # of spherical k-means, where it stands for a consensus
STEPS = (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0)  # of the number of clusters of the run


class Choice(Protocol):
    """What ``cotext.choose_clusters`` returns."""

    @property
    def table(self) -> Table: ...


@dataclass(frozen=True, kw_only=True)
class Clusters(Numbers):
    """One row per pair of numbers of clusters.

    Attributes
    ----------
    pairs : list of (int, int)
        Document clusters and word clusters.
    columns : list of str
        What was measured; the last is the score that is best when highest.
    values : ndarray of shape (pairs, columns)
        The measures.
    recommended : pair of int or None
        The pair that stands out from all others; None if there is no clear number.
    candidates : list of int
        Numbers of document clusters worth looking at.
    fitted : pair of int or None
        That of the run, if there is one.
    """

    name: ClassVar[str] = "clusters"
    pairs: list[tuple[int, int]]
    columns: list[str]
    values: np.ndarray
    recommended: tuple[int, int] | None
    candidates: list[int]
    fitted: tuple[int, int] | None

    def table(self) -> Table:
        """One row per pair."""
        rows = [(*pair, *row) for pair, row in zip(self.pairs, self.values.tolist(), strict=True)]
        return Table(("documents", "words", *self.columns), rows)


def prepare(
    result: CoClustering,
    *,
    choice: Choice | None = None,
    grid: Iterable[int] | None = None,
    resamples: int = 2,
    n_init: int = 1,
) -> Clusters:
    """Read what ``cotext.choose_clusters`` found, or fit a small grid around the run again.

    Parameters
    ----------
    choice : Choice, optional
        From ``cotext.choose_clusters``: the thorough way.
    grid : iterable of int, optional
        Numbers of document clusters to try; a quarter to twice that of the run by default.
    resamples : int
        Fits on other documents, at least two.
    n_init : int
        Starts of each fit; at least ten of spherical k-means, which stands for a consensus: one consensus
        after the other takes minutes.
    """
    fitted, starts = result.model.algorithm.cluster_pair(), _starts(result.model, n_init)
    if choice is not None:
        table, note = choice.table, "As found by choose_clusters."
    else:
        table = _refit(result, grid, max(resamples, 2), starts)
        note = (
            f"Fitted again quickly: the {min(WORDS, result.docword.X.shape[1]):,} most frequent words, at "
            f"most {SWEEPS} sweeps, {counted(starts, 'start')} each, {max(resamples, 2)} resamples of 80 % "
            f"of the documents{_by(result.model)}; cotext.choose_clusters does it thoroughly."
        )
    return from_table(table, note, fitted)


def from_table(table: Table, note: str, fitted: tuple[int, int] | None = None) -> Clusters:
    """The numbers of a grid that has been judged, for a run or before there is one."""
    pairs = list(zip(table.column("documents"), table.column("words"), strict=True))
    columns = list(table.columns[2:])
    values = np.array([row[2:] for row in table.rows], dtype=np.float64)
    found = evidence(table)
    title = _found(found, pairs)
    title += "" if fitted is None else f"; this run has {fitted[0]}"
    return Clusters(
        title=title,
        alt=f"{', '.join(columns)} for {len(pairs)} numbers of clusters. {title}. The best {columns[-1]} is "
        f"{values[:, -1].max():.3g}.",
        note=f"Score: {_score_is(columns)}. {note}",
        pairs=pairs,
        columns=columns,
        values=values,
        recommended=found.best,
        candidates=found.candidates,
        fitted=fitted,
    )


def _found(found: Evidence, pairs: list[tuple[int, int]]) -> str:
    """The finding, in a sentence."""
    if found.best is None:
        told = str(found)
        return told[0].upper() + told[1:]
    g, m = found.best
    same = len({m / g for g, m in pairs}) == 1
    wanted = f"{g} clusters stand" if same else f"{g} document and {m} word clusters stand"
    return f"{wanted} out among {min(pairs)[0]} to {max(pairs)[0]}"


def _starts(model: Any, n_init: int) -> int:
    return max(n_init, STARTS) if model.algorithm.by_opinions else n_init


def _by(model: Any) -> str:
    """Who was fitted, where that is not the model of the run."""
    return ", by spherical k-means, an opinion of the consensus" if model.algorithm.by_opinions else ""


def _score_is(columns: list[str]) -> str:
    halves = "what clusters from two halves of the words agree on beyond chance"
    return halves if columns[-1] == "score" else f"{columns[-1].upper()}, higher is better"


def _refit(result: CoClustering, grid: Iterable[int] | None, resamples: int, n_init: int) -> Table:
    model, X = result.model, result.docword.X
    how = "fit a grid with cotext.choose_clusters and give it as choice="
    if grid is None and X.nnz > LARGEST:
        raise UsageError(f"a matrix with {X.nnz:,} nonzeros takes long to fit again; {how}.")
    if (n_slices := result.fit.get("n_slices", 1)) > 1:
        raise UsageError(f"a run does not hold the {n_slices} slices it was fitted on; {how}.")
    small = _frequent(result)
    pairs = _pairs(result, small.counts.shape, grid)
    return judge((_again(model, pair, n_init) for pair in pairs), small, resamples)


def _pairs(result: CoClustering, shape: tuple[int, int], grid: Iterable[int] | None) -> list[tuple[int, int]]:
    (g, m), (n, d) = result.model.algorithm.cluster_pair(), shape
    wanted = [max(2, round(step * max(g, 4))) for step in STEPS] if grid is None else [int(k) for k in grid]
    within = result.fit.nested_words
    pairs = {(k, m if within else max(1, round(k * m / g))) for k in wanted if 1 <= k <= n}
    found = sorted(pair for pair in pairs if pair[1] <= d)
    if not found:
        raise UsageError(f"no number of clusters among {wanted} fits {n} documents and {d} words.")
    return found


def _again(model: Any, pair: tuple[int, int], n_init: int) -> Any:
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
    """The same documents with their most frequent words only, and how often those occur together."""
    weight = np.asarray(result.counts.sum(axis=0)).ravel()
    kept = np.sort(np.argsort(-weight, kind="stable")[:WORDS])
    words = [result.docword.vocabulary[j] for j in kept]
    docword = replace(result.docword, X=result.docword.X[:, kept], vocabulary=words)
    counts = result.counts[:, kept]
    return Prepared(docword, counts, count_contexts(counts) if _wants_contexts(result.model) else None)


def _wants_contexts(model: Any) -> bool:
    return bool(model.algorithm.weighs_cooccurrence)
