"""Compare a value with the typed dictionary that declares it."""

import types
from typing import Literal, Union, get_args, get_origin, get_type_hints, is_typeddict


def troubles(value, kind, at="value"):
    """Sentences about the places where a value read from JSON is not of a type; none if it is."""
    if is_typeddict(kind):
        return in_fields(value, kind, at)
    outer, inner = get_origin(kind), get_args(kind)
    if outer in (Union, types.UnionType):
        found = [troubles(value, one, at) for one in inner]
        return [] if [] in found else min(found, key=len)
    if outer is Literal:
        return [] if value in inner else [f"{at} is {value!r:.60}, expected one of {inner}"]
    if outer is list and isinstance(value, list):
        return [why for i, one in enumerate(value) for why in troubles(one, inner[0], f"{at}[{i}]")]
    if outer is tuple and isinstance(value, list) and len(value) == len(inner):
        pairs = enumerate(zip(value, inner, strict=True))
        return [why for i, (one, own) in pairs for why in troubles(one, own, f"{at}[{i}]")]
    if outer is dict and isinstance(value, dict):
        return [why for name, one in value.items() for why in troubles(one, inner[1], f"{at}.{name}")]
    return [] if outer is None and is_plain(value, kind) else [f"{at} is {value!r:.60}, expected {kind}"]


def in_fields(value, kind, at):
    if not isinstance(value, dict):
        return [f"{at} is {value!r:.60}, expected {kind.__name__}"]
    fields = get_type_hints(kind)
    missing = [f"{at}.{name} is missing" for name in sorted(kind.__required_keys__ - set(value))]
    unknown = [f"{at}.{name} is not declared" for name in sorted(set(value) - set(fields))]
    known = [(name, one) for name, one in value.items() if name in fields]
    return (
        missing
        + unknown
        + [why for name, one in known for why in troubles(one, fields[name], f"{at}.{name}")]
    )


def is_plain(value, kind):
    """Numbers may be whole where fractions are declared; truth values are no numbers."""
    if kind in (int, float) and isinstance(value, bool):
        return False
    return kind is object or isinstance(value, (int, float) if kind is float else kind)
