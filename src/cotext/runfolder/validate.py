"""What a fitted model holds beside its matrix: compared before a loaded one computes anything.

Native code follows these numbers without looking, so a wrong one must not get that far.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

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
OF_OTHERS = ("restart_labels_", "opinion_labels_")  # clusters of the documents that others than the fit found
OPINIONS = ("opinion_labels_", "opinion_kinds_")
OF_SLICES = ("n_slices", "slice_names")


def check_fitted(
    values: Mapping[str, Any], shape: tuple[int, int], Model: type, n_rows: int | None = None
) -> None:
    """Refuse, with a ValueError, values that this class never has after fitting such a matrix.

    ``n_rows`` is the number of rows that were fitted, where these were parts of the documents.
    """
    n, d = shape
    fit_type = fit_type_of(Model)
    axes, kinds = fit_type.axes(), fit_type.kinds()
    if issubclass(Model, Estimator):
        _check_there(values, Model)
        axes["labels"], kinds["labels"] = axes["row_labels"], kinds["row_labels"]  # the same once more
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


def _check_there(values: Mapping[str, Any], Model: Any) -> None:
    fit_type = Model.algorithm_type.fit_type
    arrays = [name for name in fit_type.axes() if name not in fit_type.optional]
    plain = [name for name in OF_SLICES if name in fit_type.__dataclass_fields__]
    for name in ("n_features_in", *arrays, "labels", *plain):
        if values.get(f"{name}_") is None:
            raise ValueError(f"{name}_ is missing, which every fitted {Model.__name__} has")


def check_values(X: Any, name: str) -> None:
    """Refuse, with a ValueError, a matrix that holds anything but finite numbers from 0 up."""
    values = X.data
    if values.dtype.kind not in "biuf":
        raise ValueError(f"{name} holds {values.dtype}, expected numbers")
    if values.size and not (np.isfinite(values).all() and values.min() >= 0):
        raise ValueError(f"{name} holds negative, NaN or infinite values, expected numbers from 0 up")


def saved_confidence(tree: Mapping[str, Any] | None, shape: tuple[int, int]) -> Confidence:
    """Undo ``Confidence.saved``; None, in old runs, is the largest membership."""
    found = Confidence(**(tree or {}))
    edited = found.votes is not None
    bare = {"memberships": not edited or len(found.leads) == 0, "none": True}.get(found.source, False)
    if found.source not in SOURCES or bare != (len(found.leads) == 0):
        raise ValueError(f"confidence by {found.source!r} with {len(found.leads)} knots")
    _check_shares(found.leads, found.leads.shape[:1])
    _check_shares(found.probabilities, found.leads.shape)
    if found.documents is not None:
        _check_shares(found.documents, shape[:1], unknown=edited)
    if found.votes is not None:
        _check_shares(found.votes, shape)
    if not isinstance(found.mean, float) or not (np.isnan(found.mean) or 0 <= found.mean <= 1):
        raise ValueError(f"the mean share of the opinions is {found.mean!r}, expected a number up to 1")
    if (np.diff(found.leads) <= 0).any():
        raise ValueError("the knots of confidence do not rise")
    return found


def saved_segments(tree: Mapping[str, Any] | None, shape: tuple[int, int]) -> Segments | None:
    """Undo ``Segments.saved``; a ValueError says what does not fit."""
    if tree is None:
        return None
    found = Segments(**tree)
    n = found.parts.shape[1]
    if found.parts.shape[0] != shape[0] or (np.diff(found.parts.indptr) < 1).any():
        raise ValueError(f"segments of {found.parts.shape[0]} documents, expected some of {shape[0]}")
    if found.counts.shape != (n, shape[1]):
        raise ValueError(f"segments have counts of shape {found.counts.shape}, expected {(n, shape[1])}")
    check_values(found.counts, "counts of segments")
    if found.clusters.dtype.kind not in "iu" or found.confidence.dtype.kind != "f":
        raise ValueError("the clusters of the segments are no numbers")
    shapes = {found.clusters.shape, found.confidence.shape}
    if found.excerpts is not None:
        shapes.add(np.shape(found.excerpts))
    if shapes != {(n,)}:
        raise ValueError(f"clusters, confidence or excerpts are not those of {n} segments")
    return found


def _check_shares(values: Any, shape: tuple[int, ...], *, unknown: bool = False) -> None:
    if values.shape != shape or values.dtype.kind != "f":
        raise ValueError(f"confidence is {values.dtype} of shape {values.shape}, expected numbers, {shape}")
    if not ((values >= 0) & (values <= 1) | (unknown & np.isnan(values))).all():
        raise ValueError("confidence holds values that are not between 0 and 1")


def _check_kind(name: str, value: Any, kind: str) -> None:
    wanted, dtypes = ("integers", "iu") if kind in (LABELS, OPEN_LABELS) else ("numbers", "f")
    if kind == CURVE and isinstance(value, list):
        value = np.asarray(value)
    array = value.data if is_sparse(value) else value
    if not isinstance(array, np.ndarray):
        raise ValueError(f"{name} is a {type(value).__name__}, expected an array of {wanted}")
    if array.dtype.kind not in dtypes or array.dtype == np.float16:
        raise ValueError(f"{name} holds {array.dtype}, expected {wanted}")
    if is_sparse(value) and kind != SIMILARITY:
        raise ValueError(f"{name} is sparse, expected an array of {wanted}")


def _check_shape(name: str, axes: tuple[str, ...], shape: tuple[int, ...], sizes: dict[str, int]) -> None:
    fits = len(shape) == len(axes)
    if fits:
        expected = [sizes.setdefault(axis, size) for axis, size in zip(axes, shape, strict=True)]
        fits = list(shape) == expected
    if not fits:
        wanted = ", ".join(str(sizes.get(axis, "any")) for axis in axes)
        raise ValueError(f"{name} has shape {shape}, expected ({wanted})")


def _check_numbers(name: str, value: Any, kind: str) -> None:
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
    """No cluster beyond the number of documents, and a kind, with a weight, for every opinion."""
    for name in OF_OTHERS:
        if np.size(values.get(name, ())) and values[name].max() >= most:
            raise ValueError(f"{name} goes up to {values[name].max()}, expected clusters of {most} documents")
    told = values.get("opinions_", [])
    if not isinstance(told, list | tuple) or not all(map(_is_opinion, told)):
        raise ValueError("opinions_ holds other than kinds of opinion with a name, a score and a weight")
    given = [name for name in OPINIONS if name in values]
    if len(given) == 1:
        (missing,) = set(OPINIONS) - set(given)
        raise ValueError(f"{missing} is missing, which every fitted model with {given[0]} has")
    kinds = values.get("opinion_kinds_", np.zeros(0, dtype=np.int64))
    if kinds.size and kinds.max() >= len(told):
        raise ValueError(f"opinion_kinds_ goes up to {kinds.max()}, expected one of {len(told)} kinds")
    if kinds.size and not sum(told[kind][2] for kind in kinds.tolist()) > 0:
        raise ValueError("opinions_ gives no opinion any weight")


def _is_opinion(one: Any) -> bool:
    if not isinstance(one, list | tuple) or len(one) != 3:
        return False
    name, score, weight = one
    numbers = all(isinstance(value, float | int) and not isinstance(value, bool) for value in (score, weight))
    return isinstance(name, str) and numbers and 0 <= weight < float("inf")


def _check_tree(values: Mapping[str, Any], g: int) -> None:
    """Nodes come after the one above them; the last ones, and no others, have the clusters, all of them."""
    above, leaves = values["above_"], values["leaves_"]
    inner = np.isin(np.arange(len(above)), above)
    if (above >= np.arange(len(above))).any() or not np.array_equal(leaves < 0, inner):
        raise ValueError("above_ and leaves_ are not a tree")
    if set(leaves[~inner].tolist()) != set(range(g)) or values["row_labels_"].max() >= g:
        raise ValueError(f"leaves_ or row_labels_ name other than the {g} clusters")


def _check_clusters(sizes: Mapping[str, int], n: int, nested: bool) -> None:
    """No more clusters than a fit allows; the word factor has a column for each."""
    d = sizes[WORDS]
    g, m = sizes.get(DOCUMENT_CLUSTERS, 1), sizes.get(WORD_CLUSTERS, 1)
    if not (1 <= g <= n and 1 <= m <= max(d, g)):
        raise ValueError(f"{g} x {m} clusters of {n} documents and {d} words")
    width = g * m if nested else m
    if WORD_CLUSTERS in sizes and sizes.get(FACTORS, width) != width:
        raise ValueError(f"column_factor_ has {sizes[FACTORS]} columns, expected {width}")
