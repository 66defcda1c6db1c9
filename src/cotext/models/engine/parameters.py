"""Hyper-parameters of algorithms: how a class declares them, and checks that scikit-learn does not make."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields
from numbers import Integral
from typing import Any, TypeAlias

from cotext.models.engine.sklearn_private import Interval

Constraints: TypeAlias = dict[str, list[Any]]


def parameter(default: Any, *allowed: Any) -> Any:
    """A hyper-parameter, its default, and what scikit-learn's checks allow: by default as a base does."""
    return field(default=default, metadata={"allowed": list(allowed)})


def internal() -> Any:
    """A field that an algorithm sets for itself or for another one; estimators have no such parameter."""
    return field(default=None, metadata={"internal": True})


def defaults_of(algorithm: Any) -> dict[str, Any]:
    """The parameters that an estimator has, with their defaults."""
    own = [one for one in fields(algorithm) if not one.metadata.get("internal")]
    return {one.name: one.default for one in own if one.name not in algorithm.without}


def constraints_of(algorithm: Any) -> Constraints:
    """What each of these parameters may be."""
    found: Constraints = {}
    for base in reversed(algorithm.__mro__):
        for name, one in vars(base).get("__dataclass_fields__", {}).items():
            if name in vars(base).get("__annotations__", {}) and (allowed := one.metadata.get("allowed")):
                found[name] = allowed
    return {name: found[name] for name in defaults_of(algorithm)}


def boolean_for_number(rules: Mapping[str, list[Any]], given: Mapping[str, Any]) -> str | None:
    """The first parameter that expects a number and is True or False, with what is wrong; None if none is."""
    for name, value in given.items():
        numbers = any(_is_number(rule) for rule in rules.get(name, []))
        each = value if isinstance(value, tuple | list) else [value]
        if numbers and any(isinstance(one, bool) for one in each):
            return f"{name}={value!r}: expected a number, not True or False."
    return None


def _is_number(rule: Any) -> bool:
    return isinstance(rule, Interval) or rule in (Integral, "random_state")
