r"""Cosine similarity of documents, and of words: X X' and X'X on unit rows and columns."""

from __future__ import annotations

from dataclasses import dataclass

from scipy import sparse

from cotext.backend import open_matrix
from cotext.models.engine import Estimator
from cotext.models.families.similarity import Report, Similarities, SimilarityAlgorithm


@dataclass(frozen=True)
class CosineAlgorithm(SimilarityAlgorithm):
    def similarities(self, X: sparse.csr_array, report: Report | None = None) -> Similarities:
        sides = (open_matrix(side).unit_rows().host() for side in (X, sparse.csr_array(X.T.tocsr())))
        R, C = ((unit @ unit.T).toarray() for unit in sides)
        return Similarities(R, C)


class CosineSimilarity(Estimator):
    """Documents compared by the angle between them: the baseline of every other similarity.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import CosineSimilarity
    >>> data = make_planted(n_clusters=3, random_state=0)
    >>> CosineSimilarity(n_clusters=3).fit(data.X).word_similarity_.shape
    (150, 150)
    """

    cli_name = "cosine"
    reference = "salton1975vector"
    algorithm_type = CosineAlgorithm
