"""The loop, the restarts and the stopping rule, written once for every model.

While fitting, every factor has a leading axis of restarts, so that one product over X serves several of them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

import numpy as np
from scipy.sparse import csr_array

from cotext.backend import Argmax, Array, Matrix, Sums, is_sparse, namespace
from cotext.models.checkpoint import restore, states, step
from cotext.models.engine.snapshot import Snapshots

if TYPE_CHECKING:
    from cotext.models.engine.sweeps import SweepAlgorithm

WIDTH = 80  # columns of one product: wider ones are no quicker and need more memory
TIE = 1e-10  # restarts this close are equal, and the first is kept: rounding must not choose
SINGLE_TIE = 1e-6  # the same in single precision
SCREENING_SWEEPS = 10
SURVIVORS = 3  # one restart in so many


class State(Protocol):
    """The words' side of a model while it is fitted: a frozen dataclass of arrays and numbers."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


ABSENT: Any = None  # in place of arrays that prediction does not need
AnyState = TypeVar("AnyState", bound=State)


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
    """Inputs of a fit in addition to X.

    ``given``: matrices and numbers, passed to ``initialize`` by name. ``sweeps``: the last sweep of every
    restart, if not ``max_iter``. ``learned``: fitted attributes that describe how these were found.
    """

    given: Mapping[str, Any] = field(default_factory=dict)
    sweeps: int | None = None
    learned: Mapping[str, Any] = field(default_factory=dict)

    def moved(self, X: Matrix) -> Extras:
        """The same with every matrix in the home of X."""
        here = {name: X.beside(csr_array(it)) if is_sparse(it) else it for name, it in self.given.items()}
        return replace(self, given=here)

    def most_sweeps(self, model: SweepAlgorithm[Any]) -> int:
        """Sweeps per restart, at most."""
        return model.max_iter if self.sweeps is None else self.sweeps


@dataclass(frozen=True)
class Progress:
    """Argument of a callback after each sweep; ``doing`` describes steps that are not sweeps."""

    restart: int
    n_init: int
    sweep: int
    max_iter: int
    loss: float
    doing: str = ""


Callback: TypeAlias = Callable[[Progress], object]
Report: TypeAlias = Callable[[int, int, float], object]
Generators: TypeAlias = Sequence[np.random.Generator]
NOTHING = Extras()


@dataclass(frozen=True)
class Tally(Generic[AnyState]):
    """Restarts so far: the best one, the curve of each, the result of ``keep`` for each."""

    best: Run[AnyState] | None = None
    curves: list[list[float]] = field(default_factory=list)
    kept: list[Any] = field(default_factory=list)

    def with_run(self, run: Run[AnyState], result: object, tie: float) -> Tally[AnyState]:
        best = self.best
        if best is None or run.criterion < best.criterion - tie * abs(best.criterion):
            best = run
        return Tally(best, [*self.curves, run.losses], [*self.kept, result])

    @property
    def criteria(self) -> list[float]:
        return [curve[-1] for curve in self.curves]


@dataclass
class Group(Generic[AnyState]):
    """Restarts side by side: those still running, the curves of all, and each as it ended, or was best."""

    Z: Array
    state: AnyState
    running: list[int]
    losses: list[list[float]]
    kept: list[tuple[Array, AnyState] | None]


def best_run(
    model: SweepAlgorithm[AnyState],
    X: Matrix,
    rngs: Generators,
    callback: Callback | None,
    keep: Callable[[Run[AnyState]], Any] = lambda run: None,
    extras: Extras = NOTHING,
) -> tuple[Run[AnyState], Tally[AnyState]]:
    """Run every restart to its end; return the one of lowest criterion, and the tally of all.

    ``keep`` is called with every finished restart, and its result is kept.
    """
    shots, tally = Snapshots(model, X, extras.given), Tally[AnyState]()
    tie = TIE if X.dtype == np.float64 else SINGLE_TIE
    with step(f"{model.cli_name}, best of {len(rngs)}") as checkpoint:
        if checkpoint.found is not None:
            tally, drawn = shots.unpack(checkpoint.found)
            restore(rngs, drawn)
        for group in groups(model, len(rngs), X.wider):
            if group.start < len(tally.curves):
                continue
            report = _reporter(model, group.start, len(rngs), callback, extras)
            for run in _settle(model, X, run_group(model, X, rngs[group], report, extras)):
                tally = tally.with_run(run, keep(run), tie)
            checkpoint.now(partial(shots.pack, (tally, states(rngs))))
    assert tally.best is not None
    return tally.best, tally


