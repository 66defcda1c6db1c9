"""Blocks that workers open: the ``blocks`` home with other hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from cotext.backend.arrays import Array
from cotext.backend.chunks.chunk_ops import Cut, View, Whole, part_of
from cotext.backend.chunks.matrix import Along, Ask, BlockMatrix
from cotext.backend.chunks.source import Blocks
from cotext.backend.dask import tasks
from cotext.backend.dask.distributed_array import Spread
from cotext.backend.dask.workers import Files, Futures, crew_of, reload, save
from cotext.backend.rules import Rule, Sums

if TYPE_CHECKING:
    from distributed import Client

SMALL = 1 << 20  # bytes of an array that go to the scheduler with a task; more go through a file
WRITE_EVERY = 5  # sweeps: more are lost with a worker, fewer cost more than they save


class DaskMatrix(BlockMatrix):
    """Blocks of rows on the workers of a cluster, with ``sweep`` and the verbs of the models."""

    def __init__(
        self,
        blocks: Blocks,
        n_threads: int | None = None,
        views: tuple[View, ...] = (),
        device: str = "cpu",
        *,
        client: Client,
    ) -> None:
        super().__init__(blocks, n_threads, views, device)
        self.client, self.crew = client, crew_of(client)
        self.roots = self.crew.roots(blocks, views, device)

    def _viewed(self, *view: Any) -> DaskMatrix:
        views = (*self.views, View(view[0], view[1:]))
        return DaskMatrix(self.blocks, self.n_threads, views, self.device, client=self.client)

    def get(self, array: Array) -> np.ndarray:
        return array.get() if isinstance(array, Spread) else super().get(array)

    def restarts(self, Z: Array, index: list[int]) -> Array:
        return cast(Array, Z[index]) if isinstance(Z, Spread) else super().restarts(Z, index)

    # --- who asks the blocks --------------------------------------------------------------------------

    def _each(self, ask: Ask, *along: Along) -> Iterator[Any]:
        sent = self._sent(along)
        futures = self.crew.map(tasks.listed, self.roots.futures, *_parts(sent), ask=ask)
        for said in self.crew.results(futures):
            yield from said

    def _added(self, ask: Ask, plus: Callable[[Any, Any], Any], *along: Along) -> Any:
        sent = self._sent(along)
        parts = self.crew.map(tasks.added, self.roots.futures, *_parts(sent), ask=ask, plus=plus)
        return tasks.in_order(self.crew.tree(parts, plus))

    def _along(self, ask: Ask, shape: Sequence[int], *along: Along) -> Array:
        sent = self._sent(along)
        parts = self.crew.map(tasks.placed, self.roots.futures, *_parts(sent), ask=ask)
        kept = tuple(files for one in sent for files in one.kept)
        return _array(Spread(self.roots, parts, tuple(shape), self.dtype, kept=kept))

    def _visited(self, Z: Array, rule: Rule) -> tuple[Array, Sums]:
        before = self._spread(Z, alone=rule.settled() is rule)
        sweep = before.sweep + 1
        given = [before, *self._sent([rule])]
        swept = self.crew.map(tasks.visit, self.roots.futures, *_parts(given), sweep=sweep)
        told = self.crew.tree(self.crew.map(tasks.told_of, swept), tasks.add_told)
        self.crew.slowest = (told.seconds, told.worker)
        parts = self.crew.map(tasks.answers_of, swept)
        answers = Spread(self.roots, parts, Z.shape, self.dtype, sweep, before.age + 1, before.kept)
        return _array(self._written(answers)), tasks.in_order(told.sums)

    def _labels(self, answers: Array) -> np.ndarray:
        return np.asarray(answers.argmax(axis=-1))

    # --- what goes there ------------------------------------------------------------------------------

    def _sent(self, along: Sequence[Along]) -> list[Spread]:
        """What goes along with the documents, on the workers; to be held for as long as they need it."""
        return [
            self._spread(one) if isinstance(one, np.ndarray | Spread) else self._cut(one) for one in along
        ]

    def _cut(self, one: Cut) -> Spread:
        """A rule for each group; one for all where it is the same."""
        rows = [slice(a, b) for a, b in pairwise(self.roots.cuts.tolist())]
        same = isinstance(one, Whole) or one.part(rows[0]) is one
        parts = self.crew.hand([one]) * len(rows) if same else self.crew.hand([one.part(own) for own in rows])
        return Spread(self.roots, parts, (), self.dtype)

    def _spread(self, Z: Array | Spread, *, alone: bool = False) -> Spread:
        """An array along documents on the workers, each part with its group; none where it has no say."""
        shape, rows = Z.shape, list(pairwise(self.roots.cuts.tolist()))
        if alone or (not isinstance(Z, Spread) and Z.ndim > 1 and not Z.any()):
            blank = tasks.Blank(shape[:-2], shape[-1], self.dtype)
            return Spread(self.roots, self.crew.hand([blank]) * len(rows), shape, self.dtype)
        if isinstance(Z, Spread):
            return Z
        each = [part_of(Z, slice(a, b)) for a, b in rows]
        if max(part.nbytes for part in each) <= SMALL:
            parts = self.crew.hand([tasks.Part(np.ascontiguousarray(part)) for part in each])
            return Spread(self.roots, parts, shape, Z.dtype)
        paths = self.roots.scratch.names(len(rows))
        for part, path in zip(each, paths, strict=True):
            save(tasks.Part(part), path)
        return self._from_files(Spread(self.roots, [], shape, Z.dtype), paths)

    def _written(self, answers: Spread) -> Spread:
        """Now and then, the same answers from files: a worker that dies is made up for from there."""
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
    """For those who need not know."""
    return cast(Array, spread)
