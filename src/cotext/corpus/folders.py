"""Plain text: a folder of files, or one file with a document per line."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from cotext.corpus.assemble import documents
from cotext.corpus.documents import Documents
from cotext.corpus.limits import Budget
from cotext.corpus.open import COMPRESSED, open_text
from cotext.errors import NoUsableDocuments

_ENDINGS = (".txt", *(f".txt{ending}" for ending in COMPRESSED))


def read_folder(folder: Path, encoding: str) -> Documents:
    """Read every text file below ``folder`` in sorted order; first-level sub-folders become the labels."""
    found = sorted(_text_files(folder), key=Path.as_posix)
    paths = [path for path in found if _is_file_within(folder, path)]
    if not paths:
        raise NoUsableDocuments(f"{folder}: no .txt file in this folder; put one per document in it")
    packed = [(folder / path).stat().st_size for path in paths if path.suffix.lower() in COMPRESSED]
    total = Budget(f"{folder}, its {len(packed)} compressed files together", sum(packed))
    labelled = all(len(path.parts) > 1 for path in paths)
    rows = (
        (_content(folder / path, encoding, total), _without_ending(path), path.parts[0] if labelled else None)
        for path in paths
    )
    labels = "labels from sub-folders" if labelled else "no labels"
    notes = [f"{len(paths)} text files, ids from file names, {labels}"]
    if skipped := len(found) - len(paths):
        notes.append(f"{skipped} left out: links out of the folder or to nowhere, or no plain files")
    return documents(rows, str(folder), tuple(notes))


def read_lines(lines: Iterable[str], where: str) -> Documents:
    """One document per line that is not blank."""
    rows = ((line.strip(), None, None) for line in lines if line.strip())
    return documents(rows, where, ("one document per line, ids are row numbers, no labels",))


def _text_files(folder: Path) -> Iterable[Path]:
    for parent, _, names in os.walk(folder):
        for name in names:
            if name.lower().endswith(_ENDINGS) and not name.startswith("."):
                yield Path(parent, name).relative_to(folder)


def _is_file_within(folder: Path, path: Path) -> bool:
    """Whether a name is a plain file (no pipe, no device), and inside the folder if it is a link."""
    try:
        kind = os.lstat(folder / path).st_mode
        if not stat.S_ISLNK(kind):
            return stat.S_ISREG(kind)
        target = (folder / path).resolve(strict=True)
        return target.is_file() and target.is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # a link to nowhere, or in a circle
        return False


def _content(path: Path, encoding: str, total: Budget) -> str:
    with open_text(path, encoding, total) as stream:
        return stream.read()


def _without_ending(path: Path) -> str:
    name = path.as_posix()
    return name[: name.lower().rindex(".txt")]
