"""A file wherever it lies, on a disk or in an archive."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath

from cotext.corpus.files import limits
from cotext.corpus.files.file_io import Opened, open_bytes, suffix_of
from cotext.corpus.files.limits import Budget, TooLarge, in_words
from cotext.corpus.files.unpack import read_up_to
from cotext.errors import CotextError


@dataclass(frozen=True)
class SourceFile:
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
    def at(cls, path: Path, name: str, within: Budget | None = None) -> SourceFile:
        """A file on the disk."""
        return cls(name, str(path), partial(open_bytes, path, within), path, within)

    @classmethod
    def streamed(cls, path: Path) -> SourceFile:
        """A file on the disk that passes by, and may be larger than memory."""
        return cls(path.name, str(path), partial(open_bytes, path, kept=False), path)

    @property
    def kind(self) -> str:
        """Its suffix, without that of a compression."""
        return suffix_of(PurePosixPath(self.name))

    def on_disk(self) -> Path:
        """Its place on the disk, for readers that take nothing else."""
        if self.path is None:
            raise CotextError(f"{self.where}: a {self.kind} file within an archive is not read; take it out")
        return self.path

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
