"""Models that know which words occur together."""

from __future__ import annotations

from numbers import Real
from typing import Any, ClassVar, Self

from scipy import sparse

from cotext.cooccurrence import count_contexts, sppmi
from cotext.models.engine import (
    AnyState,
    Clusters,
    CoClusterer,
    Constraints,
    Interval,
    StrOptions,
    check_symmetric,
)
from cotext.models.engine.loop import Callback, Extras
from cotext.models.judging.stop import choose_stop, weight_of
from cotext.models.kinds.least_squares import LeastSquares


class UsesContexts(CoClusterer):
    """A model that ``fit(X, cooccurrence=C)`` tells which words occur together; it gets M, the SPPMI of C.

    Parameters
    ----------
    shift : float, default=2.0
        PMI below log(shift) counts as none (the papers' N).
    """

    shift: float

    _parameter_constraints: ClassVar[Constraints] = {"shift": [Interval(Real, 0, None, closed="neither")]}

    def fit(
        self, X: Any, y: Any = None, *, cooccurrence: Any = None, callback: Callback | None = None
    ) -> Self:
        """Group the rows and columns of X.

        Parameters
        ----------
        {X}
        {contexts}

        Returns
        -------
        self
        """
        self._fit(X, callback, cooccurrence=cooccurrence)
        return self


class WithContexts(UsesContexts, LeastSquares[AnyState]):
    """Adds the weight of M.

    Parameters
    ----------
    regularization : float or "auto", default=1.0
        Weight of the co-occurrence term (the papers' lambda); 0 leaves it out. With "auto" it outweighs the
        documents by far, as in the papers, but the fit stops as soon as random halves of the words tell about
        as much of the clusters from all words as they ever do: early where co-occurrence misleads.

    Attributes
    ----------
    regularization_ : float
        The weight used.
    stop_, choices_ : int, list of (sweeps, score)
        Where "auto" stops, and what it tried; there only where it was asked for.
    """

    for_documents: ClassVar[dict[str, Any]] = {"regularization": "auto"}

    _parameter_constraints: ClassVar[Constraints] = {
        "regularization": [Interval(Real, 0, None, closed="left"), StrOptions({"auto"})],
    }

    def __init__(
        self,
        n_clusters: Clusters = 3,
        *,
        regularization: float | str = 1.0,
        shift: float = 2.0,
        solver: str = "mu",
        **shared: Any,
    ):
        super().__init__(n_clusters, solver=solver, **shared)
        self.regularization = regularization
        self.shift = shift

    def partial_fit(self, X: Any, y: Any = None, *, forget: float = 1.0, cooccurrence: Any = None) -> Self:
        """Learn from one more batch, as in ``NMF``; ``cooccurrence`` is taken with the first one."""
        return self._learn(X, forget, cooccurrence=cooccurrence)

    def extras(self, X: sparse.csr_array, cooccurrence: Any = None) -> Extras:
        M = associations(X, cooccurrence, self.shift)
        lam = weight_of(self, X, M)
        if self.regularization != "auto":
            return Extras({"M": M, "lam": lam}, learned={"regularization_": lam})
        stop, choices = choose_stop(self, X, M)
        learned = {"regularization_": lam, "stop_": stop, "choices_": choices}
        return Extras({"M": M, "lam": lam}, stop, learned)


def associations(X: sparse.csr_array, cooccurrence: Any, shift: float) -> sparse.csr_array:
    """SPPMI of the words, from the counts given or with whole documents as contexts."""
    if cooccurrence is None:
        return sppmi(count_contexts(X), shift=shift)
    return sppmi(check_symmetric(cooccurrence, X.shape[1], "cooccurrence", "word"), shift=shift)
