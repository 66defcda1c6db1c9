r"""SNOS :cite:`liu2004similarity`: similarities of documents and of words that define each other.

SR = SC = I; n_iter times, both from the previous pair, with lambda = 0.9 / (|X|_1 |X|_inf),

(1) SR <- lambda X SC X', SC <- lambda X'SR X
(2) the diagonals become 1 again
"""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numpy as np
from scipy import sparse

from cotext.backend.similarity import Room, sandwich
from cotext.models.engine import Estimator, Interval, parameter
from cotext.models.families.similarity import Report, Similarities, SimilarityAlgorithm

DAMPING = 0.9


@dataclass(frozen=True)
class SNOSAlgorithm(SimilarityAlgorithm):
    n_iter: int = parameter(4, Interval(Integral, 1, None, closed="left"))

    copies = 2
    kinds = ("dense", "disk")

    def iterations(self) -> int:
        return self.n_iter

    def similarities(self, X: sparse.csr_array, report: Report | None = None) -> Similarities:
        room = self.room(X)
        widest = float(X.sum(axis=0).max() * X.sum(axis=1).max())
        lam = X.dtype.type(DAMPING / widest if widest > 0 else 0.0)
        Xt = sparse.csr_array(X.T.tocsr())
        R: np.ndarray | None = None
        C: np.ndarray | None = None
        for t in range(self.n_iter):
            R, C = self._step(X, C, lam, room), self._step(Xt, R, lam, room)
            if report:
                report(t + 1)
        assert R is not None
        assert C is not None
        return Similarities(R, C)

    def _step(
        self, X: sparse.csr_array, S: np.ndarray | None, lam: np.floating[Any], room: Room
    ) -> np.ndarray:
        new = sandwich(X, S, room.empty(X.shape[0], X.dtype), self.n_jobs)  # (1)
        new *= lam
        np.fill_diagonal(new, 1)  # (2)
        return new


class SNOS(Estimator):
    """Documents and words compared through each other, with one damping for all: a baseline of chi-Sim.

    Parameters
    ----------
    n_iter : int, default=4
        Iterations.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import SNOS
    >>> data = make_planted(n_clusters=3, random_state=0)
    >>> SNOS(n_clusters=3).fit(data.X).row_labels_.shape
    (200,)
    """

    cli_name = "snos"
    reference = "liu2004similarity"
    algorithm_type = SNOSAlgorithm
