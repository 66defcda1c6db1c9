"""HTML: what a reader of the page reads, block by block; no scripts, no menus."""

from __future__ import annotations

import re

from cotext.corpus.files.encodings import decode
from cotext.corpus.files.extras import needed
from cotext.corpus.files.file_io import SourceFile
from cotext.corpus.reading import Found, Reading, one_text
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
DEEPEST = 1000  # the parser's time grows with the square of it
_NESTS = re.compile(
    r"<(/?)(?:div|span|section|article|table|ul|ol|dl|blockquote|font|center|b|i|em|a)\b", re.I
)
_CHARSET = re.compile(rb"""<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)""", re.I)
_SPACE = re.compile(r"[ \t\xa0]*\n\s*")


def read_html(item: SourceFile, reading: Reading) -> Found:
    """A page is a document."""
    data = item.content()
    said = _CHARSET.search(data[:4096])
    text, encoding = decode(data, reading.encoding, item.where, said[1].decode() if said else "")
    return one_text(item, html_text(text, item.where), encoding)


def html_text(page: str, where: str) -> str:
    """The text of a page, a line per block."""
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
