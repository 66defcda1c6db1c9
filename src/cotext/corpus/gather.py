"""All files of what was given: files, folders, archives and patterns of names."""

from __future__ import annotations

import glob
import os
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from cotext.corpus.folders import walk
from cotext.corpus.items import Item
from cotext.corpus.limits import Budget
from cotext.corpus.notes import FileNote
from cotext.corpus.open import suffix_of
from cotext.corpus.unpack import COMPRESSED
from cotext.corpus.zips import zip_items
from cotext.errors import CotextError, UsageError

ARCHIVE = ".zip"
UNPACKED = (*COMPRESSED, ARCHIVE, ".docx", ".xlsx", ".xlsm", ".pdf")


@dataclass
class Gathered:
    """Files to be read, those left out, and what their compressed ones may unpack to together."""

    where: str
    total: Budget
    items: list[Item] = field(default_factory=list)
    left_out: list[FileNote] = field(default_factory=list)


def expanded(names: Sequence[str]) -> list[Path]:
    """The paths that were meant, each once; a name with a star that is no file's is a pattern."""
    paths: dict[str, Path] = {}
    for name in names:
        found = [name] if os.path.lexists(name) else sorted(glob.glob(name, recursive=True))
        if not found:
            what = "matches" if glob.has_magic(name) else "or folder"
            raise UsageError(
                f"no file {what} {name!r}; check the name (to pass texts, use a list of strings)"
            )
        paths.update((os.path.abspath(one), Path(one)) for one in found)
    return list(paths.values())


def gather(paths: Sequence[Path], stack: ExitStack) -> Gathered:
    """Everything that lies at these paths; ``stack`` closes the archives."""
    where = str(paths[0]) if len(paths) == 1 else f"{len(paths)} files and folders"
    places, left_out = dict[str, Path](), list[FileNote]()
    for path, name in zip(paths, _names(paths), strict=True):
        places.update(_files_in(path, name, left_out) if path.is_dir() else {name: path})
    packed = [path.stat().st_size for path in places.values() if path.suffix.lower() in UNPACKED]
    total = Budget(f"{where}, its {len(packed)} compressed files together", sum(packed))
    found = Gathered(where, total, left_out=left_out)
    for name, path in places.items():
        if suffix_of(path) == ARCHIVE:
            _add_archive(path, name, found, stack, alone=len(paths) == len(places) == 1)
        else:
            found.items.append(Item.at(path, name, found.total))
    return found


def _names(paths: Sequence[Path]) -> list[str]:
    """Names among each other: without what all have in common."""
    if len(paths) == 1 and (paths[0].is_dir() or suffix_of(paths[0]) == ARCHIVE):
        return [""]
    whole = [Path(os.path.abspath(path)) for path in paths]
    try:
        common = os.path.commonpath([path.parent for path in whole])
    except ValueError:  # drives of Windows
        return [path.as_posix() for path in paths]
    return [path.relative_to(common).as_posix() for path in whole]


def _files_in(folder: Path, name: str, left_out: list[FileNote]) -> dict[str, Path]:
    files = {}
    for path, note in walk(folder):
        inside = "/".join(filter(None, [name, path.relative_to(folder).as_posix()]))
        if note is None:
            files[inside] = path
        else:
            left_out.append(replace(note, name=inside, kind=suffix_of(path)))
    return files


def _add_archive(path: Path, name: str, found: Gathered, stack: ExitStack, *, alone: bool) -> None:
    try:
        items, left_out = zip_items(path, name, found.total, stack)
    except CotextError as error:
        if alone:
            raise
        found.left_out.append(FileNote(name, ARCHIVE, what=str(error).removeprefix(f"{path}: ")))
        return
    if alone:
        items = _without_common_folder(items)
    found.items += items
    found.left_out += left_out


def _without_common_folder(items: list[Item]) -> list[Item]:
    """Archives tend to hold one folder with everything in it, which says nothing."""
    first = {PurePosixPath(item.name).parts[0] for item in items}
    if len(first) != 1 or any("/" not in item.name for item in items):
        return items
    return [replace(item, name=item.name.partition("/")[2]) for item in items]
