"""The files of a ``.zip`` archive, each read in its turn; nothing is written, no name leads out of it."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO

from cotext.corpus.extras import said
from cotext.corpus.items import Item
from cotext.corpus.limits import Budget
from cotext.corpus.notes import HIDDEN, FileNote
from cotext.corpus.open import suffix_of
from cotext.corpus.unpack import COMPRESSED, DAMAGED, damage, unpacked, watched
from cotext.errors import CotextError

READ = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2)


def zip_items(path: Path, name: str, total: Budget, stack: ExitStack) -> tuple[list[Item], list[FileNote]]:
    """Files of an archive in sorted order, and those that are left out, with why; ``stack`` closes it."""
    try:
        archive = stack.enter_context(zipfile.ZipFile(path))
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise CotextError(f"{path}: damaged .zip file ({said(error)}); make or copy it again") from error
    budget = Budget(str(path), path.stat().st_size, total)
    items, left_out = [], []
    for member in sorted(archive.infolist(), key=lambda member: member.filename):
        shown = "".join(letter if letter.isprintable() else "\ufffd" for letter in member.filename)
        inside = f"{name}/{shown}".lstrip("/")
        if shown.endswith("/"):
            continue
        if why := _why_not(member):
            left_out.append(FileNote(inside, suffix_of(PurePosixPath(member.filename)), what=why))
        else:
            where = f"{path}/{shown}"
            items.append(Item(inside, where, partial(_opened, archive, member, where, budget), within=budget))
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
            stream = watched(content.read, lambda chunk: budget.take(len(chunk)))
            if ending in COMPRESSED:
                stream = unpacked(stream, ending, Budget(where, member.file_size, budget))
            yield stream
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError) as error:
        raise CotextError(f"{where}: damaged in its archive ({said(error)}); make it again") from error
    except DAMAGED as error:
        raise damage(where, ending, error) from error
