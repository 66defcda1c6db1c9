"""Find the files of a source: files, folders, .zip archives and patterns of names.

Nothing is unpacked onto the disk, and no name leads out of a folder or an archive.
"""

from __future__ import annotations

import glob
import os
import stat
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO

from cotext.corpus.files.extras import reason
from cotext.corpus.files.file_io import SourceFile, suffix_of
from cotext.corpus.files.limits import Budget
from cotext.corpus.files.notes import HIDDEN, OWN, FileNote
from cotext.corpus.files.unpack import COMPRESSED, DAMAGED, damage_error, decompress, watch
from cotext.errors import CotextError, UsageError
from cotext.files import RUN_MARKS

ARCHIVE = ".zip"
UNPACKED = (*COMPRESSED, ARCHIVE, ".docx", ".xlsx", ".xlsm", ".pdf")


@dataclass
class Gathered:
    """Files to read, those left out, and how much the compressed ones may unpack to together."""

    where: str
    total: Budget
    items: list[SourceFile] = field(default_factory=list)
    left_out: list[FileNote] = field(default_factory=list)


def expand_patterns(names: Sequence[str]) -> list[Path]:
    """Return each path once; a name with a star that is no file is a pattern."""
    paths: dict[str, Path] = {}
    for name in names:
        matches = [name] if os.path.lexists(name) else sorted(glob.glob(name, recursive=True))
        if not matches:
            what = "matches" if glob.has_magic(name) else "or folder"
            raise UsageError(
                f"no file {what} {name!r}; check the name (to pass texts, use a list of strings)"
            )
        paths.update((os.path.abspath(match), Path(match)) for match in matches)
    return list(paths.values())


def collect_files(paths: Sequence[Path], stack: ExitStack) -> Gathered:
    """Collect the files at some paths; ``stack`` closes the archives."""
    where = str(paths[0]) if len(paths) == 1 else f"{len(paths)} files and folders"
    files, left_out = dict[str, Path](), list[FileNote]()
    for path, name in zip(paths, _names(paths), strict=True):
        files.update(_files_in(path, name, left_out) if path.is_dir() else {name: path})
    packed = [path.stat().st_size for path in files.values() if path.suffix.lower() in UNPACKED]
    total = Budget(f"{where}, its {len(packed)} compressed files together", sum(packed))
    gathered = Gathered(where, total, left_out=left_out)
    for name, path in files.items():
        if suffix_of(path) == ARCHIVE:
            _add_archive(path, name, gathered, stack, alone=len(paths) == len(files) == 1)
        else:
            gathered.items.append(SourceFile.at(path, name, gathered.total))
    return gathered


def _names(paths: Sequence[Path]) -> list[str]:
    """Name the paths without the folder that all have in common."""
    if len(paths) == 1 and (paths[0].is_dir() or suffix_of(paths[0]) == ARCHIVE):
        return [""]
    absolute = [Path(os.path.abspath(path)) for path in paths]
    try:
        common = os.path.commonpath([path.parent for path in absolute])
    except ValueError:  # drives of Windows
        return [path.as_posix() for path in paths]
    return [path.relative_to(common).as_posix() for path in absolute]


def _files_in(folder: Path, name: str, left_out: list[FileNote]) -> dict[str, Path]:
    files = {}
    for path, why_not in walk(folder):
        inside = "/".join(filter(None, [name, path.relative_to(folder).as_posix()]))
        if why_not:
            left_out.append(FileNote(inside, suffix_of(path), what=why_not))
        else:
            files[inside] = path
    return files


def _add_archive(path: Path, name: str, gathered: Gathered, stack: ExitStack, *, alone: bool) -> None:
    try:
        items, left_out = zip_items(path, name, gathered.total, stack)
    except CotextError as error:
        if alone:
            raise
        gathered.left_out.append(FileNote(name, ARCHIVE, what=str(error).removeprefix(f"{path}: ")))
        return
    if alone:
        items = _without_common_folder(items)
    gathered.items += items
    gathered.left_out += left_out


