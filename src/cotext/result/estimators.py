"""Fitted estimators, ours or a user's own, read as one kind of value; nothing else asks what they have.

Our models hold a ``Fit``. Of any other estimator with ``row_labels_`` and ``column_labels_`` the attributes
that results can use are taken as one.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from cotext.models.engine import (
    DOCUMENT_CLUSTERS,
    DOCUMENTS,
    LABELS,
    OPEN_LABELS,
    SHARES,
    SIMILARITY,
    SLICES,
    WORD_CLUSTERS,
    WORDS,
    Algorithm,
    Estimator,
    Fit,
    Predictor,
    SweepFit,
    fitted,
)


@dataclass(frozen=True, eq=False)
class OtherFit(SweepFit):
    """What results use of an estimator that is no model of ours, as far as it is there.

    Attributes
    ----------
    agreement_, level_agreement_ : ndarray
        Share of the opinions that put a document into its cluster, also on each level.
    opinions_, opinion_labels_, opinion_kinds_
        Kinds of opinion as (name, score, weight), the clusters and the kind of each opinion.
    parents_, level_words_ : ndarray of int
        Cluster above each document cluster, and cluster of each word, on each coarser level.
    document_similarity_, word_similarity_ : ndarray or sparse matrix
        Similarities of its own.
    slice_blocks_, n_slices_, slice_names_
        Of a fit to several slices.
    halves_agreement_ : float
        What halves of the words share beyond chance.
    """

    agreement: np.ndarray = fitted(DOCUMENTS, kind=SHARES)
    level_agreement: np.ndarray = fitted("levels", DOCUMENTS, kind=SHARES)
    opinion_labels: np.ndarray = fitted("opinions", DOCUMENTS, kind=OPEN_LABELS)
    opinion_kinds: np.ndarray = fitted("opinions", kind=LABELS)
    parents: np.ndarray = fitted("coarser levels", DOCUMENT_CLUSTERS, kind=LABELS)
    level_words: np.ndarray = fitted("coarser levels", WORDS, kind=LABELS)
    document_similarity: Any = fitted(DOCUMENTS, DOCUMENTS, kind=SIMILARITY)
    word_similarity: Any = fitted(WORDS, WORDS, kind=SIMILARITY)
    slice_blocks: np.ndarray = fitted(SLICES, DOCUMENT_CLUSTERS, WORD_CLUSTERS)
    opinions: Any = None
    n_slices: int = 1
    slice_names: Any = None
    halves_agreement: float | None = None


OtherFit.optional = tuple(OtherFit.axes())


def fit_of(model: Any) -> Fit:
    """What a fitted estimator found."""
    found = vars(model).get("fit_")
    if isinstance(found, Fit):
        return found
    names = [one.name for one in fields(OtherFit) if hasattr(model, f"{one.name}_")]
    values = {f"{name}_": getattr(model, f"{name}_") for name in names}
    max_iter = model.get_params(deep=False).get("max_iter")
    values.setdefault("converged_", max_iter is None or int(values.get("n_iter_", 0)) < max_iter)
    return OtherFit.of_values(values)


def fit_type_of(Model: type) -> type[Fit]:
    """The kind of fit that a class of estimators has."""
    return Model.algorithm_type.fit_type if issubclass(Model, Estimator) else OtherFit


def algorithm_of(model: Any) -> Algorithm | None:
    """The algorithm of an estimator; None if it is no model of ours."""
    return model.algorithm if isinstance(model, Estimator) else None


def values_of(model: Any) -> dict[str, Any]:
    """Fitted values by name, as a run keeps them."""
    found = {
        name: value for name, value in vars(model).items() if name.endswith("_") and not name.startswith("_")
    }
    if not isinstance(found.get("fit_"), Fit):
        return found
    values = found.pop("fit_").values()
    return {**found, **values, "labels_": values["row_labels_"]}


def with_values(model: Any, values: dict[str, Any]) -> Any:
    """Undo ``values_of``: give an estimator what it had found."""
    for name in values:
        if name.startswith("_") or not name.endswith("_"):
            raise ValueError(f"{name!r} is not the name of a fitted attribute")
    if isinstance(model, Estimator):
        model.fit_ = fit_type_of(type(model)).of_values(values)
        values = {name: values[name] for name in ("n_features_in_", "feature_names_in_") if name in values}
    for name, value in values.items():
        setattr(model, name, value)
    return model


def predicts(model: Any) -> bool:
    """Whether an estimator places documents that it was not fitted on."""
    return hasattr(model, "predict")


def placed(model: Any, X: Any) -> tuple[np.ndarray, np.ndarray | None]:
    """The cluster of each document of X, and its memberships where an estimator tells them."""
    if isinstance(model, Predictor):
        Z = model.transform(X)
        return model.fit_.assign(Z), Z
    return np.asarray(model.predict(X)), model.transform(X) if hasattr(model, "transform") else None
