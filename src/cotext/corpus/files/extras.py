"""Libraries that read further kinds of files, asked for when there is such a file."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from cotext.errors import CotextError

MODULES = {
    "zstd": ("compression.zstd", "backports.zstd"),
    "selectolax": ("selectolax.lexbor",),
    "pypdfium2": ("pypdfium2",),
    "python-docx": ("docx",),
    "python-calamine": ("python_calamine",),
}


class MissingLibrary(CotextError):
    """A kind of file whose library is not installed."""


def said(error: BaseException) -> str:
    """What a library says of a file, in one line.

    Examples
    --------
    >>> said(ValueError("line 3:\\n  bad."))
    'line 3: bad'
    """
    return " ".join(str(error).split())[:200].rstrip(".") or type(error).__name__


def needed(name: str) -> Any:
    """The module of a library of the extra ``files``, or an error that says what to install.

    Examples
    --------
    >>> needed("abacus")
    Traceback (most recent call last):
    cotext.corpus.files.extras.MissingLibrary: abacus is not installed, and this kind of file needs it: ...
    """
    for module in MODULES.get(name, ()):
        try:
            return import_module(module)
        except ImportError:
            continue
    raise MissingLibrary(
        f"{name} is not installed, and this kind of file needs it: pip install 'cotext[files]'"
    )
