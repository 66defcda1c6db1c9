"""Documents of office programs, which are unpacked within a budget first, and the text layer of PDF."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import Any

from cotext.corpus.documents import FileContent, Reading, single_document
from cotext.corpus.files import limits
from cotext.corpus.files.extras import needed, reason
from cotext.corpus.files.file_io import SourceFile
from cotext.corpus.files.limits import Budget
from cotext.errors import CotextError, NoUsableDocuments

MACHINE = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
OLE = b"\xd0\xcf\x11\xe0"  # the beginning of encrypted files of these kinds


def uncompressed(item: SourceFile) -> io.BytesIO:
    """Copy the archive without compression, so that it holds no more than it seems to."""
    data = item.content(limits.most())
    if data.startswith(OLE):
        raise CotextError(
            f"{item.where}: encrypted, or of before 2007; save it without password as {item.kind}"
        )
    budget, plain = Budget(item.where, len(data), item.within), io.BytesIO()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(plain, "w") as new:
            for member in old.infolist():
                if member.compress_type not in MACHINE:
                    raise ValueError("compressed as no office program does it")
                budget.take(member.file_size)
                new.writestr(zipfile.ZipInfo(member.filename), old.read(member))
    except (zipfile.BadZipFile, zlib.error, ValueError, RuntimeError, NotImplementedError, EOFError) as error:
        if isinstance(error, CotextError):
            raise
        raise CotextError(
            f"{item.where}: damaged {item.kind} file ({reason(error)}); save or copy it again"
        ) from error
    plain.seek(0)
    return plain


def read_docx(item: SourceFile, reading: Reading) -> FileContent:
    """Read the paragraphs and tables of a file in their order as a document."""
    docx = needed("python-docx")
    archive = uncompressed(item)
    try:
        lines = list(_lines(docx.Document(archive)))
    except Exception as error:  # lxml and python-docx have many errors of their own
        raise CotextError(
            f"{item.where}: cannot be read as a .docx file ({reason(error)}); save it again"
        ) from error
    return single_document(item, "\n".join(lines))


def _lines(part: Any) -> Iterator[str]:
    for block in part.iter_inner_content():
        if hasattr(block, "rows"):
            for row in block.rows:
                for cell in row.cells:
                    yield from _lines(cell)
        else:
            yield block.text


# --- PDF ------------------------------------------------------------------------------------------------

_CUT = re.compile("(?:\ufffe|\u00ad|\x02)[\r\n]*")  # how PDFium writes a hyphen at the end of a line


def read_pdf(item: SourceFile, reading: Reading) -> FileContent:
    """Read the text of a file as a document."""
    pdfium = needed("pypdfium2")
    data = item.content(limits.most())
    try:
        with closing(pdfium.PdfDocument(io.BytesIO(data))) as document:
            text = "\n".join(_pages(document, Budget(item.where, len(data), item.within)))
    except pdfium.PdfiumError as error:
        raise _explained(item.where, reason(error)) from error
    if not text.strip():
        raise NoUsableDocuments(
            f"{item.where}: no text in it, only images; recognize its text (OCR) first, such as by ocrmypdf"
        )
    return single_document(item, text)


def _pages(document: Iterable[Any], budget: Budget) -> Iterator[str]:
    for page in document:
        text = page.get_textpage().get_text_bounded().replace("\r\n", "\n")
        budget.take(len(text))
        yield _CUT.sub("", text)
        page.close()


def _explained(where: str, message: str) -> CotextError:
    if "password" in message.lower():
        return CotextError(f"{where}: encrypted; remove its password, such as by qpdf --decrypt")
    return CotextError(f"{where}: cannot be read as a PDF ({message}); make or copy it again")
