"""Who is near whom? Documents on a plane, by their words and clusters."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from cotext.backend import quiet_blas
from cotext.errors import UsageError
from cotext.pictures.numbers import Numbers, cluster_names, counted, left_out, percent
from cotext.result import CoClustering, Floats, Table, indicator

DIMENSIONS = 50  # singular vectors of the words
FIRST = 2000  # documents placed together; each further one is placed next to the most similar of them
OWN = 0.8  # largest weight of the own cluster; words and similarity to clusters have length 1
UNSURE = 0.5  # up to this confidence another cluster is as likely, so the document is not pulled to its own
STEPS = {"early_exaggeration_iter": 100, "n_iter": 250}  # more steps move little
FEWEST = 5  # documents that t-SNE needs
WORDS = 8  # of each cluster
DIGITS = 3
METHODS = {"tsne": "t-SNE", "svd": "singular vectors"}


@dataclass(frozen=True, kw_only=True)
class MapPicture(Numbers):
    """Points and cluster centers."""

    name: ClassVar[str] = "map"
    rows: list[int]  # of the documents in the picture, in the run
    ids: list[str]
    clusters: list[int]
    points: np.ndarray  # documents x 2
    centres: np.ndarray  # clusters x 2: median position, NaN for an empty cluster
    names: list[str]
    words: list[str]  # the most relevant words of each cluster, one cluster after the other
    word_clusters: list[int]
    word_points: np.ndarray  # words x 2: median position of the documents that use the word, by count

    def table(self) -> Table:
        x, y = self.points.T.tolist()
        return Table(("id", "cluster", "x", "y"), zip(self.ids, self.clusters, x, y, strict=True))

    def renamed(self, names: list[str]) -> MapPicture:
        """Return the map with other names of the clusters, also in its title."""
        pattern = "|".join(rf"{re.escape(old)}(?!\d)" for old in self.names)
        new = dict(zip(self.names, names, strict=True))
        title, alt = (re.sub(pattern, lambda m: new[m[0]], text) for text in (self.title, self.alt))
        return replace(self, names=names, title=title, alt=alt)


def prepare(
    result: CoClustering,
    *,
    method: str = "tsne",
    points: int = 4000,
    random_state: int = 0,
    plain: bool = False,
) -> MapPicture:
    """Place documents by their words and clusters; the cluster counts more the more certain it is.

    Parameters
    ----------
    method : {"tsne", "svd"}
        t-SNE: neighbors are similar, large distances mean little; singular vectors: fast, and distances can
        be trusted, but clusters overlap.
    points : int
        At most this many documents, drawn at random.
    random_state : int
        Seed of the draw and of t-SNE.
    plain : bool
        Place documents by their words alone.
    """
    if method not in METHODS:
        raise UsageError(f'method={method!r}: give "tsne" or "svd".')
    g, chosen = result.n_clusters[0], np.flatnonzero(~result.is_empty)
    if (n := len(chosen)) == 0:
        raise UsageError(
            "no document of this run has a known word, so there is no map; fit again with more documents "
            "or a lower min_df (--min-df)."
        )
    if n > points:
        chosen = np.sort(np.random.default_rng(random_state).choice(chosen, points, replace=False))
    values, labels = features(result, chosen, plain=plain), result.row_labels_[chosen]
    confidence = result.confidence[chosen]
    if method == "tsne" and not plain:
        values = with_own_clusters(values, labels, g, confidence)
    positions = (by_svd(values) if method == "svd" else by_tsne(values, random_state)).round(DIGITS)
    empty = (np.nan, np.nan)
    members = [positions[labels == k] for k in range(g)]
    centres = np.array([np.median(own, axis=0) if len(own) else empty for own in members])
    words, word_clusters, word_points = _words(result, chosen, positions)
    names = cluster_names(result)
    title, nearest = _nearest(np.sqrt(result.memberships[chosen]), labels, names)
    sample = f"{counted(len(chosen), 'document')}, a random sample of {n:,}"
    sample = sample if n > points else f"all {n:,} documents"
    return MapPicture(
        title=title,
        alt=f"Map of {sample} in {g} clusters by {METHODS[method]} of their words. {nearest}",
        note=f"{sample[0].upper()}{sample[1:]}, placed by {METHODS[method]} of their words "
        f"{'alone' if plain else 'and clusters'}{'' if method == 'svd' else _how_to_read(len(chosen))}."
        f"{'' if plain or method == 'svd' else _uncertain(confidence)} Numbers: clusters.{left_out(result)}",
        rows=chosen.tolist(),
        ids=[result.docword.ids[row] for row in chosen.tolist()],
        clusters=labels.tolist(),
        points=positions,
        centres=centres,
        names=names,
        words=words,
        word_clusters=word_clusters,
        word_points=word_points,
    )


def _words(
    result: CoClustering, rows: np.ndarray, positions: np.ndarray
) -> tuple[list[str], list[int], np.ndarray]:
    """Return relevant words that the documents in the picture use, with their clusters and positions."""
    index = {word: j for j, word in enumerate(result.docword.vocabulary)}
    counts = result.counts[rows].tocsc()
    placed: list[tuple[str, int, np.ndarray]] = []
    for cluster in range(result.n_clusters[0]):
        for word in result.top_words(cluster, WORDS):
            users = counts[:, [index[word]]].tocoo()
            if users.nnz:
                placed.append((word, cluster, _median(positions[users.row], users.data)))
    words, clusters, points = zip(*placed, strict=True) if placed else ((), (), np.zeros((0, 2)))
    return list(words), list(clusters), np.array(points).round(DIGITS)


def _median(points: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the weighted median of each coordinate, which a few distant users do not move."""
    middle = []
    for values in points.T:
        order = np.argsort(values, kind="stable")
        sums = np.cumsum(weights[order])
        middle.append(values[order[np.searchsorted(sums, sums[-1] / 2)]])
    return np.array(middle)


