r"""Non-negative matrix factorization :cite:`lee2001algorithms`.

.. math:: \min_{Z, W \ge 0} \tfrac12 \|X - Z W'\|^2

(1) Z *= X W / (Z W'W)
(2) W *= X'Z / (W Z'Z)
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cotext.backend import Rule, Sums
from cotext.models.engine.memory import Moment
from cotext.models.families.least_squares import LeastSquares
from cotext.models.families.partial_fit import StreamPredictor
from cotext.models.families.two_factors import SquaredError, Words


@dataclass(frozen=True)
class NMFAlgorithm(SquaredError, LeastSquares[Words]):
    def rule(self, s: Words) -> Rule:
        return self.documents(s.W)  # (1)

    def update_words(self, s: Words, sums: Sums) -> Words:
        return replace(s, W=self.improve(s.W, sums.XtZ, sums.ZtZ))  # (2)

    def arrays(self) -> list[Moment]:
        return [(3.0, 4.0), (4.1, 2.0)]


class NMF(StreamPredictor):
    """Non-negative matrix factorization: documents and words share one set of clusters.

    Minimizes the squared error of X ~ Z W'. The plain baseline of the
    family; use it when documents and words have the same number of groups and no side information.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import NMF
    >>> data = make_planted(n_clusters=3, random_state=0)
    >>> NMF(n_clusters=3, random_state=0).fit(data.X).row_labels_.shape
    (200,)
    """

    cli_name = "nmf"
    reference = "lee2001algorithms"
    algorithm_type = NMFAlgorithm
