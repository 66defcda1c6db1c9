"""Documents that come in batches: the sums of all of them, with forgetting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, Self

from cotext.backend import Sums, quiet_blas
from cotext.errors import UsageError
from cotext.models.engine import AnyState, Callback, Outcome, SweepModel

STEPS = 5  # updates of the words per batch, while its sums are at hand


@dataclass(frozen=True)
class Stream(Generic[AnyState]):
    """What is remembered between batches: the words' state and what all documents so far told them."""

    state: AnyState
    sums: Sums


class Streams(SweepModel[AnyState]):
    """Adds ``partial_fit``."""

    _stream: Stream[AnyState]

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

    def search(self, X: Any, callback: Callback | None, *given: Any, **named: Any) -> Outcome:
        self.__dict__.pop("_stream", None)
        return super().search(X, callback, *given, **named)

    def _learn(self, X: Any, forget: float, **given: Any) -> Self:
        if not 0 <= forget <= 1:
            raise UsageError(f"forget={forget!r}: a number from 0 to 1 is expected.")
        stream = getattr(self, "_stream", None)
        if stream is None:
            return self._begin_stream(X, **given)
        X = self.take_in(X, reset=False)
        with quiet_blas(self.n_jobs), self.without_empty(X, self.has_words(X)) as X:
            data = self.open(X)
            state, heard = stream.state, stream.sums
            new = data.sums(self.answer(data, state))
            sums = Sums(forget * heard.XtZ + new.XtZ, forget * heard.ZtZ + new.ZtZ)
            for _ in range(STEPS):
                state = self.shared(state, sums)
            self._stream = Stream(state, sums)
            self.publish(data, state, self.answer(data, state))
            self._finish()
            self.settled_ = self.answers_alone(state)
        return self

    def _begin_stream(self, X: Any, **given: Any) -> Self:
        best = self._fit(X, None, **given).best
        X = self.take_in(X, reset=False)
        with quiet_blas(self.n_jobs):
            kept = self.keep(X, self.has_words(X))
            data = self.open(X if kept is None else self.only(X, kept))
            self._stream = Stream(best.state, data.sums(best.Z))
        return self
