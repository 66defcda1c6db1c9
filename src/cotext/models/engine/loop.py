"""The loop, the restarts and the stopping rule, written once for every model.

While fitting, every factor has a leading axis of restarts, so that one product over X serves several of them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, TypeAlias

import numpy as np
from scipy import sparse

from cotext.backend import Argmax, Array, Matrix, Sums
from cotext.models.engine.restarts import AnyState, join, take

if TYPE_CHECKING:
    from cotext.models.engine.sweep_model import SweepModel

WIDTH = 80  # columns of one product: wider ones are no quicker and need more memory
TIE, SINGLE_TIE = (
    1e-10,
    1e-6,
)  # restarts this close are equal, and the first is kept: rounding must not choose
SCREENING_SWEEPS = 10
SURVIVORS = 3  # one restart in so many


@dataclass(frozen=True)
class Run(Generic[AnyState]):
    """One restart: the documents' answers, the words' state and the criterion after each sweep."""

    Z: Array
    state: AnyState
    losses: list[float]
    converged: bool = False

    @property
    def criterion(self) -> float:
        return self.losses[-1]


@dataclass(frozen=True)
class Extras:
    """What a fit uses beside X.

    ``given``: what ``begin`` gets by name, matrices and numbers. ``sweeps``: where every restart ends, if not
    at ``max_iter``. ``learned``: fitted attributes that tell how these were found, by name.
    """

    given: Mapping[str, Any] = field(default_factory=dict)
    sweeps: int | None = None
    learned: Mapping[str, Any] = field(default_factory=dict)

    def moved(self, X: Matrix) -> Extras:
        """The same with every matrix in the home of X."""
        here = {name: X.beside(it) if sparse.issparse(it) else it for name, it in self.given.items()}
        return replace(self, given=here)

    def most_sweeps(self, model: SweepModel[Any]) -> int:
        """Sweeps per restart, at most."""
        return model.max_iter if self.sweeps is None else self.sweeps


@dataclass(frozen=True)
class Progress:
    """What a callback is told after each sweep."""

    restart: int
    n_init: int
    sweep: int
    max_iter: int
    loss: float


Callback: TypeAlias = Callable[[Progress], object]
Report: TypeAlias = Callable[[int, int, float], object]
Generators: TypeAlias = Sequence[np.random.Generator]
NOTHING = Extras()


def best_run(
    model: SweepModel[AnyState],
    X: Matrix,
    rngs: Generators,
    callback: Callback | None,
    keep: Callable[[Run[AnyState]], object] | None = None,
    extras: Extras = NOTHING,
) -> tuple[Run[AnyState], list[float]]:
    """Run every restart to its end; return the one of lowest criterion, and all criteria.

    ``keep`` is shown every finished restart before it is forgotten.
    """
    best, criteria, tie = None, [], TIE if X.dtype == np.float64 else SINGLE_TIE
    for group in groups(model, len(rngs)):
        report = _reporter(model, group.start, len(rngs), callback, extras)
        for run in _settle(model, X, run_group(model, X, rngs[group], report, extras)):
            criteria.append(run.criterion)
            if keep is not None:
                keep(run)
            if best is None or run.criterion < best.criterion - tie * abs(best.criterion):
                best = run
    assert best is not None
    return best, criteria


def run_all(model: SweepModel[AnyState], X: Matrix, rngs: Generators) -> list[Run[AnyState]]:
    """Every restart, without a word to anyone."""
    return [run for group in groups(model, len(rngs)) for run in run_group(model, X, rngs[group])]


def run_group(
    model: SweepModel[AnyState],
    X: Matrix,
    rngs: Generators,
    report: Report | None = None,
    extras: Extras = NOTHING,
) -> list[Run[AnyState]]:
    """Sweep side by side; each restart ends when its criterion falls by less than ``tol`` of itself."""
    Z, state = model.begin(X, rngs, **extras.given)
    losses: list[list[float]] = [[] for _ in rngs]
    running, runs, most = list(range(len(rngs))), {}, extras.most_sweeps(model)
    while running:
        Z, state, sums = _sweep(model, X, Z, state)
        for r, loss in zip(running, X.get(model.loss(state, sums)).tolist(), strict=True):
            losses[r].append(loss)
            if report is not None:
                report(r, len(losses[r]), loss)
        ended = _ended(model, losses, running, most)
        for i, r in enumerate(running):
            better = r in ended if model.monotone() else losses[r][-1] <= min(losses[r])
            if better or (r in ended and r not in runs):  # a criterion that is no number is never better
                runs[r] = Run(X.restarts(Z, [i]), take(state, [i]), losses[r])
        if ended:
            stay = [i for i, r in enumerate(running) if r not in ended]
            Z, state, running = X.restarts(Z, stay), take(state, stay), [running[i] for i in stay]
    return [replace(runs[r], converged=_stalls(model, losses[r])) for r in range(len(rngs))]


def along(
    model: SweepModel[AnyState], X: Matrix, rngs: Generators, stops: Sequence[int], extras: Extras
) -> Iterator[tuple[AnyState, Array]]:
    """(state, answers) of every restart after each of these numbers of sweeps, side by side."""
    Z, state = model.begin(X, rngs, **extras.given)
    for sweep in range(1, max(stops) + 1):
        Z, state, _ = _sweep(model, X, Z, state)
        if sweep in stops:
            yield state, model.answer(X, state)


def _sweep(model: SweepModel[AnyState], X: Matrix, Z: Array, state: AnyState) -> tuple[Array, AnyState, Sums]:
    """Every document answers, then the words follow."""
    Z, sums = X.sweep(Z, model.rule(state))
    Z, state, sums = model.tidy(Z, state, sums)
    return Z, model.shared(state, sums), sums


def groups(model: SweepModel[Any], n: int) -> list[slice]:
    """Restarts that run side by side: as many as make products wide enough to be quick."""
    size = n if model.screen else max(1, WIDTH // max(model.cluster_pair()))
    return [slice(i, min(i + size, n)) for i in range(0, n, size)]


def _ended(model: SweepModel[Any], losses: list[list[float]], running: list[int], most: int) -> set[int]:
    """Restarts that have met ``tol`` or their last sweep, or fall too far behind where that is asked for."""
    ended = {r for r in running if len(losses[r]) == most or _stalls(model, losses[r])}
    if model.screen and len(losses[running[0]]) == SCREENING_SWEEPS:
        best_first = sorted(range(len(losses)), key=lambda r: losses[r][-1])
        ended |= set(best_first[-(-len(losses) // SURVIVORS) :]) & set(running)
    return ended


def _stalls(model: SweepModel[Any], losses: list[float]) -> bool:
    if len(losses) < 2:
        return False
    fall = losses[-2] - losses[-1]
    return (fall if model.monotone() else abs(fall)) <= model.tol * abs(losses[-2])


def _settle(model: SweepModel[AnyState], X: Matrix, runs: list[Run[AnyState]]) -> list[Run[AnyState]]:
    """Let every document answer the finished words once more, so that ``predict(X)`` is ``labels_``."""
    state = join([run.state for run in runs])
    each, final = [run.Z[0] for run in runs], [min(run.losses) for run in runs]
    if model.answers_alone(state):
        answers, rule = model.answer(X, state), model.rule(state)
        each = list(answers)
        if not model.binds_documents():
            Z = X.respond(rule, answers) if isinstance(rule, Argmax) else answers
            final = X.get(model.loss(state, X.sums(Z))).tolist()
    return [
        replace(run, Z=each[r], state=take(state, r), losses=[*run.losses, final[r]])
        for r, run in enumerate(runs)
    ]


def _reporter(
    model: SweepModel[Any], first: int, total: int, callback: Callback | None, extras: Extras
) -> Report:
    def report(restart: int, sweep: int, loss: float) -> None:
        number = first + restart + 1
        if model.verbose > 1 or (model.verbose and sweep == 1):
            sys.stderr.write(f"{model.cli_name}: start {number}/{total}, sweep {sweep}: {loss:.6g}\n")
        if callback is not None:
            callback(Progress(number, total, sweep, extras.most_sweeps(model), loss))

    return report
