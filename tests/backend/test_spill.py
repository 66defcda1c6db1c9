"""Arrays in files without a name: the disk is reserved first, and a full one is an error with a remedy."""

import errno
import os
from types import SimpleNamespace

import numpy as np
import pytest

from cotext.backend import spill
from cotext.backend.similarity.memory_plan import Room
from cotext.errors import CannotWrite


def full(*_, **__):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize(
    "make",
    [
        lambda folder: spill.empty_array((10, 2), float, folder),
        lambda folder: spill.file_array((10, 2), np.float32, folder),
        lambda _: Room("disk", 0.0).empty(10, np.float32),
    ],
)
def test_a_full_disk_raises_an_error_before_anything_is_written(make, monkeypatch, tmp_path):
    monkeypatch.setattr(spill, "SMALL", 0)
    monkeypatch.setattr("os.posix_fallocate", full)
    with pytest.raises(CannotWrite, match="free some space"):
        make(tmp_path)
    assert not list(tmp_path.iterdir())


def test_the_whole_size_of_an_array_is_reserved(monkeypatch):
    sizes = []
    monkeypatch.setattr("os.posix_fallocate", lambda file, start, size: sizes.append((start, size)))
    array = Room("disk", 0.0).empty(10, np.float32)
    array[:] = 1
    assert sizes == [(0, 400)]
    assert array.sum() == 100


def test_a_disk_that_is_full_only_at_the_last_write_raises_an_error(monkeypatch, tmp_path):
    monkeypatch.setattr(spill, "SMALL", 0)
    row = spill.SpillArray(np.int32, tmp_path)
    row.extend(np.arange(3))
    row._file.close()
    row._file = Buffered()
    with pytest.raises(CannotWrite, match="free some space"):
        row.finish()


class Buffered(SimpleNamespace):
    """A file whose buffer does not fit on the disk."""

    flush = staticmethod(full)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass
