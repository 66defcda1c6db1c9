"""Fingerprints of a fit: the settings and data that it depends on, to compare two fits."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import ClassVar, Protocol

import numpy as np
from scipy import sparse

from cotext.backend import Chunks, is_sparse
from cotext.backend.native import describe
from cotext.errors import CotextError
from cotext.models.checkpoint.file_format import states

WITHOUT_EFFECT = ("n_jobs", "verbose")  # on the result
LONG = 40  # characters; longer values are replaced by their checksums


class Named(Protocol):
    """A model by its name on the command line."""

    cli_name: ClassVar[str]


def settings_of(model: Named) -> dict[str, str]:
    """Versions of the libraries, the model and its parameters before the fit."""
    import scipy

    from cotext import __version__

    parameters = {
        name: _text(value)
        for name, value in sorted(vars(model).items())
        if not name.endswith("_") and not name.startswith("_") and name not in WITHOUT_EFFECT
    }
    return {
        "cotext": __version__,
        "NumPy": np.__version__,
        "SciPy": scipy.__version__,
        "home of sweep": describe(),
        "model": model.cli_name,
        **parameters,
    }


def data_of(X: object, arguments: Mapping[str, object]) -> dict[str, str]:
    """Checksums of the data."""
    others = {name: digest(value) for name, value in arguments.items() if value is not None}
    return {"the documents' matrix": digest(X), **others}


def refuse_others(path: Path, saved: Mapping[str, str], mine: Mapping[str, str]) -> None:
    """Refuse the checkpoint of another fit."""
    for name in dict.fromkeys([*mine, *saved]):
        before, now = saved.get(name, "not there"), mine.get(name, "not there")
        if before != now:
            raise CotextError(
                f"{path} is of another fit ({name}: {before} there, {now} here): use the data and settings "
                "of that fit, or delete the file to start again."
            )


def digest(value: object) -> str:
    """A checksum of arrays, matrices, numbers and containers of these.

    Examples
    --------
    >>> digest((1, np.ones(2))) == digest((1, np.ones(2))), digest([1]) == digest([2])
    (True, False)
    """
    checksum = hashlib.sha256()
    _feed(checksum, value)
    return checksum.hexdigest()[:16]


def _text(value: object) -> str:
    if isinstance(value, np.random.RandomState):
        value = value.get_state(legacy=False)
    text = repr(value)
    plain = not isinstance(value, np.ndarray | np.random.Generator) and len(text) <= LONG
    return text if plain else digest(value)


def _feed(checksum: hashlib._Hash, value: object) -> None:
    value = _plain(value)
    if isinstance(value, np.ndarray):
        checksum.update(f"{value.dtype.str}{value.shape}".encode())
        checksum.update(np.ascontiguousarray(value).reshape(-1).view(np.uint8).data)
    elif isinstance(value, list | tuple | Iterator):
        checksum.update(b"[")
        for item in value:
            _feed(checksum, item)
        checksum.update(b"]")
    elif value is None or isinstance(value, bool | int | float | str | np.generic):
        checksum.update(f"{value!r};".encode())
    else:
        raise TypeError(f"a {type(value).__name__} cannot be compared with that of another fit")


def _plain(value: object) -> object:
    """A value that consists of parts, as a list or iterator of these."""
    if isinstance(value, np.random.Generator):
        return states([value])
    if isinstance(value, Chunks):
        return (block for _, block in value.spans())
    if is_dataclass(value) and not isinstance(value, type):
        return [getattr(value, field.name) for field in fields(value)]
    if is_sparse(value):
        X = sparse.csr_array(value)
        return [X.shape, X.data, X.indices, X.indptr]
    return list(value.items()) if isinstance(value, Mapping) else value
