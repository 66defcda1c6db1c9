r"""Latent semantic analysis :cite:`deerwester1990indexing`: cosine along the leading singular vectors.

X ~ U Sigma V' with h leading triplets; documents are compared by the rows of U Sigma, words by those of
V Sigma.
"""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral

import numpy as np
from scipy import sparse

from cotext.models.engine import Estimator, Interval, parameter
from cotext.models.families.embedding import leading_vectors
from cotext.models.families.similarity import Report, Similarities, SimilarityAlgorithm, cosines


@dataclass(frozen=True)
class LSAAlgorithm(SimilarityAlgorithm):
    n_components: int = parameter(50, Interval(Integral, 1, None, closed="left"))

    def similarities(self, X: sparse.csr_array, report: Report | None = None) -> Similarities:
        U, sigma, V = leading_vectors(X.astype(np.float64), min(self.n_components, min(X.shape)))
        R, C = (cosines((F * sigma).astype(X.dtype)) for F in (U, V))
        return Similarities(R, C)


class LSA(Estimator):
    """Documents compared by the angle between them after all but the main directions are dropped.

    Use it on tf-idf, as a quick baseline that hears synonyms.

    Parameters
    ----------
    n_components : int, default=50
        Directions that are kept; 10 to 200 are usual.

    Attributes
    ----------
    document_similarity_, word_similarity_ : ndarray of shape (n, n) and (d, d)
        Cosines in the reduced space; they may be negative.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import LSA
    >>> data = make_planted(n_clusters=3, random_state=0)
    >>> LSA(n_clusters=3, n_components=5).fit(data.X).row_labels_.shape
    (200,)
    """

    cli_name = "lsa"
    reference = "deerwester1990indexing"
    algorithm_type = LSAAlgorithm
