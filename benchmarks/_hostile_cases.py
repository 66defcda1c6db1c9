"""Fits that no one in his right mind would ask for, each told by a number, and what came of them.

``Case.of(i)`` draws a model, a matrix, its format, precision and unit, what is wrong with it and how many
clusters are wanted. ``outcome`` fits it and names what happened: "fitted" and "refused" are fine; anything
else is a fault.
"""

from __future__ import annotations

import inspect
import traceback
import warnings
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.metrics import adjusted_rand_score

from cotext.errors import CotextError
from cotext.models import all_models
from cotext.models.engine import Predictor

FORMATS: dict[str, Any] = {
    "dense": np.asarray,
    "fortran": np.asfortranarray,
    "csr": sparse.csr_array,
    "csr_matrix": sparse.csr_matrix,
    "csc": sparse.csc_array,
    "coo": sparse.coo_array,
    "bsr": sparse.bsr_array,
    "lil": sparse.lil_array,
    "dok": sparse.dok_array,
    "dia": sparse.dia_array,
}
DTYPES = ("float64", "float32", "float16", "int8", "int64", "uint64", "bool", "longdouble")
DAMAGES = (
    "none", "empty rows", "empty columns", "repeated entries", "stale flags", "one huge", "far apart",
    "all zero", "one word",
)  # fmt: skip
LARGER = (70, 60)  # too large for a dense decomposition
INTEGERS = (int, np.int64, np.int32, np.uint8)
SCALES = (-300, -200, -100, -60, -30, -20, -10, -5, 0, 0, 5, 10, 20, 30, 60, 100, 140, 200, 300)
ALIKE = 0.9  # adjusted Rand index of labels before and after another unit


@dataclass(frozen=True)
class Case:
    """One fit: ``planted`` ones must find the same clusters whatever the unit."""

    number: int
    Model: Any
    X: np.ndarray  # before anything is done to it
    n_clusters: Any
    format: str
    dtype: str
    exponent: int
    damage: str
    planted: bool

    @classmethod
    def of(cls, number: int) -> Case:
        rng = np.random.default_rng(number)
        models = all_models()
        planted = bool(rng.random() < 0.4)
        X = _planted(rng) if planted else _odd(rng)
        pair = (int(rng.integers(1, 6)), int(rng.integers(1, 6)))
        return cls(
            number,
            models[number % len(models)],
            X,
            3 if planted else (pair if rng.random() < 0.3 else pair[0]),
            str(rng.choice(list(FORMATS))),
            "float64" if planted else str(rng.choice(DTYPES)),
            int(rng.choice(SCALES)),
            "none" if planted else str(rng.choice(DAMAGES)),
            planted,
        )

    def __str__(self) -> str:
        shape = " x ".join(map(str, self.X.shape))
        return (
            f"{self.number}: {self.Model.cli_name} {shape} k={self.n_clusters} {self.format} {self.dtype} "
            f"1e{self.exponent} {'planted' if self.planted else self.damage}"
        )

    def matrix(self) -> Any:
        """X as it is handed to ``fit``."""
        rng = np.random.default_rng([self.number, 1])
        X = self.X.copy()
        if self.damage == "empty rows":
            X[rng.random(len(X)) < 0.5] = 0
        if self.damage == "empty columns":
            X[:, rng.random(X.shape[1]) < 0.5] = 0
        if self.damage in ("all zero", "one word"):
            X = np.zeros(LARGER)
            X[:, 0] = self.damage == "one word"
        if self.damage == "one huge":
            X[0, 0] = 1e60
        if self.damage == "far apart":
            X = X * 10.0 ** rng.integers(-150, 150, X.shape)
        with np.errstate(all="ignore"):
            X = X * 10.0**self.exponent if self.dtype[0] not in "iub" else X
            X = np.nan_to_num(X, posinf=np.finfo(float).max).astype(self.dtype)
        if self.damage in ("repeated entries", "stale flags") and self.dtype != "float16":
            return _damaged(X, rng, stale=self.damage == "stale flags")
        made = FORMATS["dense" if self.dtype == "float16" else self.format](X)  # SciPy has no halves
        return [made, made] if self.Model.algorithm_type.takes_slices and rng.random() < 0.3 else made

    def documents(self) -> int:
        return LARGER[0] if self.damage in ("all zero", "one word") else len(self.X)

    def model(self) -> Any:
        known = inspect.signature(self.Model).parameters
        n_init, sweeps = (8, 50) if self.planted else (2, 15)  # few starts may miss what is planted
        asked = {"n_init": n_init, "max_iter": sweeps, "random_state": self.number, "n_jobs": 1}
        integer = INTEGERS[self.number % len(INTEGERS)]
        pair = isinstance(self.n_clusters, tuple)
        k = tuple(map(integer, self.n_clusters)) if pair else integer(self.n_clusters)
        numbers = {name: v if name == "random_state" else integer(v) for name, v in asked.items()}
        return self.Model(k, **{name: v for name, v in numbers.items() if name in known})


