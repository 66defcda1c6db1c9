"""Turns the user's input into a checked CSR matrix in one precision, or raises an error."""

from __future__ import annotations

import sys
import warnings
from numbers import Integral
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse
from sklearn.utils.validation import check_non_negative, validate_data

from cotext.backend import Chunks, MatrixLike, check_room_for_rows, check_sparse, sound_csr
from cotext.cooccurrence.association import both_ways
from cotext.errors import CotextError, EmptyClusterWarning, EmptyInputWarning, Keyword, UsageError
from cotext.models.checkpoint import once

if TYPE_CHECKING:
    from cotext.models.engine.algorithm import Algorithm, Seed
    from cotext.models.engine.estimator import Estimator


def check_matrix(model: Estimator, X: object, *, reset: bool) -> sparse.csr_array:
    """X as CSR in float32 or float64, finite, non-negative, in canonical format; the input is not changed."""
    X = X.whole() if isinstance(X, Chunks) else X
    check_sparse(X, "X")
    check_room_for_rows(X, "X")
    if reset:
        model._validate_params()
    valid: sparse.csr_array = validate_data(
        model, X, accept_sparse="csr", dtype=[np.float64, np.float32], reset=reset
    )
    check_non_negative(valid, type(model).__name__)
    checked = canonical(valid)
    check_range(checked)
    if reset:
        check_clusters(model.algorithm, checked.shape)
    return checked


def canonical(X: sparse.csr_array) -> sparse.csr_array:
    """CSR with sorted, unique entries above the smallest normal number; copied only if necessary."""
    X = sparse.csr_array(X)
    if not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    if (nothing := X.data < np.finfo(X.dtype).tiny).any():
        X = X.copy()
        X.data[nothing] = 0
        X.eliminate_zeros()
    return X


def check_symmetric(relation: MatrixLike, n: int, name: str, things: str) -> sparse.csr_array:
    """A relation between the n ``things`` of X: square, symmetric, finite, non-negative."""
    if (shape := np.shape(cast(ArrayLike, relation))) != (n, n):
        raise UsageError(f"{name} has shape {shape}, expected ({n}, {n}), one row per {things} of X.")
    C = sound_csr(relation, name)
    if C.dtype.kind not in "biuf" or not np.isfinite(C.data).all() or (C.data < 0).any():
        raise CotextError(f"{name} must hold finite, non-negative numbers.")
    probe = np.random.default_rng(0).random(n)  # C v = C' v for a random v: surely symmetric
    if not np.allclose(*both_ways(C, probe), rtol=1e-6):
        raise CotextError(f"{name} is not symmetric: pass C + C.T if it is directed.")
    return C


def check_range(X: sparse.csr_array) -> None:
    """Squares and their sums must fit the precision; otherwise the fit would be silently infinite."""
    check_largest(float(X.data.max(initial=0)), X.size, X.dtype)


def check_largest(largest: float, size: int, dtype: np.dtype[Any]) -> None:
    """The same for ``size`` entries, none of which is larger."""
    if _overflows(largest, 1.0, size, dtype):
        raise CotextError(
            f"X holds values up to {largest:.3g}, whose squares overflow {dtype}: divide X by its maximum."
        )


def check_in_unit(largest: float, size: int, dtype: np.dtype[Any], unit: float) -> None:
    """The same for new documents, divided by the unit that the model was fitted in."""
    if _overflows(largest, unit, size, dtype):
        raise CotextError(
            f"X holds values up to {largest:.3g}, and the model was fitted on values near {unit:.3g}: in "
            f"that unit their squares overflow {dtype}. Give new documents in the unit of those that were "
            "fitted."
        )


def _overflows(largest: float, unit: float, size: int, dtype: np.dtype[Any]) -> bool:
    """Whether the squares of the entries, divided by the unit, may add up to more than dtype can hold."""
    if not largest > 0:
        return False
    return bool(2 * (np.log(largest) - np.log(unit)) + np.log(size) > np.log(np.finfo(dtype).max))


def check_chunks(model: Estimator, X: Chunks, *, reset: bool) -> Chunks:
    """Size and range of the chunks must suit the model; each chunk is checked when it is opened."""
    d = X.shape[1]
    if reset:
        model._validate_params()
        check_clusters(model.algorithm, X.shape)
        model.n_features_in_ = d
    elif d != model.n_features_in_:
        raise CotextError(
            f"X has {d} features, but {type(model).__name__} is expecting {model.n_features_in_} features "
            "as input: give a store of the same words."
        )
    check_largest(X.largest, X.nnz, X.dtype)
    return X


def check_clusters(model: Algorithm, shape: tuple[int, int]) -> None:
    """Numbers of clusters must be positive and suit the matrix."""
    pair = model.cluster_pair()
    if len(pair) != 2 or not all(isinstance(k, Integral) and int(k) >= 1 for k in pair):
        raise UsageError(
            Keyword("n_clusters", model.n_clusters), ": expected a positive int or a pair of them."
        )
    g, m = pair
    if model.paired() and g != m:
        raise UsageError(
            Keyword("n_clusters", model.n_clusters),
            f": {model.cli_name} has as many word as document clusters; "
            "give one number, or use a three-factor model such as nmtf.",
        )
    if g > shape[0]:
        raise UsageError(
            Keyword("n_clusters", g),
            f" is more than the number of documents (n_samples={shape[0]}): choose fewer.",
        )
    if m > shape[1] and not isinstance(model.n_clusters, Integral):
        raise UsageError(
            Keyword("n_clusters", (g, m)),
            f": more word clusters than words (n_features={shape[1]}): choose fewer.",
        )


def warn_of_empty(documents_used: np.ndarray, words_used: np.ndarray) -> None:
    """Warn once if documents or words have no entries."""
    documents, words = int((~documents_used).sum()), int((~words_used).sum())
    if documents or words:
        warnings.warn(
            f"{documents} of {len(documents_used)} documents and {words} of {len(words_used)} words have no "
            "entries; they are kept, labels_ has the largest cluster for them.",
            EmptyInputWarning,
            stacklevel=level_outside(),
        )


def warn_of_empty_clusters(documents: np.ndarray, words: np.ndarray, remedy: str) -> None:
    """Warn once if clusters have no members, given the sizes of all."""
    empty = [
        f"{(sizes == 0).sum()} of {len(sizes)} {things} clusters"
        for sizes, things in ((documents, "document"), (words, "word"))
        if not sizes.all()
    ]
    if empty:
        message = f"{' and '.join(empty)} ended without members: {remedy}."
        warnings.warn(message, EmptyClusterWarning, stacklevel=level_outside())


def level_outside() -> int:
    """The ``stacklevel`` of a warning that points at the caller of a model."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and str(frame.f_globals.get("__name__")).startswith("cotext.models."):
        level, frame = level + 1, frame.f_back
    return level


def generator(random_state: Seed) -> np.random.Generator:
    """A NumPy generator from any ``random_state`` of scikit-learn."""
    if isinstance(random_state, np.random.RandomState):
        return np.random.default_rng(random_state.randint(2**32, dtype=np.uint64))
    seed = once("seed", lambda: np.random.SeedSequence().entropy) if random_state is None else random_state
    return np.random.default_rng(seed)
