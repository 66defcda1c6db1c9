"""PDF: the text layer, page by page."""

from __future__ import annotations

import io
import re
from contextlib import closing
from typing import Any

from cotext.corpus.files import limits
from cotext.corpus.files.extras import needed, said
from cotext.corpus.files.file_io import SourceFile
from cotext.corpus.files.limits import Budget
from cotext.corpus.reading import Found, Reading, one_text
from cotext.errors import CotextError, NoUsableDocuments

_CUT = re.compile("(?:\ufffe|\u00ad|\x02)[\r\n]*")  # what PDFium says for a hyphen at the end of a line


def read_pdf(item: SourceFile, reading: Reading) -> Found:
    """A file is a document."""
    pdfium = needed("pypdfium2")
    data = item.content(limits.most())
    try:
        with closing(pdfium.PdfDocument(io.BytesIO(data))) as document:
            text = "\n".join(_pages(document, Budget(item.where, len(data), item.within)))
    except pdfium.PdfiumError as error:
        raise _explained(item.where, said(error)) from error
    if not text.strip():
        raise NoUsableDocuments(
            f"{item.where}: no text in it, only images; recognise its text (OCR) first, such as by ocrmypdf"
        )
    return one_text(item, text)


def _pages(document: Any, budget: Budget) -> Any:
    for page in document:
        text = page.get_textpage().get_text_bounded().replace("\r\n", "\n")
        budget.take(len(text))
        yield _CUT.sub("", text)
        page.close()


def _explained(where: str, message: str) -> CotextError:
    if "password" in message.lower():
        return CotextError(f"{where}: encrypted; remove its password, such as by qpdf --decrypt")
    return CotextError(f"{where}: cannot be read as a PDF ({message}); make or copy it again")
