"""Checks of parameters that scikit-learn does not make."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Integral
from typing import Any

from cotext.models.engine.sklearn_private import Interval


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
