"""BLAS is kept to one thread while fits run, however they overlap, and gets its own back after the last."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event, Thread

import numpy as np
import pytest
from threadpoolctl import ThreadpoolController

from cotext.backend import quiet_blas
from cotext.backend.threads import together
from cotext.models import NMF

pytestmark = pytest.mark.skipif(
    not ThreadpoolController().select(user_api="blas").lib_controllers, reason="no BLAS that can be limited"
)


def blas_threads():
    return {library["num_threads"] for library in ThreadpoolController().select(user_api="blas").info()}


def set_blas_threads(n):
    """From a thread that ends at once, so that none is left in charge of the limit."""
    thread = Thread(target=lambda: ThreadpoolController().limit(limits=n, user_api="blas"))
    thread.start()
    thread.join()


@pytest.fixture(autouse=True)
def _two_threads_before():
    before = max(blas_threads())
    set_blas_threads(2)
    yield
    set_blas_threads(before)


def test_the_last_of_two_overlapping_threads_gives_the_threads_back():
    inside, leave, left, end = Event(), Event(), Event(), Event()

    def first():
        with quiet_blas():
            inside.set()
            leave.wait(10)
        left.set()
        end.wait(10)

    thread = Thread(target=first)
    thread.start()
    inside.wait(10)
    with quiet_blas():
        leave.set()
        left.wait(10)
        during = blas_threads()
    after = blas_threads()
    end.set()
    thread.join()
    assert during == {1}, "the second was still at work"
    assert after == {2}


def test_one_inside_another_leaves_the_limit_to_the_outer_one():
    with quiet_blas():
        with quiet_blas():
            assert blas_threads() == {1}
        assert blas_threads() == {1}
    assert blas_threads() == {2}


def test_an_error_inside_gives_the_threads_back():
    with pytest.raises(ZeroDivisionError), quiet_blas():
        _ = 1 / 0
    assert blas_threads() == {2}


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_fits_in_many_threads_leave_blas_as_it_was_and_agree():
    X = np.random.default_rng(0).random((60, 40))
    together = Barrier(4)

    def fit(i):
        together.wait(10)
        return NMF(3, random_state=0, n_init=2, max_iter=5 + 5 * i, n_jobs=1).fit(X)

    with ThreadPoolExecutor(4) as pool:
        fitted = list(pool.map(fit, range(4)))
    assert blas_threads() == {2}
    alone = NMF(3, random_state=0, n_init=2, max_iter=20, n_jobs=1).fit(X)
    np.testing.assert_array_equal(fitted[3].row_factor_, alone.row_factor_)


def test_two_functions_run_at_the_same_time_each_with_one_thread_of_blas():
    meet = Barrier(2, timeout=30)

    def seen():
        meet.wait()
        return blas_threads()

    with quiet_blas():
        assert together(seen, seen, n_jobs=2) == ({1}, {1})


def test_one_thread_takes_two_functions_one_after_the_other():
    order = []
    assert together(lambda: order.append(1), lambda: order.append(2), n_jobs=1) == (None, None)
    assert order == [1, 2]


@pytest.mark.parametrize("failing", [0, 1])
def test_a_failure_of_one_of_two_functions_is_told_when_both_have_ended(failing):
    ended = []

    def fail():
        raise ValueError("no")

    works = [lambda: ended.append(True)] * 2
    works[failing] = fail
    with pytest.raises(ValueError, match="no"):
        together(*works, n_jobs=2)
    assert ended == [True]
