r"""Co-similarity, chi-Sim with pseudo-norm and pruning :cite:`grimal2011amelioration`.

Two documents are alike if their words are alike, two words if their documents are. SR = SC = I; Y = X to the
power k, entry by entry; n_iter times, both from the previous pair,

(1) SR <- Y SC Y', SC <- Y'SR Y
(2) s_ij <- s_ij^(1/k) / (s_ii s_jj)^(1/2k)
(3) the lowest share ``prune`` of each matrix's entries becomes 0

``normalization="l1"`` is the first chi-Sim: k = 1, and s_ij is divided by the sums of row i and row j of X.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from numbers import Integral, Real
from typing import Any, TypeAlias

import numpy as np
from scipy import sparse

from cotext.backend.similarity import open_pairs
from cotext.errors import UsageError
from cotext.models.engine import Estimator, Interval, StrOptions, parameter
from cotext.models.families.similarity import (
    Report,
    Similarities,
    SimilarityAlgorithm,
    SimilarityFit,
    seed_of,
)
from cotext.models.judging.split_half import sample, shared_information

DOCUMENTS, WORDS = 800, 2000  # sample for "auto"
USUAL = 0.8
POWERS, SHARES = (0.6, 0.8, 1.0), (0.0, 0.3, 0.6, 0.8, 0.9)  # that "auto" tries
Choice: TypeAlias = tuple[float, float, float]  # k, prune and score


@dataclass(frozen=True, eq=False)
class ChiSimFit(SimilarityFit):
    """A fit with its settings.

    Attributes
    ----------
    k_, prune_ : float
        The values used.
    choices_ : list of (k, prune, score)
        The settings that "auto" tried; only if "auto" was used.
    """

    k: float | None = None
    prune: float | None = None
    choices: list[Choice] | None = None


@dataclass(frozen=True)
class ChiSimAlgorithm(SimilarityAlgorithm):
    k: float | str = parameter(USUAL, Interval(Real, 0, None, closed="neither"), StrOptions({"auto"}))
    prune: float | str = parameter(0.6, Interval(Real, 0, 1, closed="left"), StrOptions({"auto"}))
    n_iter: int = parameter(4, Interval(Integral, 1, None, closed="left"))
    normalization: str = parameter("pseudo", StrOptions({"pseudo", "l1"}))
    prune_last: bool = parameter(True, "boolean")
    device: str = parameter("cpu", StrOptions({"cpu", "cuda"}))

    fit_type = ChiSimFit
    copies = 2
    kinds = ("dense", "sparse", "disk")

    def iterations(self) -> int:
        return self.n_iter

    def pruned(self) -> float:
        return 0.0 if isinstance(self.prune, str) or not self.prune_last else self.prune

    def similarities(self, X: sparse.csr_array, report: Report | None = None) -> Similarities:
        room = self.room(X)
        k, prune, choices = self._choose(X)
        peak = X.data.max(initial=0) or X.dtype.type(1)  # the scale is without effect but on rounding
        Y = sparse.csr_array(((X.data / peak) ** X.dtype.type(k), X.indices, X.indptr), shape=X.shape)
        pairs, R, C = open_pairs(Y, room, self.device, self.n_jobs), None, None
        for t in range(self.n_iter):
            share = prune if self.prune_last or t < self.n_iter - 1 else 0.0
            scaling = self._scaling(Y, k, share)
            R, C = pairs.step(0, C, **scaling[0]), pairs.step(1, R, **scaling[1])  # (1) to (3)
            if report:
                report(t + 1)
        assert R is not None
        assert C is not None
        return Similarities(pairs.get(R), pairs.get(C), {"k": k, "prune": prune, "choices": choices})

    def _scaling(self, Y: sparse.csr_array, k: float, share: float) -> list[dict[str, Any]]:
        """(2) and (3), for documents and for words."""
        if self.normalization == "pseudo":
            return [{"power": 1 / k, "share": share}] * 2
        sums = (np.asarray(Y.sum(axis=axis), dtype=np.float64) for axis in (1, 0))
        return [{"power": 1.0, "sizes": sizes, "share": share} for sizes in sums]

    def _choose(self, X: sparse.csr_array) -> tuple[float, float, list[Choice] | None]:
        """k and prune as given; if one is "auto", those of the highest score, and all that were tried."""
        ks = POWERS if isinstance(self.k, str) else [self.k]
        if self.normalization == "l1":
            if self.k not in (USUAL, 1):
                raise UsageError(
                    f'k={self.k!r}: with normalization="l1" there is no pseudo-norm: leave k out, or '
                    'use normalization="pseudo".'
                )
            ks = [1.0]
        shares = SHARES if isinstance(self.prune, str) else [self.prune]
        if len(ks) * len(shares) == 1:
            return ks[0], shares[0], None
        seed = seed_of(self.random_state)
        some, *_ = sample(X, DOCUMENTS, WORDS, np.random.default_rng(seed))
        choices = []
        for k, share in product(ks, shares):
            trial = replace(self, k=k, prune=share, verbose=0)
            score = shared_information(some, trial.document_groups, np.random.default_rng(seed)).mean()
            choices.append((k, share, float(score)))
            self._say(f"chi-sim: k={k:g} prune={share:g} shares {score:.3f} nats")
        return (*max(choices, key=lambda choice: choice[2])[:2], choices)


class ChiSim(Estimator):
    """Documents compared by words that are themselves compared by documents.

    Finds that two documents belong together although they share no word. Exact, with X sparse throughout. It
    stores a similarity of all documents and one of all words: in memory, without pruned entries if that is
    smaller, or in temporary files; so it is for thousands to some ten thousand documents and words.

    Parameters
    ----------
    k : float or "auto", default=0.8
        Pseudo-norm: below 1 many small agreements count more than a few large ones. "auto" tries several and
        keeps the one under which random halves of the words tell most about the grouping from all words. The
        first chi-Sim has k = 1, whatever the default here, and refuses any other.
    prune : float or "auto", default=0.6
        Share of the smallest similarities that each iteration drops as noise; "auto" as for k.
    n_iter : int, default=4
        Iterations; each one looks one step further along documents and words.
    normalization : str, default="pseudo"
        "pseudo", or "l1" for the first chi-Sim.
    prune_last : bool, default=True
        Prune also after the last iteration, as the paper does; if False, the final similarities are whole.
    device : {"cpu", "cuda"}, default="cpu"
        Where to compute the similarities; "cuda" needs CuPy and a GPU that holds them.

    Attributes
    ----------
    document_similarity_, word_similarity_ : ndarray or csr_array of shape (n, n) and (d, d)
        The similarities after the last iteration; they may exceed 1.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import ChiSim
    >>> data = make_planted(n_clusters=3, random_state=0)
    >>> ChiSim(n_clusters=3).fit(data.X).document_similarity_.shape
    (200, 200)
    """

    cli_name = "chi-sim"
    reference = "grimal2011amelioration"
    algorithm_type = ChiSimAlgorithm
