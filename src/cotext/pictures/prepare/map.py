"""Who is near whom? Documents on a plane, by their words and clusters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from cotext.backend import quiet_blas
from cotext.errors import UsageError
from cotext.pictures.numbers import Numbers, cluster_names, counted, left_out, percent
from cotext.result import CoClustering, Floats, Table, indicator

DIMENSIONS = 50  # singular vectors of the words
FIRST = 2000  # documents placed together; further ones go beside those of them they are like
OWN = 0.8  # how much being of the same cluster counts at most; words and nearness to clusters have length 1
UNSURE = 0.5  # confidence up to which a document is as likely in another cluster, and is not pulled
STEPS = {"early_exaggeration_iter": 100, "n_iter": 250}  # more of them move little
FEWEST = 5  # documents that t-SNE has something to say about
WORDS = 8  # of each cluster
DIGITS = 3
METHODS = {"tsne": "t-SNE", "svd": "singular vectors"}


@dataclass(frozen=True, kw_only=True)
class Map(Numbers):
    """Points and cluster centres.

    Attributes
    ----------
    rows : list of int
        Documents that are drawn, by their places in the run.
    ids : list of str
        What they are called.
    clusters : list of int
        Their clusters.
    points : ndarray of shape (documents, 2)
        Where they are.
    centres : ndarray of shape (clusters, 2)
        Median place of each cluster, NaN for an empty one.
    names : list of str
        What the clusters are called.
    words : list of str
        The most telling words of each cluster, one cluster after the other.
    word_clusters : list of int
        Their document clusters.
    word_points : ndarray of shape (words, 2)
        Where they are: the median place of the documents drawn that use them, each as often as it does.
    """

    name: ClassVar[str] = "map"
    rows: list[int]
    ids: list[str]
    clusters: list[int]
    points: np.ndarray
    centres: np.ndarray
    names: list[str]
    words: list[str]
    word_clusters: list[int]
    word_points: np.ndarray

    def table(self) -> Table:
        """One row per document that is drawn."""
        x, y = self.points.T.tolist()
        return Table(("id", "cluster", "x", "y"), zip(self.ids, self.clusters, x, y, strict=True))


def prepare(
    result: CoClustering,
    *,
    method: str = "tsne",
    points: int = 4000,
    random_state: int = 0,
    plain: bool = False,
) -> Map:
    """Place documents by their words and clusters, by clusters as far as the documents are sure of them.

    Parameters
    ----------
    method : {"tsne", "svd"}
        t-SNE: neighbours are alike, large distances mean little; singular vectors: quick, distances can be
        trusted, clusters lie on top of each other.
    points : int
        At most this many documents, drawn at random.
    random_state : int
        Seed of the draw and of t-SNE.
    plain : bool
        Whether to place documents by their words alone.
    """
    if method not in METHODS:
        raise UsageError(f'method is {method!r}; give "tsne" or "svd"')
    g, chosen = result.n_clusters[0], np.flatnonzero(~result.is_empty)
    if (n := len(chosen)) == 0:
        raise UsageError("no document of this run has a known word, so there is nothing to place.")
    if n > points:
        chosen = np.sort(np.random.default_rng(random_state).choice(chosen, points, replace=False))
    values, labels = features(result, chosen, plain=plain), result.row_labels_[chosen]
    confidence = result.confidence[chosen]
    if method == "tsne" and not plain:
        values = drawn_together(values, labels, g, confidence)
    places = (by_svd(values) if method == "svd" else by_tsne(values, random_state)).round(DIGITS)
    empty = (np.nan, np.nan)
    members = [places[labels == k] for k in range(g)]
    centres = np.array([np.median(own, axis=0) if len(own) else empty for own in members])
    words, word_clusters, word_points = _words(result, chosen, places)
    title, near = _nearest(np.sqrt(result.memberships[chosen]), labels, g)
    drawn = f"{counted(len(chosen), 'document')}, a random sample of {n:,}"
    sampled = drawn if n > points else f"all {n:,} documents"
    return Map(
        title=title,
        alt=f"Map of {sampled} in {g} clusters by {METHODS[method]} of their words. {near}",
        note=f"{sampled[0].upper()}{sampled[1:]}, placed by {METHODS[method]} of their words "
        f"{'alone' if plain else 'and clusters'}{_how(method, len(chosen))}."
        f"{'' if plain or method == 'svd' else _unsure(confidence)} Numbers: clusters.{left_out(result)}",
        rows=chosen.tolist(),
        ids=[result.docword.ids[row] for row in chosen.tolist()],
        clusters=labels.tolist(),
        points=places,
        centres=centres,
        names=cluster_names(result),
        words=words,
        word_clusters=word_clusters,
        word_points=word_points,
    )


def _words(
    result: CoClustering, rows: np.ndarray, places: np.ndarray
) -> tuple[list[str], list[int], np.ndarray]:
    """Telling words, their clusters and their places; those that no document drawn uses are left out."""
    index = {word: j for j, word in enumerate(result.docword.vocabulary)}
    counts = result.counts[rows].tocsc()
    found: list[tuple[str, int, np.ndarray]] = []
    for cluster in range(result.n_clusters[0]):
        for word in result.top_words(cluster, WORDS):
            users = counts[:, [index[word]]].tocoo()
            if users.nnz:
                found.append((word, cluster, _median(places[users.row], users.data)))
    words, clusters, points = zip(*found, strict=True) if found else ((), (), np.zeros((0, 2)))
    return list(words), list(clusters), np.array(points).round(DIGITS)


def _median(points: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Weighted median of each coordinate: a few users far away do not pull a word into nowhere."""
    middle = []
    for values in points.T:
        order = np.argsort(values, kind="stable")
        sums = np.cumsum(weights[order])
        middle.append(values[order[np.searchsorted(sums, sums[-1] / 2)]])
    return np.array(middle)


