"""Runs and states as plain values, which a checkpoint can hold, and back."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from cotext.backend import Array, Matrix, namespace
from cotext.models.checkpoint.file_format import layout

if TYPE_CHECKING:
    from cotext.models.engine.sweeps import SweepAlgorithm

LOOP = "cotext.models.engine.loop"
PLAIN = (bool, int, float, str, type(None))


class Snapshots:
    """Of a model in the home of X; arguments of ``initialize`` are stored by name."""

    def __init__(self, model: SweepAlgorithm[Any], X: Matrix, given: Mapping[str, Any]) -> None:
        self.X, self.given = X, given
        self.known = {LOOP, *(base.__module__ for base in type(model).__mro__)}

    def pack(self, value: Any) -> Any:
        """As plain values; arrays in the home of X move to the host."""
        if type(value) in PLAIN or isinstance(value, np.ndarray):
            return value
        if isinstance(value, np.generic):
            return {"number": np.asarray(value)}
        if isinstance(value, NDArrayOperatorsMixin):  # parts on the workers of a cluster
            return self.X.get(cast(Array, value))
        if type(value) in (list, tuple):
            return type(value)(self.pack(item) for item in value)
        if is_dataclass(value) and not isinstance(value, type):
            each = {field.name: self.pack(getattr(value, field.name)) for field in fields(value)}
            return {"is": f"{type(value).__module__}:{type(value).__qualname__}", "fields": each}
        if type(value) is dict:
            return {"dict": [(key, self.pack(item)) for key, item in value.items()]}
        for name, given in self.given.items():
            if value is given:
                return {"given": name}
        if namespace(value) is not np:
            order = layout(value)
            return {"there": (self.X.get(value.transpose(order)), order)}
        raise TypeError(f"a {type(value).__name__} cannot be written into a checkpoint")

    def unpack(self, value: Any) -> Any:
        """Undo :meth:`pack`."""
        if type(value) in (list, tuple):
            return type(value)(self.unpack(item) for item in value)
        if not isinstance(value, dict):
            return value
        if "is" in value:
            each = {name: self.unpack(item) for name, item in value["fields"].items()}
            return self._class(value["is"])(**each)
        ((kind, content),) = value.items()
        if kind == "given":
            return self.given[content]
        if kind == "there":
            return self._there(*content)
        if kind == "number":
            return content[()]
        return {key: self.unpack(item) for key, item in content}

    def _class(self, name: str) -> Any:
        """A class of the modules of the model; no other class that a file names is used."""
        module, _, own = name.partition(":")
        cls = getattr(sys.modules[module], own) if module in self.known else None
        if cls is None or not is_dataclass(cls):
            raise TypeError(f"{name} is not a state of the model")
        return cls

    def _there(self, array: np.ndarray, order: list[int]) -> Array:
        """In the home of X, in its own precision and layout."""
        moved = namespace(self.X.put(np.empty(0))).asarray(array)
        return moved.transpose(np.argsort(order).tolist())
