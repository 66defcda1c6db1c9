"""Models with a likelihood, by which numbers of clusters can be compared."""

from __future__ import annotations

from abc import abstractmethod


class WithLikelihood:
    """Says how likely the data are under the fit, less a penalty for its parameters."""

    @abstractmethod
    def likelihoods(self) -> tuple[float, float, float]:
        """(criterion, BIC, ICL) of the fit; the last two are better when higher."""
