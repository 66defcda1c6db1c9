"""Models that know which words occur together."""

from __future__ import annotations

from numbers import Real
from typing import Any, ClassVar

from cotext.cooccurrence import count_contexts, sppmi
from cotext.models.engine.checks import check_symmetric
from cotext.models.engine.loop import Callback
from cotext.models.engine.sklearn_private import Interval, StrOptions
from cotext.models.judging.stop import choose_stop, relative_weight
from cotext.models.kinds.least_squares import LeastSquares


class UsesContexts:
    """A model that ``fit(X, cooccurrence=C)`` tells which words occur together."""


class WithContexts(UsesContexts, LeastSquares):
    """Adds ``regularization``, ``shift`` and ``fit(X, cooccurrence=C)``; the model gets M, the SPPMI of C."""

    for_documents: ClassVar[dict[str, Any]] = {"regularization": "auto"}

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "regularization": [Interval(Real, 0, None, closed="left"), StrOptions({"auto"})],
        "shift": [Interval(Real, 0, None, closed="neither")],
    }

    def __init__(self, n_clusters=3, *, regularization=1.0, shift=2.0, solver="mu", **shared):
        super().__init__(n_clusters, solver=solver, **shared)
        self.regularization = regularization
        self.shift = shift

    def fit(self, X, y=None, *, cooccurrence=None, callback: Callback | None = None):
        """Group the rows and columns of X.

        Parameters
        ----------
        {X}
        {contexts}
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
        M = associations(X, cooccurrence, self.shift)
        self.regularization_ = self.regularization
        if self.regularization == "auto":
            self.regularization_ = relative_weight(X, M)
            self.stop_, self.choices_ = choose_stop(self, X, M)
        return {"M": M}

    def most_sweeps(self):
        return self.stop_ if self.regularization == "auto" else self.max_iter


def associations(X: Any, cooccurrence: Any, shift: float) -> Any:
    """SPPMI of the words, from the counts given or with whole documents as contexts."""
    if cooccurrence is None:
        return sppmi(count_contexts(X), shift=shift)
    return sppmi(check_symmetric(cooccurrence, X.shape[1], "cooccurrence", "word"), shift=shift)
