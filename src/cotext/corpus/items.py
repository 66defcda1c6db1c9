"""A file wherever it lies, on a disk or in an archive, and how it is to be read."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path, PurePosixPath

from cotext.corpus import limits
from cotext.corpus.columns import Wanted
from cotext.corpus.documents import Documents, DocWord
from cotext.corpus.encodings import Encoding
from cotext.corpus.limits import Budget, TooLarge, in_words
from cotext.corpus.open import Opened, open_bytes, suffix_of
from cotext.corpus.unpack import read_up_to

NONE = Encoding("")


@dataclass(frozen=True)
class Item:
    """A file.

    Attributes
    ----------
    name : str
        Among its siblings, with slashes: what the ids of its documents begin with.
    where : str
        For people.
    opened : callable
        Opens it, unpacked.
    path : Path or None
        Its place on the disk, if it has one of its own.
    within : Budget or None
        What all files that are read with it may unpack to.
    """

    name: str
    where: str
    opened: Opened
    path: Path | None = None
    within: Budget | None = None

    @classmethod
    def at(cls, path: Path, name: str, within: Budget | None = None) -> Item:
        """A file on the disk."""
        return cls(name, str(path), partial(open_bytes, path, within), path, within)

    @classmethod
    def streamed(cls, path: Path) -> Item:
        """A file on the disk that passes by, and may be larger than memory."""
        return cls(path.name, str(path), partial(open_bytes, path, kept=False), path)

    @property
    def kind(self) -> str:
        """Its suffix, without that of a compression."""
        return suffix_of(PurePosixPath(self.name))

    def content(self, most: int | None = None) -> bytes:
        """All of it, if that is no more than ``most`` bytes, or can be one document."""
        most = limits.LONGEST if most is None else most
        with self.opened() as stream:
            found = read_up_to(most, stream)
        if len(found) > most:
            raise TooLarge(
                f"{self.where}: more than {in_words(most)}, expected one document; split it, or give a table "
                "or a text file with a document per line"
            )
        return found


@dataclass(frozen=True)
class Reading:
    """How files are to be read: which columns, in which encoding, and whether there is just one."""

    wanted: Wanted = field(default_factory=Wanted)
    encoding: str = "auto"
    alone: bool = False


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


def one_text(item: Item, text: str, encoding: Encoding | None = None) -> Found:
    """A file that is one document."""
    remark = "" if text.strip() else "empty"
    note = "one document"
    return Found(Documents([text], [item.name], notes=(note,)), encoding or NONE, remark)
