"""Write nested Python values as plain arrays and read them back, without pickle.

Scalars, tuples, lists, dicts, arrays and sparse arrays become one JSON tree plus named arrays; the tree
refers to the arrays by name. Any other value raises a ``TypeError``.
"""

from __future__ import annotations

import json
import tokenize
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, TypeAlias

import numpy as np
from scipy import sparse

from cotext.backend import check_sparse, is_sparse, sound_csr
from cotext.corpus import TooLarge
from cotext.errors import CotextError
from cotext.files import NotPlain
from cotext.result import only_strings

DAMAGE = (
    ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, MemoryError, RecursionError,
    EOFError, OSError, NotImplementedError, RuntimeError, zipfile.BadZipFile, zlib.error, SyntaxError,
    tokenize.TokenError,
)  # fmt: skip
CHANGED = "its content differs from the saved one"
Arrays = dict[str, np.ndarray]
Sparse: TypeAlias = sparse.csr_array | sparse.csc_array | sparse.coo_array
SPARSE = {name: getattr(sparse, name) for name in ("csr_array", "csc_array", "csr_matrix", "csc_matrix")}
PARTS = ("data", "indices", "indptr", "shape")
LEVEL = 1  # of deflate: the usual 6 takes four times as long and saves one byte in twenty
SAMPLE, SAVED = 1 << 16, 0.2  # bytes of an array to deflate first, and the share that this must save


def encode(value: object, key: str, arrays: Arrays) -> Any:
    """Return the JSON tree of ``value``; add its arrays under names that begin with ``key``.

    Examples
    --------
    >>> arrays = {}
    >>> encode((1, np.ones(2)), "pair", arrays)
    {'tuple': [1, {'array': 'pair.1'}]}
    """
    if value is None or type(value) in (bool, int, float, str):
        return value
    if is_sparse(value):
        return _encode_sparse(value, key, arrays)
    if isinstance(value, np.ndarray | np.generic):
        return _encode_array(value, key, arrays)
    if isinstance(value, list | tuple) and type(value) in (list, tuple):
        return _encode_sequence(value, key, arrays)
    if isinstance(value, dict) and type(value) is dict and only_strings(value):
        return {"dict": {name: encode(item, f"{key}.{name}", arrays) for name, item in value.items()}}
    raise TypeError(f"{key} is a {type(value).__name__}, which is not saved")


def decode(tree: object, arrays: Mapping[str, np.ndarray]) -> Any:
    """Undo :func:`encode`, and check every sparse array in full."""
    if not isinstance(tree, dict):
        return tree
    (kind, content), *others = tree.items()
    if kind == "dict":
        return {name: decode(item, arrays) for name, item in content.items()}
    if kind in ("list", "tuple"):
        items = [decode(item, arrays) for item in content]
        return items if kind == "list" else tuple(items)
    if kind == "array":
        return arrays[content]
    if kind == "scalar":
        return arrays[content][()]
    if kind == "strings":
        return _decode_strings(content, others[0][1], arrays)
    return _decode_sparse(SPARSE[kind], content, arrays)


def json_array(value: object) -> np.ndarray:
    """Write a JSON value as bytes; ASCII escapes keep even lone surrogates."""
    return np.frombuffer(json.dumps(value).encode("ascii"), dtype=np.uint8)


def from_json_array(array: np.ndarray) -> Any:
    """Undo :func:`json_array`."""
    return json.loads(array.tobytes().decode("ascii"))


def write_arrays(stream: IO[bytes], arrays: Arrays) -> None:
    """Write a ``.npz`` file quickly: store arrays that deflate hardly shrinks as they are."""
    with zipfile.ZipFile(stream, "w", compresslevel=LEVEL) as archive:
        for name, array in arrays.items():
            archive.compression = zipfile.ZIP_DEFLATED if _shrinks(array) else zipfile.ZIP_STORED
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                np.lib.format.write_array(member, array, allow_pickle=False)


def _shrinks(array: np.ndarray) -> bool:
    """Whether deflate shrinks the middle of an array, because its beginning may be unusual."""
    flat = array.reshape(-1)
    n = max(SAMPLE // max(array.itemsize, 1), 1)
    sample = flat[max(len(flat) - n, 0) // 2 :][:n].tobytes()
    return len(zlib.compress(sample, LEVEL)) < (1 - SAVED) * len(sample)


def _encode_sparse(value: Sparse, key: str, arrays: Arrays) -> dict[str, str]:
    name = type(value).__name__
    if name not in SPARSE:
        name, value = "csr_array", sound_csr(value, key)
    for part in PARTS:
        arrays[f"{key}.{part}"] = np.asarray(getattr(value, part))
    return {name: key}


def _decode_sparse(make: Callable[..., Sparse], key: str, arrays: Mapping[str, np.ndarray]) -> Sparse:
    data, indices, indptr, shape = (arrays[f"{key}.{part}"] for part in PARTS)
    for part, array in (("indices", indices), ("indptr", indptr), ("shape", shape)):
        if array.ndim != 1 or array.dtype.kind != "i":
            raise ValueError(
                f"{key}.{part} holds {array.dtype} of {array.ndim} dimensions, expected integers"
            )
    matrix = make((data, indices, indptr), shape=tuple(shape.tolist()))
    check_sparse(matrix, key)
    return matrix


def _encode_array(value: np.ndarray | np.generic, key: str, arrays: Arrays) -> dict[str, str]:
    array = np.asarray(value)
    if array.dtype == object and array.ndim == 1 and only_strings(array):
        arrays[key] = json_array(array.tolist())
        return {"strings": key, "as": "array"}
    if array.dtype.hasobject:
        raise TypeError(f"{key} holds Python objects, which are not saved")
    arrays[key] = array
    return {"scalar" if isinstance(value, np.generic) else "array": key}


def _encode_sequence(value: Sequence[object], key: str, arrays: Arrays) -> dict[str, Any]:
    kind = type(value).__name__
    if value and only_strings(value):
        arrays[key] = json_array(value)
        return {"strings": key, "as": kind}
    return {kind: [encode(item, f"{key}.{i}", arrays) for i, item in enumerate(value)]}


def _decode_strings(key: str, kind: str, arrays: Mapping[str, np.ndarray]) -> Any:
    strings = from_json_array(arrays[key])
    if not isinstance(strings, list) or not only_strings(strings):
        raise ValueError(f"{key} is not a list of strings")
    if kind == "array":
        return np.array(strings, dtype=object)
    return {"list": list, "tuple": tuple}[kind](strings)


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Report every error of the block as damage of the file that it reads."""
    try:
        yield
    except (TooLarge, NotPlain):
        raise
    except DAMAGE as error:
        raise CotextError(f"{path} is damaged ({error}); copy the run again or fit again") from error
