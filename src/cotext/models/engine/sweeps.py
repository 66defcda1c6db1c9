"""Algorithms that gather, decide and scatter, sweep after sweep.

A model file adds formulas only, six pure methods over a frozen state that holds the words' side:

``initialize(X, rngs)``       -> (Z, state)   starts, one per generator (the parameter ``init`` names them)
``rule(state)``               -> rule         how a document responds (gather, decide)
``update_words(state, sums)`` -> state        what all documents change (after scatter)
``loss(state, sums)``         -> float        the criterion, from the sums alone
``factors(state)``            -> (S, W)       the fitted blocks and word factor
``prediction_state(fit)``     -> state        enough of a state for ``rule``, from a fit

Formulas are written with ``@`` and ``.mT``, so they do not notice the axis of restarts that ``loop`` adds.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Generic

import numpy as np

from cotext.backend import Array, Matrix, Rule, Sums, is_elsewhere, open_matrix
from cotext.backend.cuda import require_cupy
from cotext.errors import CotextError
from cotext.models.checkpoint import once
from cotext.models.engine.algorithm import Restarted
from cotext.models.engine.fit import Fit, Outcome, fitted
from cotext.models.engine.labels import column_norms, labels_from, shares
from cotext.models.engine.loop import (
    WIDTH,
    AnyState,
    Callback,
    Extras,
    Generators,
    Run,
    best_run,
    compact,
    groups,
    padded,
)
from cotext.models.engine.memory import Moment, Size, check_room
from cotext.models.starts.factors import ITCC_TRIES, TRIES, make_starts


@dataclass(frozen=True, eq=False)
class SweepFit(Fit):
    """A fit from several restarts.

    Attributes
    ----------
    restart_losses_, restart_labels_ : ndarray, one row per restart
        The curve of every restart (NaN after its end) and the clusters it gave the documents.
    """

    restart_losses: np.ndarray = fitted("restarts", "sweeps", kind="curve")
    restart_labels: np.ndarray = fitted("restarts", "documents", kind="open labels")

    optional: ClassVar[tuple[str, ...]] = ("restart_losses", "restart_labels")


@dataclass(frozen=True)
class SweepAlgorithm(Restarted, Generic[AnyState]):
    """Adds the loop to an algorithm that has the six methods."""

    fit_type = SweepFit
    reads_chunks = True
    unit_columns = True
    monotone: ClassVar[bool] = True  # whether the criterion never rises; else the best sweep is kept
    binds_documents: ClassVar[bool] = False  # whether the criterion ties documents to each other
    scaling_powers: ClassVar[Mapping[str, int]] = {"block": 1, "criterion": 2}

    # --- the formulas -------------------------------------------------------------------------------

    @abstractmethod
    def initialize(self, X: Matrix, rngs: Generators, *extras: Any, **named: Any) -> tuple[Array, AnyState]:
        """Starts, one per generator; ``named`` are those of ``extras``."""

    @abstractmethod
    def rule(self, s: AnyState) -> Rule:
        """How a document responds to the words."""

    @abstractmethod
    def update_words(self, s: AnyState, sums: Sums) -> AnyState:
        """The words' answer to all documents."""

    @abstractmethod
    def loss(self, s: AnyState, sums: Sums) -> Array:
        """The criterion of each restart."""

    @abstractmethod
    def factors(self, s: AnyState) -> tuple[Array, Array]:
        """The blocks S and the word factor W."""

    @abstractmethod
    def prediction_state(self, fit: Fit) -> AnyState:
        """Enough of a state for ``rule``, from a fit whose arrays are in the home of X."""

    # --- hooks --------------------------------------------------------------------------------------

    def extras(self, X: Any, *given: Any, **named: Any) -> Extras:
        """Further inputs of the formulas, from the arguments of ``fit``."""
        return Extras()

    def adapt(self, X: Matrix) -> Matrix:
        """The matrix that the formulas use, by default X."""
        return X

    def start(self, X: Matrix, rngs: Generators) -> tuple[Array, Array, Array]:
        """(Z, W, S) as ``init`` names them, in X's home, one per restart."""
        make = partial(make_starts, self.init, X, *self.start_pair(), rngs)
        Z, W, S = once("start", make, rngs) if isinstance(self.init, str) else make()
        return X.put(Z), X.put(W), X.put(S)

    def start_pair(self) -> tuple[int, int]:
        """(document clusters, word clusters) to begin with."""
        return self.cluster_pair()

    def after_documents(self, Z: Array, s: AnyState, sums: Sums) -> tuple[Array, AnyState, Sums]:
        """A change of all memberships at once, between the updates of documents and words."""
        return Z, s, sums

    def respond(self, X: Matrix, s: AnyState) -> Array:
        """The response of each document to finished words."""
        rule = self.rule(s).settled()
        shape = (*rule.W.shape[:-2], X.shape[0], self.cluster_pair()[0])
        nothing = X.put(np.broadcast_to(0.0, shape))
        return X.respond(rule, nothing)

    def responds_alone(self, s: AnyState) -> bool:
        """Whether a document's response depends only on the document and the words."""
        return True

    def is_monotone(self) -> bool:
        """``monotone`` with these parameters."""
        return self.monotone

    def factor_shapes(self, fit: Fit, n_words: int) -> dict[str, tuple[int, int]]:
        """Expected shapes of the factors that respond to documents."""
        g, m = self.cluster_pair()
        return {"block": (g, m), "column_factor": (n_words, m)}

    def word_labels(self, S: np.ndarray | None, W: np.ndarray) -> np.ndarray:
        scaled = W / column_norms(W)
        return labels_from(scaled, shares(scaled))

    def finished(self, X: Matrix, s: AnyState, Z: Array) -> Fit:
        """The fit of a finished state and the documents' responses to it."""
        S, W = (X.get(factor) for factor in self.factors(s))
        return self.fit_of(X.get(Z), W, S)

    # --- memory -------------------------------------------------------------------------------------

    def arrays(self) -> list[Moment]:
        """Arrays along documents and words, per column, in a sweep and in the final response."""
        return [(3.0, 6.0), (4.1, 2.0)]

    def side_by_side(self) -> int:
        """Restarts that run together."""
        return int(groups(self, self.n_init if isinstance(self.init, str) else 1)[0].stop)

    def loop_bytes(self, size: Size, parts: int | None = None) -> float:
        """Bytes of the sweeps."""
        columns = self.side_by_side() * max(self.cluster_pair())
        return max(size.sweep(columns, *moment, parts) for moment in self.arrays())

    def start_bytes(self, size: Size, side_by_side: int) -> float:
        """Bytes of ``start``."""
        g, m = self.cluster_pair()
        if self.init == "skmeans":
            return size.spherical(g, TRIES * side_by_side, WIDTH)
        if self.init == "itcc":
            runs = ITCC_TRIES * side_by_side
            kept = float(size.itemsize) * runs * g * (size.n + size.d)
            return kept + size.spherical(g, TRIES * min(runs, max(1, WIDTH // g)), WIDTH)
        return 20.0 * side_by_side * max(g, m) * (size.n + size.d)

    def bytes_needed(self, X: Any, **given: Any) -> int:
        size = Size.of(X)
        return int(16 * size.n + max(self.loop_bytes(size), self.start_bytes(size, self.side_by_side())))

    def check_room(self, X: Any, **given: Any) -> None:
        if self.device == "cpu" or is_elsewhere(X):
            return super().check_room(X, **given)
        require_cupy()
        size = Size.of(X)  # a GPU holds X, X' and the arrays of a sweep
        needed = 2.0 * (size.itemsize + 4) * size.nnz + self.loop_bytes(size, parts=0)
        advice = ", ".join(['use device="cpu"', *self.memory_advice(X)])
        check_room(self.cli_name, X, needed, advice, "cuda")

    def memory_advice(self, X: Any) -> list[str]:
        fewer = ["ask for fewer restarts (n_init)"] if self.n_init > 1 else []
        screened = ["leave out screen=True"] if self.screen else []
        return [*screened, *fewer, *super().memory_advice(X), "ask for fewer clusters"]

    def describe_plan(self) -> str | None:
        n = self.n_init if isinstance(self.init, str) else 1
        passes = len(groups(self, n)) * self.max_iter
        return f"{n} starts of at most {self.max_iter} sweeps, {passes:,} passes over the matrix"

    # --- the search ---------------------------------------------------------------------------------

    def open(self, X: Any) -> Matrix:
        """A checked X in its home."""
        return self.adapt(open_matrix(X, self.device, self.n_jobs))

    def search(self, X: Any, callback: Callback | None, **given: Any) -> Outcome:
        """Run every restart and keep the best."""
        extras = self.extras(X, **given)
        data = self.open(X)

        def labels(run: Run[AnyState]) -> np.ndarray:
            return self.label(data.get(run.Z)).labels

        best, tally = best_run(self, data, self.restart_generators(), callback, labels, extras.moved(data))
        converged = best.converged or extras.most_sweeps(self) < self.max_iter
        fit = self.finished(data, best.state, best.Z).but(
            criterion=best.losses[-1],
            criteria=np.array(tally.criteria),
            losses=np.array(best.losses),
            n_iter=len(best.losses) - 1,
            converged=converged,
            settled=self.responds_alone(best.state),
            restart_losses=padded(tally.curves),
            restart_labels=compact(tally.kept, self.cluster_pair()[0]),
            **extras.learned,
        )
        return Outcome(fit, None if converged else self.not_converged(best.losses[:-1]), best)

    def memberships(self, X: Any, fit: Fit) -> np.ndarray:
        for name, expected in self.factor_shapes(fit, X.shape[1]).items():
            value = getattr(fit, name)
            if value is not None and (found := np.shape(value)) != expected:
                raise CotextError(
                    f"{name}_ has shape {found}, expected {expected} for n_clusters={self.n_clusters!r} and "
                    f"{X.shape[1]} words: fit again."
                )
        data = self.open(X)
        return data.get(self.respond(data, self.prediction_state(fit.of_words(data.put))))
