"""A file of plain values with a checksum at its end, written whole or not at all.

Plain values are None, booleans, numbers, strings, arrays of numbers, and lists, tuples and dicts of these. A
line that names the format is followed by a line of JSON and the bytes of the arrays. Nothing is executed.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, TypeAlias

import numpy as np

from cotext.errors import CotextError, UsageError
from cotext.files import is_there, open_plain, write_atomic

Plain: TypeAlias = Any
MARK, FORMAT = b"cotext checkpoint ", 1
CHUNK = 1 << 20  # bytes read together
STEP = 64  # bytes; arrays begin at multiples of it, as they do in memory
LARGE = 1 << 26  # bytes of an array that stays in the file and is read as it is used
LINE = 1 << 28  # bytes of JSON, at most


def write_record(path: Path, value: Plain) -> None:
    """Write to a temporary file next to ``path``, then rename it."""
    arrays: list[np.ndarray] = []
    tree = _encode(value, arrays)
    orders = [layout(array) for array in arrays]
    table = [[array.dtype.str, array.shape, order] for array, order in zip(arrays, orders, strict=True)]
    head = json.dumps({"tree": tree, "arrays": table}).encode("ascii")

    def save(stream: IO[bytes]) -> None:
        checksum = hashlib.sha256()

        def write(part: bytes | memoryview) -> None:
            checksum.update(part)
            stream.write(part)

        write(MARK + b"%d\n" % FORMAT + head + b"\n")
        for array, order in zip(arrays, orders, strict=True):
            write(bytes(-stream.tell() % STEP))
            write(np.ascontiguousarray(array.transpose(order)).reshape(-1).view(np.uint8).data)
        stream.write(checksum.digest())

    write_atomic(path, save)


def read_record(path: Path) -> Plain:
    """Read a record; refuse any other file."""
    try:
        refuse_foreign(path)
        with open_plain(path) as stream:
            _check(stream, path)
            head = json.loads(stream.readline(LINE))
            arrays = [_read_array(stream, *entry) for entry in head["arrays"]]
            if stream.tell() != os.fstat(stream.fileno()).st_size - hashlib.sha256().digest_size:
                raise ValueError
            return _decode(head["tree"], arrays)
    except OSError as error:
        raise CotextError(f"{path} cannot be read ({error.strerror or error}).") from error
    except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
        if isinstance(error, CotextError):
            raise
        raise CotextError(f"{path} is damaged: delete it to start again.") from None


def refuse_foreign(path: Path) -> None:
    """Refuse a file that is no checkpoint, because it would be overwritten."""
    try:
        if not is_there(path):
            return
        with open_plain(path) as stream:
            first = stream.read(len(MARK))
    except OSError as error:
        raise UsageError(f"{path} cannot be read ({error.strerror}): give another name.") from error
    if first != MARK:
        raise UsageError(f"{path} is not a checkpoint of cotext: give another name.")


def _check(stream: IO[bytes], path: Path) -> None:
    """Check the first line and the checksum; leave the stream after the first line."""
    first = stream.readline(100)
    if first != MARK + b"%d\n" % FORMAT:
        raise CotextError(
            f"{path} was written by another version of cotext: delete it to start again, or use that version."
        )
    checksum, left = hashlib.sha256(first), os.fstat(stream.fileno()).st_size - len(first) - 32
    while left > 0 and (part := stream.read(min(CHUNK, left))):
        checksum.update(part)
        left -= len(part)
    if stream.read() != checksum.digest():
        raise CotextError(f"{path} is damaged, its checksum does not match: delete it to start again.")
    stream.seek(len(first))


def _encode(value: Plain, arrays: list[np.ndarray]) -> Any:
    if value is None or type(value) in (bool, int, float, str):
        return value
    if isinstance(value, np.ndarray) and not value.dtype.hasobject:
        arrays.append(np.asarray(value))
        return {"array": len(arrays) - 1}
    if type(value) is list:
        return [_encode(item, arrays) for item in value]
    if type(value) is tuple:
        return {"tuple": [_encode(item, arrays) for item in value]}
    if type(value) is dict:
        return {"dict": [[_encode(key, arrays), _encode(item, arrays)] for key, item in value.items()]}
    raise TypeError(f"a {type(value).__name__} cannot be written into a checkpoint")


def _decode(tree: object, arrays: list[np.ndarray]) -> Plain:
    if isinstance(tree, list):
        return [_decode(item, arrays) for item in tree]
    if not isinstance(tree, dict):
        return tree
    ((kind, content),) = tree.items()
    if kind == "array":
        return arrays[content]
    if kind == "tuple":
        return tuple(_decode(item, arrays) for item in content)
    return {_decode(key, arrays): _decode(item, arrays) for key, item in content}


def layout(array: np.ndarray) -> list[int]:
    """Axes from the slowest to the quickest, on which the order of sums in products depends."""
    return sorted(range(array.ndim), key=lambda axis: -abs(array.strides[axis]))


def _read_array(stream: IO[bytes], kind: str, shape: list[int], order: list[int]) -> np.ndarray:
    dtype = np.dtype(kind)
    left = os.fstat(stream.fileno()).st_size - stream.tell()
    if dtype.hasobject or sorted(order) != list(range(len(shape))):
        raise ValueError
    if min(shape, default=0) < 0 or math.prod(shape) * dtype.itemsize > left:
        raise ValueError
    stream.seek(-stream.tell() % STEP, os.SEEK_CUR)
    array = _array(stream, dtype, [shape[axis] for axis in order])
    return array.transpose(np.argsort(order))


def _array(stream: IO[bytes], dtype: np.dtype[Any], shape: list[int]) -> np.ndarray:
    """An array, mapped to the file if it is large; Windows could not replace a mapped file."""
    size = math.prod(shape) * dtype.itemsize
    if size < LARGE or os.name == "nt":
        array = np.empty(shape, dtype)
        stream.readinto(array.reshape(-1).view(np.uint8))  # type: ignore[attr-defined] # a file, not a pipe
        return array
    start = stream.tell()
    array = np.memmap(stream, dtype, "c", start, tuple(shape))
    stream.seek(start + size)
    return array


def states(rngs: Sequence[np.random.Generator]) -> Plain:
    """The state of each generator, and how many it has spawned."""
    return [(rng.bit_generator.state, _spawned(rng)) for rng in rngs]


def restore(rngs: Sequence[np.random.Generator], before: Plain) -> None:
    """Set the generators back to these states.

    Examples
    --------
    >>> rng, other = np.random.default_rng(0), np.random.default_rng(0)
    >>> _ = rng.random(3), rng.spawn(2)
    >>> restore([other], states([rng]))
    >>> bool(rng.random() == other.random()), bool(rng.spawn(1)[0].random() == other.spawn(1)[0].random())
    (True, True)
    """
    for rng, (state, spawned) in zip(rngs, before, strict=True):
        rng.bit_generator.state = state
        if (missing := spawned - _spawned(rng)) > 0:
            rng.spawn(missing)


def _spawned(rng: np.random.Generator) -> int:
    return int(getattr(rng.bit_generator.seed_seq, "n_children_spawned", 0))
