"""The public face of a model: a scikit-learn estimator that holds a fit of an algorithm."""

from __future__ import annotations

import inspect
import warnings
from dataclasses import fields
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from sklearn.base import BaseEstimator, BiclusterMixin, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from cotext.backend import Chunks, as_python, quiet_blas
from cotext.errors import UsageError
from cotext.models.engine.algorithm import Algorithm, Clusters, Init, Seed
from cotext.models.engine.checks import check_chunks, check_matrix
from cotext.models.engine.docs import complete_class, complete_fit, missing_formulas
from cotext.models.engine.fit import Fit, Outcome
from cotext.models.engine.loop import Callback
from cotext.models.engine.parameters import boolean_for_number, constraints_of, defaults_of
from cotext.models.engine.run import fit_to, in_fitted_unit, in_unit_of


class Estimator(BiclusterMixin, BaseEstimator):  # type: ignore[misc] # scikit-learn has no types
    """Groups rows and columns at once.

    A model is a class with a name for the command line, a key in docs/references.bib, and an algorithm. Its
    parameters are the fields of the algorithm; its fitted attributes are the values of ``fit_``.

    Attributes
    ----------
    fit_ : Fit
        All results, as one value.
    rows_, columns_ : ndarray of bool
        Members of each co-cluster, as in scikit-learn's biclustering.
    """

    cli_name: ClassVar[str]
    reference: ClassVar[str]  # key in docs/references.bib
    weighting: ClassVar[str] = "tf-idf-norm"  # of texts
    algorithm_type: ClassVar[type[Algorithm]] = Algorithm  # type: ignore[type-abstract]

    fit_: Fit
    n_features_in_: int
    if TYPE_CHECKING:  # of every model
        n_clusters: Clusters
        random_state: Seed
        n_jobs: int | None
        verbose: int
        init: Init
        row_factor_: np.ndarray
        column_factor_: np.ndarray
        block_: np.ndarray
        row_labels_: np.ndarray
        column_labels_: np.ndarray
        losses_: np.ndarray
        criteria_: np.ndarray
        criterion_: float
        n_iter_: int
        converged_: bool

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "cli_name" in vars(cls):
            if missing := missing_formulas(cls.algorithm_type):
                raise TypeError(
                    f"{cls.__name__} has a cli_name, so it is a model, but "
                    f"{cls.algorithm_type.__name__} lacks {missing}: the docstrings of its base classes "
                    "describe them."
                )
            if "algorithm_type" not in vars(cls):  # the algorithm of another model, under another name
                cls.algorithm_type = type(f"{cls.__name__}Algorithm", (cls.algorithm_type,), {})
            cls.algorithm_type.cli_name = cls.cli_name
        algorithm = cls.algorithm_type
        if "algorithm_type" in vars(cls):
            _give_parameters(cls, algorithm)
            _give_attributes(cls, algorithm.fit_type)
        complete_class(cls, algorithm.__mro__, algorithm.fit_type.__mro__)
        if "fit" in vars(cls):
            cls.fit.__doc__ = complete_fit(cls.fit.__doc__)

    def __init__(self, n_clusters: Clusters = 3, **parameters: Any) -> None:
        raise TypeError(f"{type(self).__name__} has no algorithm: use one of cotext.models.")

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, as_python(value) if name in self._parameter_constraints else value)

    def _validate_params(self) -> None:
        """scikit-learn's checks, and ours: to Python True is a number."""
        if wrong := boolean_for_number(self._parameter_constraints, self.get_params(deep=False)):
            raise UsageError(wrong)
        if parts := self.algorithm.wrong():
            raise UsageError(*parts)
        super()._validate_params()

    @property
    def algorithm(self) -> Algorithm:
        """The algorithm with these parameters."""
        return self.algorithm_type(**self.get_params(deep=False))

    def fit(self, X: object, y: object = None, *, callback: Callback | None = None) -> Self:
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

    def fit_predict(self, X: object, y: object = None, **fit_params: Any) -> np.ndarray:
        """Fit and return ``row_labels_``."""
        return self.fit(X, y, **fit_params).row_labels_

    def _fit(self, X: object, callback: Callback | None = None, **given: Any) -> Outcome:
        checked = self._check(X, reset=True)
        outcome = fit_to(self.algorithm, checked, callback, given)
        self.fit_ = outcome.fit
        return outcome

    def _check(self, X: object, *, reset: bool) -> Any:
        """The user's X, checked; with ``reset`` its width is stored, else compared."""
        if isinstance(X, Chunks) and self.algorithm_type.reads_chunks:
            return check_chunks(self, X, reset=reset)
        return check_matrix(self, X, reset=reset)

    @property
    def labels_(self) -> np.ndarray:
        """Cluster of each document, as scikit-learn calls it."""
        return self.row_labels_

    @property
    def rows_(self) -> np.ndarray:
        """Documents of each co-cluster, boolean, shape (n_co_clusters, n_documents)."""
        return self.algorithm.co_clusters(_fit_of(self, "rows_"))[0]

    @property
    def columns_(self) -> np.ndarray:
        """Words of each co-cluster, boolean, shape (n_co_clusters, n_words)."""
        return self.algorithm.co_clusters(_fit_of(self, "columns_"))[1]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.estimator_type = "clusterer"
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        return tags


