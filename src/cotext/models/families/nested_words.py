"""Models with l word clusters *within* each of k document clusters, so that words may have several.

``block_`` S is k x l. ``column_factor_`` has k l columns, V_1 to V_k side by side, V_p holding the l word
clusters of document cluster p. Together they give the words each document cluster uses:

.. math:: B_{jp} = \\sum_q V_{p,jq} S_{pq}
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cotext.backend import Array
from cotext.models.engine import AnyState, Fit, SweepAlgorithm, SweepFit, column_norms, labels_from, shares


@dataclass(frozen=True, eq=False)
class NestedWordsFit(SweepFit):
    """A fit with l columns of the word factor for each of k document clusters."""

    nested_words = True


@dataclass(frozen=True)
class WordsWithin(SweepAlgorithm[AnyState]):
    """Adds the start, the word labels and the co-clusters of a model whose word clusters are nested."""

    fit_type = NestedWordsFit

    def paired(self) -> bool:
        return False

    def start_pair(self) -> tuple[int, int]:
        """One column of W per document cluster, before any split."""
        return (self.cluster_pair()[0],) * 2

    def factor_shapes(self, fit: Fit, n_words: int) -> dict[str, tuple[int, int]]:
        k, l = self.cluster_pair()
        return {"block": (k, l), "column_factor": (n_words, k * l)}

    def word_labels(self, S: np.ndarray | None, W: np.ndarray) -> np.ndarray:
        """P l + q: the document cluster p in which the word weighs most, and its word cluster q there."""
        assert S is not None
        weights = side_by_side(W, S) * S
        B = weights.sum(axis=-1) / column_norms(weights.sum(axis=-1))
        p = labels_from(B, shares(B))
        q = weights.argmax(axis=-1)[np.arange(len(p)), p]
        return np.asarray(p * S.shape[1] + q, dtype=np.int32)

    def sizes(self, fit: Fit) -> tuple[np.ndarray, np.ndarray]:
        return super().sizes(fit)[0], self.co_clusters(fit)[1].sum(axis=1)

    def co_clusters(self, fit: Fit) -> tuple[np.ndarray, np.ndarray]:
        """Word cluster q of document cluster p, for every p and q; a word is in one for each p it serves."""
        k, l = fit.block.shape
        weights = side_by_side(fit.column_factor, fit.block)
        columns = (weights.argmax(axis=-1)[..., None] == np.arange(l)) & (weights > 0)
        rows = fit.row_labels == np.arange(k)[:, None]
        return np.repeat(rows, l, axis=0), columns.reshape(-1, k * l).T


def side_by_side(V: Array, S: Array) -> Array:
    """V with its columns as k x l."""
    return V.reshape(*V.shape[:-1], *S.shape[-2:])


def words_used(V: Array, S: Array) -> Array:
    """B, from the word clusters and their weights."""
    used: Array = (side_by_side(V, S) * S[..., None, :, :]).sum(axis=-1)
    return used
