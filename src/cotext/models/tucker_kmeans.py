r"""Tucker decomposition :cite:`tucker1966some`, then k-means: a baseline of tensor co-clustering.

.. math:: \min_{G, A, B, C} \|X_{ijb} - \sum_{pqr} G_{pqr} A_{ip} B_{jq} C_{br}\|^2, \qquad
          A'A = I, \; B'B = I, \; C'C = I

(1) G, A, B, C by orthogonal iteration
(2) documents lie at the least-squares answer of their slices to G, B and C, columns alike
(3) k-means of documents, and of columns
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cotext.models.families.slices import TensorEstimator
from cotext.models.families.tensor_kmeans import TensorKMeansAlgorithm, tensorly

SWEEPS, TOLERANCE = 50, 1e-6


@dataclass(frozen=True)
class TuckerKMeansAlgorithm(TensorKMeansAlgorithm):
    def decompose(self, tensor: np.ndarray, starts: list[np.ndarray]) -> tuple[np.ndarray, list[np.ndarray]]:
        ranks = [F.shape[1] for F in starts]
        ranks = [min(r, np.prod(ranks[:i] + ranks[i + 1 :])) for i, r in enumerate(ranks)]
        factors = [F[:, :r] for F, r in zip(starts, ranks, strict=True)]
        core = np.einsum("ijb,ip,jq,br->pqr", tensor, *factors, optimize=True)
        G, factors = tensorly().decomposition.tucker(
            tensor, ranks, n_iter_max=SWEEPS, tol=TOLERANCE, init=(core, factors)
        )  # (1)
        return G, factors


class TuckerKMeans(TensorEstimator):
    """k-means of documents on the factors of a Tucker decomposition of several relations.

    As :class:`ParafacKMeans` with orthogonal factors and a core that mixes them; of one matrix it is the
    singular value decomposition. ``fit`` takes a list of equally shaped slices, a relation tensor, or one
    matrix, 1 GiB at most as a dense tensor; needs ``pip install "cotext[tensor]"``. The criterion is half the
    squared distance of the documents' points to their centres, ``n_init`` counts k-means restarts.
    ``block_`` holds the mean entry of each block over the slices.

    Parameters
    ----------
    rank : int, default=10
        Components of each side, at most.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import TuckerKMeans
    >>> one, other = (make_planted(n_clusters=3, random_state=0).X for _ in range(2))
    >>> TuckerKMeans(n_clusters=3, random_state=0).fit([one, other]).row_labels_.shape
    (200,)
    """

    cli_name = "tucker-kmeans"
    reference = "tucker1966some"
    algorithm_type = TuckerKMeansAlgorithm
