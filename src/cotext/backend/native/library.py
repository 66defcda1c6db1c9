"""Whether the compiled kernels are there, and what that means in words."""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np


@cache
def _find() -> Any:
    try:
        return import_module("cotext.backend.native._kernels")
    except ImportError:
        return None


def kernels() -> Any:
    """The compiled kernels, or None where they were not built or are not wanted."""
    return None if os.environ.get("COTEXT_NATIVE") == "0" else _find()


def is_plain(A: object) -> bool:
    """Whether the kernels can read an array: NumPy's, in C order, of a precision that they know."""
    return isinstance(A, np.ndarray) and A.dtype in (np.float32, np.float64) and A.flags.c_contiguous


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
