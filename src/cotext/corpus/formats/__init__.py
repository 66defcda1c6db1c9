"""Readers, one file per kind: a :class:`SourceFile` and a :class:`Reading` in, and out a :class:`Found`."""

from collections.abc import Callable
from pathlib import PurePosixPath

from cotext.corpus.files.source_file import SourceFile
from cotext.corpus.formats.html import read_html
from cotext.corpus.formats.mail import read_eml, read_mbox
from cotext.corpus.formats.pdf import read_pdf
from cotext.corpus.formats.plain import read_text, read_whole
from cotext.corpus.formats.rows import read_columns, read_delimited, read_matrix, read_records
from cotext.corpus.formats.sheets import read_sheets
from cotext.corpus.formats.word import read_docx
from cotext.corpus.formats.xml import read_xml
from cotext.corpus.reading import Found, Reading

__all__ = ["KNOWN", "TABLES", "TEXTS", "Reader", "reader_of"]

Reader = Callable[[SourceFile, Reading], Found]

TABLES: dict[str, Reader] = {
    **dict.fromkeys((".csv", ".tsv", ".tab"), read_delimited),
    **dict.fromkeys((".json", ".jsonl", ".ndjson"), read_records),
    **dict.fromkeys((".xlsx", ".xlsm"), read_sheets),
    ".parquet": read_columns,
    ".mbox": read_mbox,
}
TEXTS: dict[str, Reader] = {
    ".txt": read_text,
    **dict.fromkeys((".md", ".markdown", ".rst"), read_whole),
    **dict.fromkeys((".html", ".htm", ".xhtml"), read_html),
    **dict.fromkeys((".xml", ".tei"), read_xml),
    ".pdf": read_pdf,
    ".docx": read_docx,
    ".eml": read_eml,
}
MATRICES: dict[str, Reader] = dict.fromkeys((".npz", ".mtx"), read_matrix)
KNOWN = TABLES | TEXTS | MATRICES
ON_DISK_ONLY = (".parquet", ".npz")  # never within another compression


def reader_of(item: SourceFile) -> Reader | None:
    """The reader of a file by its suffix; None if there is none."""
    packed = PurePosixPath(item.name).suffix.lower() != item.kind
    return None if packed and item.kind in ON_DISK_ONLY else KNOWN.get(item.kind)
