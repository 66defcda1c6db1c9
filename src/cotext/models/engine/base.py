"""What every model is on the outside: parameters, fitting, labels, prediction.

A model file adds formulas only, over a frozen state that holds the words' side:

``begin(X, rngs, **side)`` -> (Z, state)   starts, one per generator (``init`` names them)
``rule(state)``            -> rule         how a document answers (gather, decide)
``shared(state, sums)``    -> state        what all answers change (after scatter)
``loss(state, sums)``      -> float        the criterion, from the sums alone
``factors(state)``         -> (S, W)       the fitted blocks and word factor
``frozen(S, W)``           -> state        enough of a state for ``rule``, from a fitted model

Formulas are written with ``@`` and ``.mT``, so they do not notice the axis of restarts that ``_loop`` adds.
"""

from __future__ import annotations

import warnings
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from sklearn.base import BaseEstimator, BiclusterMixin, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from cotext.backend import Sums, open_matrix, quiet_blas
from cotext.errors import UsageError
from cotext.models.engine.checks import check_matrix, generator, warn_of_empty
from cotext.models.engine.docs import complete_docstring, complete_signature
from cotext.models.engine.labels import column_norms, labels_from, shares
from cotext.models.engine.loop import Callback, Generators, Run, best_run
from cotext.models.engine.restarts import compact, padded
from cotext.models.engine.sklearn_private import Interval, StrOptions
from cotext.models.starts.factors import make_starts


