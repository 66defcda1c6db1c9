"""Corpora of ALCESTE and IRaMuTeQ: ``**** *name_value ...`` begins a document and tells its variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

STARS, THEME = "****", "-*"


def begins(start: str) -> bool:
    """Whether a file is such a corpus.

    Examples
    --------
    >>> begins("\\n**** *author_hugo\\nText"), begins("*** Chapter")
    (True, False)
    """
    return start.lstrip("\ufeff \r\n\t").startswith(f"{STARS} ")


def records(lines: Iterable[str]) -> Iterator[dict[str, object]]:
    """A record per document: its text, and a column per variable.

    Examples
    --------
    >>> list(records(["**** *author_hugo *year_1862\\n", "-*part_one\\n", "A text.\\n"]))
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
