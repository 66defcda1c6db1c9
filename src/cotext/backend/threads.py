"""A pool of threads, and BLAS limited to one thread."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from functools import cache, partial
from threading import Event, Lock
from typing import Any, TypeVar

import numpy as np
from scipy import sparse
from threadpoolctl import ThreadpoolController

from cotext.backend import memory

A = TypeVar("A")
B = TypeVar("B")

BLAS_BUFFER = 36 << 20  # bytes, for OpenBLAS's 32 MB and its bookkeeping
THREAD_ROOM = (8 << 20) + (128 << 20) + BLAS_BUFFER  # a stack, the heap of malloc, and BLAS


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


class _OneThread:
    """BLAS on one thread: the first user sets the limit, the last one restores the one before.

    The limit of most libraries belongs to the process. With OpenMP each thread sets and restores its own.
    """

    def __init__(self) -> None:
        self.renew()
        self.users = 0
        self.before: list[tuple[Any, int]] = []

    def renew(self) -> None:
        """Replace the lock, which a forked child may have inherited locked."""
        self.lock = Lock()

    @contextmanager
    def __call__(self) -> Iterator[None]:
        with self.lock:
            if not self.users:
                self.before = _on_one_thread(per_thread=False)
            self.users += 1
        own = _on_one_thread(per_thread=True)
        try:
            yield
        finally:
            _restore(own)
            with self.lock:
                self.users -= 1
                if not self.users:
                    _restore(self.before)


@cache
def _libraries() -> list[Any]:
    import scipy.linalg.blas  # noqa: F401  SciPy's own BLAS, to be found

    return list(ThreadpoolController().select(user_api="blas").lib_controllers)


def _on_one_thread(*, per_thread: bool) -> list[tuple[Any, int]]:
    """Limit the libraries whose limit belongs to a thread, or to the process; return the former limits."""
    chosen = [it for it in _libraries() if (getattr(it, "threading_layer", "") == "openmp") == per_thread]
    before = [(library, library.num_threads) for library in chosen]
    _restore([(library, 1) for library in chosen])
    return before


def _restore(limits: Sequence[tuple[Any, int]]) -> None:
    for library, n_threads in limits:
        # newer threadpoolctl heeds only the first thread, but the last one to leave is often another
        getattr(library, "_real_set_num_threads", library.set_num_threads)(n_threads)


_one_thread = _OneThread()


@cache
def _settle_blas() -> None:
    """Let the BLAS of NumPy and SciPy allocate their buffers now: if that fails later, the process ends."""
    from scipy.linalg.blas import dgemm

    square = np.ones((128, 128))
    for multiply in (np.matmul, partial(dgemm, 1.0)):
        try:
            np.empty(BLAS_BUFFER, dtype=np.uint8)
        except MemoryError:
            raise MemoryError(f"{BLAS_BUFFER >> 20} MB for the buffer of BLAS could not be had") from None
        multiply(square, square)


_n_jobs: ContextVar[int | None] = ContextVar("n_jobs", default=None)


@contextmanager
def quiet_blas(n_jobs: int | None = None) -> Iterator[None]:
    """Limit BLAS to one thread, so that sums do not depend on the number of cores; ours are ``n_jobs``."""
    before = _n_jobs.set(n_jobs)
    try:
        with _one_thread():
            _settle_blas()
            yield
    finally:
        _n_jobs.reset(before)


def threads_here() -> int:
    """Threads for work without a matrix."""
    return thread_count(_n_jobs.get())


def _settle(started: Event, limited: bool) -> None:
    """Wait for the other threads; if memory is limited, allocate now all that a thread needs later."""
    started.wait()
    if limited:
        square = np.ones((512, 512))  # so large that the products overlap and each takes a buffer
        sparse.eye_array(2, format="csr") @ (square @ square)[:2]


@cache
def _pool(n_threads: int) -> ThreadPoolExecutor | None:
    """Running threads, at most ``n_threads``: one that failed to start later would lose its work.

    Under a limit of the address space they also allocate heaps and buffers here, because SciPy, BLAS and the
    C library end a process that has no memory left for them.
    """
    left = memory.free_of_limits()
    n_threads = int(min(n_threads, left / THREAD_ROOM))
    while n_threads > 1:
        pool, started = ThreadPoolExecutor(n_threads, thread_name_prefix="cotext"), Event()
        try:
            settled = [pool.submit(_settle, started, left < memory.NO_LIMIT) for _ in range(n_threads)]
            started.set()
            wait(settled)
            return pool
        except RuntimeError:
            pool.shutdown(wait=False, cancel_futures=True)
            n_threads //= 2
        finally:
            started.set()
    return None


if hasattr(os, "register_at_fork"):  # a forked child has none of the threads of the pool
    os.register_at_fork(after_in_child=_pool.cache_clear)
    os.register_at_fork(after_in_child=_one_thread.renew)


def ordered_map(f: Callable[[Any], Any], items: Sequence[Any], n_threads: int) -> Iterator[Any]:
    """``map`` on threads, in input order, with a limited number of waiting results."""
    pool = _pool(n_threads) if n_threads > 1 and len(items) > 1 else None
    if pool is None:
        yield from map(f, items)
        return
    waiting: deque[Future[Any]] = deque()
    try:
        for item in items:
            if len(waiting) >= 2 * n_threads:
                yield waiting.popleft().result()
            waiting.append(pool.submit(f, item))
        while waiting:
            yield waiting.popleft().result()
    finally:  # after a failure nothing runs on
        wait([future for future in waiting if not future.cancel()])


def together(first: Callable[[], A], second: Callable[[], B], n_jobs: int | None = None) -> tuple[A, B]:
    """The results of two independent functions, run at the same time if there are threads.

    Examples
    --------
    >>> together(lambda: 1 + 1, lambda: "two")
    (2, 'two')
    """
    if thread_count(n_jobs) == 1 or memory.free_of_limits() < memory.NO_LIMIT:
        return first(), second()

    def second_quietly() -> B:
        with quiet_blas(n_jobs):
            return second()

    with ThreadPoolExecutor(1) as own:  # one of the pool's might wait for others that wait for it
        try:
            other = own.submit(copy_context().run, second_quietly)
        except RuntimeError:  # there are no more threads
            return first(), second()
        return first(), other.result()
