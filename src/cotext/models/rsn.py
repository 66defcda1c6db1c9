r"""Spectral clustering of two-type relational data, RSN :cite:`long2006spectral`.

.. math:: \max_{Z, W} \mathrm{Tr}(Z'X W), \qquad Z'Z = I, \; W'W = I

(1) Z, W = the leading left and right singular vectors of X, as many of each as clusters on their side
(2) rows of Z and W scaled to unit length
(3) k-means of the rows of Z, and of those of W
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from cotext.models.engine import Predictor
from cotext.models.families.embedding import EmbeddingAlgorithm, Relations, leading_vectors


@dataclass(frozen=True)
class RSNAlgorithm(EmbeddingAlgorithm):
    def embed(self, slices: Relations) -> tuple[np.ndarray, np.ndarray]:
        g, m = self.cluster_pair()
        U, sigma, V = leading_vectors(slices[0], max(g, m))  # (1)
        return (V / sigma)[None, :, :g], (U / sigma)[None, :, :m]

    def place(self, slices: Relations, maps: np.ndarray) -> np.ndarray:
        points = super().place(slices, maps)
        return np.asarray(points / unless_zero(np.linalg.norm(points, axis=1, keepdims=True)))  # (2)


class RSN(Predictor):
    """k-means of documents, and of words, on the leading singular vectors of X.

    Relaxes the tri-factorization of X to one with orthogonal factors, which the singular vectors solve; rows
    are scaled to unit length and rounded to clusters by k-means. Quick and without local optima before the
    k-means; give it tf-idf. The criterion is half the squared distance of the documents' points to their
    centres, ``n_init`` counts k-means restarts. ``row_factor_`` and ``column_factor_`` hold shares in
    proportion to 1 / squared distance; ``block_`` the mean entry of each block. Documents are placed by their
    words' singular vectors, new ones alike.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import RSN
    >>> data = make_planted(n_clusters=3, random_state=0)
    >>> model = RSN(n_clusters=3, random_state=0).fit(data.X)
    >>> bool((model.predict(data.X) == model.labels_).all())
    True
    """

    cli_name = "rsn"
    reference = "long2006spectral"
    algorithm_type = RSNAlgorithm


def unless_zero(scale: np.ndarray | np.number[Any]) -> np.ndarray:
    """The scale, 1 if it is zero."""
    return np.where(scale > 0, scale, 1)
