"""Blocks whose home is a GPU: what goes along with their documents goes there, what they say comes back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np

from cotext.backend.matrix import Matrix


def asked(ask: Callable[..., Any], home: Matrix, device: str, along: list[Any]) -> Any:
    """Ask a block in its home, wherever that is, with arrays that are and stay in the memory of the host."""
    if device == "cpu":
        return ask(home, *along)

    def there(value: Any) -> Any:
        return home.put(value) if isinstance(value, np.ndarray) and value.dtype.kind == "f" else value

    def here(value: Any) -> Any:
        return home.get(value) if hasattr(value, "shape") and not isinstance(value, np.generic) else value

    return _moved(ask(home, *(_moved(one, there) for one in along)), here)


def _moved(value: Any, move: Callable[[Any], Any]) -> Any:
    """The same with what it holds moved: a rule, sums, or several things."""
    if isinstance(value, tuple):
        return tuple(_moved(one, move) for one in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{one.name: _moved(getattr(value, one.name), move) for one in fields(value)})
    return move(value)
