"""Decide whether a table of scores recommends a number of clusters.

A number is recommended only if every other score is lower by more than two standard errors of the difference,
and if smaller and larger numbers were tried as well: at the edge of the range the score may still be rising.
Two clusters, the smallest number to try, need especially clear groups.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from cotext.result import Table

NONE, WEAK, CLEAR = 0.03, 0.1, 0.7  # agreement of halves of the words: shuffled words reach .009
SMALLEST = 2  # clusters worth comparing
ERRORS = 2  # standard errors
MOST = 5  # candidates
NO_GROUPS = (
    "no clear number: halves of the words agree no better than chance, whatever the number of clusters"
)


@dataclass(frozen=True)
class Evidence:
    """The recommendation of a table."""

    best: tuple[int, int] | None  # document and word clusters with a clearly best score, if any
    candidates: list[int]  # numbers of document clusters worth trying, ascending; none without groups
    leading: int  # number of document clusters with the highest score, clear or not

    def __str__(self) -> str:
        if self.best is not None:
            return f"recommended: n_clusters={self.best}"
        if not self.candidates:
            return NO_GROUPS
        plural = "s" * (len(self.candidates) > 1)
        return f"no clear number; candidate{plural} {', '.join(map(str, self.candidates))}"


def evidence(table: Table) -> Evidence:
    """Read a table with the columns of :func:`as_table`.

    Examples
    --------
    >>> columns = ("documents", "words", "agreement", "error", "score")
    >>> rows = [(2, 2, 0.5, 0.01, 0.2), (3, 3, 0.6, 0.01, 0.5), (4, 4, 0.5, 0.01, 0.4)]
    >>> print(evidence(Table(columns, rows)))
    recommended: n_clusters=(3, 3)
    >>> print(evidence(Table(columns, rows[1:])))
    no clear number; candidate 3
    """
    rows = _best_of_each(table)
    numbers = [row["documents"] for row in rows]
    score, error, agreement = (_column(rows, name, table) for name in ("score", "error", "agreement"))
    top = int(score.argmax())
    if not agreement.max() >= NONE:
        return Evidence(None, [], numbers[top])
    behind = score[top] - score > ERRORS * np.hypot(error[top], error)
    behind[top] = True
    if behind.all() and _inside(numbers, top, agreement) and agreement[top] >= WEAK:
        return Evidence((numbers[top], rows[top]["words"]), [numbers[top]], numbers[top])
    return Evidence(None, _candidates(numbers, score, behind), numbers[top])


def _best_of_each(table: Table) -> list[dict[str, Any]]:
    """Return, for each number of document clusters, the row of its best number of word clusters."""
    by = "stability" if "stability" in table.columns else table.columns[-1]
    best: dict[int, dict[str, Any]] = {}
    for row in table:
        other = best.setdefault(row["documents"], row)
        if row[by] > other[by]:
            best[row["documents"]] = row
    return [best[number] for number in sorted(best)]


def _column(rows: list[dict[str, Any]], name: str, table: Table) -> np.ndarray:
    """Return scores, agreements or errors, which likelihoods do not have; a NaN score cannot be best."""
    if name == "score":
        score = np.array([row[table.columns[-1]] for row in rows], dtype=np.float64)
        return np.where(np.isnan(score), -np.inf, score)
    default = {"error": 0.0, "agreement": WEAK}[name]
    return np.array([row.get(name, default) for row in rows], dtype=np.float64)


def _inside(numbers: list[int], top: int, agreement: np.ndarray) -> bool:
    """Whether the range continues on both sides of the highest score."""
    below = top > 0 or (numbers[0] == SMALLEST and agreement[0] >= CLEAR)
    return below and top < len(numbers) - 1


def _candidates(numbers: list[int], score: np.ndarray, behind: np.ndarray) -> list[int]:
    """Return peaks as high as the highest, within the errors; for a single peak, all numbers as good."""
    around = np.concatenate([[-np.inf], score, [-np.inf]])
    peak = (score >= around[:-2]) & (score >= around[2:])
    good = ~behind
    good[score.argmax()] = True
    chosen = np.flatnonzero(peak & good)
    if len(chosen) == 1:
        chosen = np.flatnonzero(good)
    best = chosen[np.argsort(-score[chosen], kind="stable")[:MOST]]
    return sorted(numbers[i] for i in best.tolist())
