from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from scipy import sparse

from cotext.backend.native import kernels
from cotext.cooccurrence import contexts
from cotext.cooccurrence.batches import stack_rows
from cotext.cooccurrence.contexts import count_windows


def slowly(ids, offsets, columns, n_words, length):
    """Every pair of positions, one by one."""
    C = np.zeros((n_words, n_words), dtype=int)
    for start, stop in pairwise(offsets):
        for p in range(start, stop):
            for q in range(p + 1, min(p + length, stop)):
                a, b = columns[ids[p]], columns[ids[q]]
                if a >= 0 and b >= 0 and a != b:
                    C[a, b] += 1
                    C[b, a] += 1
    return C


def noted(blocks, sizes):
    """The same blocks; how many rows each has."""
    for block in blocks:
        sizes.append(block.shape[0])
        yield block


def random_corpus(seed, n_types=9, n_words=5):
    rng = np.random.default_rng(seed)
    sizes = rng.integers(0, 30, rng.integers(1, 12))
    offsets = np.concatenate([[0], np.cumsum(sizes)])
    ids = rng.integers(0, n_types, offsets[-1]).astype(np.int32)
    columns = np.full(n_types, -1, dtype=np.int32)
    columns[rng.permutation(n_types)[:n_words]] = np.arange(n_words)
    return ids, offsets, columns, n_words


@settings(deadline=None)
@given(
    seed=st.integers(0, 10_000),
    length=st.integers(2, 12),
    chunk=st.sampled_from([1, 7, 40, 200, 1 << 22]),
    n_threads=st.sampled_from([1, 2, 3]),
    native=st.sampled_from("01"),
)
def test_windows_equal_a_double_loop_for_any_chunks_and_threads(seed, length, chunk, n_threads, native):
    corpus = random_corpus(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COTEXT_NATIVE", native)
        C = count_windows(*corpus, length, n_threads, chunk)
        U = count_windows(*corpus, length, n_threads, chunk, upper=True)
    assert_array_equal(C.toarray(), slowly(*corpus, length))
    assert_array_equal(U.toarray(), np.triu(C.toarray()))
    assert C.has_canonical_format
    assert (C.dtype, C.indices.dtype) == (np.int32, np.int32)
    assert C.nnz == np.count_nonzero(C.data)


def test_a_random_corpus_has_pairs_to_count():
    assert slowly(*random_corpus(3), 5).sum() > 100


@pytest.mark.parametrize("native", "01")
@pytest.mark.parametrize("n_words", [1 << 16, (1 << 16) + 1, 3_000_000])
def test_the_last_words_of_a_large_vocabulary_are_counted(monkeypatch, n_words, native):
    monkeypatch.setenv("COTEXT_NATIVE", native)
    ids = np.array([0, 1, 2, 1], dtype=np.int32)
    columns = np.array([n_words - 1, n_words - 2, 0], dtype=np.int32)
    C = count_windows(ids, np.array([0, 4]), columns, n_words, 2).tocoo()
    found = set(zip(C.row.tolist(), C.col.tolist(), C.data.tolist(), strict=True))
    last, before = n_words - 1, n_words - 2
    assert found == {(last, before, 1), (before, last, 1), (before, 0, 2), (0, before, 2)}


@pytest.mark.skipif(kernels() is None, reason="the kernels are not built or switched off")
@pytest.mark.parametrize("length", [2, 40, 7000])
def test_both_engines_count_frequent_and_rare_words_alike(monkeypatch, length):
    rng = np.random.default_rng(0)
    ids = (rng.zipf(1.4, 6000) % 5000).astype(np.int32)
    offsets = np.array([0, 0, 1, 700, 700, 701, 3000, 6000, 6000])
    columns = np.where(rng.random(5000) < 0.9, np.arange(5000), -1).astype(np.int32)
    found = []
    for native in "01":
        monkeypatch.setenv("COTEXT_NATIVE", native)
        found.append(count_windows(ids, offsets, columns, 5000, length))
    for name in ("indptr", "indices", "data"):
        assert_array_equal(getattr(found[0], name), getattr(found[1], name))
    assert found[0].nnz > 2000


@pytest.mark.skipif(kernels() is None, reason="the kernels are not built or switched off")
@pytest.mark.parametrize("n_threads", [1, 3])
def test_pairs_counted_some_words_at_a_time_are_all_there(monkeypatch, n_threads):
    rng = np.random.default_rng(0)
    ids = rng.integers(0, 300, 100_000).astype(np.int32)
    corpus = ids, np.array([0, 50_000, 50_000, 100_000]), np.arange(300, dtype=np.int32), 300, 5
    whole, pieces = count_windows(*corpus), []
    monkeypatch.setattr(contexts, "stack_rows", lambda rows, *more: stack_rows(noted(rows, pieces), *more))
    again = count_windows(*corpus, n_threads, chunk=1 << 17)
    assert len(pieces) > 3, "of some words each"
    assert sum(pieces) == 300
    for name in ("indptr", "indices", "data"):
        assert_array_equal(getattr(again, name), getattr(whole, name))


def test_columns_beyond_32_bits_stay_where_they_are():
    places = np.array([5, 2**31 + 3])
    blocks = [sparse.csr_array((np.ones(2), (np.zeros(2, int), places)), shape=(1, 2**31 + 5))] * 2
    whole = stack_rows(blocks, 2**31 + 5, np.float64)
    assert whole.indices.tolist() == [*places, *places]
    assert whole.shape == (2, 2**31 + 5)
