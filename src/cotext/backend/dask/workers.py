"""Hands tasks to the workers of a client, and waits for their results, with a time limit.

Answers are also written to shared files, which replace those of a worker that died.
"""

from __future__ import annotations

import shutil
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias
from uuid import uuid4
from weakref import WeakKeyDictionary, WeakValueDictionary

import numpy as np

from cotext.backend.chunks.chunk_ops import Verb, add_in_tree
from cotext.backend.chunks.scratch_dirs import SEEN, new_folder
from cotext.backend.chunks.source import Chunks
from cotext.backend.dask import tasks
from cotext.backend.dask.groups import group_cuts
from cotext.backend.dask.tasks import GroupArray, check_worker, versions
from cotext.errors import CannotWrite, CotextError, UsageError
from cotext.files import write_atomic

if TYPE_CHECKING:
    from distributed import Client, Future

Futures: TypeAlias = "list[Future[Any]]"
FAN = 8  # groups, and sums of groups, that one task adds; a power of two
WORDS_ARE_LARGE = {"distributed.admin.large-graph-warning-threshold": "100GB"}  # intended
PAUSE = 2.0  # seconds between two looks at the cluster
FIRST_WORKER = 60.0  # seconds to wait for a worker
FIRST_WORD = 120.0  # seconds to wait for the answers of all workers
PATIENCE = 120.0  # seconds that a fit waits without any worker


def levels(n: int) -> Iterator[list[slice]]:
    """Slices of n neighbors that one task adds, level by level, until one is left.

    Examples
    --------
    >>> [len(level) for level in levels(100)]
    [13, 2, 1]
    """
    while n > 1:
        level = [slice(i, min(i + FAN, n)) for i in range(0, n, FAN)]
        yield level
        n = len(level)


class Roots:
    """The groups of a view of some chunks on the workers, loaded when they are first used."""

    def __init__(self, crew: Crew, blocks: Chunks, views: tuple[Verb, ...], device: str) -> None:
        self.crew, self.blocks, self.views, self.device = crew, blocks, views, device
        self.numbers = group_cuts(blocks)
        self.cuts = blocks.cuts[self.numbers]

    @cached_property
    def scratch(self) -> Scratch:
        return self.crew.scratch(self.blocks)

    @cached_property
    def futures(self) -> Futures:
        assert self.scratch
        source = self.crew.hand([self.blocks])[0]
        same = {"source": source, "views": self.views, "device": self.device, "expected": self.crew.expected}
        return self.crew.map(tasks.load_group, self.numbers[:-1], self.numbers[1:], **same)


