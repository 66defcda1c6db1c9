"""Kernels for the words' side: rules for rows with given scores, and inner products."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from cotext.backend.native.library import is_plain, kernels
from cotext.backend.threads import threads_here

Array: TypeAlias = np.ndarray[Any, Any]  # as in arrays.py, which imports this file

WORTH_IT = 1 << 12  # numbers below which a call costs more than it saves


def decide(kind: int, G: Array, inner: int, scores: Array, Z: Array) -> Array | None:
    """A rule with only G and ``inner``, for given scores; None if the kernels do not apply."""
    native = kernels()
    if native is None or not _plain(scores, Z) or G.dtype != Z.dtype or not Z.size:
        return None
    stack = (-1, *Z.shape[-2:])
    R, g = Z.size // (Z.shape[-2] * Z.shape[-1]), Z.shape[-1]
    G = np.ascontiguousarray(np.broadcast_to(G, (R, g, g)))
    answers = np.empty_like(Z)
    native.decide(
        scores.reshape(stack), Z.reshape(stack), kind, inner, 1.0, G, answers.reshape(stack), threads_here()
    )
    return answers


def dot(A: Array, B: Array) -> Array | None:
    """Inner products over the last two axes in float64; None if the kernels do not apply."""
    native = kernels()
    if native is None or not _plain(A, B) or A.ndim > 3 or A.size < WORTH_IT * (len(A) if A.ndim == 3 else 1):
        return None
    pairs = zip(A, B, strict=True) if A.ndim == 3 else [(A, B)]
    products = np.array([native.dot(a, b, threads_here()) for a, b in pairs])
    return products if A.ndim == 3 else products[0]


def _plain(A: Array, B: Array) -> bool:
    """Two arrays of one shape and precision that the kernels can read."""
    return is_plain(A) and is_plain(B) and A.shape == B.shape and A.ndim >= 2 and A.dtype == B.dtype
