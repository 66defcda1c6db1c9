"""The definition of ``sweep``. Every home must agree with it."""

from __future__ import annotations

from typing import Any

from cotext.backend.arrays import sum_xlogx
from cotext.backend.rules import Sums


def sweep(X: Any, Z: Any, rule: Any) -> tuple[Any, Sums]:
    """Gather, decide, scatter."""
    Z = rule(X @ rule.W, Z)
    return Z, Sums(X.T @ Z, Z.mT @ Z, sum_xlogx(Z))
