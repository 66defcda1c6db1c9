"""Plain text: alone a document per line, among others a document per file; or a corpus of ALCESTE."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cotext.corpus.files.encodings import decode
from cotext.corpus.files.file_io import SourceFile
from cotext.corpus.formats.records import from_records
from cotext.corpus.reading import Found, Reading, one_text


def read_text(item: SourceFile, reading: Reading) -> Found:
    """A document, or documents between lines of stars."""
    text, encoding = decode(item.content(), reading.encoding, item.where)
    if not begins_with_stars(text):
        return one_text(item, text, encoding)
    records = alceste_records(text.splitlines(keepends=True))
    return Found(from_records(records, item.where, reading.wanted), encoding)


def read_whole(item: SourceFile, reading: Reading) -> Found:
    """A file is a document."""
    return one_text(item, *decode(item.content(), reading.encoding, item.where))


STARS, THEME = "****", "-*"


def begins_with_stars(start: str) -> bool:
    """Whether a file is a corpus of ALCESTE or IRaMuTeQ, where ``**** *name_value ...`` begins a document.

    Examples
    --------
    >>> begins_with_stars("\\n**** *author_hugo\\nText"), begins_with_stars("*** Chapter")
    (True, False)
    """
    return start.lstrip("\ufeff \r\n\t").startswith(f"{STARS} ")


def alceste_records(lines: Iterable[str]) -> Iterator[dict[str, object]]:
    """A record per document: its text, and a column per variable.

    Examples
    --------
    >>> list(alceste_records(["**** *author_hugo *year_1862\\n", "-*part_one\\n", "A text.\\n"]))
    [{'author': 'hugo', 'year': '1862', 'text': 'A text.'}]
    """
    variables: dict[str, object] | None = None
    text: list[str] = []
    for line in lines:
        if line.startswith(STARS):
            if variables is not None:
                yield {**variables, "text": "".join(text).strip()}
            variables, text = _variables(line), []
        elif not line.startswith(THEME):
            text.append(line)
    if variables is not None:
        yield {**variables, "text": "".join(text).strip()}


def _variables(line: str) -> dict[str, object]:
    pairs = (word[1:].partition("_") for word in line.split() if word.startswith("*") and word[1:2] != "*")
    return {name: value for name, _, value in pairs if name}
