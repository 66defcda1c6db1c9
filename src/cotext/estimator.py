"""Co-clustering as a step of scikit-learn: raw strings in, clusters and memberships out."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from cotext.api import cluster_by, set_up
from cotext.errors import UsageError
from cotext.fitting import place
from cotext.metrics import nmi
from cotext.models.engine import Estimator
from cotext.models.judging.chance_corrected import shared_beyond_chance
from cotext.models.judging.split_half import halves
from cotext.recipe import OPTIONS, Group, Prepared

RECIPE_OPTIONS: dict[str, Any] = {
    option.name: option.default for option in OPTIONS if option.group not in (Group.COLUMNS, Group.TABLES)
} | {"weighting": "auto"}


class TextCoClusterer(TransformerMixin, BaseEstimator):  # type: ignore[misc] # scikit-learn has no types
    """Groups texts, and the words they use, at the same time.

    An estimator version of :func:`cotext.cluster` for a ``Pipeline`` or a ``GridSearchCV``: it takes a list
    of strings, and ``transform`` returns the share of each document in each cluster.

    Parameters
    ----------
    n_clusters : int or (int, int), default=8
        Document clusters and word clusters; one number means both.
    model : str, default="auto"
        A name from ``cotext models``; "auto" is "consensus".
    random_state : int, RandomState, Generator or None, default=None
        Seed.
    model_params : dict, optional
        Further parameters of the model, such as ``{"n_init": 20}``.
    **about_texts
        The options of :class:`cotext.Recipe` for texts, not those for tables. Each is a parameter, for
        ``set_params`` and grids.

    Attributes
    ----------
    labels_ : ndarray of int, shape (n_documents,)
        Cluster of each document; -1 for those without known words.
    result_ : CoClustering
        The clusters with their words and pictures: ``result_.summary()``, ``result_.plot``.

    Examples
    --------
    >>> from cotext import TextCoClusterer
    >>> texts = ["red oak, tall elm"] * 6 + ["cold rain, wet snow"] * 6
    >>> model = TextCoClusterer(n_clusters=2, random_state=0).fit(texts)
    >>> bool(model.predict(["an oak and an elm"])[0] == model.labels_[0])
    True
    """

    def __init__(
        self,
        n_clusters: int | tuple[int, int] = 8,
        *,
        model: str = "auto",
        random_state: int | np.random.RandomState | np.random.Generator | None = None,
        model_params: Mapping[str, Any] | None = None,
        **about_texts: Any,
    ) -> None:
        self.n_clusters = n_clusters
        self.model = model
        self.random_state = random_state
        self.model_params = model_params
        if unknown := [name for name in about_texts if name not in RECIPE_OPTIONS]:
            raise TypeError(f"TextCoClusterer has no parameter {unknown[0]!r}; parameters of the model go "
                            "into model_params.")  # fmt: skip
        for name, default in RECIPE_OPTIONS.items():
            setattr(self, name, about_texts.get(name, default))

    def fit(self, X: Iterable[str], y: object = None) -> Self:
        """Group the texts X; y is ignored."""
        parameters = {"random_state": self.random_state, **(self.model_params or {})}
        options = {name: getattr(self, name) for name in RECIPE_OPTIONS}
        estimator, recipe = set_up(self.model, self.n_clusters, options, parameters)
        self.result_ = cluster_by(estimator, recipe, _texts(X))
        self.labels_ = self.result_.row_labels_
        return self

    def fit_predict(self, X: Iterable[str], y: object = None) -> np.ndarray:
        """Fit and return ``labels_``."""
        return self.fit(X, y).labels_

    def predict(self, X: Iterable[str]) -> np.ndarray:
        """Cluster of each text; -1 for those without known words."""
        return self._placed(X)[0]

    def transform(self, X: Iterable[str]) -> np.ndarray:
        """Share of each text in each document cluster, shape (n_documents, n_document_clusters)."""
        return self._placed(X)[1]

    def get_feature_names_out(self, input_features: object = None) -> np.ndarray:
        """Names of the columns of ``transform``: ``cluster_0``, ``cluster_1``, ..."""
        check_is_fitted(self)
        return np.array([f"cluster_{k}" for k in range(self.result_.n_clusters[0])], dtype=object)

    def score(self, X: Iterable[str], y: ArrayLike | None = None) -> float:
        """Score the clusters of the texts; higher is better.

        With y: their normalized mutual information with y. Without y: the information, in nats, that the
        clusters predicted from one half of the words share with those from the other half, beyond chance. It
        is 0 for none and at most the logarithm of the number of clusters; more clusters raise it only if both
        halves distinguish them.
        """
        if y is not None:
            return nmi(y, self.predict(X))
        return _shared_by_halves(self._ready(X).weighted.X, self.result_.model)

    def _ready(self, X: Iterable[str]) -> Prepared:
        check_is_fitted(self)
        assert self.result_.recipe is not None  # it was fitted on texts
        return self.result_.recipe.prepare(_texts(X))

    def _placed(self, X: Iterable[str]) -> tuple[np.ndarray, np.ndarray]:
        ready = self._ready(X)  # checks that the estimator is fitted
        return place(self.result_, ready)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.estimator_type = "clusterer"
        tags.input_tags.two_d_array, tags.input_tags.string = False, True
        tags.no_validation = True
        return tags


def _spelled_out() -> inspect.Signature:
    """Return the constructor's signature with the options of the recipe, because scikit-learn reads it."""
    own = inspect.signature(TextCoClusterer.__init__).parameters.values()
    kind = inspect.Parameter.KEYWORD_ONLY
    options = [inspect.Parameter(name, kind, default=default) for name, default in RECIPE_OPTIONS.items()]
    return inspect.Signature([*(p for p in own if p.kind is not p.VAR_KEYWORD), *options])


TextCoClusterer.__init__.__signature__ = _spelled_out()  # type: ignore[attr-defined]


def _texts(X: Iterable[str]) -> list[str]:
    if isinstance(X, str | bytes):
        raise UsageError(f"X is one {type(X).__name__}; give a list of texts, or a file to cotext.cluster.")
    return list(X)


def _shared_by_halves(X: sparse.csr_array, model: Estimator) -> float:
    """Return the information that clusters predicted from two halves of the words share beyond chance."""
    rng = np.random.default_rng(0)
    predictions = []
    for part, columns in halves(X, rng):
        half = sparse.csr_array((part.data, columns[part.indices], part.indptr), shape=X.shape)
        predictions.append((model.predict(half), np.diff(part.indptr) > 0))
    scores = []
    for (labels, has_words), (others, others_have) in zip(predictions[::2], predictions[1::2], strict=True):
        both = has_words & others_have
        lengths = np.diff(X.indptr)[both]
        scores.append(shared_beyond_chance(labels[both], others[both], lengths, rng) if both.any() else 0.0)
    return float(np.mean(scores))
