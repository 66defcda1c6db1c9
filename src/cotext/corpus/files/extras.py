"""Optional libraries for further kinds of files, imported at the first such file."""

from __future__ import annotations

from contextlib import suppress
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


def reason(error: BaseException) -> str:
    """Return the message of a library in one line.

    Examples
    --------
    >>> reason(ValueError("line 3:\\n  bad."))
    'line 3: bad'
    """
    return " ".join(str(error).split())[:200].rstrip(".") or type(error).__name__


def needed(name: str) -> Any:
    """Import a library of the extra ``files``, or raise an error that says how to install it.

    Examples
    --------
    >>> needed("abacus")
    Traceback (most recent call last):
    cotext.corpus.files.extras.MissingLibrary: abacus is not installed, and this kind of file needs it: ...
    """
    for module in MODULES.get(name, ()):
        with suppress(ImportError):
            return import_module(module)
    raise MissingLibrary(
        f"{name} is not installed, and this kind of file needs it: pip install 'cotext[files]'"
    )
