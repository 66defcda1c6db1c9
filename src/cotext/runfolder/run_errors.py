"""Files of a run that are not what was written."""

from __future__ import annotations

import tokenize
import zipfile
import zlib
from pathlib import Path

from cotext.errors import CotextError

DAMAGE = (
    ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, MemoryError, RecursionError,
    EOFError, OSError, NotImplementedError, RuntimeError, zipfile.BadZipFile, zlib.error, SyntaxError,
    tokenize.TokenError,
)  # fmt: skip
CHANGED = "its content is not what was written"


def damaged(path: Path, error: BaseException) -> CotextError:
    """What to say of such a file."""
    return CotextError(f"{path} is damaged ({error}); copy the run again or fit again")
