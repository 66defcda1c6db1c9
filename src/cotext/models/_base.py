"""What every model shares: the loop, the restarts, stopping, labels, prediction.

A model file adds formulas only, over a frozen state that holds the words' side:

``begin(X, rngs, **side)`` -> (Z, state)   starts, one per generator (``init`` names them)
``rule(state)``            -> rule         how a document answers (gather, decide)
``shared(state, sums)``    -> state        what all answers change (after scatter)
``loss(state, sums)``      -> float        the criterion, from the sums alone
``factors(state)``         -> (S, W)       the fitted blocks and word factor
``frozen(S, W)``           -> state        enough of a state for ``rule``, from a fitted model

While fitting, every factor has a leading axis of restarts, so that one product over X serves several of them:
formulas are written with ``@`` and ``.mT`` and do not notice.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from sklearn.base import BaseEstimator, BiclusterMixin, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from cotext.backend import Sums, open_matrix, quiet_blas
from cotext.backend.rules import one_hot
from cotext.models._docs import complete_docstring, complete_signature
from cotext.models._input import check_matrix, generator, warn_of_empty
from cotext.models._labels import column_norms, labels_from, shares
from cotext.models._restarts import join, take
from cotext.models._sklearn import Interval, StrOptions
from cotext.models._starts import make_starts


@dataclass(frozen=True)
class Run:
    """One restart: the documents' answers, the words' state and the criterion after each sweep."""

    Z: Any
    state: Any
    losses: list[float]
    n_iter: int
    converged: bool

    @property
    def criterion(self) -> float:
        return self.losses[-1]


@dataclass(frozen=True)
class Progress:
    """What a callback is told after each sweep."""

    restart: int
    n_init: int
    sweep: int
    max_iter: int
    loss: float


Callback = Callable[[Progress], object]
Report = Callable[[int, int, float], object]
Generators = Sequence[np.random.Generator]

WIDTH = 80  # columns of one product: wider ones are no quicker and need more memory


class CoClusterer(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BiclusterMixin, BaseEstimator):
    """Base of every model: a scikit-learn estimator that groups rows and columns at once."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.__doc__ = complete_docstring(cls.__doc__)
        complete_signature(cls)
        inherited = super(cls, cls)._parameter_constraints
        cls._parameter_constraints = {**inherited, **vars(cls).get("_parameter_constraints", {})}

    cli_name: ClassVar[str]
    reference: ClassVar[str]  # key in docs/references.bib
    two_factor: ClassVar[bool] = False  # X ~ Z W': as many word clusters as document clusters
    hard: ClassVar[bool] = False  # Z is 0/1 while fitting
    monotone: ClassVar[bool] = True  # else the best sweep is kept, not the last
    settles: ClassVar[bool] = True  # else a document's answer needs more than the document and the words

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "n_clusters": [Interval(Integral, 1, None, closed="left"), tuple, list],
        "n_init": [Interval(Integral, 1, None, closed="left")],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "tol": [Interval(Real, 0, None, closed="left")],
        "random_state": ["random_state", np.random.Generator],
        "init": [StrOptions({"skmeans", "random", "nndsvda"}), tuple, list],
        "device": [StrOptions({"cpu", "cuda"})],
        "n_jobs": [Integral, None],
        "verbose": ["verbose"],
    }

    def __init__(
        self,
        n_clusters=3,
        *,
        n_init=10,
        max_iter=100,
        tol=1e-5,
        random_state=None,
        init="skmeans",
        device="cpu",
        n_jobs=None,
        verbose=0,
    ):
        self.n_clusters = n_clusters
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state
        self.init = init
        self.device = device
        self.n_jobs = n_jobs
        self.verbose = verbose

    # --- what a model may change beside its formulas -----------------------------------------------

    def prepare(self, X: Any) -> Any:
        """The matrix the model works on; X as it is unless the model says otherwise."""
        return X

    def start(self, X: Any, rngs: Generators) -> tuple[Any, Any, Any]:
        """(Z, W, S) as the parameter ``init`` asks, in X's home, one per restart."""
        Z, W, S = make_starts(self.init, X, *self.cluster_pair(), rngs)
        return X.put(Z), X.put(W), X.put(S)

    def tidy(self, Z: Any, state: Any, sums: Sums) -> tuple[Any, Any, Sums]:
        """What a model does to all answers at once, between the documents' and the words' turn."""
        return Z, state, sums

    def answer(self, X: Any, state: Any) -> Any:
        """What each document says to finished words: depends on nothing but the document and them."""
        rule = self.rule(state).settled()
        nothing = X.put(np.zeros((*rule.W.shape[:-2], X.shape[0], self.cluster_pair()[0])))
        return X.respond(rule, nothing)

    def cluster_pair(self) -> tuple[int, int]:
        """(document clusters, word clusters)."""
        return (self.n_clusters,) * 2 if isinstance(self.n_clusters, Integral) else tuple(self.n_clusters)

    # --- fitting ------------------------------------------------------------------------------------

    def fit(self, X, y=None, *, callback: Callback | None = None):
        """Group the rows and columns of X.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_documents, n_words)
            Non-negative, weighted as it comes.
        y : ignored
        callback : callable, optional
            Called with a ``Progress`` after every sweep.

        Returns
        -------
        self
        """
        return self._fit(check_matrix(self, X, reset=True), callback)

    def _fit(self, X: Any, callback: Callback | None, **side: Any):
        """Run every restart and keep the best; ``side`` holds CSR matrices beside X."""
        with quiet_blas():
            data = self.prepare(open_matrix(X, self.device, self.n_jobs))
            beside = {name: data.beside(matrix) for name, matrix in side.items()}
            rngs = generator(self.random_state).spawn(self.n_init if isinstance(self.init, str) else 1)
            best, criteria = None, []
            for group in self._groups(len(rngs)):
                report = self._reporter(group.start, len(rngs), callback)
                for run in self._settle(data, self.run_group(data, rngs[group], report, **beside)):
                    criteria.append(run.criterion)
                    if best is None or run.criterion < best.criterion:
                        best = run
            assert best is not None
            self._keep(data, best, criteria)
        warn_of_empty(X)
        if not best.converged:
            warnings.warn(self._not_converged(best), ConvergenceWarning, stacklevel=3)
        return self

    def _groups(self, n: int) -> list[slice]:
        """Restarts that run side by side: as many as make products wide enough to be quick."""
        size = max(1, WIDTH // max(self.cluster_pair()))
        return [slice(i, i + size) for i in range(0, n, size)]

    def run(self, X: Any, rngs: Generators) -> list[Run]:
        """All restarts of an opened matrix, without a word to anyone."""
        return [run for group in self._groups(len(rngs)) for run in self.run_group(X, rngs[group])]

    def run_group(self, X: Any, rngs: Generators, report: Report | None = None, **side: Any) -> list[Run]:
        """Sweep side by side; each restart ends when its criterion falls by less than ``tol`` of itself."""
        Z, state = self.begin(X, rngs, **side)
        losses: list[list[float]] = [[] for _ in rngs]
        running, runs = list(range(len(rngs))), {}
        while running:
            Z, sums = X.sweep(Z, self.rule(state))
            Z, state, sums = self.tidy(Z, state, sums)
            state = self.shared(state, sums)
            ended = []
            for i, loss in enumerate(X.get(self.loss(state, sums)).tolist()):
                r = running[i]
                losses[r].append(loss)
                if report is not None:
                    report(r, len(losses[r]), loss)
                if self._ends(losses[r]):
                    ended.append(i)
                if i in ended if self.monotone else loss <= min(losses[r]):
                    runs[r] = Run(Z[[i]], take(state, [i]), losses[r], 0, False)
            if ended:
                stay = [i for i in range(len(running)) if i not in ended]
                Z, state, running = Z[stay], take(state, stay), [running[i] for i in stay]
        return [
            replace(runs[r], n_iter=len(losses[r]), converged=self._stalls(losses[r]))
            for r in range(len(rngs))
        ]

    def _stalls(self, losses: list[float]) -> bool:
        if len(losses) < 2:
            return False
        fall = losses[-2] - losses[-1]
        return (fall if self.monotone else abs(fall)) <= self.tol * abs(losses[-2])

    def _ends(self, losses: list[float]) -> bool:
        return len(losses) == self.max_iter or self._stalls(losses)

    def _settle(self, X: Any, runs: list[Run]) -> list[Run]:
        """Let every document answer the finished words once more, so that ``predict(X)`` is ``labels_``."""
        state = join([run.state for run in runs])
        if not self.settles:
            return [
                replace(run, Z=run.Z[0], state=take(state, r), losses=[*run.losses, min(run.losses)])
                for r, run in enumerate(runs)
            ]
        answers = self.answer(X, state)
        Z = one_hot(answers.argmax(axis=-1), answers) if self.hard else answers
        final = X.get(self.loss(state, X.sums(Z))).tolist()
        return [
            replace(run, Z=answers[r], state=take(state, r), losses=[*run.losses, final[r]])
            for r, run in enumerate(runs)
        ]

    def _keep(self, X: Any, best: Run, criteria: list[float]) -> None:
        S, W = (X.get(factor) for factor in self.factors(best.state))
        self.row_factor_, self.block_, self.column_factor_ = X.get(best.Z), S, W
        self.row_norms_ = np.ones(len(S), S.dtype) if self.hard else column_norms(self.row_factor_)
        self.row_shares_ = shares(self.row_factor_ / self.row_norms_)
        self.row_labels_ = labels_from(self.row_factor_ / self.row_norms_, self.row_shares_)
        scaled = W / column_norms(W)
        self.column_labels_ = labels_from(scaled, shares(scaled))
        self.labels_ = self.row_labels_
        self.criterion_, self.criteria_ = best.criterion, np.array(criteria)
        self.losses_, self.n_iter_, self.converged_ = np.array(best.losses), best.n_iter, best.converged

    def _reporter(self, first: int, total: int, callback: Callback | None) -> Report:
        def report(restart: int, sweep: int, loss: float) -> None:
            number = first + restart + 1
            if self.verbose > 1 or (self.verbose and sweep == 1):
                sys.stderr.write(f"{self.cli_name}: start {number}/{total}, sweep {sweep}: {loss:.6g}\n")
            if callback is not None:
                callback(Progress(number, total, sweep, self.max_iter, loss))

        return report

    def _not_converged(self, run: Run) -> str:
        before, after = run.losses[-3:-1] if run.n_iter > 1 else (np.nan, run.losses[0])
        return (
            f"{self.cli_name} stopped after max_iter={self.max_iter} sweeps while its criterion still fell "
            f"by {(before - after) / max(abs(before), 1e-300):.1e} of itself per sweep (tol={self.tol:g}): "
            "raise max_iter, or tol if this is close enough."
        )

    # --- using a fitted model -----------------------------------------------------------------------

    def transform(self, X) -> np.ndarray:
        """Memberships of documents, new or old: shape (n_documents, n_document_clusters)."""
        check_is_fitted(self)
        X = check_matrix(self, X, reset=False)
        with quiet_blas():
            data = self.prepare(open_matrix(X, self.device, self.n_jobs))
            state = self.frozen(data.put(self.block_), data.put(self.column_factor_))
            return data.get(self.answer(data, state))

    def predict(self, X) -> np.ndarray:
        """Cluster of each document; one without known words gets the largest cluster."""
        return labels_from(self.transform(X) / self.row_norms_, self.row_shares_)

    def fit_transform(self, X, y=None, **fit_params) -> np.ndarray:
        """Fit and transform the same documents."""
        self.fit(X, y, **fit_params)
        return self.row_factor_ if self.settles else self.transform(X)

    def fit_predict(self, X, y=None, **fit_params) -> np.ndarray:
        """Fit and return ``row_labels_``."""
        return self.fit(X, y, **fit_params).row_labels_

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
        return (rows, columns) if self.two_factor else (np.repeat(rows, m, axis=0), np.tile(columns, (g, 1)))

    @property
    def _n_features_out(self) -> int:
        return self.block_.shape[0]

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.estimator_type = "clusterer"
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags
