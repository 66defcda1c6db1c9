"""May I trust the run? The criterion after each sweep of every restart, or what a consensus heard."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from cotext.errors import UsageError
from cotext.pictures.numbers import Numbers, counted, percent
from cotext.result import CoClustering, Table

ROUNDING = 1e-6  # a rise of less than this share of the criterion is noise of 32-bit numbers


@dataclass(frozen=True, kw_only=True)
class Convergence(Numbers):
    """Curves of the restarts.

    Attributes
    ----------
    losses : list of list of float
        The criterion after each sweep, one list per restart.
    best : int
        Which restart was kept.
    rises : list of (int, int)
        Restart and sweep at which the criterion rose.
    log : bool
        Whether the distance from the best value is to be drawn on a logarithmic axis.
    opinions : list of (str, float, float)
        Of a consensus, which has no curves: kind of opinion, what halves of the words share of it, and its
        weight.
    """

    name: ClassVar[str] = "convergence"
    losses: list[list[float]]
    best: int
    rises: list[tuple[int, int]]
    log: bool
    opinions: list[tuple[str, float, float]] = field(default_factory=list)

    def table(self) -> Table:
        """One row per restart and sweep, or per kind of opinion."""
        if self.opinions:
            return Table(("opinion", "shared", "weight"), self.opinions)
        rises = set(self.rises)
        rows = [
            (restart, sweep, loss, restart == self.best, (restart, sweep) in rises)
            for restart, curve in enumerate(self.losses)
            for sweep, loss in enumerate(curve, start=1)
        ]
        return Table(("restart", "sweep", "loss", "best", "rose"), rows)


def prepare(result: CoClustering, *, log: bool = False) -> Convergence:
    """Collect the curves.

    Parameters
    ----------
    log : bool
        Draw the distance from the best value on a logarithmic axis.
    """
    if opinions := result.fit.get("opinions"):
        return _heard(result, [(str(kind), float(part), float(weight)) for kind, part, weight in opinions])
    curves = _curves(result)
    if max(map(len, curves)) < 2:
        raise UsageError(
            f"{result.fitted_by} works in one step, so there is no curve to draw; fit a model with "
            "sweeps, such as wc-nmtf, to see one."
        )
    kept = np.ravel(result.fit.get("criteria", ()))
    ends = kept if len(kept) == len(curves) else np.array([curve[-1] for curve in curves])
    best = int(ends.argmin())
    rises = [
        (restart, sweep + 2)
        for restart, curve in enumerate(curves)
        for sweep in np.flatnonzero(np.diff(curve) > ROUNDING * np.abs(curve[:-1])).tolist()
    ]
    sweeps = len(curves[best])
    near = int((ends - ends[best] <= 0.001 * abs(ends[best])).sum())
    rested = result.metrics.get("converged", True)
    end = f"came to rest after {sweeps} sweeps" if rested else f"still fell after {sweeps} sweeps"
    others = f"; {near} of {len(ends)} starts end within 0.1 % of it" if len(ends) > 1 else ""
    title = f"The best start {end}{others}"
    spread = (ends.max() - ends.min()) / max(abs(ends.min()), 1e-300)
    rose = f"The criterion rose at {counted(len(rises), 'step')}." if rises else "It never rose."
    return Convergence(
        title=title,
        alt=f"Criterion against sweeps for {counted(len(curves), 'start')}. {title}. The ends differ by "
        f"{percent(spread)}. {rose}",
        note=rose + ("" if len(curves) > 1 else " One start only, or only the best one was kept."),
        losses=[list(map(float, curve)) for curve in curves],
        best=best,
        rises=rises,
        log=log,
    )


def _heard(result: CoClustering, opinions: list[tuple[str, float, float]]) -> Convergence:
    """What a consensus heard: it works in one step, from clusters that came to rest before it."""
    says = _shares(result)
    weighed = all(np.isfinite(shared) for _, shared, _ in opinions)
    best, shared, _ = max(opinions, key=lambda opinion: opinion[2])
    most = (
        f"the most heard is {best}: halves of the words share {percent(shared)} of what its clusters can tell"
        if weighed
        else f"the {len(opinions)} kinds of opinion count alike: too few documents or words to weigh them"
    )
    title = (
        f"A document's cluster has {percent(float(says.mean()))} of the opinions on average"
        if len(says)
        else f"{most[0].upper()}{most[1:]}"
    )
    return Convergence(
        title=title,
        alt=f"Bars of {len(opinions)} kinds of opinion that a consensus heard. {title}; {most}.",
        note="Bar: part of what clusters can tell that those from half of the words share with those from "
        f"all words. Number: weight in the consensus. {most[0].upper()}{most[1:]}.",
        losses=[],
        best=0,
        rises=[],
        log=False,
        opinions=opinions,
    )


def _shares(result: CoClustering) -> np.ndarray:
    """The share of the opinions that the cluster of each document has; empty if that is not known."""
    if result.certainty.votes is not None:
        said = np.take_along_axis(result.certainty.votes, result.row_labels_[:, None].clip(0), axis=1)[:, 0]
    else:
        said = np.asarray(result.fit.get("agreement", ()))
    return said[~result.is_empty] if len(said) == len(result.is_empty) else said


def _curves(result: CoClustering) -> list[np.ndarray]:
    """All restarts where the model kept them, else the best; the closing entry is no sweep."""
    best = np.ravel(result.fit.get("losses", ())).astype(np.float64)
    every = np.atleast_2d(result.fit.get("restart_losses", best))
    curves = [curve[np.isfinite(curve)] for curve in every]
    return [curve[:-1] if len(curve) > 2 else curve for curve in curves if len(curve)] or [np.zeros(1)]
