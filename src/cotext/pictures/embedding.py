"""Places of documents on a plane: what is near in words and clusters is near on the plane."""

from __future__ import annotations

from typing import Any

import numpy as np

from cotext.backend import quiet_blas
from cotext.result import CoClustering, Floats, indicator

DIMENSIONS = 50  # singular vectors of the words
FIRST = 2000  # documents placed together; further ones go beside those of them they are like
OWN = 0.8  # how much being of the same cluster counts at most; words and nearness to clusters have length 1
UNSURE = 0.5  # confidence up to which a document is as likely in another cluster, and is not pulled
STEPS = {"early_exaggeration_iter": 100, "n_iter": 250}  # more of them move little
FEWEST = 5  # documents that t-SNE has something to say about


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
