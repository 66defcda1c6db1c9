"""The outside of every model: what scikit-learn, people and run folders see of it."""

from __future__ import annotations

import sys
import warnings
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from numbers import Integral
from typing import Any, ClassVar, Self, TypeAlias

import numpy as np
from sklearn.base import BaseEstimator, BiclusterMixin
from sklearn.exceptions import ConvergenceWarning

from cotext.backend import Array, as_python, gigabytes, quiet_blas, without_rows
from cotext.errors import CotextError, UsageError
from cotext.models.checkpoint import recorded
from cotext.models.engine.checks import check_in_unit, check_matrix, warn_of_empty, warn_of_empty_clusters
from cotext.models.engine.docs import complete_class, complete_fit, complete_signature, unwritten
from cotext.models.engine.empty_documents import Axes, Kept, put_back, worth_keeping
from cotext.models.engine.labels import all_finite, labels_from, shares
from cotext.models.engine.loop import Callback
from cotext.models.engine.memory import WORTH_A_WORD, Size, check_room
from cotext.models.engine.outcome import Labelled, Outcome
from cotext.models.engine.parameters import boolean_for_number
from cotext.models.engine.sklearn_private import Interval
from cotext.models.engine.units import divided, times_power, unit_of

Clusters: TypeAlias = int | tuple[int, int]
Constraints: TypeAlias = dict[str, list[Any]]
Seed: TypeAlias = int | np.random.RandomState | np.random.Generator | None
FACTORS = ("row_factor_", "block_", "column_factor_")
LABELS = ("row_norms_", "row_shares_", "row_labels_", "column_labels_", "labels_")


