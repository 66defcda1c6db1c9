"""E-mails: ``.eml`` is one, ``.mbox`` holds many; subject and body, no attachments."""

from __future__ import annotations

import email
from collections.abc import Iterator
from email.errors import MessageError
from email.message import EmailMessage
from email.policy import default
from typing import IO

from cotext.corpus.documents import FileContent, Reading, single_document
from cotext.corpus.files import limits
from cotext.corpus.files.encodings import AUTO, decode
from cotext.corpus.files.file_io import SourceFile
from cotext.corpus.files.limits import TooLarge, in_words
from cotext.corpus.formats.markup import html_text
from cotext.corpus.formats.records import from_records

LINE = 1 << 16


def read_eml(item: SourceFile, reading: Reading) -> FileContent:
    """Read an e-mail as a document."""
    return single_document(item, str(_parsed(item.content(), item.where)["text"]))


def read_mbox(item: SourceFile, reading: Reading) -> FileContent:
    """Read each e-mail of a box as a row: text, from, date, subject."""
    with item.opened() as stream:
        emails = (_parsed(data, item.where) for data in _emails(stream, item.where))
        return FileContent(from_records(emails, item.where, reading.wanted))


def _emails(stream: IO[bytes], where: str) -> Iterator[bytes]:
    """Split a box: e-mails begin with a line ``From ...`` after an empty one, or at the beginning."""
    lines, size, after_empty = list[bytes](), 0, True
    while line := stream.readline(LINE):
        if after_empty and line.startswith(b"From "):
            if lines:
                yield b"".join(lines)
            lines, size = [], 0
        else:
            lines.append(line)
            size += len(line)
        if size > limits.LONGEST:
            raise TooLarge(f"{where}: an e-mail of more than {in_words(limits.LONGEST)}; take it out")
        after_empty = not line.strip()
    if lines:
        yield b"".join(lines)


def _parsed(data: bytes, where: str) -> dict[str, object]:
    message = email.message_from_bytes(data, policy=default)
    header = {name: _header(message, name) for name in ("subject", "from", "date")}
    text = "\n\n".join(filter(None, [header["subject"], _body(message, where)]))
    return {"text": text, **header}


def _header(message: EmailMessage, name: str) -> str:
    try:
        return str(message.get(name, ""))
    except (MessageError, ValueError, LookupError, AttributeError, TypeError):  # Python's parser of headers
        return ""


def _body(message: EmailMessage, where: str) -> str:
    part = message.get_body(("plain", "html"))
    if part is None:
        return ""
    data = part.get_payload(decode=True)
    text, _ = decode(data if isinstance(data, bytes) else b"", AUTO, where, part.get_content_charset() or "")
    return html_text(text, where) if part.get_content_subtype() == "html" else text
