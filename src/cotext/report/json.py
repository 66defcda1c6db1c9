"""Plain values as bytes that every browser reads."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any


def to_json(value: Any) -> bytes:
    """JSON in UTF-8, without NaN; half of a surrogate pair, which UTF-8 cannot hold, is escaped.

    Examples
    --------
    >>> to_json({"text": "né \\ud800"})
    b'{"text": "n\\xc3\\xa9 \\\\ud800"}'
    """
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8", "backslashreplace")


def finite(value: Any) -> Any:
    """The same with None where a number is none, which JSON does not have; whatever it is nested in.

    Examples
    --------
    >>> finite({"tol": float("inf"), "weights": [1, float("nan")]})
    {'tol': None, 'weights': [1, None]}
    """
    if isinstance(value, Mapping):
        return {str(name): finite(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [finite(item) for item in value]
    if hasattr(value, "item"):  # of NumPy
        value = value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value
