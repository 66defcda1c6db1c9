"""Fitted estimators, of cotext or of a user, read as one kind of value; no other module inspects them.

Models of cotext hold a ``Fit``. Any other estimator with ``row_labels_`` and ``column_labels_`` is read into
an ``OtherFit`` with those of its attributes that results can use. All values are checked before a result uses
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from cotext.backend import is_sparse, sound_csr
from cotext.corpus import DocWord
from cotext.errors import CotextError
from cotext.metrics import agreement
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

AnyModel = TypeVar("AnyModel")


class Clusterer(Protocol):
    """A fitted estimator of cotext or of a user."""

    row_labels_: np.ndarray
    column_labels_: np.ndarray

    def get_params(self, deep: bool = True) -> dict[str, Any]: ...


@dataclass(frozen=True, eq=False)
class OtherFit(SweepFit):
    """The attributes of a user's estimator that results can use; all are optional."""

    agreement: np.ndarray = fitted(DOCUMENTS, kind=SHARES)
    level_agreement: np.ndarray = fitted("levels", DOCUMENTS, kind=SHARES)
    opinion_labels: np.ndarray = fitted("opinions", DOCUMENTS, kind=OPEN_LABELS)
    opinion_kinds: np.ndarray = fitted("opinions", kind=LABELS)
    parents: np.ndarray = fitted("coarser levels", DOCUMENT_CLUSTERS, kind=LABELS)
    level_words: np.ndarray = fitted("coarser levels", WORDS, kind=LABELS)
    document_similarity: Any = fitted(DOCUMENTS, DOCUMENTS, kind=SIMILARITY)
    word_similarity: Any = fitted(WORDS, WORDS, kind=SIMILARITY)
    slice_blocks: np.ndarray = fitted(SLICES, DOCUMENT_CLUSTERS, WORD_CLUSTERS)
    opinions: Any = None  # kinds of opinion as (name, score, weight)
    n_slices: int = 1
    slice_names: Any = None
    halves_agreement: float | None = None


OtherFit.optional = tuple(OtherFit.axes())


def fit_of(model: Clusterer) -> Fit:
    """Return the fit of an estimator."""
    fit = vars(model).get("fit_")
    if isinstance(fit, Fit):
        return fit
    names = [field.name for field in fields(OtherFit) if hasattr(model, f"{field.name}_")]
    values = {f"{name}_": getattr(model, f"{name}_") for name in names}
    max_iter = model.get_params(deep=False).get("max_iter")
    values.setdefault("converged_", max_iter is None or int(values.get("n_iter_", 0)) < max_iter)
    return OtherFit.of_values(values)


def fit_type_of(Model: type) -> type[Fit]:
    """Return the kind of fit that a class of estimators has."""
    return Model.algorithm_type.fit_type if issubclass(Model, Estimator) else OtherFit


def algorithm_of(model: object) -> Algorithm | None:
    """Return the algorithm of an estimator; None if it is not a model of cotext."""
    return model.algorithm if isinstance(model, Estimator) else None


def values_of(model: object) -> dict[str, Any]:
    """Return fitted values by name, as a run stores them."""
    values = {
        name: value for name, value in vars(model).items() if name.endswith("_") and not name.startswith("_")
    }
    if not isinstance(values.get("fit_"), Fit):
        return values
    of_fit = values.pop("fit_").values()
    return {**values, **of_fit, "labels_": of_fit["row_labels_"]}


def with_values(model: AnyModel, values: Mapping[str, Any]) -> AnyModel:
    """Give fitted values back to an estimator; undo ``values_of``."""
    for name in values:
        if name.startswith("_") or not name.endswith("_"):
            raise ValueError(f"{name!r} is not the name of a fitted attribute")
    if isinstance(model, Estimator):
        model.fit_ = fit_type_of(type(model)).of_values(values)
        values = {name: values[name] for name in ("n_features_in_", "feature_names_in_") if name in values}
    for name, value in values.items():
        setattr(model, name, value)
    return model


def predicts(model: object) -> bool:
    """Whether an estimator places documents that it was not fitted on."""
    return hasattr(model, "predict")


def placed(model: Estimator, X: sparse.csr_array) -> tuple[np.ndarray, np.ndarray | None]:
    """Return the cluster of each document of X, and its memberships if the estimator computes them."""
    if isinstance(model, Predictor):
        Z = model.transform(X)
        return model.fit_.assign(Z), Z
    return np.asarray(model.predict(X)), model.transform(X) if hasattr(model, "transform") else None


