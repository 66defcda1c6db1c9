"""Answers written to files that all workers see, from which those of a worker that died are had again."""

from __future__ import annotations

import shutil
import weakref
from collections.abc import Sequence
from pathlib import Path
from uuid import uuid4

import numpy as np

from cotext.backend.chunks.scratch_dirs import new_folder
from cotext.backend.dask.tasks import Part
from cotext.errors import CannotWrite, CotextError
from cotext.files import write_atomic


class Scratch:
    """A folder beside the blocks, gone with the last that needs it."""

    def __init__(self, room: Path | None) -> None:
        self.folder = new_folder(room)
        weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)

    def names(self, n: int) -> list[str]:
        """Paths of files that are not there yet."""
        stem = uuid4().hex
        return [str(self.folder / f"{stem}.{k:06d}.npy") for k in range(n)]


class Files:
    """Some files of a scratch folder, gone with the last answers that come from them."""

    def __init__(self, scratch: Scratch, paths: Sequence[str]) -> None:
        self.scratch = scratch
        weakref.finalize(self, _remove, tuple(paths))


def save(part: Part, path: str) -> str:
    """Write the answers of a group, whole or not at all."""
    try:
        write_atomic(path, lambda stream: np.save(stream, part.value, allow_pickle=False))
    except CannotWrite as error:  # which cannot travel
        raise CotextError(str(error)) from None
    return path


def reload(path: str, sweep: int) -> Part:
    """The answers of a group, as they were written."""
    return Part(np.load(path, allow_pickle=False), sweep)


def _remove(paths: tuple[str, ...]) -> None:
    for path in paths:
        Path(path).unlink(missing_ok=True)
