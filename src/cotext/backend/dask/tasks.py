"""Tasks of the workers. Arrays from a network are aligned first, because the bits of results depend on it.

Results that stay on workers define ``__sizeof__``, by which Dask moves and spills them.
"""

from __future__ import annotations

import platform
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from cotext.backend.arrays import Array
from cotext.backend.chunks import chunk_ops
from cotext.backend.chunks.chunk_ops import Verb, add_in_tree
from cotext.backend.chunks.source import Chunks
from cotext.backend.dask.groups import ChunkGroup
from cotext.backend.rules import Rule, Sums
from cotext.backend.threads import quiet_blas
from cotext.errors import CotextError

Value = TypeVar("Value")


@dataclass(frozen=True)
class GroupArray:
    """An array along the documents of a group, after a number of sweeps."""

    value: np.ndarray
    sweep: int = 0

    def __sizeof__(self) -> int:
        return self.value.nbytes


@dataclass(frozen=True)
class Blank:
    """An array of zeros along the documents, created on the workers."""

    lead: tuple[int, ...]
    columns: int
    dtype: np.dtype[Any]


@dataclass(frozen=True)
class Swept:
    """The result of a sweep of a group: answers, which stay on the worker, and sums, which do not."""

    answers: GroupArray
    timed_sums: TimedSums

    def __sizeof__(self) -> int:
        return sys.getsizeof(self.answers) + sys.getsizeof(self.timed_sums)


@dataclass(frozen=True)
class TimedSums:
    """Sums of some groups, and the longest time and the worker that one of them took."""

    sums: Sums
    seconds: float
    worker: str

    def __sizeof__(self) -> int:
        return self.sums.XtZ.nbytes + self.sums.ZtZ.nbytes


def hand_over(value: Value) -> Value:
    """A value from the client as a task, so that the scheduler can send it again."""
    return value


def load_group(
    start: int, stop: int, *, source: Chunks, views: tuple[Verb, ...], device: str, expected: dict[str, str]
) -> ChunkGroup:
    check_alike(expected)
    with quiet_blas(1):
        return ChunkGroup(source, start, stop, views, device)


def listed(group: ChunkGroup, *along: Any, operation: Callable[..., Any]) -> list[Any]:
    """The result of an operation on each chunk of a group."""
    with quiet_blas(1):
        return list(group.each(operation, *(_ready(group, argument) for argument in along)))


def added(
    group: ChunkGroup, *along: Any, operation: Callable[..., Any], plus: Callable[[Any, Any], Any]
) -> Any:
    """The results of the chunks of a group, added."""
    with quiet_blas(1):
        return add_in_tree(group.each(operation, *(_ready(group, argument) for argument in along)), plus)


def placed(group: ChunkGroup, *along: Any, operation: Callable[..., Any]) -> GroupArray:
    """The results of the chunks of a group as one array along the documents."""
    return GroupArray(np.concatenate(listed(group, *along, operation=operation), axis=-2))


def visit(group: ChunkGroup, Z: GroupArray | Blank, rule: Rule, *, sweep: int) -> Swept:
    """Gather, decide, scatter."""
    from distributed import get_worker

    if isinstance(Z, GroupArray) and Z.sweep != sweep - 1:
        raise CotextError(
            f"a worker holds answers of sweep {Z.sweep} where those of {sweep - 1} were expected: fit again, "
            "and tell us."
        )
    start = time.perf_counter()
    results = listed(group, Z, rule, operation=Verb("sweep"))
    answers = GroupArray(np.concatenate([Z for Z, _ in results], axis=-2), sweep)
    sums = add_in_tree((sums for _, sums in results), chunk_ops.add_sums)
    return Swept(answers, TimedSums(sums, time.perf_counter() - start, str(get_worker().address)))


def add_timed_sums(one: TimedSums, other: TimedSums) -> TimedSums:
    slower = max(one, other, key=attrgetter("seconds"))
    return replace(slower, sums=chunk_ops.add_sums(one.sums, other.sums))


def changed(part: GroupArray, *, change: Callable[[Array], Array]) -> GroupArray:
    """The same documents, each with another answer that depends on its own alone."""
    return replace(part, value=change(in_order(part.value)))


def computed(
    parts: Sequence[GroupArray], *, ufunc: Callable[..., Array], others: Sequence[Any], sweep: int
) -> GroupArray:
    """A formula for each element; ``parts`` replace None in ``others``."""
    values = (in_order(part.value) for part in parts)
    return GroupArray(ufunc(*(next(values) if one is None else one for one in others)), sweep)


def labels_of(part: GroupArray) -> np.ndarray:
    return np.asarray(part.value.argmax(axis=-1))


def _ready(group: ChunkGroup, argument: object) -> Any:
    """An argument along the documents of a group, aligned and ready to be cut."""
    if isinstance(argument, Blank):
        return np.zeros((*argument.lead, int(group.cuts[-1]), argument.columns), argument.dtype)
    return in_order(argument.value if isinstance(argument, GroupArray) else argument)


def in_order(value: object) -> Any:
    """The same with aligned and contiguous arrays, whose products and sums have reproducible bits."""
    if isinstance(value, np.ndarray):
        return np.require(value, requirements=["C", "A", "W"])
    if is_dataclass(value) and not isinstance(value, type):  # a rule, sums, or a whole
        return replace(value, **{f.name: in_order(getattr(value, f.name)) for f in fields(value)})
    return value


def versions() -> dict[str, str]:
    """Versions that the bits of a result depend on."""
    import numpy
    import scipy

    import cotext
    from cotext.backend.native import kernels

    return {
        "cotext": cotext.__version__,
        "numpy": numpy.__version__,
        "scipy": scipy.__version__,
        "python": ".".join(platform.python_version_tuple()[:2]),
        "C++ kernels": "built" if kernels() else "not built",
    }


def check_alike(expected: dict[str, str]) -> None:
    """Refuse to work with other versions."""
    here = versions()
    if other := [name for name in expected if here.get(name) != expected[name]]:
        differing = ", ".join(f"{name} {here.get(name)} for {expected[name]}" for name in other)
        raise CotextError(
            f"a worker on {platform.node()} has {differing}: results would differ; install the same versions "
            "on every worker."
        )


def check_worker(expected: dict[str, str], folder: str, name: str) -> bool:
    """Refuse to work with other versions, or without access to a file of the client."""
    check_alike(expected)
    if not Path(folder, name).is_file():
        raise CotextError(
            f"a worker on {platform.node()} does not see {folder}: put the store on a file system that all "
            "workers share, under the same path."
        )
    return True
