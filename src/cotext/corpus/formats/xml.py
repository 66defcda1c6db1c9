"""TEI and other XML: the text, a line per element that is not part of a line. Nothing is fetched."""

from __future__ import annotations

import re
from html.entities import html5
from xml.parsers import expat

from cotext.corpus.documents import Documents
from cotext.corpus.files.encodings import decode
from cotext.corpus.files.file_io import SourceFile
from cotext.corpus.files.limits import Budget
from cotext.corpus.reading import Found, Reading, one_text
from cotext.errors import CotextError

TEI = ("TEI", "TEI.2")
LEFT_OUT = ("teiHeader", "script", "style")
SECOND = ("sic", "orig", "abbr")  # beside what an editor chose
INLINE = frozenset({"a", "b", "em", "i", "span", "strong", "sub", "sup", "u"})
INLINE_IN_TEI = INLINE | {
    "abbr", "add", "am", "c", "choice", "corr", "date", "del", "distinct", "emph", "ex", "expan", "foreign",
    "g", "hi", "lb", "mentioned", "name", "num", "orgName", "orig", "pb", "pc", "persName", "placeName", "q",
    "quote", "ref", "reg", "rs", "seg", "sic", "soCalled", "supplied", "surplus", "term", "title", "unclear",
    "w",
}  # fmt: skip
DEEPEST, LONGEST_ENTITY = 1000, 100
_DECLARED = re.compile(rb"""<\?xml[^>]+encoding\s*=\s*["']([\w.:-]+)""")
_SPACE = re.compile(r"[ \t]*\n\s*")


def read_xml(item: SourceFile, reading: Reading) -> Found:
    """A file is a document; one that holds several TEI texts is as many."""
    data = item.content()
    said = _DECLARED.search(data[:200])
    text, encoding = decode(data, reading.encoding, item.where, said[1].decode() if said else "")
    texts = _Texts(item.where, len(data)).of(text)
    if len(texts) == 1:
        return one_text(item, texts[0], encoding)
    ids = [f"{item.name}/{number}" for number in range(len(texts))]
    return Found(Documents(texts, ids, notes=("one document per TEI text",)), encoding)


class _Texts:
    """Collects texts while a parser goes through the file."""

    def __init__(self, where: str, size: int) -> None:
        self._where, self._budget = where, Budget(where, size)
        self._open: list[str] = []
        self._inline = INLINE
        self._silent: list[int] = []  # depths at which elements began that are left out
        self._texts: list[list[str]] = [[]]

    def of(self, text: str) -> list[str]:
        """The texts of a file."""
        parser = expat.ParserCreate("utf-8")
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler, parser.EntityDeclHandler = self._words, self._entity
        parser.SkippedEntityHandler = lambda name, parameter: self._words(html5.get(f"{name};", " "))
        try:
            parser.Parse(text.encode("utf-8", "replace"), True)
        except expat.ExpatError as error:
            raise self._refused(f"not valid XML ({error})") from error
        texts = ["".join(parts) for parts in self._texts]
        found = [_SPACE.sub("\n", one).strip() for one in texts]
        return [one for one in found if one] or [""]

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        name = name.rpartition(":")[2]
        if name in TEI:
            self._texts.append([])
            self._inline = INLINE_IN_TEI
        if name in LEFT_OUT or (name in SECOND and self._open[-1:] == ["choice"]):
            self._silent.append(len(self._open))
        self._open.append(name)
        if len(self._open) > DEEPEST:
            raise self._refused(f"more than {DEEPEST} elements within each other")
        joins = name in self._inline and name not in ("lb", "pb")
        if not joins and attributes.get("break") != "no":
            self._words("\n")

    def _end(self, name: str) -> None:
        name = self._open.pop()
        if self._silent[-1:] == [len(self._open)]:
            self._silent.pop()
        if name not in self._inline:
            self._words("\n")

    def _words(self, words: str) -> None:
        if not self._silent:
            self._budget.take(len(words))
            self._texts[-1].append(words)

    def _entity(self, name: str, parameter: int, value: str | None, *rest: object) -> None:
        """Short ones stand for letters; long ones and those made of others are how files explode."""
        if value is not None and (parameter or len(value) > LONGEST_ENTITY or "&" in value):
            raise self._refused(f"its entity {name!r} is more than a few letters")

    def _refused(self, why: str) -> CotextError:
        return CotextError(f"{self._where}: {why}; repair the file")
