r"""Co-similarity, chi-Sim with pseudo-norm and pruning :cite:`grimal2011amelioration`.

Two documents are alike if their words are alike, two words if their documents are. SR = SC = I; Y = X to the
power k, entry by entry; n_iter times, both from the previous pair,

(1) SR <- Y SC Y', SC <- Y'SR Y
(2) s_ij <- s_ij^(1/k) / (s_ii s_jj)^(1/2k)
(3) the lowest share ``prune`` of each matrix's entries becomes 0

``normalization="l1"`` is the first chi-Sim: k = 1, and s_ij is divided by the sums of row i and row j of X.
"""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from scipy import sparse

from cotext.backend.cosimilarity import divide_by, power_and_scale, prune, sandwich
from cotext.models._similarity import SimilarityModel, refuse_too_large
from cotext.models._sklearn import Interval, StrOptions


class ChiSim(SimilarityModel):
    """Documents compared by words that are themselves compared by documents.

    Finds that two documents belong together although they share no word. Exact, with X sparse throughout; it
    holds two dense similarities, so it is for thousands to a few ten thousand documents and words.

    Parameters
    ----------
    {first parameter}
    k : float, default=0.8
        Pseudo-norm: below 1 many small agreements count more than a few large ones.
    prune : float, default=0.6
        Share of the smallest similarities that is taken for noise, per iteration.
    n_iter : int, default=4
        Iterations; each one looks one step further along documents and words.
    normalization : str, default="pseudo"
        "pseudo", or "l1" for the first chi-Sim.
    {similarity parameters}

    Attributes
    ----------
    {attributes}
    document_similarity_, word_similarity_ : ndarray of shape (n, n) and (d, d)
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

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "k": [Interval(Real, 0, None, closed="neither")],
        "prune": [Interval(Real, 0, 1, closed="left")],
        "n_iter": [Interval(Integral, 1, None, closed="left")],
        "normalization": [StrOptions({"pseudo", "l1"})],
    }

    def __init__(self, n_clusters=3, *, k=0.8, prune=0.6, n_iter=4, normalization="pseudo", **shared):
        super().__init__(n_clusters, **shared)
        self.k = k
        self.prune = prune
        self.n_iter = n_iter
        self.normalization = normalization

    def similarities(self, X):
        refuse_too_large(X, copies=2)
        k = self.k if self.normalization == "pseudo" else 1.0
        peak = X.data.max(initial=0) or X.dtype.type(1)  # the scale is without effect but on rounding
        Y = sparse.csr_array(((X.data / peak) ** X.dtype.type(k), X.indices, X.indptr), shape=X.shape)
        Yt, R, C = sparse.csr_array(Y.T.tocsr()), None, None
        for _ in range(self.n_iter):
            R, C = self._step(Y, C), self._step(Yt, R)  # (1)
        return R, C

    def _step(self, Y: sparse.csr_array, S: np.ndarray | None) -> np.ndarray:
        new = sandwich(Y, S, np.empty((Y.shape[0],) * 2, Y.dtype), self.n_jobs)
        if self.normalization == "pseudo":
            power_and_scale(new, 1 / self.k, self.n_jobs)  # (2)
        else:
            divide_by(new, np.asarray(Y.sum(axis=1)), n_jobs=self.n_jobs)
        prune(new, self.prune, self.n_jobs)  # (3)
        return new
