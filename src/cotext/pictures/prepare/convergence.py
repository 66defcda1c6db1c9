"""May I trust the run? The criterion after each sweep of every restart, or the opinions of a consensus."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from cotext.errors import UsageError
from cotext.pictures.numbers import Numbers, counted, percent
from cotext.result import CoClustering, Table

ROUNDING = 1e-6  # a rise of less than this share of the criterion is noise of 32-bit numbers


@dataclass(frozen=True, kw_only=True)
class ConvergencePicture(Numbers):
    """Curves of the restarts; of a consensus, which has no curves, its opinions."""

    name: ClassVar[str] = "convergence"
    losses: list[list[float]] = field(default_factory=list)  # criterion after each sweep, of each restart
    best: int = 0  # the restart that the fit keeps
    rises: list[tuple[int, int]] = field(default_factory=list)  # restart and sweep where the criterion rose
    log: bool = False  # draw the distance from the best value on a logarithmic axis
    # kind of opinion, the part of it that halves of the words share, and its weight
    opinions: list[tuple[str, float, float]] = field(default_factory=list)

    def table(self) -> Table:
        if self.opinions:
            return Table(("opinion", "shared", "weight"), self.opinions)
        rises = set(self.rises)
        rows = [
            (restart, sweep, loss, restart == self.best, (restart, sweep) in rises)
            for restart, curve in enumerate(self.losses)
            for sweep, loss in enumerate(curve, start=1)
        ]
        return Table(("restart", "sweep", "loss", "best", "rose"), rows)


def prepare(result: CoClustering, *, log: bool = False) -> ConvergencePicture:
    """Collect the curves.

    Parameters
    ----------
    log : bool
        Draw the distance from the best value on a logarithmic axis.
    """
    if opinions := result.fit.get("opinions"):
        return _opinions(result, [(str(kind), float(part), float(weight)) for kind, part, weight in opinions])
    curves = _curves(result)
    if max(map(len, curves)) < 2:
        raise UsageError(
            f"{result.fitted_by} works in one step, so there is no curve to draw; fit a model with "
            "sweeps, such as wc-nmtf, to see one."
        )
    criteria = np.ravel(result.fit.get("criteria", ()))
    ends = criteria if len(criteria) == len(curves) else np.array([curve[-1] for curve in curves])
    best = int(ends.argmin())
    rises = [
        (restart, sweep + 2)
        for restart, curve in enumerate(curves)
        for sweep in np.flatnonzero(np.diff(curve) > ROUNDING * np.abs(curve[:-1])).tolist()
    ]
    sweeps = len(curves[best])
    near = int((ends - ends[best] <= 0.001 * abs(ends[best])).sum())
    converged = result.metrics.get("converged", True)
    end = "converged after" if converged else "had not converged after"
    others = f"; {near} of {len(ends)} starts end within 0.1 % of it" if len(ends) > 1 else ""
    title = f"The best start {end} {counted(sweeps, 'sweep')}{others}"
    spread = (ends.max() - ends.min()) / max(abs(ends.min()), 1e-300)
    rose = f"The criterion rose at {counted(len(rises), 'step')}." if rises else "It never rose."
    return ConvergencePicture(
        title=title,
        alt=f"Criterion against sweeps for {counted(len(curves), 'start')}. {title}. The ends differ by "
        f"{percent(spread)}. {rose}",
        note=rose + ("" if len(curves) > 1 else " The run has one start, or saved only the best one."),
        losses=[list(map(float, curve)) for curve in curves],
        best=best,
        rises=rises,
        log=log,
    )


def _opinions(result: CoClustering, opinions: list[tuple[str, float, float]]) -> ConvergencePicture:
    """Return the opinions of a consensus, which itself works in one step."""
    shares = _shares(result)
    best, shared, _ = max(opinions, key=lambda opinion: opinion[2])
    most = (
        f"The witness with the largest weight is {best}: it and the other witnesses confirm "
        f"{percent(shared)} of each other's clusters"
        if all(np.isfinite(shared) for _, shared, _ in opinions)
        else f"The {len(opinions)} witnesses have equal weights: too few documents or words to compare them"
    )
    average = f"On average {percent(float(shares.mean()))} of the opinions agree on a document's cluster"
    title = average if len(shares) else most
    return ConvergencePicture(
        title=title,
        alt=f"Bars of {len(opinions)} kinds of opinion of a consensus. {title}. {most}.",
        note="Bar: how far a witness and all others confirm each other, by halves of the words. Number: "
        f"weight in the consensus. {most}.",
        opinions=opinions,
    )


def _shares(result: CoClustering) -> np.ndarray:
    """Return the share of the opinions that agree with each document's cluster; empty if it is unknown."""
    if result.certainty.votes is not None:
        shares = np.take_along_axis(result.certainty.votes, result.row_labels_[:, None].clip(0), axis=1)[:, 0]
    else:
        shares = np.asarray(result.fit.get("agreement", ()))
    return shares[~result.is_empty] if len(shares) == len(result.is_empty) else shares


def _curves(result: CoClustering) -> list[np.ndarray]:
    """Return the curves of all restarts if the fit has them, else the best. The last entry is no sweep."""
    best = np.ravel(result.fit.get("losses", ())).astype(np.float64)
    every = np.atleast_2d(result.fit.get("restart_losses", best))
    curves = [curve[np.isfinite(curve)] for curve in every]
    return [curve[:-1] if len(curve) > 2 else curve for curve in curves if len(curve)] or [np.zeros(1)]
