"""Learning from documents in batches: sums over all of them, with forgetting."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Generic, Self

from cotext.backend import Matrix, Sums, quiet_blas
from cotext.errors import UsageError
from cotext.models.engine import AnyState, Callback, Fit, Kept, Outcome, Predictor, SweepAlgorithm, data
from cotext.models.engine.run import in_unit_of, settled

STEPS = 5  # updates of the words per batch, while its sums are at hand


@dataclass(frozen=True)
class Stream(Generic[AnyState]):
    """State between batches: the words and the sums over all documents so far."""

    state: AnyState
    sums: Sums


class StreamPredictor(Predictor):
    """Adds ``partial_fit`` to a model of sweeps."""

    _stream: Stream[Any]

    def partial_fit(self, X: object, y: object = None, *, forget: float = 1.0) -> Self:
        """Learn from one more batch of documents.

        The first batch is fitted as by ``fit``, so it should hold documents of all kinds. Later ones update
        the words, together with the sums over all earlier batches. ``fit`` starts again.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_documents, n_words)
            The batch; weigh every batch alike, by the idf of the first one, say.
        y : ignored
        forget : float, default=1.0
            Weight of earlier batches: 1 treats all alike, 0 uses the last one only.

        Returns
        -------
        self
            ``row_labels_`` and ``row_factor_`` are those of the batch.
        """
        return self._learn(X, forget)

    def _fit(self, X: object, callback: Callback | None = None, **given: Any) -> Outcome:
        self.__dict__.pop("_stream", None)
        return super()._fit(X, callback, **given)

    def _learn(self, X: object, forget: float, **arguments: Any) -> Self:
        if not 0 <= forget <= 1:
            raise UsageError(f"forget={forget!r}: a number from 0 to 1 is expected.")
        algorithm = self.algorithm
        assert isinstance(algorithm, SweepAlgorithm)
        stream: Stream[Any] | None = self.__dict__.get("_stream")
        best: Any = self._fit(X, None, **arguments).best if stream is None else None
        checked = in_unit_of(self.fit_, self._check(X, reset=False))
        with quiet_blas(self.n_jobs):
            kept = algorithm.keep(checked, data.has_words(checked))
            matrix = algorithm.open(checked if kept is None else data.only(checked, kept))
            if stream is None:
                self._stream = Stream(best.state, matrix.sums(best.Z))
            else:
                self._stream, self.fit_ = next_batch(algorithm, stream, matrix, kept, forget, self.fit_)
        return self


def next_batch(
    algorithm: SweepAlgorithm[AnyState],
    stream: Stream[AnyState],
    X: Matrix,
    kept: Kept | None,
    forget: float,
    before: Fit,
) -> tuple[Stream[AnyState], Fit]:
    """The state after one more batch, and the fit of the batch."""
    state, old = stream.state, stream.sums
    new = X.sums(algorithm.respond(X, state))
    sums = Sums(forget * old.XtZ + new.XtZ, forget * old.ZtZ + new.ZtZ)
    for _ in range(STEPS):
        state = algorithm.update_words(state, sums)
    fit = algorithm.finished(X, state, algorithm.respond(X, state))
    fit = replace(fit if kept is None else fit.among_all(kept), criterion=0.0)
    names = ("losses", "criteria", "criterion", "n_iter", "converged", "restart_losses", "restart_labels")
    curves = {name: getattr(before, name) for name in names}
    fit = settled(algorithm, fit, before.scale).but(settled=algorithm.responds_alone(state), **curves)
    return Stream(state, sums), fit
