"""Whose checkpoint is it? What a fit depends on, told so that two fits can be compared."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from cotext.backend import Blocks, is_sparse
from cotext.backend.native import describe
from cotext.errors import CotextError
from cotext.models.checkpoint.file_format import states

WITHOUT_EFFECT = ("n_jobs", "verbose")  # on what comes out
LONG = 40  # letters; longer values are told by their checksums


def settings_of(model: Any) -> dict[str, str]:
    """Who fits with what, as it is before the fit."""
    import scipy

    from cotext import __version__

    own = {
        name: _told(value)
        for name, value in sorted(vars(model).items())
        if not name.endswith("_") and not name.startswith("_") and name not in WITHOUT_EFFECT
    }
    return {
        "cotext": __version__,
        "NumPy": np.__version__,
        "SciPy": scipy.__version__,
        "home of sweep": describe(),
        "model": model.cli_name,
        **own,
    }


def data_of(X: Any, given: Mapping[str, Any]) -> dict[str, str]:
    """Checksums of what is fitted."""
    beside = {name: digest(value) for name, value in given.items() if value is not None}
    return {"the documents' matrix": digest(X), **beside}


def refuse_others(path: Path, found: Mapping[str, str], mine: Mapping[str, str]) -> None:
    """Refuse the checkpoint of another fit."""
    for name in dict.fromkeys([*mine, *found]):
        before, now = found.get(name, "not there"), mine.get(name, "not there")
        if before != now:
            raise CotextError(
                f"{path} is of another fit ({name}: {before} there, {now} here): give what that fit was "
                "given, or delete it to begin anew."
            )


def digest(value: Any) -> str:
    """A checksum of arrays, matrices, numbers and what is made of them.

    Examples
    --------
    >>> digest((1, np.ones(2))) == digest((1, np.ones(2))), digest([1]) == digest([2])
    (True, False)
    """
    seen = hashlib.sha256()
    _feed(seen, value)
    return seen.hexdigest()[:16]


def _told(value: Any) -> str:
    if isinstance(value, np.random.RandomState):
        value = value.get_state(legacy=False)
    text = repr(value)
    plain = not isinstance(value, np.ndarray | np.random.Generator) and len(text) <= LONG
    return text if plain else digest(value)


def _feed(seen: Any, value: Any) -> None:
    value = _plain(value)
    if isinstance(value, np.ndarray):
        seen.update(f"{value.dtype.str}{value.shape}".encode())
        seen.update(np.ascontiguousarray(value).reshape(-1).view(np.uint8))
    elif isinstance(value, list | tuple | Iterator):
        seen.update(b"[")
        for item in value:
            _feed(seen, item)
        seen.update(b"]")
    elif value is None or isinstance(value, bool | int | float | str | np.generic):
        seen.update(f"{value!r};".encode())
    else:
        raise TypeError(f"a {type(value).__name__} cannot be compared with that of another fit")


def _plain(value: Any) -> Any:
    """What consists of parts, as these."""
    if isinstance(value, np.random.Generator):
        value = states([value])
    elif isinstance(value, Blocks):
        return (block for _, block in value.spans())
    elif is_dataclass(value) and not isinstance(value, type):
        return [getattr(value, field.name) for field in fields(value)]
    elif is_sparse(value):
        value = sparse.csr_array(value)
        return [value.shape, value.data, value.indices, value.indptr]
    return list(value.items()) if isinstance(value, Mapping) else value
