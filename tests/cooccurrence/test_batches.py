"""Pairs that come batch by batch are added up within a bound of memory, to the same bits."""

import errno
import mmap
import os

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from cotext.backend import spill
from cotext.cooccurrence import batches, count_contexts, mirrored
from cotext.cooccurrence.batches import Pairs
from cotext.errors import CannotWrite
from cotext.tokens import tokenize


def tables(seed, n_tables=9, d=40):
    rng = np.random.default_rng(seed)
    for density in rng.uniform(0, 0.3, n_tables):
        U = sparse.triu(sparse.random_array((d, d), density=density, rng=rng, format="csr"), 1)
        U.data = rng.geometric(0.4, U.nnz)
        yield sparse.csr_array(U + U.T).astype(np.int32)


def in_memory(given, most):
    """As it was first written: whole tables added, and emptied in place."""
    waiting, forgotten = [], 0

    def forget():
        nonlocal forgotten
        table, least = waiting[-1], 0
        while most is not None and table.nnz > most:
            least += 1
            table.data[table.data <= least] = 0
            table.eliminate_zeros()
        forgotten += least

    for one in given:
        waiting.append(one.copy())
        while len(waiting) > 1 and waiting[-2].nnz <= 2 * waiting[-1].nnz:
            waiting.append(waiting.pop() + waiting.pop())
        forget()
    while len(waiting) > 1:
        waiting.append(waiting.pop() + waiting.pop())
    forget()
    return waiting[0], forgotten


def same_bits(a, b):
    parts = [(getattr(a, name), getattr(b, name)) for name in ("data", "indices", "indptr")]
    return all(x.dtype == y.dtype and x.tobytes() == y.tobytes() for x, y in parts)


def in_a_file(array):
    while isinstance(array, np.ndarray) and not isinstance(array, np.memmap):
        array = array.base
    return isinstance(array, np.memmap | mmap.mmap)


@settings(deadline=None, max_examples=40)
@given(
    seed=st.integers(0, 10_000),
    most=st.sampled_from([None, 30, 200, 700]),
    held=st.sampled_from([0, 100, 1 << 26]),
    at_once=st.sampled_from([1, 64, 1 << 24]),
)
def test_sums_in_files_have_the_bits_of_sums_in_memory(seed, most, held, at_once, tmp_path_factory):
    room = tmp_path_factory.mktemp("room")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spill, "SMALL", held)
        patch.setattr(batches, "AT_ONCE", at_once)
        pairs = Pairs(most, room)
        for table in tables(seed):
            pairs.add(table)
        total = pairs.total()
    expected, forgotten = in_memory(tables(seed), most)
    assert same_bits(total, expected)
    assert pairs.forgotten == forgotten
    assert in_a_file(total.data) == (4 * total.nnz > held)
    assert list(room.iterdir()) == []  # the files have no names


def test_many_pairs_of_texts_lie_in_files_and_are_the_same(tmp_path, monkeypatch):
    rng = np.random.default_rng(0)
    texts = [" ".join(rng.choice(["oak", "elm", "ash", "fir", "yew", "box"], 30)) for _ in range(20)]
    tokens = tokenize(texts, language="en")
    monkeypatch.setattr(spill, "SMALL", 8)
    for context in ("document", "sentence", "window:5"):
        there, here = (
            count_contexts(tokens, context=context, room=tmp_path),
            count_contexts(tokens, context=context),
        )
        assert same_bits(there, here)
        upper = count_contexts(tokens, context=context, upper=True)
        assert same_bits(upper, sparse.csr_array(sparse.triu(here, format="csr")))
        assert same_bits(mirrored(upper, tmp_path), here)
        assert here.nnz == 30
        assert in_a_file(there.indices)


@settings(deadline=None, max_examples=30)
@given(seed=st.integers(0, 10_000), at_once=st.sampled_from([1, 64, 1 << 24]))
def test_the_half_above_the_diagonal_is_made_whole(seed, at_once):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batches, "AT_ONCE", at_once)
        for table in tables(seed, n_tables=2):
            assert same_bits(mirrored(sparse.csr_array(sparse.triu(table, format="csr"))), table)


def test_a_full_disk_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(spill, "SMALL", 0)

    def full(**_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("tempfile.TemporaryFile", full)
    with pytest.raises(CannotWrite, match="free some space"):
        count_contexts(np.ones((2, 3)), room=tmp_path)
