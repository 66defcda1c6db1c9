"""What is measured of the starts of a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cotext.errors import UsageError
from cotext.metrics import agreement, mean_pmi, stability

AGREEMENT = ("nmi", "ari", "acc", "ri", "purity")
LOWER_IS_BETTER = ("error",)
TITLES = {
    "nmi": "NMI", "ari": "ARI", "acc": "ACC", "ri": "RI", "purity": "purity", "error": "relative error",
    "pmi": "PMI", "stability": "stability",
}  # fmt: skip
TOP_WORDS = 30


@dataclass(frozen=True)
class Fit:
    """The starts of a model on one matrix: the best model, every labeling and its criterion."""

    best: Any
    X: Any
    labelings: np.ndarray
    criteria: np.ndarray
    labels: np.ndarray | None
    external: Any = None


def score(fits: Sequence[Fit], measures: Sequence[str]) -> dict[str, Any]:
    """Every measure of every start (``scores``), and of the start of lowest criterion (``best``).

    Several fits are samples: their scores are pooled, and their best ones averaged.
    """
    tables = [_of_one(fit, measures) for fit in fits]
    scores = {name: [v for table in tables for v in table[name]] for name in measures}
    best = {
        name: float(
            np.mean([_best(table[name], fit.criteria) for table, fit in zip(tables, fits, strict=True)])
        )
        for name in measures
    }
    return {"scores": scores, "best": best}


def _best(values: Sequence[float], criteria: np.ndarray) -> float:
    return values[int(np.argmin(criteria))] if len(values) == len(criteria) else float(np.mean(values))


def _of_one(fit: Fit, measures: Sequence[str]) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    if any(name in AGREEMENT for name in measures):
        if fit.labels is None:
            raise UsageError("these data have no known classes to compare with; measure 'error' instead.")
        rows = [agreement(fit.labels, labels) for labels in fit.labelings]
        found = {name: [row[name] for row in rows] for name in AGREEMENT}
    if "error" in measures:
        found["error"] = [relative_error(fit.X, fit.criteria.min())]
    if "stability" in measures:
        found["stability"] = [steadiness(fit)]
    if "pmi" in measures:
        found["pmi"] = [external_pmi(fit)]
    return found


def relative_error(X: Any, criterion: float) -> float:
    """|X - what the factors give back| / |X|, from a criterion that is half a squared error."""
    return float(np.sqrt(max(2 * criterion / np.square(X.data).sum(), 0.0)))


def steadiness(fit: Fit) -> float:
    """How much the starts agree; 1 where nothing is drawn at random, unknown after a single start."""
    if len(fit.labelings) > 1:
        return stability(list(fit.labelings))
    return float("nan") if fit.best.restarts else 1.0


def external_pmi(fit: Fit) -> float:
    """Mean PMI of the top words of each word cluster in another corpus, over the clusters."""
    W = fit.best.column_factor_
    top = [np.argsort(-W[:, k], kind="stable")[:TOP_WORDS].tolist() for k in range(W.shape[1])]
    return float(mean_pmi(top, fit.external).mean())
