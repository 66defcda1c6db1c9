"""Documents that come in batches: the sums of all of them, with forgetting."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Generic, Self

from cotext.backend import Sums, quiet_blas
from cotext.errors import UsageError
from cotext.models.engine import AnyState, Callback, Fit, Outcome, Predictor, SweepAlgorithm, data
from cotext.models.engine.run import in_unit_of, settled

STEPS = 5  # updates of the words per batch, while its sums are at hand


@dataclass(frozen=True)
class Stream(Generic[AnyState]):
    """What is remembered between batches: the words' state and what all documents so far told them."""

    state: AnyState
    sums: Sums


class StreamPredictor(Predictor):
    """Adds ``partial_fit`` to a model of sweeps."""

    _stream: Stream[Any]

    def partial_fit(self, X: Any, y: Any = None, *, forget: float = 1.0) -> Self:
        """Learn from one more batch of documents.

        The first batch is fitted as ``fit`` does, so it should hold documents of all kinds. Later ones
        answer the words at hand, and the words then answer everything heard so far. ``fit`` ends a stream.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_documents, n_words)
            The batch; weigh every batch alike, by the idf of the first one, say.
        y : ignored
        forget : float, default=1.0
            Weight of what was heard before: 1 treats all batches alike, 0 listens to the last one only.

        Returns
        -------
        self
            ``row_labels_`` and ``row_factor_`` are those of the batch.
        """
        return self._learn(X, forget)

    def _fit(self, X: Any, callback: Callback | None = None, **given: Any) -> Outcome:
        self.__dict__.pop("_stream", None)
        return super()._fit(X, callback, **given)

    def _learn(self, X: Any, forget: float, **given: Any) -> Self:
        if not 0 <= forget <= 1:
            raise UsageError(f"forget={forget!r}: a number from 0 to 1 is expected.")
        algorithm = self.algorithm
        assert isinstance(algorithm, SweepAlgorithm)
        if (stream := self.__dict__.get("_stream")) is None:
            best = self._fit(X, None, **given).best
            X = in_unit_of(self.fit_, self._check(X, reset=False))
            with quiet_blas(self.n_jobs):
                kept = algorithm.keep(X, data.has_words(X))
                matrix = algorithm.open(X if kept is None else data.only(X, kept))
                self._stream = Stream(best.state, matrix.sums(best.Z))
            return self
        X = in_unit_of(self.fit_, self._check(X, reset=False))
        with quiet_blas(self.n_jobs):
            self._stream, self.fit_ = next_batch(algorithm, stream, X, forget, self.fit_)
        return self


def next_batch(
    algorithm: SweepAlgorithm[AnyState], stream: Stream[AnyState], X: Any, forget: float, before: Fit
) -> tuple[Stream[AnyState], Fit]:
    """What is known after one more batch, a checked X in the unit of the fit, and the fit of the batch."""
    kept = algorithm.keep(X, data.has_words(X))
    matrix = algorithm.open(X if kept is None else data.only(X, kept))
    state, heard = stream.state, stream.sums
    new = matrix.sums(algorithm.respond(matrix, state))
    sums = Sums(forget * heard.XtZ + new.XtZ, forget * heard.ZtZ + new.ZtZ)
    for _ in range(STEPS):
        state = algorithm.update_words(state, sums)
    fit = algorithm.finished(matrix, state, algorithm.respond(matrix, state))
    told = ("losses", "criteria", "criterion", "n_iter", "converged", "restart_losses", "restart_labels")
    fit = settled(
        algorithm, replace(fit if kept is None else fit.among_all(kept), criterion=0.0), before.scale
    )
    fit = replace(
        fit, settled=algorithm.responds_alone(state), **{name: getattr(before, name) for name in told}
    )
    return Stream(state, sums), fit
