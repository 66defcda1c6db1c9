r"""Sparse latent block model of a tensor, TSPLBM, fitted by VEM-ST :cite:`boutalbi2019sparse`.

x^b_ij has mean e^b_i c^b_j gamma^b_kl for a document i of cluster k and a column j of cluster l in slice b;
with ``diagonal`` the blocks off the diagonal of a slice share one gamma^b. See
``families.exponential`` for eta and A.
The bound

.. math:: \sum_k z_{.k} \log \pi_k + \sum_l w_{.l} \log \rho_l + H(Z) + H(W)
          + \sum_b \sum_{kl} (x^b_{kl} \eta^b_{kl} - e^b_k c^b_l A^b_{kl})

never falls, where x^b_kl, e^b_k, c^b_l are sums weighted by z and w:

(1) z_ik prop. to pi_k exp sum_b [ sum_l eta^b_kl (X^b W)_il - e^b_i sum_l c^b_l A^b_kl ]
(2) w_jl prop. to rho_l exp sum_b [ sum_k eta^b_kl (X^b'Z)_jk - c^b_j sum_k e^b_k A^b_kl ]
(3) pi = mean z, rho = mean w, gamma^b_kl = x^b_kl / (e^b_k c^b_l)

The paper's algorithm leaves the second term out of (1) and (2): ``e_step="paper"``; the bound may then fall.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np

from cotext.backend import Array, Matrix, Rule, Softmax, Sums, guard, namespace, softmax, sum_xlogx
from cotext.models.engine import (
    ABSENT,
    Callback,
    Fit,
    Generators,
    Init,
    Outcome,
    StrOptions,
    data,
    fitted,
    parameter,
)
from cotext.models.engine.checks import level_outside
from cotext.models.engine.memory import Size
from cotext.models.engine.units import power_of_two
from cotext.models.families.exponential import FAMILIES
from cotext.models.families.slices import (
    Slices,
    SliceSweepFit,
    SliceSweeps,
    TensorEstimator,
    looks_normalized,
)
from cotext.models.starts.blocks import hard_start

NO_COUNTS = 2.0**-6  # if all entries are smaller, X is scaled counts
WHOLE = 1e-3  # largest distance of multiples of the least entry from whole numbers


@dataclass(frozen=True)
class State:
    W: Array = ABSENT
    eta: Array = ABSENT
    A: Array = ABSENT
    mean: Array = ABSENT
    log_pi: Array = ABSENT
    log_rho: Array = ABSENT
    constant: Array | float = 0.0
    columns: Array = ABSENT  # c, one row per slice
    squares: Array | None = None
    rule: Rule | None = None  # of a fitted model


@dataclass(frozen=True, eq=False)
class BlockModelFit(SliceSweepFit):
    """A fit of a block model.

    Attributes
    ----------
    slice_blocks_ : ndarray of shape (n_slices, g, m)
        Mean of each block of each slice; ``block_`` is their mean over slices.
    document_centres_, offset_ : ndarray of shape (n_slices * n_words, g) and (1, g)
        The columns of all slices and the constant from which ``predict`` computes the log odds of clusters.
    bic_, icl_ : float
        Bound less a penalty for the parameters, and the likelihood of X together with its labels less the
        same; higher is better. Like the criterion, of X / ``scale_``.
    """

    slice_blocks: np.ndarray = fitted("slices", "document clusters", "word clusters")
    document_centres: np.ndarray = fitted("words of all slices", "document clusters", kind="numbers")
    offset: np.ndarray = fitted("one", "document clusters", kind="numbers")
    bic: float = float("nan")
    icl: float = float("nan")

    aliases: ClassVar[Mapping[str, str]] = {"gathered": "document_centres"}

    def likelihoods(self) -> tuple[float, float, float]:
        """(criterion, BIC, ICL); the last two are better when higher."""
        return self.criterion, self.bic, self.icl


@dataclass(frozen=True)
class TSPLBMAlgorithm(SliceSweeps[State]):
    family: str = parameter("poisson", StrOptions(set(FAMILIES)))
    diagonal: bool = parameter(True, "boolean")
    e_step: str = parameter("exact", StrOptions({"exact", "paper"}))
    init: Init = parameter("random", StrOptions({"random", "skmeans"}), tuple, list)

    fit_type: ClassVar[type[BlockModelFit]] = BlockModelFit
    unit_columns = False  # memberships are shares already
    has_likelihood = True

    def paired(self) -> bool:
        return self.diagonal

    def powers(self) -> Mapping[str, int]:
        power = -1 if self.family == "poisson" else 1  # e_i and c_j grow too
        return {"block": power, "slice_blocks": power}

    def in_unit(self, unit: float) -> Self:
        return self  # the factors to begin with are shares

    def unit_of_values(self, values: np.ndarray) -> float:
        """Counts are about 1: much smaller ones would have no weight against the entropies of Z and W."""
        entries = values[values > 0]
        least = entries.min(initial=1)
        if self.family != "poisson" or least >= 1:
            return super().unit_of_values(values)
        if np.abs(entries / least - np.rint(entries / least)).max() < WHOLE:  # counts divided by one number
            return power_of_two(float(least))
        if entries.max() < NO_COUNTS:
            return power_of_two(float(values.mean()))
        return super().unit_of_values(values)

    def is_monotone(self) -> bool:
        return self.e_step == "exact"

    def initialize(self, X: Matrix, rngs: Generators, n_slices: int = 1) -> tuple[Array, State]:
        g, m = self.cluster_pair()
        v, d = n_slices, X.shape[1] // n_slices
        counts = X.sum(axis=0).reshape(v, d)
        columns = counts if self.family == "poisson" else counts * 0 + 1
        squares = X.put(X.squared_norms()) if self.family == "gaussian" else None
        Z, W = hard_start(self.init, X, (g, m), columns, rngs)
        sums = X.sums(Z)
        return Z, self._maximize(State(W, columns=columns, squares=squares), sums)

    def rule(self, s: State) -> Rule:
        return self._softmax(s) if s.rule is None else s.rule

    def _softmax(self, s: State) -> Softmax:
        g = s.eta.shape[-2]
        W = s.W[..., None, :, :] @ s.eta.mT  # (.., v, d, g)
        silence = (s.A @ (s.columns @ s.W)[..., None])[..., 0] * (self.e_step == "exact")  # (.., v, g)
        offset = s.log_pi
        if self.family == "poisson":  # e_i is a sum over the document's entries, so it can be gathered
            W = W - silence[..., None, :]
        else:
            offset = offset - silence.sum(axis=-2, keepdims=True)
        return Softmax(W.reshape(*W.shape[:-3], -1, g), offset)  # (1)

    def update_words(self, s: State, sums: Sums) -> State:
        XtZ, e, _ = self._documents(s, sums)
        heard = (XtZ @ s.eta).sum(axis=-3)
        silence = s.columns.T @ (e[..., None, :] @ s.A)[..., 0, :] * (self.e_step == "exact")
        W = softmax(s.log_rho + heard - silence)  # (2)
        return self._maximize(replace(s, W=W), sums)

    def _documents(self, s: State, sums: Sums) -> tuple[Array, Array, Array]:
        """X^b'Z, the exposure e^b_k of each document cluster, and its size."""
        sizes = sums.ZtZ.sum(axis=-1)  # rows of Z sum to one
        XtZ = sums.XtZ.reshape(*sums.XtZ.shape[:-2], len(s.columns), -1, sums.XtZ.shape[-1])
        if self.family == "poisson":
            return XtZ, XtZ.sum(axis=-2), sizes
        return XtZ, sizes[..., None, :] + 0 * XtZ.sum(axis=-2), sizes

    def _blocks(self, s: State, sums: Sums) -> tuple[Array, Array]:
        """Sum and exposure of every block of every slice."""
        XtZ, e, _ = self._documents(s, sums)
        c = s.columns @ s.W
        return XtZ.mT @ s.W[..., None, :, :], e[..., :, None] * c[..., None, :]

    def _maximize(self, s: State, sums: Sums) -> State:
        xp = namespace(s.W)
        x, exposure = self._blocks(s, sums)
        overall = _total(x) / guard(_total(exposure))
        mean = xp.where(exposure > 0, x / guard(exposure), overall)
        if self.diagonal:
            inside = xp.eye(x.shape[-1], dtype=bool)
            off = _total(xp.where(inside, 0, x)) / guard(_total(xp.where(inside, 0, exposure)))
            mean = xp.where(inside, mean, off)
        eta, A, constant = FAMILIES[self.family](mean, overall, exposure, s.squares)  # (3)
        sizes = self._documents(s, sums)[2][..., None, :]
        log_pi, log_rho = (_log_shares(sizes), _log_shares(s.W.sum(axis=-2, keepdims=True)))
        return replace(s, eta=eta, A=A, mean=mean, log_pi=log_pi, log_rho=log_rho, constant=constant)

    def bytes_needed(self, X: Any, **given: Any) -> int:
        size, k = Size.of(X), max(self.cluster_pair())
        restarts = self.side_by_side()
        start = self.start_bytes(size, restarts) if self.init == "skmeans" else 0.0
        words = 4.7 + 4.5 / size.slices  # arrays along the words of all slices, and along those of one
        return int(max(start, size._replace(nnz=0).sweep(restarts * k, 5.6, words, parts=0)))

    def loss(self, s: State, sums: Sums) -> Array:
        x, exposure = self._blocks(s, sums)
        fit = (x * s.eta - exposure * s.A).sum(axis=(-3, -2, -1), dtype=np.float64)
        constant = 0.0 if isinstance(s.constant, float) else s.constant.sum(axis=(-2, -1), dtype=np.float64)
        sizes = self._documents(s, sums)[2]
        priors = (sizes * s.log_pi[..., 0, :]).sum(axis=-1) + (s.W * s.log_rho).sum(axis=(-2, -1))
        bound: Array = priors - sums.zlogz - sum_xlogx(s.W) + fit + constant
        return -bound

    def factors(self, s: State) -> tuple[Array, Array]:
        return s.mean.mean(axis=-3), s.W

    def word_labels(self, S: np.ndarray | None, W: np.ndarray) -> np.ndarray:
        return np.asarray(W.argmax(axis=-1), dtype=np.int32)

    def prediction_state(self, fit: Fit) -> State:
        assert isinstance(fit, BlockModelFit)
        return State(rule=Softmax(fit.document_centres, fit.offset))

    def memberships(self, X: Slices, fit: Fit) -> np.ndarray:
        """Probability of each cluster; none for documents without entries, as in every model."""
        return np.asarray(super().memberships(X, fit) * data.has_words(X)[:, None])

    def finished(self, X: Matrix, s: State, Z: Array) -> Fit:
        rule, (S, W) = self._softmax(s), (X.get(factor) for factor in self.factors(s))
        fit = self.fit_of(
            X.get(Z),
            W,
            S,
            document_centres=X.get(rule.W),
            offset=X.get(rule.offset),
            slice_blocks=X.get(s.mean),
        )
        assert isinstance(fit, BlockModelFit)
        g, m = self.cluster_pair()
        z, w = X.put(np.eye(g)[fit.row_labels]), X.put(np.eye(m)[fit.column_labels])
        return replace(fit, icl=float(-self.loss(replace(s, W=w), X.sums(z)) - self._penalty(fit)))

    def _penalty(self, fit: BlockModelFit) -> float:
        """Half the number of parameters, each times the log of what it is estimated from."""
        n, d = len(fit.row_labels), len(fit.column_labels)
        v, g, m = fit.slice_blocks.shape
        blocks = v * (g + 1 if self.diagonal else g * m)
        return float((g - 1) * np.log(n) + (m - 1) * np.log(d) + blocks * np.log(n * d)) / 2

    def search(self, X: Any, callback: Callback | None, **given: Any) -> Outcome:
        outcome = super().search(X, callback, **given)
        fit = outcome.fit
        assert isinstance(fit, BlockModelFit)
        return replace(outcome, fit=replace(fit, bic=float(-fit.losses[-1] - self._penalty(fit))))


