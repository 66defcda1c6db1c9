"""Threads of our own, and BLAS kept from adding its."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any

from threadpoolctl import ThreadpoolController


def usable_cores() -> int:
    """Cores this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def thread_count(n_jobs: int | None) -> int:
    """Threads to use: all cores for None or -1, all but one for -2, as scikit-learn counts."""
    if n_jobs is None:
        return usable_cores()
    return max(1, usable_cores() + 1 + n_jobs) if n_jobs < 0 else max(1, n_jobs)


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()


_n_jobs: ContextVar[int | None] = ContextVar("n_jobs", default=None)


@contextmanager
def quiet_blas(n_jobs: int | None = None) -> Iterator[None]:
    """One BLAS thread inside: ours, as many as ``n_jobs`` says, do the work.

    Sums then do not depend on the number of cores.
    """
    before = _n_jobs.set(n_jobs)
    try:
        with _controller().limit(limits=1, user_api="blas"):
            yield
    finally:
        _n_jobs.reset(before)


def threads_here() -> int:
    """Threads for work that belongs to no matrix."""
    return thread_count(_n_jobs.get())


@cache
def _pool(n_threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(n_threads, thread_name_prefix="cotext")


if hasattr(os, "register_at_fork"):  # a forked child has the pool but none of its threads
    os.register_at_fork(after_in_child=_pool.cache_clear)


def ordered_map(f: Callable[[Any], Any], items: Sequence[Any], n_threads: int) -> Iterator[Any]:
    """``map`` on threads, in input order, with a bounded number of results waiting."""
    if n_threads == 1 or len(items) == 1:
        yield from map(f, items)
        return
    waiting: deque[Future[Any]] = deque()
    for item in items:
        if len(waiting) >= 2 * n_threads:
            yield waiting.popleft().result()
        waiting.append(_pool(n_threads).submit(f, item))
    while waiting:
        yield waiting.popleft().result()
