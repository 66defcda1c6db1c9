"""From a result to the numbers of a picture: one file per picture, each with one function ``prepare``."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import Any

from cotext.errors import UsageError, did_you_mean
from cotext.pictures import known
from cotext.pictures.numbers import Numbers

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
    numbers: Numbers = prepare(result, **options)
    return numbers
