"""Models that know which words occur together."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real
from typing import Any, Self, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from cotext.backend import Chunks, Entries, MatrixLike, spread_of_used, threads_here, usable_cores
from cotext.cooccurrence import MOST, document_ties, kept_per_word, sppmi
from cotext.cooccurrence.batches import MOST_PAIRS, added_up
from cotext.cooccurrence.contexts import count_bags
from cotext.models.engine import (
    Algorithm,
    AnyState,
    Callback,
    Extras,
    Interval,
    Predictor,
    StrOptions,
    SweepFit,
    check_symmetric,
    parameter,
)
from cotext.models.engine.memory import Moment, Size
from cotext.models.families.least_squares import LeastSquares
from cotext.models.families.partial_fit import StreamPredictor
from cotext.models.judging.stop import TRIAL_STARTS, choose_stop, weight_of

Relation: TypeAlias = MatrixLike | None  # between words, or between documents
PAIR_BYTES, TIE_BYTES = 8, 12  # an int32 or float64 and a column number
SPARE = 9 / 8  # size of a growing array, as a multiple of its contents
COUNTING = 40e6  # of each thread that counts pairs
BOUNDED = (
    "the {:,} strongest ties of each word are used: between {:,} words there are more than {:,}; with fewer "
    "words (a larger min_df) all would count"
)
COUNTABLE = 1e10  # pairs; more would take hours, and the estimate assumes that all ties are kept


@dataclass(frozen=True)
class UsesContexts(Algorithm):
    """An algorithm with M, the SPPMI of counts of words that occur together.

    Parameters
    ----------
    shift : float, default=2.0
        PMI below log(shift) counts as none (the papers' N).
    """

    shift: float = parameter(2.0, Interval(Real, 0, None, closed="neither"))

    uses_cooccurrence = True

    def truncation_note(self, cooccurrence: sparse.csr_array) -> str | None:
        kept = kept_per_word(cooccurrence, self.shift, MOST)
        return None if kept is None else BOUNDED.format(kept, cooccurrence.shape[0], MOST)

    def ties_bytes(self, X: Any, cooccurrence: Relation = None) -> tuple[float, float]:
        """Memory while M is made, and of M itself, at most."""
        if cooccurrence is None:
            counted, above = expected_pairs(X, self.shift)
        else:
            counted, above = 0.0, float(getattr(cooccurrence, "nnz", np.size(cast(ArrayLike, cooccurrence))))
        kept = min(above, MOST) if counted <= COUNTABLE else above
        making = min(usable_cores() * COUNTING, 2 * PAIR_BYTES * counted) + SPARE * TIE_BYTES * kept
        turned = 2 * TIE_BYTES * kept if kept < above else 0  # the ties one way and the other, and of both
        return making + turned, TIE_BYTES * kept


class ContextPredictor(Predictor):
    """A model with ``fit(X, cooccurrence=C)``."""

    def fit(
        self, X: object, y: object = None, *, cooccurrence: Relation = None, callback: Callback | None = None
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


class ContextStreamPredictor(ContextPredictor, StreamPredictor):
    """The same with ``partial_fit``."""

    def partial_fit(
        self, X: object, y: object = None, *, forget: float = 1.0, cooccurrence: Relation = None
    ) -> Self:
        """Learn from one more batch, as in ``NMF``; only the first batch takes ``cooccurrence``."""
        return self._learn(X, forget, cooccurrence=cooccurrence)


@dataclass(frozen=True, eq=False)
class ContextFit(SweepFit):
    """A fit with the weight of M.

    Attributes
    ----------
    regularization_ : float
        The weight used.
    stop_, choices_ : int, list of (sweeps, score)
        Sweeps after which "auto" stops, and all that it tried; only with "auto".
    """

    regularization: float = 0.0
    stop: int | None = None
    choices: list[tuple[int, float]] | None = None


@dataclass(frozen=True)
class WithContexts(UsesContexts, LeastSquares[AnyState]):
    """Adds the weight of M.

    Parameters
    ----------
    regularization : float or "auto", default="auto"
        Weight of the co-occurrence term (the papers' lambda, which is 1 there); 0 leaves it out. With "auto"
        it outweighs the documents by far, as in the papers, but the fit stops as soon as random halves of the
        words predict the clusters from all words about as well as they ever do: early if ties mislead.
    """

    regularization: float | str = parameter(
        "auto", Interval(Real, 0, None, closed="left"), StrOptions({"auto"})
    )
    solver: str = parameter("mu")

    fit_type = ContextFit
    weighs_cooccurrence = True

    def arrays(self) -> list[Moment]:
        return [(3.0, 23.0), (4.1, 2.0)]

    def bytes_needed(self, X: Any, **given: Any) -> int:
        making, ties = self.ties_bytes(X, given.get("cooccurrence"))
        in_single = ties * 8 / TIE_BYTES * (Size.of(X).itemsize < 8)
        squares = ties * 8 / TIE_BYTES
        working = max(squares, super().bytes_needed(X))
        if self.regularization == "auto":
            size, g = Size.of(X), self.cluster_pair()[0]
            along = max(size.sweep(TRIAL_STARTS * g, *moment) for moment in self.arrays())
            working = max(working, along, self.start_bytes(size, TRIAL_STARTS))
        return int(max(making, ties + in_single + working))

    def memory_advice(self, X: Any) -> list[str]:
        return ["select fewer words (cotext.matrix.select_words)", *super().memory_advice(X)]

    def extras(self, X: Entries, cooccurrence: Relation = None, **given: Any) -> Extras:
        M = associations(X, cooccurrence, self.shift)
        lam = weight_of(self, X, M)
        if self.regularization != "auto":
            return Extras({"M": M, "lam": lam}, learned={"regularization": lam})
        stop, choices = choose_stop(self, X, M)
        learned = {"regularization": lam, "stop": stop, "choices": choices}
        return Extras({"M": M, "lam": lam}, stop, learned)


def expected_pairs(X: Any, shift: float) -> tuple[float, float]:
    """Pairs of words that share a document, and those above the shift, if words were placed at random.

    Words of about the same frequency are treated together, so this takes one pass over X.
    """
    from scipy.special import pdtrc

    n, frequency = X.shape[0], spread_of_used(X if isinstance(X, Chunks) else sparse.csr_array(X))
    kinds, sizes = np.unique(np.exp2(np.round(np.log2(frequency) * 2) / 2), return_counts=True)
    expected = np.outer(kinds, kinds) / max(n, 1)
    pairs = np.outer(sizes, sizes)
    above = pdtrc(np.floor(shift * expected), expected)
    return float((pairs * -np.expm1(-expected)).sum()), float((pairs * above).sum())


class Ties(sparse.csr_array):  # type: ignore[misc, unused-ignore]
    """Associations in place of counts, for many fits of the same words."""


def associations(X: Entries, cooccurrence: Relation, shift: float) -> sparse.csr_array:
    """SPPMI of the words, from given counts or documents as contexts; at most ``MOST``, the strongest of each
    word."""
    if isinstance(cooccurrence, Ties):
        return sparse.csr_array(cooccurrence)
    if cooccurrence is not None:
        return sppmi(check_symmetric(cooccurrence, X.shape[1], "cooccurrence", "word"), shift, most=MOST)
    if isinstance(X, Chunks):
        counts = (count_bags(block, threads_here()) for _, block in X.spans())
        return sppmi(added_up(counts, MOST_PAIRS), shift, most=MOST)
    return document_ties(X, shift, most=MOST)
