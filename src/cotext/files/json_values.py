"""Plain values that JSON can hold."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any


def finite(value: Any) -> Any:
    """The same in dicts, lists and plain numbers, with None for NaN and infinity, which JSON cannot hold.

    Examples
    --------
    >>> finite({"tol": float("inf"), "weights": (1, float("nan"))})
    {'tol': None, 'weights': [1, None]}
    """
    if isinstance(value, Mapping):
        return {str(name): finite(item) for name, item in value.items()}
    if hasattr(value, "tolist"):  # of NumPy
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