def _how_to_read(n: int) -> str:
    later = (
        f"; {FIRST:,} of them first, each other one next to the most similar of these" if n > FIRST else ""
    )
    return f": neighbors are similar, large distances and the gaps between clusters mean little{later}"


def _uncertain(confidence: np.ndarray) -> str:
    share = float((pulls(confidence) == 0).mean())
    return (
        " The more certain the cluster of a document, the closer the document is to the others of its "
        f"cluster; {percent(share)} of the documents are too uncertain for that."
    )


def _nearest(memberships: np.ndarray, labels: np.ndarray, names: list[str]) -> tuple[str, str]:
    """Name the two most similar clusters: those with the largest cosine between mean memberships."""
    g = len(names)
    members = [memberships[labels == k] for k in range(g)]
    unit = _unit(np.array([own.mean(axis=0) if len(own) else np.zeros(g) for own in members]))
    cosines = np.triu(unit @ unit.T, 1)
    if g < 2 or cosines.max() <= 0:
        title = f"{counted(len(labels), 'document')} in {counted(g, 'cluster')}"
        return title, "No two clusters share documents."
    i, j = np.unravel_index(cosines.argmax(), cosines.shape)
    title = f"Most similar clusters: “{names[i]}” and “{names[j]}”"
    return title, f"{title}. The cosine of their mean memberships is {cosines[i, j]:.2f}."


def features(result: CoClustering, rows: np.ndarray, *, plain: bool = False) -> Floats:
    """Return singular vectors of the documents' words, and cosines with the centers of the clusters.

    Both have unit length: words alone scatter documents of a cluster that share few words, and clusters alone
    do not order the documents of a cluster. ``plain`` leaves the clusters out.
    """
    from scipy.sparse.linalg import svds

    X = result.docword.X[rows].astype(np.float64)
    masses = indicator(result.row_labels_, result.n_clusters[0]).T @ result.docword.X
    cosines = X @ _unit(masses.toarray()).T
    k = min(DIMENSIONS, min(X.shape) - 1)
    if k < 1:
        return _unit(cosines)
    with quiet_blas(1):  # the same positions for any number of threads
        U, s, _ = svds(X, k=k, random_state=0)
    return _unit(U * s) if plain else np.hstack([_unit(U * s), _unit(cosines)])


def with_own_clusters(values: Floats, labels: np.ndarray, g: int, confidence: Floats) -> Floats:
    """Append to the features of each document its own cluster, with a weight that grows with confidence.

    Without it, documents that share few words with others gather in the middle of the plane. With the same
    weight for every document, any clusters would look like islands. A larger OWN separates the clusters more,
    but then the words have less influence on which clusters are neighbors.
    """
    return np.hstack([values, OWN * pulls(confidence)[:, None] * indicator(labels, g).toarray()])


def pulls(confidence: Floats) -> Floats:
    """Return the weight of each document's own cluster, 0 to 1; 0 if the confidence is low or unknown.

    Examples
    --------
    >>> pulls(np.array([0.2, 0.5, 0.75, 1.0, np.nan])).tolist()
    [0.0, 0.0, 0.5, 1.0, 0.0]
    """
    return np.clip((np.nan_to_num(confidence) - UNSURE) / (1 - UNSURE), 0.0, 1.0)


def by_tsne(values: Floats, random_state: int) -> Floats:
    """Place documents by t-SNE, reproducibly; of many documents, FIRST are placed before the others."""
    from openTSNE import TSNE

    if len(values) < FEWEST or not np.ptp(values, axis=0).any():
        return by_svd(values)
    n = min(len(values), FIRST)
    order = np.random.default_rng(random_state).permutation(len(values))
    settings: dict[str, Any] = {"neighbors": "exact", "negative_gradient_method": "bh", "n_jobs": 1}
    tsne = TSNE(perplexity=min(30, (n - 1) / 3), random_state=random_state, **settings, **STEPS)
    with quiet_blas(1):
        first = tsne.fit(values[order[:n]])
        others = first.transform(values[order[n:]]) if n < len(values) else np.zeros((0, 2))
    positions = np.empty((len(values), 2))
    positions[order] = np.vstack([np.asarray(first), np.asarray(others)])
    return positions


def by_svd(values: Floats) -> Floats:
    """Place documents along the two directions of largest variance, so that distances can be trusted."""
    centred = values - values.mean(axis=0)
    _, vectors = np.linalg.eigh(centred.T @ centred)
    axes = vectors[:, ::-1][:, :2]
    axes = axes * np.where(axes[abs(axes).argmax(axis=0), range(axes.shape[1])] < 0, -1.0, 1.0)
    return np.pad(centred @ axes, ((0, 0), (0, 2 - axes.shape[1])))


def _unit(values: Floats) -> Floats:
    return np.asarray(values / np.maximum(np.linalg.norm(values, axis=1, keepdims=True), 1e-300))
