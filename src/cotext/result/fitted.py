"""What a result takes from a fit, checked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from cotext.backend import is_sparse, sound_csr
from cotext.corpus import DocWord
from cotext.errors import CotextError
from cotext.metrics import agreement
from cotext.models.engine import Fit


def labels_of(fit: Fit, side: str, size: int) -> np.ndarray:
    """Return ``row_labels`` or ``column_labels``: one cluster number, from 0, per row or column."""
    labels = np.asarray(fit.row_labels if side == "row" else fit.column_labels)
    if labels.dtype.kind not in "iu" or labels.shape != (size,) or size == 0:
        found = f"{side}_labels_ is {labels.dtype} of shape {labels.shape}"
        raise CotextError(f"{found}; expected {size} integers: give the matrix the model was fitted on")
    limit = max([size, *_widths(fit, side)])
    if labels.min() < 0 or labels.max() >= limit:
        raise CotextError(
            f"{side}_labels_ goes from {labels.min()} to {labels.max()}; expected 0 to {limit - 1}"
        )
    return labels


def n_clusters_of(fit: Fit, side: str, labels: np.ndarray) -> int:
    """Return the number of clusters of one side, empty ones included where the factors show them."""
    used = int(labels.max()) + 1
    return next((width for width in _widths(fit, side) if width >= used), used)


def metrics_of(fit: Fit, labels: np.ndarray | None, clusters: np.ndarray) -> dict[str, Any]:
    """Return the fit's own numbers and, where labels are known, the agreement with them."""
    numbers: dict[str, Any] = {
        "criterion": float(fit.criterion),
        "n_iter": int(fit.n_iter),
        "converged": bool(fit.converged),
    }
    if labels is not None and (labels != -1).any():
        numbers |= agreement(labels, clusters)
    return numbers


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
    """Return the known class of each document by name; empty where it has none."""
    codes = [] if docword.labels is None else docword.labels.tolist()
    names = dict(enumerate(docword.label_names)) | {-1: ""}
    return [names.get(code, str(code)) for code in codes]


def check_parts(docword: DocWord, counts: Any, excerpts: Any) -> None:
    """Refuse names, counts or texts that do not belong to the matrix."""
    if not (is_sparse(docword.X) and docword.X.format == "csr" and docword.X.ndim == 2):
        raise CotextError(f"the matrix is a {type(docword.X).__name__}; expected a CSR array")
    n, d = docword.X.shape
    found = {"vocabulary": (docword.vocabulary, d), "ids": (docword.ids, n)}
    optional = {"labels": (docword.labels, n), "texts": (excerpts, n)}
    found |= {name: pair for name, pair in optional.items() if pair[0] is not None}
    for name, (values, expected) in found.items():
        if not _is_column(values) or len(values) != expected:
            raise CotextError(
                f"{name} has {np.size(values)} entries; the matrix is {n} x {d}: expected {expected}"
            )
    if docword.labels is not None and docword.labels.dtype.kind not in "iu":
        raise CotextError(f"labels are {docword.labels.dtype}; expected codes into label_names, -1 for none")
    if not is_sparse(counts) or counts.shape != (n, d):
        raise CotextError(f"counts has shape {np.shape(counts)}; expected that of the matrix, {n} x {d}")


def only_strings(values: Iterable[Any]) -> bool:
    """Whether nothing but strings is there; a run has hundreds of thousands of them.

    Examples
    --------
    >>> only_strings(["a", "b"]), only_strings(["a", None])
    (True, False)
    """
    return set(map(type, values)) <= {str}


def _is_column(values: Any) -> bool:
    return (isinstance(values, list) and only_strings(values)) or np.ndim(values) == 1


def array_of(fit: Fit, name: str) -> np.ndarray:
    """An array that only some fits have; an empty one if this has none."""
    return np.asarray(fit.get(name, ()))


def parents_of(fit: Fit) -> np.ndarray:
    """Cluster of each document cluster on each coarser level."""
    return np.asarray(fit.get("parents", np.empty((0, len(array_of(fit, "block"))), dtype=np.int64)))


def _widths(fit: Fit, side: str) -> list[int]:
    axis, factor = (0, fit.row_factor) if side == "row" else (1, fit.column_factor)
    shapes = (np.shape(array) if np.size(array) else () for array in (fit.block, factor))
    block, own = (() if len(shape) < 2 else shape for shape in shapes)
    return [*block[:2][axis : axis + 1], *own[1:2]]
