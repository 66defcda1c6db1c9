"""Models that know which words occur together."""

from __future__ import annotations

from numbers import Real
from typing import Any, ClassVar

from cotext.cooccurrence import count_contexts, sppmi
from cotext.models._input import check_symmetric
from cotext.models._least_squares import LeastSquares
from cotext.models._loop import Callback
from cotext.models._sklearn import Interval


class WithContexts(LeastSquares):
    """Adds ``shift`` and ``fit(X, cooccurrence=C)``; the model gets M, the SPPMI of C."""

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "shift": [Interval(Real, 0, None, closed="neither")],
    }

    def __init__(self, n_clusters=3, *, shift=2.0, solver="mu", **shared):
        super().__init__(n_clusters, solver=solver, **shared)
        self.shift = shift

    def fit(self, X, y=None, *, cooccurrence=None, callback: Callback | None = None):
        """Group the rows and columns of X.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_documents, n_words)
            Non-negative, weighted as it comes.
        y : ignored
        cooccurrence : sparse matrix of shape (n_words, n_words), optional
            Symmetric counts of how often two words share a context, from these documents or others;
            counted from X with whole documents as contexts when absent.
        callback : callable, optional
            Called with a ``Progress`` after every sweep.

        Returns
        -------
        self
        """
        self._fit(X, callback, cooccurrence)
        return self

    def partial_fit(self, X, y=None, *, forget=1.0, cooccurrence=None):
        """Learn from one more batch, as in ``NMF``; ``cooccurrence`` is taken with the first one."""
        return self._learn(X, forget, cooccurrence)

    def side(self, X, cooccurrence=None):
        if cooccurrence is None:
            C = count_contexts(X)
        else:
            C = check_symmetric(cooccurrence, X.shape[1], "cooccurrence", "word")
        return {"M": sppmi(C, shift=self.shift)}
