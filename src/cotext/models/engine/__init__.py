"""The base of every model: algorithms, their loop, fits as values, and estimators.

An ``Algorithm`` holds hyper-parameters and formulas, a ``Fit`` the result, an ``Estimator`` is their public
face. ``families`` builds on this folder, the models on both.
"""

from cotext.models.engine import data
from cotext.models.engine.algorithm import Algorithm, Init, Restarted, Seed
from cotext.models.engine.checks import check_clusters, check_matrix, check_range, check_symmetric, generator
from cotext.models.engine.estimator import Estimator, Predictor
from cotext.models.engine.fit import (
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
    Fit,
    Kept,
    Outcome,
    Similarity,
    fitted,
)
from cotext.models.engine.labels import column_norms, labels_from, mean_entries, shares
from cotext.models.engine.loop import (
    ABSENT,
    AnyState,
    Callback,
    Extras,
    Generators,
    Progress,
    Run,
    State,
    along,
    best_run,
)
from cotext.models.engine.parameters import parameter
from cotext.models.engine.sklearn_private import Interval, StrOptions
from cotext.models.engine.sweeps import SweepAlgorithm, SweepFit

__all__ = [
    "ABSENT", "AMOUNTS", "CURVE", "DOCUMENTS", "DOCUMENT_CLUSTERS", "FACTORS", "LABELS", "NUMBERS",
    "OPEN_LABELS", "SHARES", "SIMILARITY", "SLICES", "SLICE_WORDS", "WORDS", "WORD_CLUSTERS", "Algorithm",
    "AnyState", "Callback", "Estimator", "Extras", "Fit", "Generators", "Init", "Interval", "Kept", "Outcome",
    "Predictor", "Progress", "Restarted", "Run", "Seed", "Similarity", "State", "StrOptions",
    "SweepAlgorithm", "SweepFit", "along", "best_run", "check_clusters", "check_matrix", "check_range",
    "check_symmetric", "column_norms", "data", "fitted", "generator", "labels_from", "mean_entries",
    "parameter", "shares",
]  # fmt: skip