class Predictor(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Estimator):  # type: ignore[misc]
    """A model that places documents which it was not fitted on."""

    def transform(self, X: object) -> np.ndarray:
        """Memberships of documents, new or old: shape (n_documents, n_document_clusters)."""
        check_is_fitted(self)
        checked, algorithm = in_unit_of(self.fit_, self._check(X, reset=False)), self.algorithm
        with quiet_blas(self.n_jobs):
            return algorithm.memberships(checked, in_fitted_unit(algorithm, self.fit_))

    def predict(self, X: object) -> np.ndarray:
        """Cluster of each document; one without known words gets the largest cluster."""
        check_is_fitted(self)
        return self.fit_.assign(self.transform(X))

    def fit_transform(self, X: object, y: object = None, **fit_params: Any) -> np.ndarray:
        """Fit and transform the same documents."""
        self.fit(X, y, **fit_params)
        return self.row_factor_ if self.fit_.settled else self.transform(X)

    @property
    def _n_features_out(self) -> int:
        return len(self.block_)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags


def _give_parameters(cls: type[Estimator], algorithm: type[Algorithm]) -> None:
    """A constructor and scikit-learn's constraints, from the fields of the algorithm."""
    defaults = defaults_of(algorithm)

    def __init__(self: Estimator, n_clusters: Clusters = 3, **parameters: Any) -> None:
        if unknown := parameters.keys() - defaults.keys():
            raise TypeError(
                f"{cls.__name__} has no parameter {min(unknown)!r}; it has {', '.join(defaults)}."
            )
        for name, value in (defaults | parameters | {"n_clusters": n_clusters}).items():
            setattr(self, name, value)

    anywhere, by_name = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
    signature = [
        inspect.Parameter(name, anywhere if name == "n_clusters" else by_name, default=default)
        for name, default in defaults.items()
    ]
    this = inspect.Parameter("self", anywhere)
    __init__.__signature__ = inspect.Signature([this, *signature])  # type: ignore[attr-defined]
    cls.__init__ = __init__  # type: ignore[method-assign]
    cls._parameter_constraints = constraints_of(algorithm)


def _give_attributes(cls: type[Estimator], fit_type: type[Fit]) -> None:
    """A property for every value of a fit, with an underscore as in scikit-learn."""
    for f in fields(fit_type):
        setattr(cls, f"{f.name}_", property(partial(_value, name=f.name)))
    for former, name in fit_type.aliases.items():
        setattr(cls, f"{former}_", property(partial(_former_value, former=former, name=name)))


def _value(self: Estimator, name: str) -> Any:
    if (value := getattr(_fit_of(self, f"{name}_"), name)) is None:
        raise AttributeError(f"this fit of {type(self).__name__} has no {name}_")
    return value


def _former_value(self: Estimator, former: str, name: str) -> Any:
    value = _value(self, name)
    warnings.warn(f"{former}_ is now called {name}_", FutureWarning, stacklevel=2)
    return value


def _fit_of(model: Estimator, attribute: str) -> Fit:
    if "fit_" not in vars(model):
        raise AttributeError(f"{type(model).__name__} has no {attribute} before it is fitted")
    return model.fit_


complete_class(Estimator, (), ())
