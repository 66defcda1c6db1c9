"""Files that a browser sends: into a folder of our own, which goes away with the server."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

from cotext.errors import CannotWrite, UsageError
from cotext.explorer.http_errors import TooLong
from cotext.explorer.safe_names import clean, free

MEGABYTE = 1_000_000
LIMIT = 200 * MEGABYTE
FILES = "files"  # the folder that several files are read as
KEPT = 5  # times the limit, for all uploads together


@dataclass
class Upload:
    """Files that were sent whole, in a folder of their own."""

    key: str
    folder: Path
    names: list[str] = field(default_factory=list)
    size: int = 0


class Uploads:
    """The files that were sent so far; nothing is opened here, that is for the worker."""

    def __init__(self, limit: int = LIMIT) -> None:
        self.limit = limit
        self.kept: dict[str, Upload] = {}
        self.arriving: dict[object, tuple[str, int]] = {}  # uploads that files belong to, and their bytes
        self.room: tempfile.TemporaryDirectory[str] | None = None

    async def receive(
        self, name: str, stream: AsyncIterator[bytes], announced: int | None, to: str = ""
    ) -> Upload:
        """Keep a file as it comes in, ``to`` the files of an upload or as a new one.

        What says or turns out to be too large is refused and removed.
        """
        upload = self.get(to) if to else Upload(secrets.token_urlsafe(9), Path())
        this = object()
        try:
            self._reserve(this, name, upload, announced or 0)
            return await self._receive(this, name, stream, upload)
        finally:
            self.arriving.pop(this, None)

    async def _receive(self, this: object, name: str, stream: AsyncIterator[bytes], upload: Upload) -> Upload:
        if upload.key not in self.kept:
            upload.folder = self._folder() / upload.key / FILES
            upload.folder.mkdir(parents=True)
        stem, dot, ending = clean(name, "upload.txt").partition(".")
        path = upload.folder / free(upload.folder, stem, ending=dot + ending)
        try:
            upload.size += await self._write(this, path, stream, upload)
        except BaseException:  # too large, a full disk, or the browser has gone
            path.unlink(missing_ok=True)
            raise
        upload.names.append(path.name)
        self.kept[upload.key] = upload
        return upload

    async def _write(self, this: object, path: Path, stream: AsyncIterator[bytes], upload: Upload) -> int:
        size = 0
        try:
            with open(path, "xb") as file:
                async for piece in stream:
                    size += len(piece)
                    self._reserve(this, path.name, upload, size)
                    file.write(piece)
        except OSError as error:
            raise CannotWrite(path.name, error) from error
        return size

    def get(self, key: str) -> Upload:
        """An upload by the name it was given."""
        if key not in self.kept:
            raise UsageError(f"there is no upload {key!r} (any more): send the file again.")
        return self.kept[key]

    def close(self) -> None:
        """Remove everything."""
        self.kept = {}
        if self.room is not None:
            self.room.cleanup()
            self.room = None

    def _folder(self) -> Path:
        if self.room is None:
            self.room = tempfile.TemporaryDirectory(prefix="cotext-", ignore_cleanup_errors=True)
        return Path(self.room.name)

    def _reserve(self, this: object, name: str, upload: Upload, size: int) -> None:
        """Keep room for so many bytes of a file; others that arrive at the same time have theirs."""
        _, before = self.arriving.pop(this, ("", 0))
        size = max(size, before)
        others = sum(bytes_ for _, bytes_ in self.arriving.values())
        beside = upload.size + sum(bytes_ for key, bytes_ in self.arriving.values() if key == upload.key)
        largest = f"{self.limit / MEGABYTE:,.0f} MB"
        if beside + size > self.limit:
            raise TooLong(
                f"{clean(name, 'the file')} and what was sent with it has more than {largest}, the most that "
                "can be sent: give the path to cotext explore or cotext fit instead."
            )
        if sum(one.size for one in self.kept.values()) + others + size > KEPT * self.limit:
            raise TooLong(
                f"this server holds {KEPT} times {largest} of files already: start it again to empty it."
            )
        self.arriving[this] = upload.key, size
