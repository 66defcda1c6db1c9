"""Frozen hyper-parameters and formulas of a model, without anything fitted.

An ``Algorithm`` turns a checked matrix into a ``Fit`` and a fit into memberships of other documents. It
stores neither, so it can be run, changed by ``dataclasses.replace`` and run again.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from numbers import Integral, Real
from typing import Any, ClassVar, NamedTuple, Self, TypeAlias

import numpy as np
from scipy import sparse

from cotext.backend import Array, gigabytes
from cotext.errors import UsageError
from cotext.models.engine.checks import generator
from cotext.models.engine.data import usual_unit, worth_keeping
from cotext.models.engine.fit import Fit, Kept, Outcome
from cotext.models.engine.labels import column_norms, labels_from, shares
from cotext.models.engine.loop import Callback
from cotext.models.engine.memory import WORTH_A_WORD, Size, check_room
from cotext.models.engine.parameters import parameter
from cotext.models.engine.sklearn_private import Interval, StrOptions
from cotext.models.engine.units import times_power, unit_of

Clusters: TypeAlias = int | tuple[int, int]
Seed: TypeAlias = int | np.random.RandomState | np.random.Generator | None
Init: TypeAlias = str | tuple[Array, ...]


class Labelled(NamedTuple):
    """Memberships read as clusters: scale of each column, share of each cluster, labels."""

    norms: np.ndarray
    shares: np.ndarray
    labels: np.ndarray


@dataclass(frozen=True)
class Algorithm:
    """Base of every algorithm.

    Parameters
    ----------
    n_clusters : int or (int, int), default=3
        Document clusters and word clusters; one number means as many of both.
    random_state : int, RandomState, Generator or None, default=None
        Seed; the same seed gives the same result on any number of threads.
    n_jobs : int or None, default=None
        Threads; None means all cores. The result does not depend on it.
    verbose : int, default=0
        1 reports each restart on stderr, and the memory if a fit needs much of it; 2 each sweep.
    """

    n_clusters: Clusters = parameter(3, Interval(Integral, 1, None, closed="left"), tuple, list)
    random_state: Seed = parameter(None, "random_state", np.random.Generator)
    n_jobs: int | None = parameter(None, Integral, None)
    verbose: int = parameter(0, "verbose")

    cli_name: ClassVar[str] = "algorithm"  # that of its estimator
    fit_type: ClassVar[type[Fit]] = Fit
    without: ClassVar[tuple[str, ...]] = ()  # fields of its bases that have no effect here
    if_empty: ClassVar[str] = "ask for fewer clusters"  # what to do about clusters without members
    reads_chunks: ClassVar[bool] = False  # whether it needs only some documents at a time
    unit_columns: ClassVar[bool] = False  # whether labels are read from memberships with columns of length 1
    scaling_powers: ClassVar[Mapping[str, int]] = {}  # with which fitted values and "criterion" grow with X

    uses_cooccurrence: ClassVar[bool] = False  # whether ``fit`` takes counts of words that occur together
    weighs_cooccurrence: ClassVar[bool] = False  # whether their weight is a parameter
    takes_slices: ClassVar[bool] = False  # whether ``fit`` takes several relations side by side
    has_likelihood: ClassVar[bool] = False  # whether numbers of clusters can be compared by BIC and ICL
    by_opinions: ClassVar[bool] = False  # whether clusters are those that several opinions agree on
    takes_opinions: ClassVar[bool] = False  # whether ``fit`` takes ``initial_labels`` and ``opinion_scores``
    shares_besides: ClassVar[bool] = False  # whether memberships are shares which the formulas do not use

    # --- methods of every kind of algorithm -----------------------------------------------------------

    @abstractmethod
    def search(self, X: Any, callback: Callback | None, **given: Any) -> Outcome:
        """Fit a checked X, with the other arguments of ``fit``."""

    @abstractmethod
    def bytes_needed(self, X: Any, **given: Any) -> int:
        """Approximate peak memory of fitting X, without X itself."""

    def memberships(self, X: Any, fit: Fit) -> np.ndarray:
        """Memberships of the documents of a checked X, new or old, in a fit."""
        raise UsageError(f"{self.cli_name} cannot place new documents: fit again with them.")

    def cluster_pair(self) -> tuple[int, int]:
        """(document clusters, word clusters)."""
        n: Any = self.n_clusters
        return (n, n) if isinstance(n, Integral) else tuple(n)

    def paired(self) -> bool:
        """Whether word cluster k belongs to document cluster k, so that there are as many of both."""
        return False

    def wrong(self) -> tuple[object, ...] | None:
        """Describe parameters that do not go together; None if all do."""
        return None

    def powers(self) -> Mapping[str, int]:
        """``scaling_powers`` with these parameters."""
        return self.scaling_powers

    def usual_unit(self, X: Any) -> float:
        """The power of two that a checked X is divided by before it is fitted."""
        return usual_unit(X)

    def unit_of_values(self, values: np.ndarray) -> float:
        """The unit of some numbers of X."""
        return unit_of(values)

    # --- documents without words ----------------------------------------------------------------------

    def keep(self, X: Any, has_words: np.ndarray) -> Kept | None:
        """The documents of a checked X that take part in the fit; None if all do."""
        kept = worth_keeping(has_words, self.cluster_pair()[0])
        return None if kept is None else Kept(kept)

    def among(self, kept: Kept) -> Self:
        """The algorithm for the documents that are kept, if a parameter depends on documents."""
        return self

    def given_among(self, given: dict[str, Any], kept: Kept) -> dict[str, Any]:
        """The other arguments of ``fit``, for the documents that are kept."""
        return given

    def in_unit(self, unit: float) -> Self:
        """The algorithm for X divided by ``unit``, if a parameter is in the unit of X."""
        return self

    # --- memory ---------------------------------------------------------------------------------------

    def memory_needed(self, X: Any, **given: Any) -> str | None:
        """Describe the memory that fitting X needs; None if it needs little."""
        needed = self.bytes_needed(X, **given)
        return f"{self.cli_name}: about {gigabytes(needed)} of memory" if needed >= WORTH_A_WORD else None

    def memory_advice(self, X: Any) -> list[str]:
        """Ways to make a fit smaller, the best first."""
        return ["give X as float32"] * (Size.of(X).itemsize > 4) + [
            "select fewer words (cotext.matrix.select_words)"
        ]

    def check_room(self, X: Any, **given: Any) -> None:
        """Refuse a fit that needs more memory than is free."""
        check_room(self.cli_name, X, self.bytes_needed(X, **given), ", ".join(self.memory_advice(X)))

    def truncation_note(self, cooccurrence: sparse.csr_array) -> str | None:
        """Describe which ties of words are left out because there are too many; None if all are used."""
        return None

    def angular_centres(self, fit: Fit) -> np.ndarray | None:
        """Centers (words x clusters) that documents respond to by the angle; None if there are none."""
        return None

    def describe_plan(self) -> str | None:
        """Describe the work of a fit before it begins; None if it is little."""
        return None

    # --- from factors to clusters ---------------------------------------------------------------------

    def norms(self, Z: Array) -> np.ndarray:
        """Scale of each column of the memberships; labels are the argmax after dividing by it."""
        return column_norms(Z) if self.unit_columns else np.ones(Z.shape[1], Z.dtype)

    def label(self, Z: np.ndarray) -> Labelled:
        """Read memberships as clusters."""
        norms = self.norms(Z)
        prior = shares(Z, norms)
        return Labelled(norms, prior, labels_from(Z, prior, norms))

    def word_labels(self, S: np.ndarray | None, W: np.ndarray) -> np.ndarray:
        """Cluster of each word, from the fitted blocks and word factor."""
        return labels_from(W, shares(W))

    def fit_of(self, Z: np.ndarray, W: np.ndarray, S: np.ndarray | None = None, **values: Any) -> Fit:
        """A fit with these factors, their labels, and further values."""
        norms, prior, labels = self.label(Z)
        values |= {"row_norms": norms, "row_shares": prior, "row_labels": labels}
        values |= {"block": S, "column_labels": self.word_labels(S, W)}
        return self.fit_type(row_factor=Z, column_factor=W, **values)

    def co_clusters(self, fit: Fit) -> tuple[np.ndarray, np.ndarray]:
        """Documents and words of each co-cluster, boolean."""
        g, m = fit.block.shape
        rows = fit.row_labels == np.arange(g)[:, None]
        columns = fit.column_labels == np.arange(m)[:, None]
        return (rows, columns) if self.paired() else (np.repeat(rows, m, axis=0), np.tile(columns, (g, 1)))

    def sizes(self, fit: Fit) -> tuple[np.ndarray, np.ndarray]:
        """Documents of each document cluster and words of each word cluster."""
        g, m = fit.row_factor.shape[1], fit.column_factor.shape[1]
        return np.bincount(fit.row_labels, minlength=g), np.bincount(fit.column_labels, minlength=m)


@dataclass(frozen=True)
class Restarted(Algorithm):
    """A search from ``n_init`` random starts, of which the best is kept.

    Parameters
    ----------
    n_init : int, default=10
        Restarts; the one with the lowest criterion is kept.
    max_iter : int, default=100
        Sweeps per restart, at most.
    tol : float, default=1e-5
        A restart ends when a sweep lowers the criterion by less than this share of it.
    init : str or tuple of arrays
        Start: "skmeans" (spherical k-means), "itcc", "random", "nndsvda", or the factors (Z, W) or (Z, W, S).
        k-means itself, spherical or not, starts from "k-means++" or "random" documents.
    screen : bool, default=False
        Give up two restarts in three after ten sweeps, those of the highest criterion.
    device : {"cpu", "cuda"}, default="cpu"
        Where to compute; "cuda" needs CuPy and a GPU.
    """

    n_init: int = parameter(10, Interval(Integral, 1, None, closed="left"))
    max_iter: int = parameter(100, Interval(Integral, 1, None, closed="left"))
    tol: float = parameter(1e-5, Interval(Real, 0, None, closed="left"))
    init: Init = parameter("skmeans", StrOptions({"skmeans", "itcc", "random", "nndsvda"}), tuple, list)
    screen: bool = parameter(False, "boolean")
    device: str = parameter("cpu", StrOptions({"cpu", "cuda"}))

    if_empty = "ask for fewer clusters, more restarts (n_init) or another start (init)"

    def restart_generators(self) -> list[np.random.Generator]:
        """One per restart; factors given as ``init`` are one start."""
        return generator(self.random_state).spawn(self.n_init if isinstance(self.init, str) else 1)

    def among(self, kept: Kept) -> Self:
        """Factors given by the user are for all documents."""
        if isinstance(self.init, str):
            return self
        Z, *others = self.init
        shape = np.shape(Z)
        if shape != (expected := (len(kept.documents), self.cluster_pair()[0])):
            raise UsageError(f"init: Z has shape {shape}, expected {expected}.")
        return replace(self, init=(np.asarray(Z)[kept.documents], *others))

    def in_unit(self, unit: float) -> Self:
        """Factors given by the user are in the unit of X."""
        if isinstance(self.init, str) or unit == 1:
            return self
        powers = (self.powers().get(name, 0) for name in ("row_factor", "column_factor", "block"))
        factors = zip(self.init, powers, strict=False)
        own = tuple(times_power(np.asarray(F, dtype=np.float64), unit, -power) for F, power in factors)
        return replace(self, init=own)

    def not_converged(self, losses: list[float]) -> str:
        """Describe a fit that ended at ``max_iter``."""
        before, after = losses[-2:] if len(losses) > 1 else (np.nan, losses[0])
        return (
            f"{self.cli_name} stopped after max_iter={self.max_iter} sweeps while its criterion still fell "
            f"by {(before - after) / max(abs(before), 1e-300):.1e} of itself per sweep (tol={self.tol:g}): "
            "raise max_iter, or tol if this is close enough."
        )