def labels_of(fit: Fit, side: str, size: int) -> np.ndarray:
    """Return ``row_labels`` or ``column_labels``: one cluster number, from 0, per row or column."""
    labels = np.asarray(fit.row_labels if side == "row" else fit.column_labels)
    if labels.dtype.kind not in "iu" or labels.shape != (size,) or size == 0:
        raise CotextError(
            f"{side}_labels_ is {labels.dtype} of shape {labels.shape}; expected {size} integers: give the "
            "matrix the model was fitted on"
        )
    limit = max([size, *_widths(fit, side)])
    if labels.min() < 0 or labels.max() >= limit:
        raise CotextError(
            f"{side}_labels_ goes from {labels.min()} to {labels.max()}; expected 0 to {limit - 1}"
        )
    return labels


def n_clusters_of(fit: Fit, side: str, labels: np.ndarray) -> int:
    """Return the number of clusters of one side, empty ones included if the factors show them."""
    used = int(labels.max()) + 1
    return next((width for width in _widths(fit, side) if width >= used), used)


def metrics_of(fit: Fit, labels: np.ndarray | None, clusters: np.ndarray) -> dict[str, Any]:
    """Return the fit's own numbers and, if labels are known, the agreement with them."""
    numbers: dict[str, Any] = {
        "criterion": float(fit.criterion),
        "n_iter": int(fit.n_iter),
        "converged": bool(fit.converged),
    }
    return numbers if labels is None or (labels == -1).all() else numbers | agreement(labels, clusters)


def plain_names(docword: DocWord) -> DocWord:
    """Return the same matrix as a CSR array, its names as lists of strings."""
    return DocWord(
        X=sound_csr(docword.X, "the matrix"),
        vocabulary=[str(word) for word in docword.vocabulary],
        ids=[str(name) for name in docword.ids],
        labels=None if docword.labels is None else np.asarray(docword.labels),
        label_names=[str(name) for name in docword.label_names],
        notes=docword.notes,
        fields=docword.fields,
        files=docword.files,
    )


def label_texts(docword: DocWord) -> list[str]:
    """Return the known class of each document by name; an empty text if it has none."""
    codes = [] if docword.labels is None else docword.labels.tolist()
    names = dict(enumerate(docword.label_names)) | {-1: ""}
    return [names.get(code, str(code)) for code in codes]


def check_parts(docword: DocWord, counts: ArrayLike | sparse.csr_array, excerpts: object) -> None:
    """Refuse names, counts or texts that do not belong to the matrix."""
    if not (is_sparse(docword.X) and docword.X.format == "csr" and docword.X.ndim == 2):
        raise CotextError(f"the matrix is a {type(docword.X).__name__}; expected a CSR array")
    n, d = docword.X.shape
    columns: dict[str, tuple[Any, int]] = {"vocabulary": (docword.vocabulary, d), "ids": (docword.ids, n)}
    optional = {"labels": (docword.labels, n), "texts": (excerpts, n)}
    columns |= {name: column for name, column in optional.items() if column[0] is not None}
    for name, (values, expected) in columns.items():
        is_column = (isinstance(values, list) and only_strings(values)) or np.ndim(values) == 1
        if not is_column or len(values) != expected:
            raise CotextError(
                f"{name} has {np.size(values)} entries; the matrix is {n} x {d}: expected {expected}"
            )
    if docword.labels is not None and docword.labels.dtype.kind not in "iu":
        raise CotextError(f"labels are {docword.labels.dtype}; expected codes into label_names, -1 for none")
    if not is_sparse(counts) or counts.shape != (n, d):
        raise CotextError(f"counts has shape {np.shape(counts)}; expected that of the matrix, {n} x {d}")


def only_strings(values: Iterable[object]) -> bool:
    """Whether all values are strings; fast, because a run has hundreds of thousands of them.

    Examples
    --------
    >>> only_strings(["a", "b"]), only_strings(["a", None])
    (True, False)
    """
    return set(map(type, values)) <= {str}


def array_of(fit: Fit, name: str) -> np.ndarray:
    """Return an array that only some fits have; an empty one if this fit has none."""
    return np.asarray(fit.get(name, ()))


def parents_of(fit: Fit) -> np.ndarray:
    """Return the cluster of each document cluster on each coarser level."""
    return np.asarray(fit.get("parents", np.empty((0, len(array_of(fit, "block"))), dtype=np.int64)))


def _widths(fit: Fit, side: str) -> list[int]:
    axis, factor = (0, fit.row_factor) if side == "row" else (1, fit.column_factor)
    shapes = (np.shape(array) if np.size(array) else () for array in (fit.block, factor))
    block, own = (() if len(shape) < 2 else shape for shape in shapes)
    return [*block[:2][axis : axis + 1], *own[1:2]]
