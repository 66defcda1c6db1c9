"""The ``native`` home: the same matrix object with kernels in C++ under it, where they were built.

``kernels.cpp`` is compiled once per instruction set, ``module.cpp`` shares the work among threads and binds
it to Python, ``matrix.py`` is the home. ``text.cpp`` cuts texts, ``counts.cpp`` counts their words. Without a
compiler at install time the package works as before, with SciPy's products and Python's strings;
``COTEXT_NATIVE=0`` in the environment asks for that.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any


@cache
def _find() -> Any:
    try:
        from cotext.backend.native import _kernels  # type: ignore[attr-defined]
    except ImportError:
        return None
    return _kernels


def kernels() -> Any:
    """The compiled kernels, or None where they were not built or are not wanted."""
    return None if os.environ.get("COTEXT_NATIVE") == "0" else _find()


def describe() -> str:
    """Which home of sweep is used on the CPU, and what would make it faster."""
    if found := kernels():
        return f"native (C++ kernels, {found.instruction_set})"
    if _find():
        return "scipy (row blocks in threads): COTEXT_NATIVE=0 switches the C++ kernels off"
    return (
        "scipy (row blocks in threads): the C++ kernels are not built. Install a C++17 compiler (on Debian: "
        "apt install g++) and then cotext again: pip install --force-reinstall --no-deps cotext"
    )


def describe_texts() -> str:
    """Which engine cuts texts and counts their words."""
    return "native (C++, on all cores)" if kernels() else "Python (on one core): see home of sweep"
