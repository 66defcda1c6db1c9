"""How files are to be read, and what was found in one."""

from __future__ import annotations

from dataclasses import dataclass, field

from cotext.corpus.columns import Wanted
from cotext.corpus.documents import Documents, DocWord
from cotext.corpus.files.encodings import Encoding
from cotext.corpus.files.file_io import SourceFile

NONE = Encoding("")


@dataclass(frozen=True)
class Reading:
    """How files are to be read: which columns, in which encoding."""

    wanted: Wanted = field(default_factory=Wanted)
    encoding: str = "auto"


@dataclass(frozen=True)
class Found:
    """What a file held; its ids are completed by whoever reads many."""

    documents: Documents | DocWord
    encoding: Encoding = NONE
    remark: str = ""

    @property
    def what(self) -> str:
        """Everything there is to remark."""
        return ", ".join(filter(None, [self.encoding.remark, self.remark]))


def one_text(item: SourceFile, text: str, encoding: Encoding | None = None) -> Found:
    """A file that is one document."""
    document = Documents([text], [item.name], notes=("one document",))
    return Found(document, encoding or NONE, "" if text.strip() else "empty")
