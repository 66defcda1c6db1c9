"""Files that a browser sends: into a folder of our own, which goes away with the server."""

from __future__ import annotations

import secrets
import shutil
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from cotext.errors import CannotWrite, UsageError
from cotext.explorer.names import clean
from cotext.explorer.refusals import TooLong

MEGABYTE = 1_000_000
LIMIT = 200 * MEGABYTE
KEPT = 5  # times the limit, for all uploads together


@dataclass(frozen=True)
class Upload:
    """A file that was sent whole."""

    key: str
    path: Path
    size: int


class Uploads:
    """The files that were sent so far; nothing is opened here, that is for the worker."""

    def __init__(self, limit: int = LIMIT) -> None:
        self.limit = limit
        self.kept: dict[str, Upload] = {}
        self.room: tempfile.TemporaryDirectory[str] | None = None

    async def receive(self, name: str, stream: AsyncIterator[bytes], announced: int | None) -> Upload:
        """Keep a file as it comes in; what says or turns out to be too large is refused and removed."""
        if announced is not None:
            self._check(name, announced)
        place = self._folder() / (key := secrets.token_urlsafe(9))
        path, size = place / clean(name, "upload.txt"), 0
        try:
            place.mkdir()
            with open(path, "xb") as file:
                async for piece in stream:
                    size += len(piece)
                    self._check(name, size)
                    file.write(piece)
        except OSError as error:
            shutil.rmtree(place, ignore_errors=True)
            raise CannotWrite(path.name, error) from error
        except BaseException:  # too large, or the browser has gone
            shutil.rmtree(place, ignore_errors=True)
            raise
        self.kept[key] = Upload(key, path, size)
        return self.kept[key]

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

    def _check(self, name: str, size: int) -> None:
        largest = f"{self.limit / MEGABYTE:,.0f} MB"
        if size > self.limit:
            raise TooLong(
                f"{clean(name, 'the file')} has more than {largest}, the most that can be sent: give its "
                "path to cotext explore or cotext fit instead."
            )
        if sum(one.size for one in self.kept.values()) + size > KEPT * self.limit:
            raise TooLong(
                f"this server holds {KEPT} times {largest} of files already: start it again to empty it."
            )
