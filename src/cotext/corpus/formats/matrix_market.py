"""MatrixMarket files. SciPy's own reader ends the whole process on some damaged files, so not that one."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import IO

import numpy as np
from scipy import sparse

from cotext.corpus.files.file_io import open_text

_BANNER = "%%MatrixMarket matrix coordinate integer|real|pattern general"


def read_market(path: Path) -> sparse.coo_array:
    """The matrix of a coordinate file; ValueError says what is wrong with it."""
    with open_text(path, "utf-8") as stream:
        field = _field(stream.readline(1000))
        size = next((line for line in stream if line.strip() and not line.startswith("%")), "")
        try:
            n, d, nnz = map(int, size.split())
        except ValueError:
            raise ValueError(
                f"size line {size[:50]!r}, expected rows, columns and number of values"
            ) from None
        entries = _entries(stream, nnz, 2 if field == "pattern" else 3)
    rows, columns = (_whole(entries[:, axis], 1, size) - 1 for axis, size in enumerate((n, d)))
    values = entries[:, 2] if field == "real" else np.ones(nnz, dtype=np.int64)
    if field == "integer":
        values = _whole(entries[:, 2], -(2**53), 2**53)
    return sparse.coo_array((values, (rows, columns)), shape=(n, d))


def _field(banner: str) -> str:
    words = banner.lower().split()
    fits = (
        len(words) == 5 and words[:3] == ["%%matrixmarket", "matrix", "coordinate"] and words[4] == "general"
    )
    if not fits or words[3] not in ("integer", "real", "pattern"):
        raise ValueError(f"first line {banner.strip()[:60]!r}, expected {_BANNER}")
    return words[3]


def _whole(numbers: np.ndarray, least: int, most: int) -> np.ndarray:
    """The numbers as integers, if that is what they are."""
    wrong = numbers[(numbers % 1 != 0) | (numbers < least) | (numbers > most)]
    if len(wrong):
        raise ValueError(f"{wrong[0]:g} among the integers, expected whole numbers from {least} to {most}")
    return numbers.astype(np.int64)


def _entries(stream: IO[str], nnz: int, width: int) -> np.ndarray:
    lines = (line for line in stream if line.strip())
    first = next(lines, "")
    entries = np.loadtxt(chain([first], lines), comments="%", ndmin=2) if first else np.empty((0, width))
    if entries.shape != (nnz, width) or not np.isfinite(entries).all():
        raise ValueError(f"{entries.shape} numbers after the size line, expected {(nnz, width)}, all finite")
    return entries
