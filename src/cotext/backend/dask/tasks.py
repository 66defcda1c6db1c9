"""All that runs on workers. Arrays that come over a network are put in order first: bits depend on it.

What stays on workers says how large it is: they move the small to the large, and spill what does not fit.
"""

from __future__ import annotations

import platform
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from cotext.backend.arrays import Array
from cotext.backend.chunks import chunk_ops
from cotext.backend.chunks.chunk_ops import View, Whole, add_in_tree
from cotext.backend.chunks.source import Blocks
from cotext.backend.dask.groups import Group
from cotext.backend.rules import Rule, Sums
from cotext.backend.threads import quiet_blas
from cotext.errors import CotextError

Value = TypeVar("Value")


@dataclass(frozen=True)
class Part:
    """What is known of the documents of a group, and after how many sweeps."""

    value: np.ndarray
    sweep: int = 0

    def __sizeof__(self) -> int:
        return self.value.nbytes


@dataclass(frozen=True)
class Blank:
    """An array of zeros along the documents, to be made where it is needed."""

    lead: tuple[int, ...]
    columns: int
    dtype: np.dtype[Any]


@dataclass(frozen=True)
class Swept:
    """What a sweep of a group leaves: answers, which stay where they are, and sums, which travel."""

    answers: Part
    told: Told

    def __sizeof__(self) -> int:
        return sys.getsizeof(self.answers) + sys.getsizeof(self.told)


@dataclass(frozen=True)
class Told:
    """Sums of some groups, and the longest that one of them took."""

    sums: Sums
    seconds: float
    worker: str

    def __sizeof__(self) -> int:
        return self.sums.XtZ.nbytes + self.sums.ZtZ.nbytes


def hand_over(value: Value) -> Value:
    """What the driver sends, as a task of its own: it can be had again from the scheduler."""
    return value


def load_group(
    start: int, stop: int, *, source: Blocks, views: tuple[View, ...], device: str, expected: dict[str, str]
) -> Group:
    """A group from its store."""
    check_alike(expected)
    with quiet_blas(1):
        return Group(source, start, stop, views, device)


def listed(group: Group, *along: Any, ask: Callable[..., Any]) -> list[Any]:
    """What each block of a group says."""
    with quiet_blas(1):
        return list(group.each(ask, *(_ready(group, one) for one in along)))


def added(group: Group, *along: Any, ask: Callable[..., Any], plus: Callable[[Any, Any], Any]) -> Any:
    """What the blocks of a group say, added."""
    with quiet_blas(1):
        return add_in_tree(group.each(ask, *(_ready(group, one) for one in along)), plus)


def placed(group: Group, *along: Any, ask: Callable[..., Any]) -> Part:
    """What the blocks of a group say of each document."""
    return Part(np.concatenate(listed(group, *along, ask=ask), axis=-2))


def visit(group: Group, Z: Part | Blank, rule: Rule, *, sweep: int) -> Swept:
    """Gather, decide, scatter."""
    if isinstance(Z, Part) and Z.sweep != sweep - 1:
        raise CotextError(
            f"a worker holds answers of sweep {Z.sweep} where those of {sweep - 1} were expected: fit again, "
            "and tell us."
        )
    begun = time.perf_counter()
    said = listed(group, rule, Z, ask=chunk_ops.sweep)
    answers = Part(np.concatenate([Z for Z, _ in said], axis=-2), sweep)
    sums = add_in_tree((sums for _, sums in said), chunk_ops.add_sums)
    return Swept(answers, Told(sums, time.perf_counter() - begun, _worker()))


def answers_of(swept: Swept) -> Part:
    return swept.answers


def told_of(swept: Swept) -> Told:
    return swept.told


def add_told(one: Told, other: Told) -> Told:
    slower = max(one, other, key=lambda told: told.seconds)
    return replace(slower, sums=chunk_ops.add_sums(one.sums, other.sums))


def changed(part: Part, *, change: Callable[[Array], Array]) -> Part:
    """The same documents, each with another answer that depends on its own alone."""
    return replace(part, value=change(in_order(part.value)))


def computed(
    parts: Sequence[Part], *, ufunc: Callable[..., Array], others: Sequence[Any], sweep: int
) -> Part:
    """A formula for each element; parts stand where ``others`` has nothing."""
    values = (in_order(part.value) for part in parts)
    return Part(ufunc(*(next(values) if one is None else one for one in others)), sweep)


def labels_of(part: Part) -> np.ndarray:
    """The largest answer of each document."""
    return np.asarray(part.value.argmax(axis=-1))


def value_of(part: Part) -> np.ndarray:
    return part.value


def _ready(group: Group, one: object) -> Any:
    """What came along with a group, aligned and ready to be cut."""
    if isinstance(one, Blank):
        return np.zeros((*one.lead, int(group.cuts[-1]), one.columns), one.dtype)
    if isinstance(one, Part):
        return in_order(one.value)
    if isinstance(one, Whole):
        return Whole(in_order(one.value))
    return in_order(one)


def in_order(value: object) -> Any:
    """The same with every array aligned and contiguous: products and sums of others may differ in a bit."""
    if isinstance(value, np.ndarray):
        return np.require(value, requirements=["C", "A", "W"])
    if is_dataclass(value) and not isinstance(value, type):  # a rule, or sums
        return replace(value, **{one.name: in_order(getattr(value, one.name)) for one in fields(value)})
    return value


def _worker() -> str:
    from distributed import get_worker

    return str(get_worker().address)


def versions() -> dict[str, str]:
    """What the bits of a result depend on."""
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
    """Refuse to work where something differs."""
    here = versions()
    if other := [name for name in expected if here.get(name) != expected[name]]:
        found = ", ".join(f"{name} {here.get(name)} for {expected[name]}" for name in other)
        raise CotextError(
            f"a worker on {platform.node()} has {found}: results would differ; install the same versions on "
            "every worker."
        )


def check_worker(expected: dict[str, str], folder: str, name: str) -> bool:
    """Refuse to work with other versions, or where a file of the driver cannot be seen."""
    check_alike(expected)
    if not Path(folder, name).is_file():
        raise CotextError(
            f"a worker on {platform.node()} does not see {folder}: put the store on a file system that all "
            "workers share, under the same path."
        )
    return True
