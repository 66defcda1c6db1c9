r"""PARAFAC :cite:`carroll1970analysis`, then k-means: the baseline of tensor co-clustering.

.. math:: \min_{A, B, C} \|X_{ijb} - \sum_r A_{ir} B_{jr} C_{br}\|^2

(1) A, B, C by alternating least squares
(2) documents lie at the least-squares answer of their slices to B and C, columns alike
(3) k-means of documents, and of columns
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cotext.backend import unit_columns
from cotext.models.families.slices import TensorEstimator
from cotext.models.families.tensor_kmeans import TensorKMeansAlgorithm, tensorly

SWEEPS, TOLERANCE = 50, 1e-6
RIDGE = 1e-12  # of a tensor of unit norm: components that coincide stay solvable


@dataclass(frozen=True)
class ParafacKMeansAlgorithm(TensorKMeansAlgorithm):
    def dense_slices(self, v: int) -> int:
        return 2 * v + 2 * self.rank  # the tensor times a factor has a slice for each component

    def decompose(self, tensor: np.ndarray, starts: list[np.ndarray]) -> tuple[np.ndarray, list[np.ndarray]]:
        rank = min(F.shape[1] for F in starts[:2])
        noise = np.random.default_rng(0).uniform(size=(tensor.shape[2], rank))
        C = np.hstack([starts[2], noise])[:, :rank]
        _, factors = tensorly().decomposition.parafac(
            tensor,
            rank,
            n_iter_max=SWEEPS,
            tol=TOLERANCE,
            init=(np.ones(rank), [F[:, :rank] for F in starts[:2]] + [C]),
            l2_reg=RIDGE,
        )
        G = np.zeros((rank, rank, rank))
        G[(np.arange(rank),) * 3] = np.prod([np.linalg.norm(F, axis=0) for F in factors], axis=0)
        return G, [unit_columns(F) for F in factors]  # (1)


class ParafacKMeans(TensorEstimator):
    """k-means of documents on the factors of a PARAFAC decomposition of several relations.

    ``fit`` takes a list of equally shaped slices, a relation tensor, or one matrix. The tensor is decomposed
    as a dense one, so it must be small (1 GiB at most); needs ``pip install "cotext[tensor]"``. A baseline:
    the block models keep the tensor sparse and find better clusters. The criterion is half the squared
    distance of the documents' points to their centres, ``n_init`` counts k-means restarts: the decomposition
    itself always starts from singular vectors. ``block_`` holds the mean entry of each block over the slices.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import ParafacKMeans
    >>> one, other = (make_planted(n_clusters=3, random_state=0).X for _ in range(2))
    >>> ParafacKMeans(n_clusters=3, random_state=0).fit([one, other]).row_labels_.shape
    (200,)
    """

    cli_name = "parafac-kmeans"
    reference = "carroll1970analysis"
    algorithm_type = ParafacKMeansAlgorithm