def outcome(case: Case) -> tuple[str, str]:
    """What happened, and a word about it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model, X = case.model(), case.matrix()
        try:
            model.fit(X)
            again = model.predict(X) if isinstance(model, Predictor) else model.labels_
            if not _answers_in_any_unit(model, X):
                return "not finite", "transform of another unit"
            reference = (
                case.model().fit(replace(case, exponent=0).matrix()).labels_
                if case.planted
                else model.labels_
            )
        except Exception as error:
            return _refusal(error)
    return _judged(case, model, again, reference)


def _judged(case: Case, model: Any, again: np.ndarray, reference: np.ndarray) -> tuple[str, str]:
    for name in ("row_factor_", "block_", "column_factor_", "criterion_", "losses_", "criteria_"):
        if not np.isfinite(getattr(model, name)).all():
            return "not finite", name
    if not len(model.labels_) == len(again) == case.documents():
        return "wrong shape", f"{len(model.labels_)} labels"
    alike = adjusted_rand_score(reference, model.labels_)
    if case.planted and alike < ALIKE:
        return "collapse", f"labels agree {alike:.2f}"
    if model.settled_ and (again != model.labels_).mean() > 0.1:
        return "predict differs", f"{(again != model.labels_).mean():.2f} of the documents"
    return "fitted", ""


def _answers_in_any_unit(model: Any, X: Any) -> bool:
    """Whether documents of ones, in many units, get finite answers or are refused."""
    if not isinstance(model, Predictor):
        return True
    ones = np.ones((2, model.n_features_in_))
    for exponent in (-300, -30, 0, 30, 140):
        new = ones * 10.0**exponent
        try:
            found = model.transform([new] * len(X) if isinstance(X, list) else new)
        except CotextError:
            continue
        if not np.isfinite(found).all():
            return False
    return True


def _refusal(error: Exception) -> tuple[str, str]:
    """An error of ours, or of a library that checks what it is given; any other is a crash."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    checks = any(part in last.filename for part in ("sklearn/utils", "models/engine/checks"))
    said = f"{type(error).__name__}: {error} ({last.filename.rsplit('/', 1)[-1]}:{last.lineno})"
    return ("refused" if isinstance(error, CotextError) or checks else "crash"), said


def _planted(rng: np.random.Generator) -> np.ndarray:
    """60 documents x 45 words in three clear clusters."""
    rows, columns = rng.permutation(np.arange(60) % 3), rng.permutation(np.arange(45) % 3)
    return rng.poisson(np.where(rows[:, None] == columns, 2.0, 0.03)).astype(float)


def _odd(rng: np.random.Generator) -> np.ndarray:
    n, d = rng.integers(1, 15, 2)
    return rng.poisson(1.0, (n, d)).astype(float) * (rng.random((n, d)) < rng.choice([0.1, 0.5, 1.0]))


def _damaged(X: np.ndarray, rng: np.random.Generator, *, stale: bool) -> sparse.csr_array:
    """Every entry twice, in any order; ``stale``: flags that say otherwise, as after work on the arrays."""
    i, j = np.nonzero(X)
    order = rng.permutation(np.tile(np.arange(len(i)), 2))
    order = order[np.argsort(i[order], kind="stable")]
    starts = np.concatenate([[0], np.cumsum(np.bincount(i[order], minlength=len(X)))])
    made = sparse.csr_array((X[i, j][order], j[order], starts), shape=X.shape)
    if stale:
        made.has_sorted_indices = made.has_canonical_format = True
    return made
