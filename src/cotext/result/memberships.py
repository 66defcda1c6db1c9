"""Cluster of each document and its share in each; documents without known words are in none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from cotext.matrix import NO_WORDS
from cotext.models.engine import Algorithm
from cotext.result.estimators import algorithm_of
from cotext.result.table import Table
from cotext.result.words import Floats, indicator

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering

SMALLEST = 1e-250  # below this a row is noise, and dividing by it loses digits
NOWHERE = -1  # the label of a document without known words
# Agreement of halves of the words: at most 0.0023 in 18 collections of shuffled words (110 to 3,000 documents
# of CSTR, Cora, TR41, Classic4, LA12, PNC); 0.04 in Cora, 0.3 to 0.6 in seven others, at least 0.004 in 300
# documents of Cora
CHANCE = 0.003
NOT_ESTIMATED = (
    "the confidence of {:,} of {:,} documents is not estimated: their clusters were made by hand, and "
    "nothing shows how other fits would make them"
)
NO_GROUPS = (
    "no clear groups: halves of the words agree no better than chance ({:.1%} of what they could share), so "
    "the clusters may be arbitrary; check that the texts were read as intended, and try other words "
    "(stop_words, min_df, stem) or more documents"
)


def memberships(
    factor: ArrayLike | None,
    labels: np.ndarray,
    n_clusters: int,
    empty: np.ndarray,
    norms: np.ndarray | None = None,
    prior: Floats | None = None,
) -> Floats:
    """Turn a document factor (``row_factor_``) into shares that add up to one, documents x clusters.

    Columns are scaled first, as for labels: by ``norms`` (``row_norms_``), else to unit length unless the
    rows are already shares (block models, 0/1 factors). A factor that cannot be read as shares (another
    width, negative) gives 0 and 1. Documents that are ``empty`` get the sizes of the clusters as shares,
    because no word of theirs favors a cluster: ``prior``, or those of ``labels``. With ``norms`` and
    ``prior`` a document's memberships do not depend on the others.

    Examples
    --------
    >>> memberships([[2.0, 0.0], [0.0, 9.0]], np.array([0, 1]), 2, np.array([False, True])).tolist()
    [[1.0, 0.0], [0.5, 0.5]]
    """
    values = _shares(factor, labels, n_clusters)
    if norms is not None and np.shape(norms) == (n_clusters,):
        values /= np.maximum(norms, SMALLEST)
    elif not np.allclose(values[~empty].sum(axis=1), 1.0, atol=1e-4):
        values /= np.maximum(np.linalg.norm(values, axis=0), SMALLEST)
    shares = shares_of(labels, n_clusters) if prior is None else prior
    values[empty | (values.sum(axis=1) < SMALLEST)] = shares
    return np.asarray(values / values.sum(axis=1, keepdims=True))


def membership_table(ids: Sequence[str], shares: Floats) -> Table:
    """Return one row per document: its id and its share in each cluster, ``cluster_0``, ``cluster_1``, ...

    Examples
    --------
    >>> membership_table(["a"], np.array([[0.25, 0.75]])).csv()
    'id,cluster_0,cluster_1\\na,0.25,0.75\\n'
    """
    columns = ("id", *(f"cluster_{k}" for k in range(shares.shape[1])))
    return Table(columns, ((name, *row) for name, row in zip(ids, shares.tolist(), strict=True)))


def _shares(factor: ArrayLike | None, labels: np.ndarray, n_clusters: int) -> Floats:
    if factor is not None:
        values: Floats = np.array(factor, dtype=np.float64)
        if values.shape == (len(labels), n_clusters) and values.min() >= 0 and np.isfinite(values).all():
            return values
    return np.asarray(indicator(labels, n_clusters).toarray())


def word_weights(factor: ArrayLike | None, labels: np.ndarray, fallback: Floats) -> Floats:
    """Return the weight of each word in its cluster: its entry of the word factor, columns at unit length.

    ``fallback`` holds the weights for models without a usable factor (``column_factor_``).

    Examples
    --------
    >>> word_weights([[3.0, 0.0], [4.0, 2.0]], np.array([0, 1]), np.zeros(2)).tolist()
    [0.6, 1.0]
    """
    values: Floats = np.array(() if factor is None else factor, dtype=np.float64)
    if values.ndim != 2 or len(values) != len(labels) or values.shape[1] == 0:
        return fallback
    values /= np.maximum(np.linalg.norm(values, axis=0), SMALLEST)
    if labels.max() >= values.shape[1]:  # word clusters within document clusters share columns
        return np.asarray(values.max(axis=1))
    return np.asarray(values[np.arange(len(labels)), labels])


def where_known(labels: np.ndarray, empty: np.ndarray) -> np.ndarray:
    """Return the clusters of the documents, -1 for those that are ``empty``.

    Examples
    --------
    >>> where_known(np.array([0, 1, 0]), np.array([False, False, True])).tolist()
    [0, 1, -1]
    """
    return np.where(empty, NOWHERE, labels.astype(np.int64))


def cluster_sizes(labels: np.ndarray, n_clusters: int) -> np.ndarray:
    """Return the number of members of each cluster; those labeled -1 are in none.

    Examples
    --------
    >>> cluster_sizes(np.array([0, -1, 0]), 2).tolist()
    [2, 0]
    """
    return np.bincount(labels[labels != NOWHERE], minlength=n_clusters)


def shares_of(labels: np.ndarray, n_clusters: int) -> np.ndarray:
    """Return the share of each cluster among the members of all; equal shares if no cluster has any.

    Examples
    --------
    >>> shares_of(np.array([0, -1, 0]), 2).tolist()
    [1.0, 0.0]
    """
    sizes = cluster_sizes(labels, n_clusters)
    return sizes / sizes.sum() if sizes.any() else np.full(n_clusters, 1 / n_clusters)


def without_words(X: sparse.csr_array) -> np.ndarray:
    """Return which rows of a matrix are empty."""
    return np.asarray(np.diff(X.indptr) == 0)


def remarks(result: CoClustering) -> list[str]:
    """Return warnings for readers of the clusters: documents without words, empty clusters, no groups."""
    n_empty, n = int(result.is_empty.sum()), len(result.row_labels_)
    lines = [NO_WORDS.format(n_empty, n)] * (n_empty > 0)
    X = result.docword.X
    unused = int((np.bincount(X.indices, minlength=X.shape[1]) == 0).sum())
    lines += [f"{unused:,} of {X.shape[1]:,} words occur in no document"] * (unused > 0)
    words = cluster_sizes(result.column_labels_, result.n_clusters[1])
    advice = (algorithm_of(result.model) or Algorithm).if_empty
    for sizes, kind in ((result.sizes, "document"), (words, "word")):
        if empty := int((sizes == 0).sum()):
            lines.append(f"{empty} of {len(sizes)} {kind} clusters are empty: {advice}")
    if result.noise:
        noise = sorted(result.noise)
        n_noise, numbers = int(result.sizes[noise].sum()), ", ".join(map(str, noise))
        lines.append(f"{n_noise:,} of {n:,} documents are set aside as noise: clusters {numbers}")
    if unknown := int(np.isnan(result.confidence).sum()) if result.is_edited else 0:
        lines.append(NOT_ESTIMATED.format(unknown, n))
    agreement = result.fit.get("halves_agreement", np.nan)
    return [*lines, NO_GROUPS.format(max(agreement, 0.0))] if agreement < CHANCE else lines
