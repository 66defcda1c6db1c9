"""Hyper-parameters of algorithms: their declaration, and checks that scikit-learn lacks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields
from numbers import Integral
from typing import TYPE_CHECKING, Any, TypeAlias

from cotext.models.engine.sklearn_private import Interval

if TYPE_CHECKING:
    from cotext.models.engine.algorithm import Algorithm

Constraints: TypeAlias = dict[str, list[Any]]


def parameter(default: object, *allowed: Any) -> Any:
    """A hyper-parameter, its default, and scikit-learn's constraints: those of a base if none are given."""
    return field(default=default, metadata={"allowed": list(allowed)})


def internal() -> Any:
    """A field that only algorithms set; estimators have no such parameter."""
    return field(default=None, metadata={"internal": True})


def defaults_of(algorithm: type[Algorithm]) -> dict[str, Any]:
    """The parameters that an estimator has, with their defaults."""
    own = [f for f in fields(algorithm) if not f.metadata.get("internal")]
    return {f.name: f.default for f in own if f.name not in algorithm.without}


def constraints_of(algorithm: type[Algorithm]) -> Constraints:
    """scikit-learn's constraints of each of these parameters."""
    constraints: Constraints = {}
    for base in reversed(algorithm.__mro__):
        for name, one in vars(base).get("__dataclass_fields__", {}).items():
            if name in vars(base).get("__annotations__", {}) and (allowed := one.metadata.get("allowed")):
                constraints[name] = allowed
    return {name: constraints[name] for name in defaults_of(algorithm)}


def boolean_for_number(rules: Mapping[str, list[Any]], given: Mapping[str, Any]) -> str | None:
    """An error for the first parameter that expects a number and is True or False; None if none is."""
    for name, value in given.items():
        numbers = any(_is_number(rule) for rule in rules.get(name, []))
        each = value if isinstance(value, tuple | list) else [value]
        if numbers and any(isinstance(one, bool) for one in each):
            return f"{name}={value!r}: expected a number, not True or False."
    return None


def _is_number(rule: object) -> bool:
    return isinstance(rule, Interval) or rule in (Integral, "random_state")
