r"""Spectral co-clustering :cite:`dhillon2001coclustering`: a cut through the graph of documents and words.

.. math:: \min \sum_k \frac{\mathrm{cut}(V_k)}{\mathrm{weight}(V_k)}, \qquad V_1 .. V_g
          \text{ a partition of documents and words together}

With D_1, D_2 the diagonal matrices of row and column sums:

(1) A = D_1^(-1/2) X D_2^(-1/2) = U Sigma V', its first pair, the roots of the sums themselves, set apart
(2) documents lie at D_1^(-1/2) U = D_1^-1 X D_2^(-1/2) V Sigma^-1, words at D_2^(-1/2) V
(3) k-means of all points together, in ceil(log2 g) dimensions
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from cotext.models.engine import Callback, Generators, Predictor, Run
from cotext.models.engine.memory import Size
from cotext.models.families.embedding import EmbeddingAlgorithm, Relations, leading_vectors
from cotext.models.families.two_factors import Words
from cotext.models.rsn import unless_zero

STEPS = 60  # of the decomposition, at most, before a slower one that keeps less is taken
TAKEN = 2 / 3  # of these, usually


@dataclass(frozen=True)
class SpectralCoClusteringAlgorithm(EmbeddingAlgorithm):
    def paired(self) -> bool:
        return True

    def group(
        self, rows: np.ndarray, columns: np.ndarray, rngs: Generators, callback: Callback | None
    ) -> tuple[Run[Words], list[float], np.ndarray, np.ndarray]:
        found = self.means(np.vstack([rows, columns]), self.cluster_pair()[0], rngs, callback)  # (3)
        return *found, found[2]

    def points_at_once(self, size: Size) -> int:
        return size.n + size.d

    def bytes_needed(self, X: Any, **given: Any) -> int:
        size = Size.of(X)
        vectors = 24.0 * size.nnz + 8.0 * TAKEN * STEPS * (size.n + size.d)
        return int(max(super().bytes_needed(X), 12.0 * size.nnz * (size.itemsize < 8) + vectors))

    def embed(self, slices: Relations) -> tuple[np.ndarray, np.ndarray]:
        X = slices[0]
        rows, columns = (np.sqrt(unless_zero(X.sum(axis=axis))) for axis in (1, 0))
        A = sparse.diags_array(1 / rows) @ X @ sparse.diags_array(1 / columns)
        trivial = [np.sqrt(X.sum(axis=axis) / unless_zero(X.sum())) for axis in (1, 0)]
        r = max(1, int(np.ceil(np.log2(self.cluster_pair()[0]))))
        U, sigma, V = leading_vectors(A.tocsr(), r, (trivial[0], trivial[1], 1.0), STEPS)  # (1)
        return (V / sigma / columns[:, None])[None], (U / sigma / rows[:, None])[None]

    def place(self, slices: Relations, maps: np.ndarray) -> np.ndarray:
        sums = slices[0].sum(axis=1)
        return np.asarray(super().place(slices, maps) / unless_zero(sums)[:, None])  # (2)


class SpectralCoClustering(Predictor):
    """Cuts the graph of documents and words where the fewest entries are lost; words go with documents.

    Relaxes the normalized cut of the bipartite graph: singular vectors of the scaled X place documents and
    words in one space, and one k-means over both gives co-clusters. Equal to scikit-learn's
    ``SpectralCoclustering`` where that works, and it also takes empty documents and words (left out of the
    decomposition; they get the largest cluster), graphs in several pieces and new documents, which lie at
    the mean of their words' places. A few rare words and the documents that use them can make a cluster of
    their own: drop rare words first. The criterion is half the squared distance of all points to their
    centres; ``n_init`` counts k-means restarts. ``row_factor_`` and ``column_factor_`` hold shares in
    proportion to 1 / squared distance; ``block_`` the mean entry of each block.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import SpectralCoClustering
    >>> data = make_planted(n_clusters=3, random_state=0)
    >>> model = SpectralCoClustering(n_clusters=3, random_state=0).fit(data.X)
    >>> model.rows_.shape, model.columns_.shape
    ((3, 200), (3, 150))
    """

    cli_name = "spectral-coclustering"
    reference = "dhillon2001coclustering"
    algorithm_type = SpectralCoClusteringAlgorithm
