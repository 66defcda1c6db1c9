"""The next batch is read while the one before it is counted."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

from cotext.backend.threads import threads_here

T = TypeVar("T")


def read_ahead(items: Iterator[T]) -> Iterator[T]:
    """The same items in the same order; where there are threads, one reads the next item meanwhile.

    Examples
    --------
    >>> list(read_ahead(iter("abc")))
    ['a', 'b', 'c']
    """
    context = copy_context()
    with ThreadPoolExecutor(1, thread_name_prefix="cotext-read") as pool:
        try:
            coming = pool.submit(context.run, _next, items) if threads_here() > 1 else None
        except RuntimeError:  # no more threads can be had
            coming = None
        if coming is None:
            yield from items
            return
        while found := coming.result():
            coming = pool.submit(context.run, _next, items)
            yield from found


def _next(items: Iterator[T]) -> list[T]:
    """The next item, or nothing."""
    for item in items:
        return [item]
    return []
