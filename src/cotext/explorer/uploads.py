"""Files that a browser sends, in a temporary folder that the server removes at its end."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path

from cotext.errors import CannotWrite, UsageError
from cotext.explorer.http_errors import HttpError
from cotext.explorer.safe_names import clean, free

MEGABYTE = 1_000_000
LIMIT = 200 * MEGABYTE
FILES = "files"  # folder of the files of an upload
MOST = 5  # times the limit, for all uploads together


@dataclass
class Upload:
    """Completely received files, in one folder."""

    key: str
    folder: Path
    names: list[str] = field(default_factory=list)
    size: int = 0


class Uploads:
    """All received files; only the worker opens them."""

    def __init__(self, limit: int = LIMIT) -> None:
        self.limit = limit
        self.received: dict[str, Upload] = {}
        self.arriving: dict[object, tuple[str, int]] = {}  # uploads that files belong to, and their bytes
        self.room: tempfile.TemporaryDirectory[str] | None = None

    async def receive(
        self, name: str, stream: AsyncIterator[bytes], announced: int | None, to: str = ""
    ) -> Upload:
        """Save a file, to the upload ``to`` or to a new one; refuse and remove it if it is too large."""
        upload = self.get(to) if to else Upload(secrets.token_urlsafe(9), Path())
        this = object()
        try:
            self._reserve(this, name, upload, announced or 0)
            return await self._receive(this, name, stream, upload)
        finally:
            self.arriving.pop(this, None)

    async def _receive(self, this: object, name: str, stream: AsyncIterator[bytes], upload: Upload) -> Upload:
        if upload.key not in self.received:
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
        self.received[upload.key] = upload
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
        """Return an upload by its key."""
        if key not in self.received:
            raise UsageError(f"there is no upload {key!r} (any more): send the file again.")
        return self.received[key]

    def close(self) -> None:
        """Remove everything."""
        self.received = {}
        if self.room is not None:
            self.room.cleanup()
            self.room = None

    def _folder(self) -> Path:
        if self.room is None:
            self.room = tempfile.TemporaryDirectory(prefix="cotext-", ignore_cleanup_errors=True)
        return Path(self.room.name)

    def _reserve(self, this: object, name: str, upload: Upload, size: int) -> None:
        """Reserve bytes for a file, besides those of files that arrive at the same time."""
        _, before = self.arriving.pop(this, ("", 0))
        size = max(size, before)
        arriving = sum(bytes_ for _, bytes_ in self.arriving.values())
        in_upload = upload.size + sum(bytes_ for key, bytes_ in self.arriving.values() if key == upload.key)
        received = sum(other.size for other in self.received.values())
        largest, sentence = f"{self.limit / MEGABYTE:,.0f} MB", ""
        if in_upload + size > self.limit:
            sentence = (
                f"{clean(name, 'the file')} and the files sent with it have more than {largest}, the limit "
                "of an upload: give the path to cotext explore or cotext fit instead."
            )
        elif received + arriving + size > MOST * self.limit:
            sentence = f"this server holds {MOST} times {largest} of files already: restart it to empty it."
        if sentence:
            raise HttpError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, sentence)
        self.arriving[this] = upload.key, size
