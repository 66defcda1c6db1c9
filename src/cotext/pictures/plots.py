"""``CoClustering.plot``: the pictures of a result by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cotext.errors import did_you_mean
from cotext.pictures.display import Display, display_class
from cotext.pictures.questions import QUESTIONS
from cotext.result import CoClustering


class Plots:
    """The pictures of a result: ``result.plot.blocks()`` draws one, ``print(result.plot)`` lists them.

    Every picture takes ``ax`` and the settings of its numbers, and gives a ``Display`` with ``figure_``,
    ``numbers`` and ``save(path)``; a notebook shows it.
    """

    def __init__(self, result: CoClustering) -> None:
        self._result = result

    def __getattr__(self, name: str) -> Callable[..., Display]:
        if name not in QUESTIONS:
            guess = did_you_mean(name, QUESTIONS)
            raise AttributeError(f"there is no picture {name!r}{guess}; there are {', '.join(QUESTIONS)}")
        return partial(display_class(name).from_result, self._result)

    def __dir__(self) -> list[str]:
        return sorted(QUESTIONS)

    def __repr__(self) -> str:
        width = max(map(len, QUESTIONS))
        return "\n".join(f"{name:{width}}  {question}" for name, question in QUESTIONS.items())
