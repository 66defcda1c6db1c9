r"""Sigmoid commute-time kernel :cite:`yen2009graph` of the graph that ties documents to their words.

.. math:: K = 1 / (1 + \exp(-a L^+ / \sigma))

L+ is the pseudo-inverse of the graph's Laplacian, sigma the standard deviation of its entries.
"""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real

import numpy as np
from scipy import linalg, sparse
from scipy.sparse.csgraph import connected_components

from cotext.errors import CotextError
from cotext.models.engine import Estimator, Interval, parameter
from cotext.models.families.similarity import Report, Similarities, SimilarityAlgorithm


@dataclass(frozen=True)
class CTKAlgorithm(SimilarityAlgorithm):
    a: float = parameter(7.0, Interval(Real, 0, None, closed="neither"))

    copies = 5
    together = True

    def similarities(self, X: sparse.csr_array, report: Report | None = None) -> Similarities:
        n = X.shape[0]
        peak = X.data.max(initial=0) or 1.0
        inverse = laplacian_pseudo_inverse(sparse.csr_array(X.astype(np.float64) / float(peak)))
        inverse *= -self.a / (inverse.std() or 1.0)
        K = np.exp(inverse, out=inverse)
        K += 1
        np.reciprocal(K, out=K)
        return Similarities(K[:n, :n].astype(X.dtype), K[n:, n:].astype(X.dtype))


class CTK(Estimator):
    """Documents compared by how soon a random walk along words leads from one to the other.

    Inverts a dense matrix of documents and words together, so it is for a few thousand of both.

    Parameters
    ----------
    a : float, default=7.0
        Steepness of the sigmoid.

    Attributes
    ----------
    document_similarity_, word_similarity_ : ndarray of shape (n, n) and (d, d)
        The kernel's values, between 0 and 1.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import CTK
    >>> data = make_planted(n_clusters=3, random_state=0)
    >>> CTK(n_clusters=3).fit(data.X).row_labels_.shape
    (200,)
    """

    cli_name = "ctk"
    reference = "yen2009graph"
    algorithm_type = CTKAlgorithm


def laplacian_pseudo_inverse(X: sparse.csr_array) -> np.ndarray:
    """L+ of the bipartite graph of X: with J the projection on constants per component, (L + J)^-1 - J."""
    A: sparse.csr_array = sparse.csr_array(sparse.block_array([[None, X], [X.T, None]], format="csr"))
    _, part = connected_components(A, directed=False)
    J = (part[:, None] == part) / np.bincount(part)[part]
    L = J - A.toarray()
    L[np.diag_indices_from(L)] += A.sum(axis=1)
    try:
        inverse: np.ndarray = linalg.inv(L, overwrite_a=True)
        inverse -= J
    except linalg.LinAlgError:
        raise CotextError(
            f"ctk cannot invert the graph of X, whose largest entry is {X.data.max() / X.data.min():.1g} "
            "times the smallest: ties so weak are lost in rounding. Drop the smallest entries, give counts "
            "or tf-idf, or use chi-sim, which inverts nothing."
        ) from None
    return inverse
