"""The definition of ``sweep``. Every home must agree with it."""

from __future__ import annotations

from cotext.backend.arrays import Array, sum_xlogx
from cotext.backend.matrix import Matrix
from cotext.backend.rules import Rule, Sums


def sweep(X: Matrix, Z: Array, rule: Rule) -> tuple[Array, Sums]:
    """Gather, decide, scatter."""
    Z = rule(X @ rule.W, Z)
    return Z, Sums(X.T @ Z, Z.mT @ Z, sum_xlogx(Z))
