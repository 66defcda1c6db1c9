"""Readers of each kind of file: a :class:`SourceFile` and a :class:`Reading` in, a :class:`Found` out."""

from collections.abc import Callable
from pathlib import PurePosixPath

from cotext.corpus.documents import FileContent, Reading
from cotext.corpus.files.file_io import SourceFile
from cotext.corpus.formats.mail import read_eml, read_mbox
from cotext.corpus.formats.markup import read_html, read_xml
from cotext.corpus.formats.matrices import read_matrix
from cotext.corpus.formats.office import read_docx, read_pdf
from cotext.corpus.formats.records import read_document, read_text
from cotext.corpus.formats.sheets import read_sheets
from cotext.corpus.formats.tables import DELIMITED, PARQUET, RECORDS, read_table

__all__ = ["KNOWN", "TABLES", "TEXTS", "Reader", "reader_of"]

Reader = Callable[[SourceFile, Reading], FileContent]

TABLES: dict[str, Reader] = {
    **dict.fromkeys((*DELIMITED, *RECORDS, PARQUET), read_table),
    **dict.fromkeys((".xlsx", ".xlsm"), read_sheets),
    ".mbox": read_mbox,
}
TEXTS: dict[str, Reader] = {
    ".txt": read_text,
    **dict.fromkeys((".md", ".markdown", ".rst"), read_document),
    **dict.fromkeys((".html", ".htm", ".xhtml"), read_html),
    **dict.fromkeys((".xml", ".tei"), read_xml),
    ".pdf": read_pdf,
    ".docx": read_docx,
    ".eml": read_eml,
}
MATRICES: dict[str, Reader] = dict.fromkeys((".npz", ".mtx"), read_matrix)
KNOWN = TABLES | TEXTS | MATRICES
ON_DISK_ONLY = (PARQUET, ".npz")  # never within another compression


def reader_of(item: SourceFile, alone: bool = False) -> Reader | None:
    """Return the reader of a file by its suffix, if any; a text file alone has a document per line."""
    packed = PurePosixPath(item.name).suffix.lower() != item.kind
    if packed and item.kind in ON_DISK_ONLY:
        return None
    return read_table if alone and item.kind == ".txt" else KNOWN.get(item.kind)
