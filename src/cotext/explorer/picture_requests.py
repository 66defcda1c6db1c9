"""A picture that an address asks for: its settings, and as a file (drawing, CSV or graph)."""

from __future__ import annotations

import inspect
import json
import math
import re
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

from cotext.errors import UsageError
from cotext.pictures import known
from cotext.pictures.display import GRAPHS, check_ending, display_class, render
from cotext.pictures.prepare import Numbers
from cotext.result import printable

MOST = {"pixels": 2000, "points": 20_000, "pairs": 100_000, "rows": 10_000}  # beyond these, memory ends
NUMBER = re.compile("-?[0-9]{1,18}")
VALUE = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?([eE][+-]?[0-9]{1,3})?|true|false")
PLAIN = re.compile(r"(int|float|bool|str)( \| (int|float|bool|str|None))*")

KINDS = {
    "png": "image/png",
    "svg": "image/svg+xml",
    "pdf": "application/pdf",
    "csv": "text/csv; charset=utf-8",
    "graphml": "application/graphml+xml",
    "gexf": "application/gexf+xml",
}
_DRAWING = Lock()  # matplotlib's settings are those of the whole process


def options_of(name: str, given: Mapping[str, str]) -> dict[str, Any]:
    """Texts as what the picture called ``name`` takes; what is no plain value cannot be sent.

    Examples
    --------
    >>> options_of("matrix", {"values": "lift", "pixels": "300"})
    {'values': 'lift', 'pixels': 300}
    >>> options_of("words", {"cluster": "3"}), options_of("words", {"cluster": "Trees"})
    ({'cluster': 3}, {'cluster': 'Trees'})
    """
    prepare = import_module(f"cotext.pictures.prepare.{known(name)}").prepare
    kinds = {one.name: str(one.annotation) for one in inspect.signature(prepare).parameters.values()}
    return {key: _value(key, text, kinds.get(key, "str")) for key, text in given.items()}


def _value(key: str, text: str, kind: str) -> Any:
    if not PLAIN.fullmatch(kind):
        raise UsageError(f"{key}={text[:40]}: this cannot be given in an address; leave it out.")
    if "str" in kind:
        return int(text) if "int" in kind and NUMBER.fullmatch(text) else text
    try:
        value: Any = json.loads(text) if VALUE.fullmatch(text) else None
    except ValueError:
        value = None
    if type(value).__name__ not in kind or not math.isfinite(value):
        raise UsageError(f"{key}={text[:40]}: expected {kind}; correct it.")
    if value > MOST.get(key, math.inf):
        raise UsageError(f"{key}={text[:40]}: expected at most {MOST[key]:,}; give fewer.")
    return value


def file_of(numbers: Any, ending: str) -> tuple[bytes, str]:
    """The content and its media type."""
    if ending == "csv":
        return printable(numbers.table().csv()).encode(), KINDS[ending]
    check_ending(Path(f"{numbers.name}.{ending}"), numbers.name)
    return (_graph if ending in GRAPHS else _drawn)(numbers, ending), KINDS[ending]


def _drawn(numbers: Numbers, ending: str) -> bytes:
    with _DRAWING:
        return render(display_class(numbers.name)(numbers), ending)


def _graph(numbers: Any, ending: str) -> bytes:
    from cotext.pictures.display import write_graph

    with TemporaryDirectory() as folder:
        path = Path(folder) / f"graph.{ending}"
        write_graph(numbers, path)
        return path.read_bytes()