class CoClusterer(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BiclusterMixin, BaseEstimator):
    """Base of every model: a scikit-learn estimator that groups rows and columns at once."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for documented in (cls, vars(cls).get("fit")):
            if documented is not None:
                documented.__doc__ = complete_docstring(documented.__doc__)
        complete_signature(cls)
        inherited = super(cls, cls)._parameter_constraints
        cls._parameter_constraints = {**inherited, **vars(cls).get("_parameter_constraints", {})}

    cli_name: ClassVar[str]
    reference: ClassVar[str]  # key in docs/references.bib
    weighting: ClassVar[str] = "tf-idf-norm"  # what it is fitted on when texts are given
    for_documents: ClassVar[dict[str, Any]] = {}  # settings for people with documents, not matrices
    two_factor: ClassVar[bool] = False  # X ~ Z W': as many word clusters as document clusters
    words_within: ClassVar[bool] = False  # the word clusters are counted per document cluster
    hard: ClassVar[bool] = False  # Z is 0/1 while fitting
    scales: ClassVar[bool] = True  # labels are the argmax of unit columns, not of the answers as they are
    monotone: ClassVar[bool] = True  # else the best sweep is kept, not the last
    given_starts: ClassVar[bool] = True  # ``init`` may be factors
    restarts: ClassVar[bool] = True  # else nothing is drawn at random, and one run is all there is
    predicts: ClassVar[bool] = True  # else it knows only the documents it was fitted on
    settles: ClassVar[bool] = True  # else a document's answer needs more than the document and the words

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "n_clusters": [Interval(Integral, 1, None, closed="left"), tuple, list],
        "n_init": [Interval(Integral, 1, None, closed="left")],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "tol": [Interval(Real, 0, None, closed="left")],
        "random_state": ["random_state", np.random.Generator],
        "init": [StrOptions({"skmeans", "itcc", "random", "nndsvda"}), tuple, list],
        "screen": ["boolean"],
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
        screen=False,
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
        self.screen = screen
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

    def answers_alone(self, state: Any) -> bool:
        """Whether a document's answer needs nothing but the document and the words: no graph A, say."""
        return self.settles and getattr(state, "A", None) is None

    def most_sweeps(self) -> int:
        """Sweeps per restart, at most."""
        return self.max_iter

    def word_labels(self, S: np.ndarray, W: np.ndarray) -> np.ndarray:
        """Cluster of each word, from the fitted blocks and word factor."""
        scaled = W / column_norms(W)
        return labels_from(scaled, shares(scaled))

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
        self._fit(X, callback)
        return self

    def side(self, X: Any, *given: Any) -> dict[str, Any]:
        """The CSR matrices beside X that the formulas use, from what ``fit`` was given."""
        return {}

    def _fit(self, X: Any, callback: Callback | None = None, *given: Any) -> Run:
        """Run every restart and keep the best."""
        X = self.check(X, reset=True)
        self.__dict__.pop("_stream", None)
        side = self.side(X, *given)
        with quiet_blas(self.n_jobs):
            data = self._open(X)
            several = self.restarts and isinstance(self.init, str)
            rngs = generator(self.random_state).spawn(self.n_init if several else 1)
            beside = {name: data.beside(matrix) for name, matrix in side.items()}
            curves: list[list[float]] = []
            labels: list[np.ndarray] = []

            def remember(run: Run) -> None:
                curves.append(run.losses)
                labels.append(self._document_side(data.get(run.Z))[2])

            best, criteria = best_run(self, data, rngs, callback, remember, **beside)
            self._keep(data, best.state, best.Z)
        self.restart_losses_, self.restart_labels_ = padded(curves), compact(labels, self.cluster_pair()[0])
        self.criterion_, self.criteria_ = best.criterion, np.array(criteria)
        self.losses_, self.n_iter_, self.converged_ = (
            np.array(best.losses),
            len(best.losses) - 1,
            best.converged or self.most_sweeps() < self.max_iter,
        )
        warn_of_empty(*self.used(X))
        if not self.converged_:
            warnings.warn(self._not_converged(best.losses[:-1]), ConvergenceWarning, stacklevel=3)
        return best

    def check(self, X: Any, *, reset: bool) -> Any:
        """What the user handed over, made safe; with ``reset`` its width is remembered, else compared."""
        return check_matrix(self, X, reset=reset)

    def used(self, X: Any) -> tuple[np.ndarray, np.ndarray]:
        """Which documents and which words have entries."""
        return np.diff(X.indptr) > 0, np.bincount(X.indices, minlength=X.shape[1]) > 0

    def check_parameters(self) -> CoClusterer:
        """The estimator itself, or an error that says which parameter cannot be what it is."""
        try:
            self._validate_params()
        except ValueError as error:
            raise UsageError(f"{error} See 'cotext models {self.cli_name}'.") from None
        return self

    def memory_needed(self, X: Any) -> str | None:
        """What fitting X will take, in words; None where it is not worth a word."""
        return None

    def _open(self, X: Any) -> Any:
        return self.prepare(open_matrix(X, self.device, self.n_jobs))

    def _keep(self, X: Any, state: Any, Z: Any) -> None:
        """The factors and labels of a finished state and the documents' answers to it."""
        S, W = (X.get(factor) for factor in self.factors(state))
        self.row_factor_, self.block_, self.column_factor_ = X.get(Z), S, W
        self.row_norms_, self.row_shares_, self.row_labels_ = self._document_side(self.row_factor_)
        self.column_labels_ = self.word_labels(S, W)
        self.labels_ = self.row_labels_
        self.settled_ = self.answers_alone(state)

    def _document_side(self, Z: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(column norms, cluster shares, labels) of the documents' answers."""
        norms = column_norms(Z) if self.scales else np.ones(Z.shape[1], Z.dtype)
        prior = shares(Z / norms)
        return norms, prior, labels_from(Z / norms, prior)

    def _not_converged(self, losses: list[float]) -> str:
        before, after = losses[-2:] if len(losses) > 1 else (np.nan, losses[0])
        return (
            f"{self.cli_name} stopped after max_iter={self.max_iter} sweeps while its criterion still fell "
            f"by {(before - after) / max(abs(before), 1e-300):.1e} of itself per sweep (tol={self.tol:g}): "
            "raise max_iter, or tol if this is close enough."
        )

    # --- using a fitted model -----------------------------------------------------------------------

    def transform(self, X) -> np.ndarray:
        """Memberships of documents, new or old: shape (n_documents, n_document_clusters)."""
        check_is_fitted(self)
        X = self.check(X, reset=False)
        with quiet_blas(self.n_jobs):
            data = self._open(X)
            state = self.frozen(data.put(self.block_), data.put(self.column_factor_))
            return data.get(self.answer(data, state))

    def predict(self, X) -> np.ndarray:
        """Cluster of each document; one without known words gets the largest cluster."""
        return self.assign(self.transform(X))

    def assign(self, Z: np.ndarray) -> np.ndarray:
        """Cluster of each document, from what ``transform`` says of it."""
        return labels_from(Z / self.row_norms_, self.row_shares_)

    def fit_transform(self, X, y=None, **fit_params) -> np.ndarray:
        """Fit and transform the same documents."""
        self.fit(X, y, **fit_params)
        return self.row_factor_ if self.settled_ else self.transform(X)

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