class TSPLBM(TensorEstimator):
    """Block model of several relations at once: documents and columns share clusters in every slice.

    Each slice has its own strength in each block, so a relation that says nothing does no harm and one
    that does is heard. For counts: shared terms, authors, keywords, citations. Use it when documents
    come with more than their words.

    Parameters
    ----------
    family : {"poisson", "bernoulli", "gaussian"}, default="poisson"
        Counts, presence, or measurements.
    diagonal : bool, default=True
        One strength for all blocks off the diagonal: cluster k of the documents belongs to cluster k of
        the columns. False gives every block its own, and g may differ from m.
    e_step : {"exact", "paper"}, default="exact"
        The paper's printed rule leaves out a term; with it the bound may fall.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import TSPLBM
    >>> one, other = (make_planted(n_clusters=3, random_state=0).X for _ in range(2))
    >>> TSPLBM(n_clusters=3, random_state=0).fit([one, other]).slice_blocks_.shape
    (2, 3, 3)
    """

    cli_name = "tsplbm"
    reference = "boutalbi2019sparse"
    weighting = "tf"
    algorithm_type = TSPLBMAlgorithm

    family: str

    def _check(self, X: object, *, reset: bool) -> Slices:
        checked = super()._check(X, reset=reset)
        if reset and self.family == "poisson" and any(looks_normalized(one) for one in checked.slices):
            warnings.warn(
                f"{self.cli_name} models counts, and rows of unit length were given: they tend to collapse "
                "into one cluster. Give counts (weighting='tf'), or use family='gaussian'.",
                UserWarning,
                stacklevel=level_outside(),
            )
        return checked


def _total(blocks: Array) -> Array:
    return namespace(blocks).sum(blocks, axis=(-2, -1), keepdims=True)


def _log_shares(sizes: Array) -> Array:
    return namespace(sizes).log(guard(sizes / sizes.sum(axis=-1, keepdims=True)))
