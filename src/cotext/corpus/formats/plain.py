"""Plain text: alone a document per line, among others a document per file; or a corpus of ALCESTE."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from cotext.corpus.assemble import documents
from cotext.corpus.documents import Documents
from cotext.corpus.encodings import decode, in_its_encoding
from cotext.corpus.formats import alceste
from cotext.corpus.items import Found, Item, Reading, one_text
from cotext.corpus.open import text_of
from cotext.corpus.records import from_records


def read_text(item: Item, reading: Reading) -> Found:
    """Lines, a document, or documents between lines of stars."""
    if not reading.alone:
        text, encoding = decode(item.content(), reading.encoding, item.where)
        if not alceste.begins(text):
            return one_text(item, text, encoding)
        records = alceste.records(text.splitlines(keepends=True))
        return Found(from_records(records, item.where, reading.wanted), encoding)

    def read(encoding: str) -> Documents:
        with text_of(item.opened, item.where, encoding) as lines:
            first = next((line for line in lines if line.strip()), "")
            whole = chain([first], lines)
            if alceste.begins(first):
                return from_records(alceste.records(whole), item.where, reading.wanted)
            reading.wanted.refuse(item.where)
            return read_lines(whole, item.where)

    return Found(*in_its_encoding(item.opened, reading.encoding, read))


def read_whole(item: Item, reading: Reading) -> Found:
    """A file is a document."""
    return one_text(item, *decode(item.content(), reading.encoding, item.where))


def read_lines(lines: Iterable[str], where: str) -> Documents:
    """One document per line that is not blank."""
    rows = ((line.strip(), None, None) for line in lines if line.strip())
    return documents(rows, where, ("one document per line, ids are row numbers, no labels",))
