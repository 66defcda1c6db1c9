"""Word's ``.docx``: paragraphs and tables in their order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cotext.corpus.files.extras import needed, said
from cotext.corpus.files.source_file import SourceFile
from cotext.corpus.formats.office import repacked
from cotext.corpus.reading import Found, Reading, one_text
from cotext.errors import CotextError


def read_docx(item: SourceFile, reading: Reading) -> Found:
    """A file is a document."""
    docx = needed("python-docx")
    archive = repacked(item)
    try:
        lines = list(_lines(docx.Document(archive)))
    except Exception as error:  # lxml and python-docx raise of their own what their parsers meet
        raise CotextError(
            f"{item.where}: cannot be read as a .docx file ({said(error)}); save it again"
        ) from error
    return one_text(item, "\n".join(lines))


def _lines(part: Any) -> Iterator[str]:
    for block in part.iter_inner_content():
        if hasattr(block, "rows"):
            for row in block.rows:
                for cell in row.cells:
                    yield from _lines(cell)
        else:
            yield block.text
