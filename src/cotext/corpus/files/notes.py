"""What became of each file that was read, and of all of them in a sentence or two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

SHOWN = 3
HIDDEN, OWN, UNKNOWN = ORDINARY = "hidden", "run folder of cotext", "of a kind that is not read"


@dataclass(frozen=True)
class FileNote:
    """What became of a file.

    Attributes
    ----------
    name : str
        Where it lies: a path, or one within an archive.
    kind : str
        Its suffix, without that of its compression.
    encoding : str
        The one it was read in; empty where the format says it.
    documents : int
        How many documents it gave; 0 if it was skipped.
    what : str
        Why it was skipped or what was done to it; empty where there is nothing to remark.

    Examples
    --------
    >>> str(FileNote("a/b.html", ".html", "cp1252", 1, "read as cp1252 (guessed)"))
    'a/b.html: 1 document, read as cp1252 (guessed)'
    """

    name: str
    kind: str = ""
    encoding: str = ""
    documents: int = 0
    what: str = ""

    def __str__(self) -> str:
        if not self.documents:
            return f"{self.name}: skipped, {self.what}"
        many = f"{self.documents} document{'s' * (self.documents > 1)}"
        return ", ".join(filter(None, [f"{self.name}: {many}", self.what]))


def told(files: Sequence[FileNote]) -> tuple[str, ...]:
    """All files in a sentence, and one more on those that were repaired.

    Examples
    --------
    >>> told([FileNote("a.txt", ".txt", "utf-8", 1), FileNote("b.png", ".png", what=UNKNOWN)])
    ('2 files: 1 read (1 .txt), 1 skipped: 1 of a kind that is not read',)
    """
    read, skipped = [one for one in files if one.documents], [one for one in files if not one.documents]
    kinds = ", ".join(f"{n} {kind or 'plain'}" for kind, n in Counter(one.kind for one in read).most_common())
    whole = f"{len(files)} file{'s' * (len(files) != 1)}: {len(read)} read ({kinds})"
    if skipped:
        counts = Counter(one.what for one in skipped if one.what in ORDINARY).most_common()
        why = [*listed(bad(files)), *(f"{n} {what}" for what, n in counts)]
        whole += f", {len(skipped)} skipped: {', '.join(why)}"
    remarks = [one for one in read if one.what]
    return (whole, f"{len(remarks)} with a remark: {', '.join(listed(remarks))}") if remarks else (whole,)


def bad(files: Sequence[FileNote]) -> list[FileNote]:
    """Files that were not read but should have been."""
    return [one for one in files if not one.documents and one.what not in ORDINARY]


def listed(some: Sequence[FileNote]) -> list[str]:
    """The first few with the reason, without the remedy, which is for those who look closer.

    Examples
    --------
    >>> listed([FileNote("a.pdf", what="encrypted; remove its password")] * 5)
    ['a.pdf (encrypted)', 'a.pdf (encrypted)', 'a.pdf (encrypted)', '2 more']
    """
    shown = [f"{one.name} ({one.what.partition('; ')[0]})" for one in some[:SHOWN]]
    return shown + [f"{len(some) - SHOWN} more"] * (len(some) > SHOWN)
