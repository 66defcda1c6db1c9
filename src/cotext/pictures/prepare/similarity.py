"""Are the clusters tight and apart? Cosine of pairs of documents inside and across clusters, sampled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from scipy import sparse

from cotext.pictures.numbers import Numbers, cluster_names, counted
from cotext.result import CoClustering, Table, indicator

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
Box = tuple[float, float, float, float, float]
ALIKE = 20  # most similar pairs of clusters


@dataclass(frozen=True, kw_only=True)
class SimilarityPicture(Numbers):
    """Boxes of every cluster."""

    name: ClassVar[str] = "similarity"
    names: list[str]
    within: list[Box]  # 5, 25, 50, 75 and 95 % points of the cosine; NaN without pairs
    between: list[Box]
    n_within: list[int]  # pairs compared
    n_between: list[int]
    # the most similar pairs of clusters: mean similarity of documents across the two clusters, as a share of
    # the similarity inside them
    alike: list[tuple[int, int, float]]

    def table(self) -> Table:
        kinds = (("within", self.within, self.n_within), ("between", self.between, self.n_between))
        rows = [
            (cluster, kind, pairs[cluster], *boxes[cluster])
            for cluster in range(len(self.names))
            for kind, boxes, pairs in kinds
        ]
        return Table(("cluster", "pairs", "n_pairs", "p5", "p25", "median", "p75", "p95"), rows)


def prepare(result: CoClustering, *, pairs: int = 1000, random_state: int = 0) -> SimilarityPicture:
    """Draw pairs of documents and compare them.

    Parameters
    ----------
    pairs : int
        Pairs drawn per cluster and kind.
    random_state : int
        Seed of the draw.
    """
    rng = np.random.default_rng(random_state)
    X = _unit_rows(result.docword.X)
    has_words = np.diff(result.docword.X.indptr) > 0
    within, between = [], []
    for cluster in range(result.n_clusters[0]):
        own = np.flatnonzero((result.row_labels_ == cluster) & has_words)
        others = np.flatnonzero((result.row_labels_ != cluster) & has_words)
        within.append(_cosines(X, *_pairs(own, own, pairs, rng)))
        between.append(_cosines(X, *_pairs(own, others, pairs, rng)))
    inside, outside = (np.array([_box(values) for values in kind]) for kind in (within, between))
    tight = int((inside[:, 1] > outside[:, 3]).sum())
    title = f"{tight} of {len(within)} clusters are tight: pairs inside are more similar than pairs across"
    pooled = [np.concatenate(kind) for kind in (within, between)]
    medians = [float(np.median(values)) if len(values) else 0.0 for values in pooled]
    return SimilarityPicture(
        title=title,
        alt=f"Box plots of the cosine between documents, per cluster. {title}. The median is "
        f"{medians[0]:.2f} inside and {medians[1]:.2f} across clusters.",
        note=f"At most {counted(pairs, 'random pair')} per box. Box: middle half with the median; whiskers: "
        "5 % and 95 %. Tight: the lower quartile inside is above the upper quartile across.",
        names=cluster_names(result),
        within=[tuple(box) for box in inside.tolist()],
        between=[tuple(box) for box in outside.tolist()],
        n_within=[len(values) for values in within],
        n_between=[len(values) for values in between],
        alike=_alike(X, result.row_labels_, result.n_clusters[0]),
    )


def _alike(X: sparse.csr_array, labels: np.ndarray, g: int) -> list[tuple[int, int, float]]:
    """Return the largest cosines of the clusters' mean documents, the largest first."""
    sums = np.asarray((indicator(labels, g).T @ X).toarray())
    sums /= np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-300)
    first, second = np.triu_indices(g, 1)
    cosines = (sums @ sums.T)[first, second]
    order = np.argsort(-cosines, kind="stable")[:ALIKE]
    return [(int(first[p]), int(second[p]), float(cosines[p])) for p in order]


def _unit_rows(X: sparse.csr_array) -> sparse.csr_array:
    """Divide by norms of sums in the precision of X."""
    norms = np.sqrt(np.asarray(X.power(2).sum(axis=1), dtype=np.float64)).ravel()
    unit = X.astype(np.float64)
    unit.data /= np.repeat(np.maximum(norms, 1e-300), np.diff(unit.indptr))
    return unit


def _pairs(
    first: np.ndarray, second: np.ndarray, n: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Draw random pairs, never of a document with itself."""
    if not len(first) or not len(second):
        return first[:0], second[:0]
    one, other = rng.choice(first, n), rng.choice(second, n)
    differ = one != other
    return one[differ], other[differ]


def _cosines(X: sparse.csr_array, one: np.ndarray, other: np.ndarray) -> np.ndarray:
    if not len(one):
        return np.zeros(0)
    return np.asarray(X[one].multiply(X[other]).sum(axis=1)).ravel()


def _box(values: np.ndarray) -> np.ndarray:
    return np.quantile(values, QUANTILES) if len(values) else np.full(5, np.nan)
