"""The engine: models that gather, decide and scatter, sweep after sweep.

A model file adds formulas only, six hooks over a frozen state that holds the words' side:

``begin(X, rngs)``      -> (Z, state)   starts, one per generator (the parameter ``init`` names them)
``rule(state)``         -> rule         how a document answers (gather, decide)
``shared(state, sums)`` -> state        what all answers change (after scatter)
``loss(state, sums)``   -> float        the criterion, from the sums alone
``factors(state)``      -> (S, W)       the fitted blocks and word factor
``frozen(S, W)``        -> state        enough of a state for ``rule``, from a fitted model

Formulas are written with ``@`` and ``.mT``, so they do not notice the axis of restarts that ``loop`` adds.
"""

from __future__ import annotations

from abc import abstractmethod
from functools import partial
from typing import Any, ClassVar, Generic

import numpy as np

from cotext.backend import Array, Matrix, Rule, Sums, is_elsewhere, open_matrix
from cotext.backend.cuda import require_cupy
from cotext.errors import CotextError
from cotext.models.checkpoint import once
from cotext.models.engine.blockwise import Blockwise
from cotext.models.engine.empty_documents import Axes
from cotext.models.engine.labels import column_norms, labels_from, shares
from cotext.models.engine.loop import WIDTH, Callback, Extras, Generators, Run, best_run, groups
from cotext.models.engine.memory import Moment, Size, check_room
from cotext.models.engine.outcome import Outcome
from cotext.models.engine.predictor import Restarted
from cotext.models.engine.restarts import AnyState, compact, padded
from cotext.models.starts.factors import ITCC_TRIES, TRIES, make_starts


