"""Check the values of a loaded model and result before anything computes with them.

Native code uses these numbers unchecked, so no wrong one may reach it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from cotext.backend import is_sparse
from cotext.models.engine import (
    AMOUNTS,
    CURVE,
    DOCUMENT_CLUSTERS,
    DOCUMENTS,
    FACTORS,
    LABELS,
    NUMBERS,
    OPEN_LABELS,
    SHARES,
    SIMILARITY,
    SLICE_WORDS,
    SLICES,
    WORD_CLUSTERS,
    WORDS,
    Estimator,
)
from cotext.result import Confidence, Segments, fit_type_of

SOURCES = ("restarts", "opinions", "memberships", "none")
OF_OTHERS = ("restart_labels_", "opinion_labels_")  # clusters of the documents in other fits
OPINIONS = ("opinion_labels_", "opinion_kinds_")
OF_SLICES = ("n_slices", "slice_names")


def check_fitted(
    values: Mapping[str, Any], shape: tuple[int, int], Model: type, n_rows: int | None = None
) -> None:
    """Raise a ValueError for values that this class cannot have after fitting such a matrix.

    ``n_rows`` is the number of fitted rows if these were parts of the documents.
    """
    n, d = shape
    fit_type = fit_type_of(Model)
    axes, kinds = fit_type.axes(), fit_type.kinds()
    if issubclass(Model, Estimator):
        _check_complete(values, Model)
        axes["labels"], kinds["labels"] = axes["row_labels"], kinds["row_labels"]  # a second copy
    if values.get("n_features_in_", d) != d:
        raise ValueError(f"n_features_in_ is {values['n_features_in_']!r}, expected the {d} words of X")
    slices = values.get("n_slices_", 1)
    if type(slices) is not int or slices < 1:
        raise ValueError(f"n_slices_ is {slices!r}, expected a number from 1 up")
    sizes = {DOCUMENTS: n, WORDS: d, SLICES: slices, SLICE_WORDS: slices * d}
    for name, own in axes.items():
        if (value := values.get(f"{name}_")) is not None:
            _check_kind(f"{name}_", value, kinds[name])
            _check_shape(f"{name}_", own, np.shape(value), sizes)
            _check_numbers(f"{name}_", value, kinds[name])
    _check_others(values, n if n_rows is None else max(n, n_rows))
    _check_clusters(sizes, n if n_rows is None else n_rows, nested=fit_type.nested_words)
    if "leaves" in axes:
        _check_tree(values, sizes[DOCUMENT_CLUSTERS])


def _check_complete(values: Mapping[str, Any], Model: type[Estimator]) -> None:
    fit_type = Model.algorithm_type.fit_type
    arrays = [name for name in fit_type.axes() if name not in fit_type.optional]
    plain = [name for name in OF_SLICES if name in fit_type.__dataclass_fields__]
    for name in ("n_features_in", *arrays, "labels", *plain):
        if values.get(f"{name}_") is None:
            raise ValueError(f"{name}_ is missing, which every fitted {Model.__name__} has")


def check_values(X: sparse.csr_array, name: str) -> None:
    """Raise a ValueError for a matrix that holds anything but finite numbers from 0 up."""
    values = X.data
    if values.dtype.kind not in "biuf":
        raise ValueError(f"{name} holds {values.dtype}, expected numbers")
    if values.size and not (np.isfinite(values).all() and values.min() >= 0):
        raise ValueError(f"{name} holds negative, NaN or infinite values, expected numbers from 0 up")


def saved_confidence(tree: Mapping[str, Any] | None, shape: tuple[int, int]) -> Confidence:
    """Return a saved confidence; None, in old runs, means the largest membership."""
    confidence = Confidence(**(tree or {}))
    leads, edited = confidence.leads, confidence.votes is not None
    has_no_curve = {"memberships": not edited or len(leads) == 0, "none": True}.get(confidence.source, False)
    if confidence.source not in SOURCES or has_no_curve != (len(leads) == 0):
        raise ValueError(f"confidence by {confidence.source!r} with {len(leads)} knots")
    _check_shares(leads, leads.shape[:1])
    _check_shares(confidence.probabilities, leads.shape)
    if confidence.documents is not None:
        _check_shares(confidence.documents, shape[:1], unknown=edited)
    if confidence.votes is not None:
        _check_shares(confidence.votes, shape)
    mean = confidence.mean
    if not isinstance(mean, float) or not (np.isnan(mean) or 0 <= mean <= 1):
        raise ValueError(f"the mean share of the opinions is {mean!r}, expected a number up to 1")
    if (np.diff(leads) <= 0).any():
        raise ValueError("the knots of confidence do not rise")
    return confidence


def saved_segments(tree: Mapping[str, Any] | None, shape: tuple[int, int]) -> Segments | None:
    """Return saved segments; a ValueError names a wrong value."""
    if tree is None:
        return None
    segments = Segments(**tree)
    n_documents, n = segments.parts.shape
    if n_documents != shape[0] or (np.diff(segments.parts.indptr) < 1).any():
        raise ValueError(f"segments of {n_documents} documents, expected some of {shape[0]}")
    if segments.counts.shape != (n, shape[1]):
        raise ValueError(f"segments have counts of shape {segments.counts.shape}, expected {(n, shape[1])}")
    check_values(segments.counts, "counts of segments")
    if segments.clusters.dtype.kind not in "iu" or segments.confidence.dtype.kind != "f":
        raise ValueError("the clusters of the segments are not numbers")
    columns = [segments.clusters, segments.confidence]
    columns += [] if segments.excerpts is None else [np.asarray(segments.excerpts)]
    if any(column.shape != (n,) for column in columns):
        raise ValueError(f"clusters, confidence or excerpts are not those of {n} segments")
    return segments


def _check_shares(values: np.ndarray, shape: tuple[int, ...], *, unknown: bool = False) -> None:
    if values.shape != shape or values.dtype.kind != "f":
        raise ValueError(f"confidence is {values.dtype} of shape {values.shape}, expected numbers, {shape}")
    if not ((values >= 0) & (values <= 1) | (unknown & np.isnan(values))).all():
        raise ValueError("confidence holds values that are not between 0 and 1")


def _check_kind(name: str, value: object, kind: str) -> None:
    numbers, dtypes = ("integers", "iu") if kind in (LABELS, OPEN_LABELS) else ("numbers", "f")
    if kind == CURVE and isinstance(value, list):
        value = np.asarray(value)
    array = value.data if is_sparse(value) else value
    if not isinstance(array, np.ndarray):
        raise ValueError(f"{name} is a {type(value).__name__}, expected an array of {numbers}")
    if array.dtype.kind not in dtypes or array.dtype == np.float16:
        raise ValueError(f"{name} holds {array.dtype}, expected {numbers}")
    if is_sparse(value) and kind != SIMILARITY:
        raise ValueError(f"{name} is sparse, expected an array of {numbers}")


def _check_shape(name: str, axes: tuple[str, ...], shape: tuple[int, ...], sizes: dict[str, int]) -> None:
    fits = len(shape) == len(axes)
    if fits:
        expected = [sizes.setdefault(axis, size) for axis, size in zip(axes, shape, strict=True)]
        fits = list(shape) == expected
    if not fits:
        lengths = ", ".join(str(sizes.get(axis, "any")) for axis in axes)
        raise ValueError(f"{name} has shape {shape}, expected ({lengths})")


def _check_numbers(name: str, value: ArrayLike | sparse.csr_array, kind: str) -> None:
    numbers = value.data if is_sparse(value) else np.asarray(value)
    least = {LABELS: 0, OPEN_LABELS: -1}.get(kind)
    if least is not None and numbers.size and numbers.min() < least:
        raise ValueError(f"{name} goes down to {numbers.min()}, expected numbers of clusters")
    if kind in (AMOUNTS, SHARES, NUMBERS, SIMILARITY):
        if not np.isfinite(numbers).all():
            raise ValueError(f"{name} holds NaN or infinite values")
        if kind in (AMOUNTS, SHARES) and numbers.size and numbers.min() < 0:
            raise ValueError(f"{name} holds negative values")


def _check_others(values: Mapping[str, Any], most: int) -> None:
    """Refuse clusters beyond the number of documents, and opinions without a kind and a weight."""
    for name in OF_OTHERS:
        if np.size(values.get(name, ())) and values[name].max() >= most:
            raise ValueError(f"{name} goes up to {values[name].max()}, expected clusters of {most} documents")
    opinions = values.get("opinions_", [])
    if not isinstance(opinions, list | tuple) or not all(map(_is_opinion, opinions)):
        raise ValueError("opinions_ holds values other than a name, a score and a weight for each kind")
    present = [name for name in OPINIONS if name in values]
    if len(present) == 1:
        (missing,) = set(OPINIONS) - set(present)
        raise ValueError(f"{missing} is missing, which every fitted model with {present[0]} has")
    kinds = values.get("opinion_kinds_", np.zeros(0, dtype=np.int64))
    if kinds.size and kinds.max() >= len(opinions):
        raise ValueError(f"opinion_kinds_ goes up to {kinds.max()}, expected one of {len(opinions)} kinds")
    if kinds.size and not sum(opinions[kind][2] for kind in kinds.tolist()) > 0:
        raise ValueError("opinions_ gives no opinion any weight")


def _is_opinion(value: object) -> bool:
    if not isinstance(value, list | tuple) or len(value) != 3:
        return False
    name, score, weight = value
    numbers = all(isinstance(x, float | int) and not isinstance(x, bool) for x in (score, weight))
    return isinstance(name, str) and numbers and 0 <= weight < float("inf")


def _check_tree(values: Mapping[str, Any], g: int) -> None:
    """Refuse nodes before their parent, and leaves that are not exactly the clusters."""
    above, leaves = values["above_"], values["leaves_"]
    inner = np.isin(np.arange(len(above)), above)
    if (above >= np.arange(len(above))).any() or not np.array_equal(leaves < 0, inner):
        raise ValueError("above_ and leaves_ are not a tree")
    if set(leaves[~inner].tolist()) != set(range(g)) or values["row_labels_"].max() >= g:
        raise ValueError(f"leaves_ or row_labels_ name other than the {g} clusters")


def _check_clusters(sizes: Mapping[str, int], n: int, nested: bool) -> None:
    """Refuse more clusters than a fit allows, and a word factor without a column for each."""
    d = sizes[WORDS]
    g, m = sizes.get(DOCUMENT_CLUSTERS, 1), sizes.get(WORD_CLUSTERS, 1)
    if not (1 <= g <= n and 1 <= m <= max(d, g)):
        raise ValueError(f"{g} x {m} clusters of {n} documents and {d} words")
    width = g * m if nested else m
    if WORD_CLUSTERS in sizes and sizes.get(FACTORS, width) != width:
        raise ValueError(f"column_factor_ has {sizes[FACTORS]} columns, expected {width}")