def run_all(model: SweepAlgorithm[AnyState], X: Matrix, rngs: Generators) -> list[Run[AnyState]]:
    """Every restart, without reports."""
    return [run for group in groups(model, len(rngs), X.wider) for run in run_group(model, X, rngs[group])]


def run_group(
    model: SweepAlgorithm[AnyState],
    X: Matrix,
    rngs: Generators,
    report: Report | None = None,
    extras: Extras = NOTHING,
) -> list[Run[AnyState]]:
    """Sweep side by side; each restart ends when its criterion falls by less than ``tol`` of itself."""
    shots = Snapshots(model, X, extras.given)
    with step(f"{model.cli_name}, {len(rngs)} starts") as checkpoint:
        if checkpoint.found is not None:
            group, drawn = shots.unpack(checkpoint.found)
            restore(rngs, drawn)
        else:
            with step("begin", whole=True):
                start = model.initialize(X, rngs, **extras.given)
            group = Group(*start, list(range(len(rngs))), [[] for _ in rngs], [None] * len(rngs))
            del start  # which the first sweep replaces
            drawn = states(rngs)
        while group.running:
            checkpoint.now(partial(shots.pack, (group, drawn)))
            _advance(model, X, group, report, extras.most_sweeps(model))
        checkpoint.now(partial(shots.pack, (group, drawn)))
    ends = zip(group.kept, group.losses, strict=True)
    return [Run(end[0], end[1], losses, _stalls(model, losses)) for end, losses in ends if end is not None]


def _advance(
    model: SweepAlgorithm[AnyState], X: Matrix, group: Group[AnyState], report: Report | None, most: int
) -> None:
    """One more sweep; restarts that end there leave the group."""
    group.Z, group.state, sums = _sweep(model, X, group.Z, group.state)
    running, losses, kept = group.running, group.losses, group.kept
    for r, loss in zip(running, X.get(model.loss(group.state, sums)).tolist(), strict=True):
        losses[r].append(loss)
        if report is not None:
            report(r, len(losses[r]), loss)
    ended = _ended(model, losses, running, most)
    for i, r in enumerate(running):
        better = r in ended if model.is_monotone() else losses[r][-1] <= min(losses[r])
        if better or (r in ended and kept[r] is None):  # a criterion that is no number is never better
            kept[r] = X.restarts(group.Z, [i]), take(group.state, [i])
    if ended:
        stay = [i for i, r in enumerate(running) if r not in ended]
        group.Z, group.state = X.restarts(group.Z, stay), take(group.state, stay)
        group.running = [running[i] for i in stay]


def along(
    model: SweepAlgorithm[AnyState], X: Matrix, rngs: Generators, stops: Sequence[int], extras: Extras
) -> Iterator[Array]:
    """The answers of every restart after each of these numbers of sweeps, side by side."""
    Z, state = model.initialize(X, rngs, **extras.given)
    for sweep in range(1, max(stops) + 1):
        Z, state = _sweep(model, X, Z, state)[:2]  # the sums are as long as the words
        if sweep in stops:
            yield model.respond(X, state)


def _sweep(
    model: SweepAlgorithm[AnyState], X: Matrix, Z: Array, state: AnyState
) -> tuple[Array, AnyState, Sums]:
    """Every document answers, then the words follow."""
    Z, sums = X.sweep(Z, model.rule(state))
    Z, state, sums = model.after_documents(Z, state, sums)
    return Z, model.update_words(state, sums), sums


