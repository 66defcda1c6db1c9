"""One fit, from a checked matrix to a value: unit, documents without words, memory, warnings."""

from __future__ import annotations

import sys
import warnings
from dataclasses import replace
from typing import Any

from sklearn.exceptions import ConvergenceWarning

from cotext.backend import quiet_blas
from cotext.errors import CotextError
from cotext.models.checkpoint import recorded
from cotext.models.engine.algorithm import Algorithm
from cotext.models.engine.checks import check_in_unit, level_outside, warn_of_empty, warn_of_empty_clusters
from cotext.models.engine.data import extent, has_words, in_unit, only, words_used
from cotext.models.engine.fit import Fit, Outcome
from cotext.models.engine.loop import Callback


def fit_to(algorithm: Algorithm, checked: Any, callback: Callback | None, given: dict[str, Any]) -> Outcome:
    """The fit of a checked X and the other arguments of ``fit``, in the unit of X, for every document."""
    unit = algorithm.usual_unit(checked)
    full, model = in_unit(checked, unit), algorithm.in_unit(unit)
    nonempty = has_words(full)
    # the words in use are found at the end: before the check there may be no room for them
    kept, X = algorithm.keep(full, nonempty), full
    if kept is not None:
        model, given, X = model.among(kept), model.given_among(given, kept), only(full, kept)
    if model.verbose and (needed := model.memory_needed(X, **given)):
        sys.stderr.write(f"{needed}\n")
    model.check_room(X, **given)
    with quiet_blas(model.n_jobs), recorded(model, X, given):
        outcome = model.search(X, callback, **given)
    fit = settled(algorithm, outcome.fit if kept is None else outcome.fit.among_all(kept), unit)
    warn_of_empty(nonempty, words_used(full))
    warn_of_empty_clusters(*algorithm.sizes(fit), algorithm.if_empty)
    if outcome.complaint is not None:
        warnings.warn(outcome.complaint, ConvergenceWarning, stacklevel=level_outside())
    return replace(outcome, fit=fit)


def settled(algorithm: Algorithm, fit: Fit, unit: float) -> Fit:
    """A fit in the unit of X; an error if it is not finite."""
    fit = fit.times(algorithm.powers(), unit).but(scale=unit)
    if broken := fit.unfinished():
        raise CotextError(
            f"{algorithm.cli_name} ended in {', '.join(broken)} with numbers that are not finite: those of "
            "X, or of init, are too far apart to be computed with. Give X as float64, divide it by its "
            "maximum, and leave out or cap the entries that are far from all others."
        )
    return fit


def in_unit_of(fit: Fit, checked: Any) -> Any:
    """Other documents in the unit of a fit."""
    check_in_unit(*extent(checked), checked.dtype, fit.scale)
    return in_unit(checked, fit.scale)


def in_fitted_unit(algorithm: Algorithm, fit: Fit) -> Fit:
    """A fit as it was while X was divided by its unit."""
    return fit.times({name: -power for name, power in algorithm.powers().items()}, fit.scale)