class Crew:
    """The workers of a client."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.expected = versions()
        self.slowest: tuple[float, str] | None = None  # seconds and worker of the slowest group
        self._roots: WeakKeyDictionary[Chunks, WeakValueDictionary[Any, Roots]] = WeakKeyDictionary()
        self._scratches: WeakValueDictionary[Any, Scratch] = WeakValueDictionary()

    def roots(self, blocks: Chunks, views: tuple[Verb, ...], device: str = "cpu") -> Roots:
        """Groups of a view of chunks, shared by all who use it."""
        known = self._roots.setdefault(blocks, WeakValueDictionary())
        if (roots := known.get((blocks.shape, views, device))) is None:
            roots = known[blocks.shape, views, device] = Roots(self, blocks, views, device)
        return roots

    def scratch(self, blocks: Chunks) -> Scratch:
        """A folder for answers next to the chunks, which all workers can access."""
        if (scratch := self._scratches.get(blocks.room)) is None:
            scratch = Scratch(blocks.room)
            self._check(str(scratch.folder))
            self._scratches[blocks.room] = scratch
        return scratch

    def _check(self, folder: str) -> None:
        """Refuse workers with other versions or without access to the folder."""
        try:
            self.client.wait_for_workers(1, timeout=FIRST_WORKER)
        except TimeoutError:
            raise UsageError(
                f"the cluster at {self._address} has no workers after {FIRST_WORKER:g} s: start some, "
                f"'dask worker {self._address}', or leave the cluster out."
            ) from None
        call = check_worker, self.expected, folder, SEEN
        futures = [  # others may run it, if a worker dies meanwhile
            self.client.submit(*call, workers=[worker], allow_other_workers=True, pure=False)
            for worker in self.workers()
        ]
        until = time.monotonic() + FIRST_WORD
        for future in futures:
            self.result(future, until)

    @property
    def _address(self) -> str:
        return str(getattr(self.client.scheduler, "address", "an unknown address"))

    def workers(self) -> list[str]:
        return list(self.client.scheduler_info(n_workers=-1)["workers"])

    def map(self, task: Callable[..., Any], *each: Iterable[Any], **same: Any) -> Futures:
        """A task for each group."""
        with import_module("dask").config.set(WORDS_ARE_LARGE):
            futures: Futures = self.client.map(task, *map(list, each), pure=False, **same)
        return futures

    def hand(self, values: Sequence[Any]) -> Futures:
        """Arguments of tasks, sent once and stored by the scheduler, not only by a worker."""
        return self.map(tasks.hand_over, values)

    def tree(self, parts: Futures, plus: Callable[[Any, Any], Any]) -> Any:
        """The sum of all parts, in the same tree as in one process."""
        for level in levels(len(parts)):
            parts = self.map(add_in_tree, [parts[own] for own in level], add=plus)
        return self.result(parts[0])

    def results(self, futures: Futures) -> Iterable[Any]:
        """The results of tasks, in order."""
        return map(self.result, futures)

    def result(self, future: Future[Any], until: float | None = None) -> Any:
        """The result of a task; an error if no worker is left, or none finishes it in time."""
        from distributed import CancelledError, KilledWorker

        alone: float | None = None
        while True:
            try:
                return future.result(timeout=PAUSE)
            except TimeoutError:
                alone = self._looked(alone)
                if until is not None and time.monotonic() > until:
                    raise UsageError(
                        f"a worker of {self._address} did not answer within {FIRST_WORD:g} s: it is busy or "
                        "stuck; restart it, or use a cluster of your own."
                    ) from None
            except KilledWorker as error:
                raise CotextError(
                    f"a part of the work ended {error.allowed_failures + 1} workers, most likely because "
                    "their memory is too small: give workers more, or make the store again with smaller "
                    "blocks (cotext shard --block-entries)."
                ) from None
            except (CancelledError, OSError) as error:
                raise self._failed(error) if future.status == "error" else self._lost(error) from error

    def _looked(self, alone: float | None) -> float | None:
        """The time since when there is no worker, if there is none; an error if that is too long."""
        if self.client.status != "running":
            raise self._lost(None)
        if self.workers():
            return None
        now = time.monotonic()
        if alone is not None and now - alone > PATIENCE:
            raise CotextError(
                f"the cluster at {self._address} has had no worker for {PATIENCE:g} s: start some, fit again."
            )
        return now if alone is None else alone

    def _failed(self, why: BaseException) -> CotextError:
        return CotextError(
            f"a worker of {self._address} failed ({type(why).__name__}: {why!s:.200}): fix it and fit again."
        )

    def _lost(self, why: BaseException | None) -> CotextError:
        reason = "" if why is None else f" ({type(why).__name__})"
        return CotextError(
            f"the scheduler at {self._address} was lost{reason}: check that it runs, and fit again."
        )


def crew_of(client: Client) -> Crew:
    """The crew of a client, the same each time."""
    if (crew := _crews.get(client)) is None:
        crew = _crews[client] = Crew(client)
    return crew


class Scratch:
    """A folder next to the chunks, deleted with its last user."""

    def __init__(self, room: Path | None) -> None:
        self.folder = new_folder(room)
        weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)

    def names(self, n: int) -> list[str]:
        """Paths of new files."""
        stem = uuid4().hex
        return [str(self.folder / f"{stem}.{k:06d}.npy") for k in range(n)]


class Files:
    """Some files of a scratch folder, deleted with the last answers that come from them."""

    def __init__(self, scratch: Scratch, paths: Sequence[str]) -> None:
        self.scratch = scratch
        weakref.finalize(self, _remove, tuple(paths))


def save(part: GroupArray, path: str) -> str:
    """Write the answers of a group, whole or not at all."""
    try:
        write_atomic(path, lambda stream: np.save(stream, part.value, allow_pickle=False))
    except CannotWrite as error:  # which cannot be pickled
        raise CotextError(str(error)) from None
    return path


def reload(path: str, sweep: int) -> GroupArray:
    return GroupArray(np.load(path, allow_pickle=False), sweep)


def _remove(paths: tuple[str, ...]) -> None:
    for path in paths:
        Path(path).unlink(missing_ok=True)


_crews: WeakKeyDictionary[Client, Crew] = WeakKeyDictionary()
