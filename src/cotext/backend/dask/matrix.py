"""The ``chunks`` home with chunks that workers open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from cotext.backend.arrays import Array
from cotext.backend.chunks.chunk_ops import Cut, Shared, Verb, part_of
from cotext.backend.chunks.matrix import Along, ChunkMatrix, Operation
from cotext.backend.chunks.source import Chunks
from cotext.backend.dask import tasks
from cotext.backend.dask.distributed_array import Spread
from cotext.backend.dask.workers import Files, Futures, crew_of, reload, save
from cotext.backend.rules import Rule, Sums

if TYPE_CHECKING:
    from distributed import Client

SMALL = 1 << 20  # bytes of an array that go to the scheduler with a task; more go through a file
WRITE_EVERY = 5  # sweeps: more are lost with a worker, fewer cost more than they save


class DaskMatrix(ChunkMatrix):
    """Chunks of rows on the workers of a cluster."""

    def __init__(
        self,
        blocks: Chunks,
        n_threads: int | None = None,
        views: tuple[Verb, ...] = (),
        device: str = "cpu",
        *,
        client: Client,
    ) -> None:
        super().__init__(blocks, n_threads, views, device)
        self.client, self.crew = client, crew_of(client)
        self.roots = self.crew.roots(blocks, views, device)

    def _viewed(self, *view: Verb) -> DaskMatrix:
        views = (*self.views, *view)
        return DaskMatrix(self.blocks, self.n_threads, views, self.device, client=self.client)

    def get(self, array: Array) -> np.ndarray:
        return array.get() if isinstance(array, Spread) else super().get(array)

    def restarts(self, Z: Array, index: list[int]) -> Array:
        return cast(Array, Z[index]) if isinstance(Z, Spread) else super().restarts(Z, index)

    def _each(self, operation: Operation, *along: Along) -> Iterator[Any]:
        sent = self._sent(along)
        futures = self.crew.map(tasks.listed, self.roots.futures, *_parts(sent), operation=operation)
        for results in self.crew.results(futures):
            yield from results

    def _added(self, operation: Operation, plus: Callable[[Any, Any], Any], *along: Along) -> Any:
        sent = self._sent(along)
        parts = self.crew.map(tasks.added, self.roots.futures, *_parts(sent), operation=operation, plus=plus)
        return tasks.in_order(self.crew.tree(parts, plus))

    def _along(self, operation: Operation, shape: Sequence[int], *along: Along) -> Array:
        sent = self._sent(along)
        parts = self.crew.map(tasks.placed, self.roots.futures, *_parts(sent), operation=operation)
        kept = tuple(files for one in sent for files in one.kept)
        return _array(Spread(self.roots, parts, tuple(shape), self.dtype, kept=kept))

    def _visited(self, Z: Array, rule: Rule) -> tuple[Array, Sums]:
        before = self._spread(Z, alone=rule.settled() is rule)
        sweep = before.sweep + 1
        sent = [before, *self._sent([rule])]
        swept = self.crew.map(tasks.visit, self.roots.futures, *_parts(sent), sweep=sweep)
        total = self.crew.tree(self.crew.map(attrgetter("timed_sums"), swept), tasks.add_timed_sums)
        self.crew.slowest = (total.seconds, total.worker)
        parts = self.crew.map(attrgetter("answers"), swept)
        answers = Spread(self.roots, parts, Z.shape, self.dtype, sweep, before.age + 1, before.kept)
        return _array(self._written(answers)), tasks.in_order(total.sums)

    def _labels(self, answers: Array) -> np.ndarray:
        return np.asarray(answers.argmax(axis=-1))

    def _sent(self, along: Sequence[Along]) -> list[Spread]:
        """Arguments along the documents, on the workers; hold them for as long as a task needs them."""
        return [
            self._spread(one) if isinstance(one, np.ndarray | Spread) else self._cut(one) for one in along
        ]

    def _cut(self, cut: Cut) -> Spread:
        """A rule for each group; the same one for all if it does not differ."""
        rows = [slice(a, b) for a, b in pairwise(self.roots.cuts.tolist())]
        same = isinstance(cut, Shared) or cut.part(rows[0]) is cut
        parts = self.crew.hand([cut]) * len(rows) if same else self.crew.hand([cut.part(own) for own in rows])
        return Spread(self.roots, parts, (), self.dtype)

    def _spread(self, Z: Array | Spread, *, alone: bool = False) -> Spread:
        """An array along documents on the workers, each part with its group; zeros if ``alone``."""
        shape, rows = Z.shape, list(pairwise(self.roots.cuts.tolist()))
        if alone or (not isinstance(Z, Spread) and Z.ndim > 1 and not Z.any()):
            blank = tasks.Blank(shape[:-2], shape[-1], self.dtype)
            return Spread(self.roots, self.crew.hand([blank]) * len(rows), shape, self.dtype)
        if isinstance(Z, Spread):
            return Z
        each = [part_of(Z, slice(a, b)) for a, b in rows]
        if max(part.nbytes for part in each) <= SMALL:
            parts = self.crew.hand([tasks.GroupArray(np.ascontiguousarray(part)) for part in each])
            return Spread(self.roots, parts, shape, Z.dtype)
        paths = self.roots.scratch.names(len(rows))
        for part, path in zip(each, paths, strict=True):
            save(tasks.GroupArray(part), path)
        return self._from_files(Spread(self.roots, [], shape, Z.dtype), paths)

    def _written(self, answers: Spread) -> Spread:
        """The same answers, now and then written to files, which replace those of a worker that dies."""
        if answers.age < WRITE_EVERY:
            return answers
        paths = self.roots.scratch.names(len(answers.parts))
        return self._from_files(answers, list(self.crew.results(self.crew.map(save, answers.parts, paths))))

    def _from_files(self, answers: Spread, paths: list[str]) -> Spread:
        parts = self.crew.map(reload, paths, sweep=answers.sweep)
        files = Files(self.roots.scratch, paths)
        return Spread(self.roots, parts, answers.shape, answers.dtype, answers.sweep, 0, (files,))


def _parts(sent: Sequence[Spread]) -> list[Futures]:
    return [one.parts for one in sent]


def _array(spread: Spread) -> Array:
    return cast(Array, spread)
