"""From a result to the numbers of a picture: one file per picture, each with one function ``prepare``."""

from __future__ import annotations

import inspect
from importlib import import_module
from numbers import Integral
from typing import Any

from cotext.errors import UsageError, did_you_mean
from cotext.pictures.numbers import Numbers
from cotext.pictures.questions import known

LEAST = {"pixels": 1, "points": 1, "pairs": 1, "rows": 1, "width": 1, "bins": 1}  # the others from 0 up
LARGEST = 2**31 - 1

__all__ = ["Numbers", "numbers_of"]


def numbers_of(name: str, result: Any, **options: Any) -> Numbers:
    """The numbers of the picture called ``name``.

    Parameters
    ----------
    name : str
        One of ``cotext.pictures.QUESTIONS``.
    **options
        Those of the picture's ``prepare``.
    """
    prepare = import_module(f"cotext.pictures.prepare.{known(name)}").prepare
    settings = list(inspect.signature(prepare).parameters)[1:]
    unknown = [option for option in options if option not in settings]
    if unknown:
        has = f"it has {', '.join(settings) or 'none'}"
        guess = did_you_mean(unknown[0], settings)
        raise UsageError(f"the picture {name!r} has no setting {unknown[0]!r}{guess}; {has}.")
    for option, value in options.items():
        _check_number(option, value)
    numbers: Numbers = prepare(result, **options)
    return numbers


def _check_number(option: str, value: Any) -> None:
    """Refuse a whole number that no picture could use; whether there is such a cluster is told elsewhere."""
    if not isinstance(value, Integral) or option == "cluster":
        return
    least, number = LEAST.get(option, 0), int(value)
    if not least <= number <= LARGEST:
        told = number if abs(number) < 10**20 else "a number of more than 20 digits"
        raise UsageError(f"{option}={told}: expected a whole number from {least} to {LARGEST:,}.")