class CoClusterer(BiclusterMixin, BaseEstimator):  # type: ignore[misc] # scikit-learn has no types
    """Base of every model: a scikit-learn estimator that groups rows and columns at once.

    Parameters
    ----------
    n_clusters : int or (int, int), default=3
        Document clusters and word clusters; one number stands for both.
    random_state : int, RandomState, Generator or None, default=None
        Seed; the same seed gives the same result on any number of threads.
    n_jobs : int or None, default=None
        Threads; None means all cores. The result does not depend on it.
    verbose : int, default=0
        1 reports each restart on stderr, and the memory needed where it is much; 2 each sweep.

    Attributes
    ----------
    row_labels_, column_labels_ : ndarray of int
        Cluster of each document and word, the largest for one without entries; ``labels_`` is of rows.
    row_factor_ : ndarray of shape (n_documents, g)
        Memberships Z; labels are the argmax after scaling each column to unit length.
    block_ : ndarray of shape (g, m)
        Block summary S; the identity for two-factor models.
    column_factor_ : ndarray of shape (n_words, m)
        Word factor W.
    criterion_, criteria_ : float, ndarray of shape (n_init,)
        Final criterion of the best restart and of all of them; lower is better.
    losses_ : ndarray
        Criterion of the best restart after each sweep, and once more of what is kept.
    n_iter_, converged_ : int, bool
        Sweeps of the best restart, and whether it met ``tol`` or ended where it was meant to.
    rows_, columns_ : ndarray of bool
        Members of each co-cluster, as in scikit-learn's biclustering.
    scale_ : float
        1, or the power of two that X is divided by while it is fitted, where its numbers are far from 1.
    """

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "cli_name" in vars(cls) and (missing := unwritten(cls)):
            raise TypeError(
                f"{cls.__name__} has a cli_name, so it is a model, but lacks {', '.join(missing)}: write "
                "what the docstrings of its base classes ask for."
            )
        complete_class(cls)
        complete_signature(cls)
        if "fit" in vars(cls):
            cls.fit.__doc__ = complete_fit(cls.fit.__doc__)
        cls._own_constraints = vars(cls).get("_parameter_constraints", {})
        each = [vars(base).get("_own_constraints", {}) for base in reversed(cls.__mro__)]
        cls._parameter_constraints = {name: rules for one in each for name, rules in one.items()}

    cli_name: ClassVar[str]
    reference: ClassVar[str]  # key in docs/references.bib
    weighting: ClassVar[str] = "tf-idf-norm"  # what it is fitted on when texts are given
    # what no fitted one lacks, nor what its other bases name
    publishes: ClassVar[tuple[str, ...]] = ("n_features_in_", *FACTORS, *LABELS, "losses_", "criteria_")
    if_empty: ClassVar[str] = "ask for fewer clusters"  # what to do about clusters without members
    # those with an axis of documents, "n": a letter for each axis; see ``empty_documents``
    fitted_axes: ClassVar[Axes] = {"row_factor_": "ng", "row_labels_": "n", "labels_": "n"}
    scale_: float = 1.0
    _taking_part: Kept | None = None  # the documents of a fit, while others are left out

    _own_constraints: ClassVar[Constraints] = {
        "n_clusters": [Interval(Integral, 1, None, closed="left"), tuple, list],
        "random_state": ["random_state", np.random.Generator],
        "n_jobs": [Integral, None],
        "verbose": ["verbose"],
    }
    _parameter_constraints: ClassVar[Constraints] = _own_constraints  # with those of all bases

    def __init__(
        self,
        n_clusters: Clusters = 3,
        *,
        random_state: Seed = None,
        n_jobs: int | None = None,
        verbose: int = 0,
    ):
        self.n_clusters = n_clusters
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, as_python(value) if name in self._parameter_constraints else value)

    def _validate_params(self) -> None:
        """scikit-learn's checks, and ours: to Python True is a number."""
        if wrong := boolean_for_number(self._parameter_constraints, self.get_params(deep=False)):
            raise UsageError(wrong)
        super()._validate_params()

    def cluster_pair(self) -> tuple[int, int]:
        """(document clusters, word clusters)."""
        asked: Any = self.n_clusters
        return (asked, asked) if isinstance(asked, Integral) else tuple(asked)

    def check_parameters(self) -> Self:
        """The estimator itself, or an error that says which parameter cannot be what it is."""
        try:
            self._validate_params()
        except ValueError as error:
            raise UsageError(f"{error} See 'cotext models {self.cli_name}'.") from None
        return self

    def memory_needed(self, X: Any, **given: Any) -> str | None:
        """What fitting X will take, in words; None where it is not worth a word."""
        needed = self.bytes_needed(X, **given)
        return f"{self.cli_name}: about {gigabytes(needed)} of memory" if needed >= WORTH_A_WORD else None

    @abstractmethod
    def bytes_needed(self, X: Any, **given: Any) -> int:
        """Memory that fitting X takes beside X at its peak, about, with what else ``fit`` is given."""

    def saving(self, X: Any) -> list[str]:
        """What would make a fit smaller, the best first."""
        return ["give X as float32"] * (Size.of(X).itemsize > 4) + [
            "select fewer words (cotext.matrix.select_words)"
        ]

    def check_room(self, X: Any, **given: Any) -> None:
        """Refuse what cannot have the memory it needs."""
        check_room(self.cli_name, X, self.bytes_needed(X, **given), ", ".join(self.saving(X)))

    # --- what a kind of model says ------------------------------------------------------------------

    @abstractmethod
    def search(self, X: Any, callback: Callback | None, *given: Any, **named: Any) -> Outcome:
        """Fit the checked X, and what ``fit`` was given beside it; publish the factors."""

    def paired(self) -> bool:
        """Whether word cluster k belongs to document cluster k, so that there are as many of both."""
        return False

    def norms(self, Z: Array) -> np.ndarray:
        """Scale of each column of the documents' answers; labels are the argmax after dividing by it."""
        return np.ones(Z.shape[1], Z.dtype)

    def word_labels(self, S: np.ndarray | None, W: np.ndarray) -> np.ndarray:
        """Cluster of each word, from the fitted blocks and word factor."""
        return labels_from(W, shares(W))

    def sizes(self) -> tuple[np.ndarray, np.ndarray]:
        """Documents of each document cluster and words of each word cluster."""
        g, m = self.row_factor_.shape[1], self.column_factor_.shape[1]
        return np.bincount(self.row_labels_, minlength=g), np.bincount(self.column_labels_, minlength=m)

    def check(self, X: Any, *, reset: bool) -> Any:
        """What the user handed over, made safe; with ``reset`` its width is remembered, else compared."""
        return check_matrix(self, X, reset=reset)

    def used(self, X: Any) -> tuple[np.ndarray, np.ndarray]:
        """Which documents and which words have entries."""
        return self.has_words(X), self.words_used(X)

    def has_words(self, X: Any) -> np.ndarray:
        """Which documents have entries."""
        return np.asarray(np.diff(X.indptr) > 0)

    def words_used(self, X: Any) -> np.ndarray:
        """Which words have entries."""
        return np.asarray(np.bincount(X.indices, minlength=X.shape[1]) > 0)

    def grows(self) -> dict[str, int]:
        """The power with which the criterion, "criterion", and fitted attributes grow with X."""
        return {}

    def unit(self, X: Any) -> float:
        """The power of two that a checked X is divided by before it is fitted."""
        return unit_of(X.data)

    def extent(self, X: Any) -> tuple[float, int]:
        """The largest entry of a checked X, and the number of entries."""
        return float(X.data.max(initial=0)), X.nnz

    def divided(self, X: Any, unit: float) -> Any:
        """A checked X in this unit."""
        return divided(X, unit)

    # --- documents without words --------------------------------------------------------------------

    @contextmanager
    def without_empty(self, X: Any, has_words: np.ndarray) -> Iterator[Any]:
        """A checked X without its empty documents; the fitted arrays get their places back."""
        self._taking_part = kept = self.keep(X, has_words)
        before = dict(vars(self))
        try:
            yield X if kept is None else self.only(X, kept)
            if kept is not None:
                put_back(self, kept, before)
        finally:
            del self._taking_part

    def keep(self, X: Any, has_words: np.ndarray) -> Kept | None:
        """The documents of a checked X that take part in the fit; None if all do."""
        kept = worth_keeping(has_words, self.cluster_pair()[0])
        return None if kept is None else Kept(kept)

    def only(self, X: Any, kept: Kept) -> Any:
        """The documents of a checked X that are kept."""
        return without_rows(X, kept.documents)

    def restricted(self, given: dict[str, Any]) -> dict[str, Any]:
        """The other arguments of ``fit``, for the documents that are kept."""
        return given

    # --- fitting ------------------------------------------------------------------------------------

    def take_in(self, X: Any, *, reset: bool) -> Any:
        """What the user handed over, checked and in the unit that the fit is done in."""
        X = self.check(X, reset=reset)
        if reset:
            self.scale_ = self.unit(X)
        else:
            check_in_unit(*self.extent(X), X.dtype, self.scale_)
        return self.divided(X, self.scale_)

    def in_fitted_unit(self, name: str) -> np.ndarray:
        """A fitted attribute as it was while X was divided by ``scale_``."""
        value: np.ndarray = getattr(self, name)
        return value if self.scale_ == 1 else times_power(value, self.scale_, -self.grows().get(name, 0))

    def fit(self, X: Any, y: Any = None, *, callback: Callback | None = None) -> Self:
        """Group the rows and columns of X.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_documents, n_words)
            Non-negative, weighted as it comes.
        y : ignored
        callback : callable, optional
            Called with a ``Progress`` after every sweep or iteration.

        Returns
        -------
        self
        """
        self._fit(X, callback)
        return self

    def fit_predict(self, X: Any, y: Any = None, **fit_params: Any) -> np.ndarray:
        """Fit and return ``row_labels_``."""
        return self.fit(X, y, **fit_params).row_labels_

    def _fit(self, X: Any, callback: Callback | None = None, **given: Any) -> Outcome:
        """Check, search, and say how it went."""
        whole = self.take_in(X, reset=True)
        has_words = self.has_words(whole)
        # which words are used is asked at the end: before the check there may be no room for the answer
        with self.without_empty(whole, has_words) as X:
            given = self.restricted(given)
            if self.verbose and (needed := self.memory_needed(X, **given)):
                sys.stderr.write(f"{needed}\n")
            self.check_room(X, **given)
            with quiet_blas(self.n_jobs), recorded(self, X, given):
                power = self.grows().get("criterion", 0)
                found = self.search(X, callback, **given).in_unit(self.scale_, power)
            self._finish(found.losses[-1])
            for name, value in found.attributes().items():
                setattr(self, name, value)
        warn_of_empty(has_words, self.words_used(whole))
        warn_of_empty_clusters(*self.sizes(), self.if_empty)
        if found.complaint is not None:
            warnings.warn(found.complaint, ConvergenceWarning, stacklevel=3)
        return found

    def _finish(self, criterion: float = 0.0) -> None:
        """Tell the published factors in the unit of X; forget the fit if they are no numbers."""
        for name, power in self.grows().items():
            if self.scale_ != 1 and hasattr(self, name):
                setattr(self, name, times_power(getattr(self, name), self.scale_, power))
        found = {"criterion_": criterion} | {name: getattr(self, name) for name in FACTORS}
        broken = [name for name, value in found.items() if not all_finite(value)]
        if broken:
            for name in [name for name in vars(self) if name.endswith("_")]:
                delattr(self, name)
            raise CotextError(
                f"{self.cli_name} ended in {', '.join(broken)} with numbers that are not finite: those of X, "
                "or of init, are too far apart to be computed with. Give X as float64, divide it by its "
                "maximum, and leave out or cap the entries that are far from all others."
            )

    def label(self, Z: np.ndarray) -> Labelled:
        """Read the documents' answers as clusters."""
        norms = self.norms(Z)
        prior = shares(Z, norms)
        return Labelled(norms, prior, labels_from(Z, prior, norms))

    def publish_factors(self, Z: np.ndarray, W: np.ndarray, S: np.ndarray | None = None) -> None:
        """The factors and what they say: labels of documents and words."""
        self.row_factor_, self.column_factor_ = Z, W
        self.row_norms_, self.row_shares_, self.row_labels_ = self.label(Z)
        self.column_labels_ = self.word_labels(S, W)
        self.labels_ = self.row_labels_
        if S is not None:
            self.block_ = S

    # --- a fitted model -----------------------------------------------------------------------------

    @property
    def rows_(self) -> np.ndarray:
        """Documents of each co-cluster, boolean, shape (n_co_clusters, n_documents)."""
        return self._co_clusters()[0]

    @property
    def columns_(self) -> np.ndarray:
        """Words of each co-cluster, boolean, shape (n_co_clusters, n_words)."""
        return self._co_clusters()[1]

    def _co_clusters(self) -> tuple[np.ndarray, np.ndarray]:
        g, m = self.block_.shape
        rows = self.row_labels_ == np.arange(g)[:, None]
        columns = self.column_labels_ == np.arange(m)[:, None]
        return (rows, columns) if self.paired() else (np.repeat(rows, m, axis=0), np.tile(columns, (g, 1)))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.estimator_type = "clusterer"
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        return tags


complete_class(CoClusterer)
