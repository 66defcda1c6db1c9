"""Plain values as bytes that every browser reads."""

from __future__ import annotations

import json
from typing import Any


def to_json(value: Any) -> bytes:
    """JSON in UTF-8, without NaN; half of a surrogate pair, which UTF-8 cannot hold, is escaped.

    Examples
    --------
    >>> to_json({"text": "né \\ud800"})
    b'{"text": "n\\xc3\\xa9 \\\\ud800"}'
    """
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8", "backslashreplace")
