"""Texts of HTML, TEI and other XML, a line per block. Nothing is fetched."""

from __future__ import annotations

import re
from html.entities import html5
from xml.parsers import expat

from cotext.corpus.documents import Documents, FileContent, Reading, single_document
from cotext.corpus.files.encodings import decode
from cotext.corpus.files.extras import needed
from cotext.corpus.files.file_io import SourceFile
from cotext.corpus.files.limits import Budget
from cotext.errors import CotextError

LEFT_OUT = (
    "script", "style", "noscript", "template", "svg", "math", "nav", "footer", "aside", "form", "button",
    "iframe", "object", "select",
)  # fmt: skip
BLOCKS = (
    "address", "article", "blockquote", "br", "caption", "dd", "div", "dl", "dt", "figcaption", "figure",
    "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "ol", "p", "pre", "section", "summary",
    "table", "td", "th", "tr", "ul",
)  # fmt: skip
DEEPEST = 1000  # the time of the parser of HTML grows with the square of it
_NESTS = re.compile(
    r"<(/?)(?:div|span|section|article|table|ul|ol|dl|blockquote|font|center|b|i|em|a)\b", re.I
)
_CHARSET = re.compile(rb"""<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)""", re.I)
_SPACE = re.compile(r"[ \t\xa0]*\n\s*")


def read_html(item: SourceFile, reading: Reading) -> FileContent:
    """Read a page as a document."""
    data = item.content()
    declared = _CHARSET.search(data[:4096])
    text, encoding = decode(data, reading.encoding, item.where, declared[1].decode() if declared else "")
    return single_document(item, html_text(text, item.where), encoding)


def html_text(page: str, where: str) -> str:
    """Extract the text of a page, a line per block."""
    parser = needed("selectolax").LexborHTMLParser
    _refuse_depths(page, where)
    tree = parser(page)
    tree.strip_tags(list(LEFT_OUT))
    if tree.body is None:
        return ""
    for node in tree.body.css(",".join(BLOCKS)):
        node.insert_before("\n")
        node.insert_after("\n")
    return _SPACE.sub("\n", tree.body.text(separator="")).strip()


def _refuse_depths(page: str, where: str) -> None:
    depth = 0
    for tag in _NESTS.finditer(page):
        depth += -1 if tag[1] else 1
        if depth > DEEPEST:
            raise CotextError(
                f"{where}: more than {DEEPEST} elements within each other, which no page has; repair the file"
            )
        depth = max(depth, 0)


# --- XML ------------------------------------------------------------------------------------------------

TEI = ("TEI", "TEI.2")
LEFT_OUT_OF_XML = ("teiHeader", "script", "style")
SECOND = ("sic", "orig", "abbr")  # alternatives to the choice of an editor
INLINE = frozenset({"a", "b", "em", "i", "span", "strong", "sub", "sup", "u"})
INLINE_IN_TEI = INLINE | {
    "abbr", "add", "am", "c", "choice", "corr", "date", "del", "distinct", "emph", "ex", "expan", "foreign",
    "g", "hi", "lb", "mentioned", "name", "num", "orgName", "orig", "pb", "pc", "persName", "placeName", "q",
    "quote", "ref", "reg", "rs", "seg", "sic", "soCalled", "supplied", "surplus", "term", "title", "unclear",
    "w",
}  # fmt: skip
LONGEST_ENTITY = 100
_DECLARED = re.compile(rb"""<\?xml[^>]+encoding\s*=\s*["']([\w.:-]+)""")
_XML_SPACE = re.compile(r"[ \t]*\n\s*")


def read_xml(item: SourceFile, reading: Reading) -> FileContent:
    """Read a file as a document, or as one for each TEI text in it."""
    data = item.content()
    declared = _DECLARED.search(data[:200])
    text, encoding = decode(data, reading.encoding, item.where, declared[1].decode() if declared else "")
    texts = _Texts(item.where, len(data)).of(text)
    if len(texts) == 1:
        return single_document(item, texts[0], encoding)
    ids = [f"{item.name}/{number}" for number in range(len(texts))]
    return FileContent(Documents(texts, ids, notes=("one document per TEI text",)), encoding)


class _Texts:
    """Collects texts while a parser goes through the file."""

    def __init__(self, where: str, size: int) -> None:
        self._where, self._budget = where, Budget(where, size)
        self._open: list[str] = []
        self._inline = INLINE
        self._silent: list[int] = []  # depths of elements that are left out
        self._texts: list[list[str]] = [[]]

    def of(self, text: str) -> list[str]:
        """Return the texts of a file."""
        parser = expat.ParserCreate("utf-8")
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler, parser.EntityDeclHandler = self._words, self._entity
        parser.SkippedEntityHandler = lambda name, parameter: self._words(html5.get(f"{name};", " "))
        try:
            parser.Parse(text.encode("utf-8", "replace"), True)
        except expat.ExpatError as error:
            raise self._refused(f"not valid XML ({error})") from error
        texts = [_XML_SPACE.sub("\n", "".join(parts)).strip() for parts in self._texts]
        return [text for text in texts if text] or [""]

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        name = name.rpartition(":")[2]
        if name in TEI:
            self._texts.append([])
            self._inline = INLINE_IN_TEI
        if name in LEFT_OUT_OF_XML or (name in SECOND and self._open[-1:] == ["choice"]):
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

    def _entity(self, name: str, parameter: int, value: str | None, *others: object) -> None:
        """Refuse entities that are long or made of others: this is how files explode."""
        if value is not None and (parameter or len(value) > LONGEST_ENTITY or "&" in value):
            raise self._refused(f"its entity {name!r} is more than a few characters")

    def _refused(self, why: str) -> CotextError:
        return CotextError(f"{self._where}: {why}; repair the file")
