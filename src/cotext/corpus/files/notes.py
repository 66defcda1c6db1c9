"""Which files were read and which were skipped, each and all together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

SHOWN = 3
HIDDEN, OWN, UNKNOWN = ORDINARY = "hidden", "run folder of cotext", "of a kind that is not read"


@dataclass(frozen=True)
class FileNote:
    """A file that was read or skipped.

    Examples
    --------
    >>> str(FileNote("a/b.html", ".html", "cp1252", 1, "read as cp1252 (guessed)"))
    'a/b.html: 1 document, read as cp1252 (guessed)'
    """

    name: str  # a path, or one within an archive
    kind: str = ""  # its suffix, without that of a compression
    encoding: str = ""  # "" if the format fixes it
    documents: int = 0  # 0 if it was skipped
    what: str = ""  # why it was skipped or how it was repaired

    def __str__(self) -> str:
        if not self.documents:
            return f"{self.name}: skipped, {self.what}"
        many = f"{self.documents} document{'s' * (self.documents > 1)}"
        return ", ".join(filter(None, [f"{self.name}: {many}", self.what]))


def summary(files: Sequence[FileNote]) -> tuple[str, ...]:
    """Sum up all files in a sentence, and in another one those that were repaired.

    Examples
    --------
    >>> summary([FileNote("a.txt", ".txt", "utf-8", 1), FileNote("b.png", ".png", what=UNKNOWN)])
    ('2 files: 1 read (1 .txt), 1 skipped: 1 of a kind that is not read',)
    """
    read, skipped = [file for file in files if file.documents], [file for file in files if not file.documents]
    kinds = Counter(file.kind for file in read).most_common()
    read_kinds = ", ".join(f"{n} {kind or 'plain'}" for kind, n in kinds)
    sentence = f"{len(files)} file{'s' * (len(files) != 1)}: {len(read)} read ({read_kinds})"
    if skipped:
        counts = Counter(file.what for file in skipped if file.what in ORDINARY).most_common()
        why = [*listed(bad(files)), *(f"{n} {what}" for what, n in counts)]
        sentence += f", {len(skipped)} skipped: {', '.join(why)}"
    remarks = [file for file in read if file.what]
    return (sentence, *[f"{len(remarks)} with a remark: {', '.join(listed(remarks))}"] * bool(remarks))


def bad(files: Sequence[FileNote]) -> list[FileNote]:
    """Return the files that should have been read and were not."""
    return [file for file in files if not file.documents and file.what not in ORDINARY]


def listed(some: Sequence[FileNote]) -> list[str]:
    """List the first few with the reason, without the remedy.

    Examples
    --------
    >>> listed([FileNote("a.pdf", what="encrypted; remove its password")] * 5)
    ['a.pdf (encrypted)', 'a.pdf (encrypted)', 'a.pdf (encrypted)', '2 more']
    """
    shown = [f"{file.name} ({file.what.partition('; ')[0]})" for file in some[:SHOWN]]
    return shown + [f"{len(some) - SHOWN} more"] * (len(some) > SHOWN)
