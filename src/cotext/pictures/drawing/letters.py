"""Letters that no font draws and no picture file may hold: control characters, halves of characters."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np

_ODD = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff\U0001fffe\U0001ffff]")
_MARK = "\ufffd"


def drawable(value: Any) -> Any:
    """The same numbers with texts that can be drawn.

    Examples
    --------
    >>> drawable(["oak", ("two\\tcolumns", 2)])
    ['oak', ('two columns', 2)]
    """
    if isinstance(value, str):
        return _ODD.sub(lambda odd: " " if odd[0].isspace() else _MARK, value)
    if isinstance(value, dict):
        return {drawable(key): drawable(item) for key, item in value.items()}
    if isinstance(value, list):
        return [drawable(item) for item in value]
    if isinstance(value, tuple):
        items = [drawable(item) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if isinstance(value, np.ndarray) and value.dtype.kind in "OU":
        return np.array([drawable(item) for item in value.ravel()], dtype=value.dtype).reshape(value.shape)
    if is_dataclass(value) and not isinstance(value, type):
        parts = {one.name: drawable(getattr(value, one.name)) for one in fields(value) if one.init}
        return replace(value, **parts)
    return value