class SweepModel(Blockwise, Restarted, Generic[AnyState]):
    """Adds the loop to a model that has the six hooks.

    Attributes
    ----------
    restart_losses_, restart_labels_ : ndarray, one row per restart
        The curve of every restart (NaN after its end) and the clusters it gave the documents.
    """

    fitted_axes: ClassVar[Axes] = {"restart_labels_": "an"}

    # --- the formulas -------------------------------------------------------------------------------

    @abstractmethod
    def begin(self, X: Matrix, rngs: Generators, *extras: Any, **named: Any) -> tuple[Array, AnyState]:
        """Starts, one per generator; gets by name what ``extras`` found."""

    @abstractmethod
    def rule(self, s: AnyState) -> Rule:
        """How a document answers the words."""

    @abstractmethod
    def shared(self, s: AnyState, sums: Sums) -> AnyState:
        """What all answers change."""

    @abstractmethod
    def loss(self, s: AnyState, sums: Sums) -> Array:
        """The criterion of each restart."""

    @abstractmethod
    def factors(self, s: AnyState) -> tuple[Array, Array]:
        """The blocks S and the word factor W."""

    @abstractmethod
    def frozen(self, S: Array, W: Array) -> AnyState:
        """Enough of a state for ``rule``."""

    # --- what a model may change beside its formulas ------------------------------------------------

    def extras(self, X: Any, *given: Any, **named: Any) -> Extras:
        """What the formulas use beside X, from what ``fit`` was given."""
        return Extras()

    def adapt(self, X: Matrix) -> Matrix:
        """The matrix the model works on; X as it is unless the model says otherwise."""
        return X

    def start(self, X: Matrix, rngs: Generators) -> tuple[Array, Array, Array]:
        """(Z, W, S) as the parameter ``init`` asks, in X's home, one per restart."""
        make = partial(make_starts, self.own_init(), X, *self.start_pair(), rngs)
        Z, W, S = once("start", make, rngs) if isinstance(self.init, str) else make()
        return X.put(Z), X.put(W), X.put(S)

    def start_pair(self) -> tuple[int, int]:
        """(document clusters, word clusters) to begin with."""
        return self.cluster_pair()

    def tidy(self, Z: Array, s: AnyState, sums: Sums) -> tuple[Array, AnyState, Sums]:
        """What a model does to all answers at once, between the documents' and the words' turn."""
        return Z, s, sums

    def answer(self, X: Matrix, s: AnyState) -> Array:
        """What each document says to finished words: depends on nothing but the document and them."""
        rule = self.rule(s).settled()
        shape = (*rule.W.shape[:-2], X.shape[0], self.cluster_pair()[0])
        nothing = X.put(np.broadcast_to(0.0, shape))
        return X.respond(rule, nothing)

    def answers_alone(self, s: AnyState) -> bool:
        """Whether a document's answer needs nothing but the document and the words."""
        return True

    def binds_documents(self) -> bool:
        """Whether the criterion ties documents to each other, so that answers given alone are not its own."""
        return False

    def grows(self) -> dict[str, int]:
        return {"block_": 1, "criterion": 2}

    def monotone(self) -> bool:
        """Whether the criterion never rises; else the best sweep is kept, not the last."""
        return True

    def factor_shapes(self, n_words: int) -> dict[str, tuple[int, int]]:
        """What the fitted factors look like."""
        g, m = self.cluster_pair()
        return {"block_": (g, m), "column_factor_": (n_words, m)}

    def norms(self, Z: Array) -> np.ndarray:
        return column_norms(Z)

    def word_labels(self, S: np.ndarray | None, W: np.ndarray) -> np.ndarray:
        scaled = W / column_norms(W)
        return labels_from(scaled, shares(scaled))

    # --- memory -------------------------------------------------------------------------------------

    def arrays(self) -> list[Moment]:
        """Arrays along documents and words, per column, at each moment that may be the peak: in a sweep, and
        when all documents answer in the end."""
        return [(3.0, 6.0), (4.1, 2.0)]

    def side_by_side(self) -> int:
        """Restarts that run together."""
        return int(groups(self, self.n_init if isinstance(self.init, str) else 1)[0].stop)

    def loop_bytes(self, size: Size, parts: int | None = None) -> float:
        """What the sweeps take."""
        columns = self.side_by_side() * max(self.cluster_pair())
        return max(size.sweep(columns, *moment, parts) for moment in self.arrays())

    def start_bytes(self, size: Size, side_by_side: int) -> float:
        """What ``start`` takes for so many restarts."""
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
        size = Size.of(X)  # a GPU has X, X' and a sweep's arrays in memory of its own
        needed = 2.0 * (size.itemsize + 4) * size.nnz + self.loop_bytes(size, parts=0)
        check_room(self.cli_name, X, needed, ", ".join(['use device="cpu"', *self.saving(X)]), "cuda")

    def saving(self, X: Any) -> list[str]:
        fewer = ["ask for fewer restarts (n_init)"] if self.n_init > 1 else []
        screened = ["leave out screen=True"] if self.screen else []
        return [*screened, *fewer, *super().saving(X), "ask for fewer clusters"]

    def ahead(self) -> str:
        """What a fit will do, in words, before it does it."""
        n = self.n_init if isinstance(self.init, str) else 1
        passes = len(groups(self, n)) * self.max_iter
        return f"{n} starts of at most {self.max_iter} sweeps, {passes:,} passes over the matrix"

    def publish(self, X: Matrix, s: AnyState, Z: Array) -> None:
        """The factors and labels of a finished state and the documents' answers to it."""
        S, W = (X.get(factor) for factor in self.factors(s))
        self.publish_factors(X.get(Z), W, S)

    # --- the search ---------------------------------------------------------------------------------

    def open(self, X: Any) -> Matrix:
        """A checked X in its home."""
        return self.adapt(open_matrix(X, self.device, self.n_jobs))

    def search(self, X: Any, callback: Callback | None, *given: Any, **named: Any) -> Outcome:
        """Run every restart and keep the best."""
        extras = self.extras(X, *given, **named)
        data = self.open(X)

        def labels(run: Run[AnyState]) -> np.ndarray:
            return self.label(data.get(run.Z)).labels

        best, tally = best_run(self, data, self.restart_generators(), callback, labels, extras.moved(data))
        self.publish(data, best.state, best.Z)
        converged = best.converged or extras.most_sweeps(self) < self.max_iter
        restarts = {
            "restart_losses_": padded(tally.curves),
            "restart_labels_": compact(tally.kept, self.cluster_pair()[0]),
        }
        return Outcome(
            best.losses,
            tally.criteria,
            n_iter=len(best.losses) - 1,
            converged=converged,
            settled=self.answers_alone(best.state),
            complaint=None if converged else self.not_converged(best.losses[:-1]),
            more={**extras.learned, **restarts},
            best=best,
        )

    def answers(self, X: Any) -> np.ndarray:
        for name, expected in self.factor_shapes(X.shape[1]).items():
            if (found := np.shape(getattr(self, name))) != expected:
                raise CotextError(
                    f"{name} has shape {found}, expected {expected} for n_clusters={self.n_clusters!r} and "
                    f"{X.shape[1]} words: fit again."
                )
        data = self.open(X)
        S, W = (data.put(self.in_fitted_unit(name)) for name in ("block_", "column_factor_"))
        return data.get(self.answer(data, self.frozen(S, W)))