def _without_common_folder(items: list[SourceFile]) -> list[SourceFile]:
    """Drop the one folder that archives tend to hold everything in."""
    first = {PurePosixPath(item.name).parts[0] for item in items}
    if len(first) != 1 or any("/" not in item.name for item in items):
        return items
    return [replace(item, name=item.name.partition("/")[2]) for item in items]


ODD = "a link out of the folder or to nowhere, or no plain file"


def walk(folder: Path) -> Iterator[tuple[Path, str]]:
    """Give every file below ``folder`` in sorted order, with a reason if it is left out.

    Hidden files and folders are left out, and so are the runs of earlier fits. Folders that are links are
    not entered.
    """
    closed: list[OSError] = []
    for parent, folders, names in os.walk(folder, onerror=closed.append):
        if set(names) >= set(RUN_MARKS):
            folders.clear()
            yield Path(parent), OWN
            continue
        for name in sorted(name for name in folders if name.startswith(".")):
            folders.remove(name)
            yield Path(parent, name), HIDDEN
        folders.sort()
        for name in sorted(names):
            path = Path(parent, name)
            yield path, HIDDEN if name.startswith(".") else "" if _is_file_within(folder, path) else ODD
    yield from ((Path(os.fspath(error.filename)), "no permission to look into it") for error in closed)


def _is_file_within(folder: Path, path: Path) -> bool:
    """Whether a name is a plain file, and inside the folder if it is a link."""
    try:
        kind = os.lstat(path).st_mode
        if not stat.S_ISLNK(kind):
            return stat.S_ISREG(kind)
        target = path.resolve(strict=True)
        return target.is_file() and target.is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # a link to nowhere, or in a circle
        return False


READ = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2)


def zip_items(
    path: Path, name: str, total: Budget, stack: ExitStack
) -> tuple[list[SourceFile], list[FileNote]]:
    """List the files of an archive in sorted order, and those left out; ``stack`` closes it."""
    try:
        archive = stack.enter_context(zipfile.ZipFile(path))
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise CotextError(f"{path}: damaged .zip file ({reason(error)}); make or copy it again") from error
    budget = Budget(str(path), path.stat().st_size, total)
    items, left_out = [], []
    for member in sorted(archive.infolist(), key=lambda member: member.filename):
        shown = "".join(c if c.isprintable() else "\ufffd" for c in member.filename)
        inside = f"{name}/{shown}".lstrip("/")
        if shown.endswith("/"):
            continue
        if why := _why_not(member):
            left_out.append(FileNote(inside, suffix_of(PurePosixPath(member.filename)), what=why))
        else:
            where = f"{path}/{shown}"
            items.append(
                SourceFile(inside, where, partial(_opened, archive, member, where, budget), within=budget)
            )
    return items, left_out


def _why_not(member: zipfile.ZipInfo) -> str:
    name = PurePosixPath(member.filename.replace("\\", "/"))
    if not name.parts:
        return "it has no name"
    if name.is_absolute() or ".." in name.parts or ":" in name.parts[0]:
        return "its name leads out of the archive"
    if any(part.startswith(".") or part == "__MACOSX" for part in name.parts):
        return HIDDEN
    if name.suffix.lower() == ".zip":
        return "an archive within an archive; unpack it"
    if member.flag_bits & 1:
        return "encrypted; make the archive without a password"
    if member.compress_type not in READ:
        return "packed in an unusual way; make the archive again"
    return ""


@contextmanager
def _opened(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, where: str, budget: Budget
) -> Iterator[IO[bytes]]:
    ending = PurePosixPath(member.filename).suffix.lower()
    try:
        with archive.open(member) as content:
            stream = watch(content.read, lambda chunk: budget.take(len(chunk)))
            if ending in COMPRESSED:
                stream = decompress(stream, ending, Budget(where, member.file_size, budget))
            yield stream
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError) as error:
        raise CotextError(f"{where}: damaged in its archive ({reason(error)}); make it again") from error
    except DAMAGED as error:
        raise damage_error(where, ending, error) from error
