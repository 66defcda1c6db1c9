"""The built front end: files that the explorer serves and a report holds."""

from __future__ import annotations

from importlib.resources import files

from cotext.errors import CotextError


def bundle(name: str) -> str:
    """A file of the built front end."""
    try:
        return (files("cotext") / "explorer" / "static" / name).read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError) as error:
        raise CotextError(
            "the pages of reports and of the explorer are not built: run 'make web' in the source folder "
            "(it needs npm), or install a wheel, which has them."
        ) from error