def _how(method: str, n: int) -> str:
    """What may be read from distances, and how documents beyond the first ones got their places."""
    if method == "svd":
        return ""
    later = f"; {FIRST:,} of them first, the others beside those they are like" if n > FIRST else ""
    return f": neighbours are alike, large distances and the gaps between clusters mean little{later}"


def _unsure(confidence: np.ndarray) -> str:
    """What separates the clusters, and how many documents it leaves where their words put them."""
    free = float((pulls(confidence) == 0).mean())
    return (
        " The surer a document is of its cluster, the nearer it is to the others of it; "
        f"{percent(free)} of the documents are too unsure for that."
    )


def _nearest(memberships: np.ndarray, labels: np.ndarray, g: int) -> tuple[str, str]:
    """The two clusters that are most alike: the largest cosine between mean memberships."""
    members = [memberships[labels == k] for k in range(g)]
    unit = _unit(np.array([own.mean(axis=0) if len(own) else np.zeros(g) for own in members]))
    alike = np.triu(unit @ unit.T, 1)
    if g < 2 or alike.max() <= 0:
        title = f"{counted(len(labels), 'document')} in {counted(g, 'cluster')}"
        return title, "No two clusters share documents."
    i, j = np.unravel_index(alike.argmax(), alike.shape)
    title = f"Clusters {i} and {j} are nearest to each other"
    return title, f"{title}: the cosine of their mean memberships is {alike[i, j]:.2f}."


def features(result: CoClustering, rows: np.ndarray, *, plain: bool = False) -> Floats:
    """What documents are like: singular vectors of their words, cosines with the centres of the clusters.

    Both at unit length: words alone scatter the documents of a cluster that share few of them, and clusters
    alone tell nothing of neighbours within one. ``plain`` leaves the clusters out.
    """
    from scipy.sparse.linalg import svds

    X = result.docword.X[rows].astype(np.float64)
    masses = indicator(result.row_labels_, result.n_clusters[0]).T @ result.docword.X
    near = X @ _unit(masses.toarray()).T
    k = min(DIMENSIONS, min(X.shape) - 1)
    if k < 1:
        return _unit(near)
    with quiet_blas(1):  # the same places for any number of threads
        U, s, _ = svds(X, k=k, random_state=0)
    return _unit(U * s) if plain else np.hstack([_unit(U * s), _unit(near)])


def drawn_together(values: Floats, labels: np.ndarray, g: int, confidence: Floats) -> Floats:
    """Features and the documents' own clusters, which count as far as the documents are sure of them.

    Without them, documents that share few words with any other gather in the middle of the plane, whatever
    their clusters. If they counted the same for every document, any clusters would look like islands. A
    larger OWN separates the clusters more, but which of them are neighbours then says less of their words.
    """
    return np.hstack([values, OWN * pulls(confidence)[:, None] * indicator(labels, g).toarray()])


def pulls(confidence: Floats) -> Floats:
    """How far documents are pulled to their clusters: 0 for unsure ones and if it is not known, at most 1.

    Examples
    --------
    >>> pulls(np.array([0.2, 0.5, 0.75, 1.0, np.nan])).tolist()
    [0.0, 0.0, 0.5, 1.0, 0.0]
    """
    return np.clip((np.nan_to_num(confidence) - UNSURE) / (1 - UNSURE), 0.0, 1.0)


def by_tsne(values: Floats, random_state: int) -> Floats:
    """t-SNE, the same for the same seed; of many documents some are placed first, then the others."""
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
    places = np.empty((len(values), 2))
    places[order] = np.vstack([np.asarray(first), np.asarray(others)])
    return places


def by_svd(values: Floats) -> Floats:
    """The two directions in which documents differ most: distances can be trusted."""
    centred = values - values.mean(axis=0)
    _, vectors = np.linalg.eigh(centred.T @ centred)
    axes = vectors[:, ::-1][:, :2]
    axes = axes * np.where(axes[abs(axes).argmax(axis=0), range(axes.shape[1])] < 0, -1.0, 1.0)
    return np.pad(centred @ axes, ((0, 0), (0, 2 - axes.shape[1])))


def _unit(values: Floats) -> Floats:
    return np.asarray(values / np.maximum(np.linalg.norm(values, axis=1, keepdims=True), 1e-300))
