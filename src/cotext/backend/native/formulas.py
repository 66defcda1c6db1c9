"""What the words' side asks of the kernels: rules for rows whose scores are at hand, and inner products."""

from __future__ import annotations

from typing import Any

import numpy as np

from cotext.backend.native import kernels
from cotext.backend.threads import threads_here

WORTH_IT = 1 << 12  # numbers below which a call costs more than it saves


def decide(kind: int, rule: Any, scores: Any, Z: Any) -> Any:
    """``rule(scores, Z)`` for a rule with G and ``inner`` alone; None where the kernels do not apply."""
    native = kernels()
    if native is None or not _plain(scores, Z) or rule.G.dtype != Z.dtype or not Z.size:
        return None
    stack = (-1, *Z.shape[-2:])
    R, g = Z.size // (Z.shape[-2] * Z.shape[-1]), Z.shape[-1]
    G = np.ascontiguousarray(np.broadcast_to(rule.G, (R, g, g)))
    answers = np.empty_like(Z)
    native.decide(
        scores.reshape(stack),
        Z.reshape(stack),
        kind,
        rule.inner,
        1.0,
        G,
        answers.reshape(stack),
        threads_here(),
    )
    return answers


def dot(A: Any, B: Any) -> Any:
    """Inner products over the last two axes in float64; None where the kernels do not apply."""
    native = kernels()
    if native is None or not _plain(A, B) or A.ndim > 3 or A.size < WORTH_IT * (len(A) if A.ndim == 3 else 1):
        return None
    if A.ndim == 2:
        return np.float64(native.dot(A, B, threads_here()))
    return np.array([native.dot(a, b, threads_here()) for a, b in zip(A, B, strict=True)])


def _plain(A: Any, B: Any) -> bool:
    """Two C-ordered NumPy arrays of one shape and a precision the kernels know."""
    return (
        isinstance(A, np.ndarray)
        and isinstance(B, np.ndarray)
        and A.shape == B.shape
        and A.ndim >= 2
        and A.dtype == B.dtype
        and A.dtype in (np.float32, np.float64)
        and A.flags.c_contiguous
        and B.flags.c_contiguous
    )
