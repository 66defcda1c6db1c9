"""Measures of the starts of a model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from scipy import sparse

from cotext.errors import UsageError
from cotext.matrix import RelationTensor
from cotext.metrics import agreement, mean_pmi, stability
from cotext.models.families.contexts import associations
from cotext.models.judging.stop import told_by_halves

Data: TypeAlias = sparse.csr_array | RelationTensor
AGREEMENT = ("nmi", "ari", "acc", "ri", "purity")
LOWER_IS_BETTER = ("error",)
TITLES = {
    "nmi": "NMI", "ari": "ARI", "acc": "ACC", "ri": "RI", "purity": "purity", "error": "relative error",
    "pmi": "PMI", "stability": "stability", "word_cosines": "cosine of two top words of a class",
    "document_cosines": "cosine of two documents of a class", "shared": "shared by halves of the words",
}  # fmt: skip
TOP_WORDS = 30
PAIRS = 2000  # of documents, drawn per class
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class MeasuredFit:
    """The starts of a model on one matrix: the best model, every labeling and its criterion."""

    best: Any
    X: Any
    labelings: np.ndarray
    criteria: np.ndarray
    labels: np.ndarray | None
    external: sparse.csr_array | None = None
    seed: int = 0
    fit_params: Mapping[str, Any] = field(default_factory=dict)


def score(fits: Sequence[MeasuredFit], measures: Sequence[str]) -> dict[str, Any]:
    """Return every measure of every start (``scores``), and of the start of lowest criterion (``best``).

    Several fits are samples: their scores are pooled, and their best ones averaged.
    """
    tables = [_scores(fit, measures) for fit in fits]
    scores = {name: [v for table in tables for v in table[name]] for name in measures}
    pairs = list(zip(tables, fits, strict=True))
    best = {
        name: float(np.mean([_best(table[name], fit.criteria) for table, fit in pairs])) for name in measures
    }
    return {"scores": scores, "best": best}


def _best(values: Sequence[float], criteria: np.ndarray) -> float:
    return values[int(np.argmin(criteria))] if len(values) == len(criteria) else float(np.mean(values))


def _scores(fit: MeasuredFit, measures: Sequence[str]) -> dict[str, list[float]]:
    scores: dict[str, list[float]] = {}
    if any(name in AGREEMENT for name in measures):
        _classes(fit)
        rows = [agreement(np.asarray(fit.labels), labels) for labels in fit.labelings]
        scores = {name: [row[name] for row in rows] for name in AGREEMENT}
    return scores | {name: OF_THE_BEST[name](fit) for name in measures if name in OF_THE_BEST}


def relative_error(X: sparse.csr_array, criterion: float) -> float:
    """Return |X - product of the factors| / |X|, from a criterion that is half a squared error."""
    return float(np.sqrt(max(2 * criterion / np.square(X.data).sum(), 0.0)))


def agreement_of_starts(fit: MeasuredFit) -> float:
    """Return the agreement of the starts: 1 for a model without random choices, NaN after a single start."""
    if len(fit.labelings) > 1:
        return stability(list(fit.labelings))
    return float("nan") if "n_init" in fit.best.get_params(deep=False) else 1.0


def external_pmi(fit: MeasuredFit) -> float:
    """Return the mean PMI of the top words of the word clusters in another corpus."""
    assert fit.external is not None
    W = fit.best.column_factor_
    top = [np.argsort(-W[:, k], kind="stable")[:TOP_WORDS].tolist() for k in range(W.shape[1])]
    return float(mean_pmi(top, fit.external).mean())


def word_cosines(fit: MeasuredFit) -> list[float]:
    """Return quantiles of the cosines between the factors of the heaviest words of each class."""
    W, cosines = _unit(fit.best.column_factor_), []
    for k in _classes(fit):
        weight = np.asarray(fit.X[fit.labels == k].sum(axis=0)).ravel()
        top = W[np.argsort(-weight, kind="stable")[:TOP_WORDS]]
        cosines.append((top @ top.T)[np.triu_indices(len(top), k=1)])
    return _quantiles(cosines)


def document_cosines(fit: MeasuredFit) -> list[float]:
    """Return quantiles of the cosines between the factors of random pairs of documents of a class."""
    Z, rng, cosines = _unit(fit.best.row_factor_), np.random.default_rng(fit.seed), []
    for k in _classes(fit):
        members = np.flatnonzero(fit.labels == k)
        first, second = rng.choice(members, PAIRS), rng.choice(members, PAIRS)
        cosines.append((Z[first] * Z[second]).sum(axis=1)[first != second])
    return _quantiles(cosines)


def shared_by_halves(fit: MeasuredFit) -> float:
    """Return the part of log g that clusters from halves of the words share with those from all words."""
    M = associations(fit.X, fit.fit_params.get("cooccurrence"), fit.best.shift)
    return told_by_halves(fit.best.algorithm, fit.X, M, fit.best.fit_.get("choices"))


def _classes(fit: MeasuredFit) -> np.ndarray:
    if fit.labels is None:
        raise UsageError("these data have no known classes to compare with; measure 'error' instead.")
    return np.unique(fit.labels)


def _quantiles(values: Sequence[np.ndarray]) -> list[float]:
    return [float(value) for value in np.quantile(np.concatenate(values), QUANTILES)]


def _unit(F: np.ndarray) -> np.ndarray:
    norms = np.linalg.norm(F, axis=1, keepdims=True)
    return F / np.where(norms > 0, norms, 1)


OF_THE_BEST: dict[str, Callable[[MeasuredFit], list[float]]] = {
    "error": lambda fit: [relative_error(fit.X, fit.criteria.min())],
    "stability": lambda fit: [agreement_of_starts(fit)],
    "pmi": lambda fit: [external_pmi(fit)],
    "shared": lambda fit: [shared_by_halves(fit)],
    "word_cosines": word_cosines,
    "document_cosines": document_cosines,
}
