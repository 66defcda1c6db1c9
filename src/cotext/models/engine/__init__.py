"""What runs under every model: the outside, prediction, the loop with its restarts, checks of what comes in.

``CoClusterer`` is the outside of a model, ``Predictor`` one that places new documents, ``SweepModel`` the
engine that a model file gives its formulas to. ``families`` builds on this folder, the models on both.
"""

from cotext.models.engine.checks import check_clusters, check_matrix, check_range, check_symmetric, generator
from cotext.models.engine.coclusterer import Clusters, CoClusterer, Constraints, Seed
from cotext.models.engine.labels import column_norms, labels_from, mean_entries, shares
from cotext.models.engine.loop import Callback, Extras, Generators, Progress, Run, along, best_run
from cotext.models.engine.outcome import Outcome
from cotext.models.engine.predictor import Init, Iterative, Predictor, Restarted
from cotext.models.engine.restarts import ABSENT, AnyState, State
from cotext.models.engine.sklearn_private import Interval, StrOptions
from cotext.models.engine.sweep_model import SweepModel

__all__ = [
    "ABSENT", "AnyState", "Callback", "Clusters", "CoClusterer", "Constraints", "Extras", "Generators",
    "Init", "Interval", "Iterative", "Outcome", "Predictor", "Progress", "Restarted", "Run", "Seed", "State",
    "StrOptions", "SweepModel", "along", "best_run", "check_clusters", "check_matrix", "check_range",
    "check_symmetric", "column_norms", "generator", "labels_from", "mean_entries", "shares",
]  # fmt: skip