def groups(model: SweepAlgorithm[Any], n: int, wider: int = 1) -> list[slice]:
    """Restarts that run side by side: enough to make products wide and quick."""
    size = n if model.screen else max(1, wider * WIDTH // max(model.cluster_pair()))
    return [slice(i, min(i + size, n)) for i in range(0, n, size)]


def _ended(model: SweepAlgorithm[Any], losses: list[list[float]], running: list[int], most: int) -> set[int]:
    """Restarts that have met ``tol`` or their last sweep, or that ``screen`` gives up."""
    ended = {r for r in running if len(losses[r]) == most or _stalls(model, losses[r])}
    if model.screen and len(losses[running[0]]) == SCREENING_SWEEPS:
        best_first = sorted(range(len(losses)), key=lambda r: losses[r][-1])
        ended |= set(best_first[-(-len(losses) // SURVIVORS) :]) & set(running)
    return ended


def _stalls(model: SweepAlgorithm[Any], losses: list[float]) -> bool:
    if len(losses) < 2:
        return False
    fall = losses[-2] - losses[-1]
    return (fall if model.is_monotone() else abs(fall)) <= model.tol * abs(losses[-2])


def _settle(model: SweepAlgorithm[AnyState], X: Matrix, runs: list[Run[AnyState]]) -> list[Run[AnyState]]:
    """Let every document answer the finished words once more, so that ``predict(X)`` is ``labels_``."""
    state = join([run.state for run in runs])
    each, final = [run.Z[0] for run in runs], [min(run.losses) for run in runs]
    if model.responds_alone(state):
        answers, rule = model.respond(X, state), model.rule(state)
        each = list(answers)
        if not model.binds_documents:
            Z = X.respond(rule, answers) if isinstance(rule, Argmax) else answers
            final = X.get(model.loss(state, X.sums(Z))).tolist()
    return [
        replace(run, Z=each[r], state=take(state, r), losses=[*run.losses, final[r]])
        for r, run in enumerate(runs)
    ]


def _reporter(
    model: SweepAlgorithm[Any], first: int, total: int, callback: Callback | None, extras: Extras
) -> Report:
    def report(restart: int, sweep: int, loss: float) -> None:
        number = first + restart + 1
        if model.verbose > 1 or (model.verbose and sweep == 1):
            sys.stderr.write(f"{model.cli_name}: start {number}/{total}, sweep {sweep}: {loss:.6g}\n")
        if callback is not None:
            callback(Progress(number, total, sweep, extras.most_sweeps(model), loss))

    return report


def take(state: AnyState, index: int | list[int]) -> AnyState:
    """The state of some restarts, or of one without its axis if ``index`` is a number."""
    return replace(state, **{name: array[index] for name, array in _per_restart(state).items()})


def join(states: Sequence[AnyState]) -> AnyState:
    """The states of several groups of restarts as one."""
    arrays = {name: [getattr(state, name) for state in states] for name in _per_restart(states[0])}
    return replace(states[0], **{name: namespace(a[0]).concatenate(a) for name, a in arrays.items()})


def padded(curves: Sequence[Sequence[float]]) -> np.ndarray:
    """Curves of different lengths as rows, NaN after their ends.

    Examples
    --------
    >>> padded([[3.0, 1.0], [2.0]]).tolist()
    [[3.0, 1.0], [2.0, nan]]
    """
    rows = np.full((len(curves), max(map(len, curves))), np.nan)
    for row, curve in zip(rows, curves, strict=True):
        row[: len(curve)] = curve
    return rows


def compact(labels: Sequence[np.ndarray], n_clusters: int) -> np.ndarray:
    """One row of labels per restart, in the smallest type that holds them."""
    return np.stack(labels).astype(np.int16 if n_clusters < 2**15 else np.int32)


def _per_restart(state: State) -> dict[str, Array]:
    values = {f.name: getattr(state, f.name) for f in fields(state)}
    return {name: value for name, value in values.items() if getattr(value, "ndim", 0) >= 3}
