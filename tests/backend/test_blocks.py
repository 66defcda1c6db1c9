"""A matrix in blocks answers as one that is whole, and to the last bit alike wherever its blocks lie."""

import socket
import subprocess
import sys
from functools import partial

import numpy as np
import pytest
from scipy import sparse

from cotext.backend import Argmax, CoordinateDescent, Multiplicative, Softmax, open_matrix, spill
from cotext.backend.chunks import scratch_dirs
from cotext.backend.chunks.chunk_ops import add_in_tree
from cotext.backend.chunks.source import ChunksInMemory
from cotext.backend.opening import row_lengths, some_columns, some_rows, squares_in, word_spread
from cotext.errors import UsageError

CUTS = [0, 1, 100, 230, 300]


def problem(dtype=np.float64, n=300, d=120, g=4):
    rng = np.random.default_rng(0)
    X = sparse.csr_array(sparse.random_array((n, d), density=0.05, rng=rng, format="csr").astype(dtype))
    return X, rng.random((n, g)).astype(dtype), rng.random((d, g)).astype(dtype)


def rules(W):
    G, offset = W.mT @ W, -(W * W).sum(axis=-2, keepdims=True) / 2
    return [
        Multiplicative(W, G),
        CoordinateDescent(W, G, inner=2),
        Softmax(W, offset),
        Argmax(W, reseed=False),
        Argmax(W, offset),
    ]


@pytest.fixture(params=["in memory", "in files"])
def where(request, monkeypatch, tmp_path):
    """Where arrays as long as the documents are."""
    if request.param == "in files":
        monkeypatch.setattr(spill, "SMALL", 0)
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return request.param


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("restarts", [None, 3])
def test_a_sweep_over_blocks_is_a_sweep_over_all_rows(number, restarts, where):
    X, Z, W = problem()
    if restarts:
        Z, W = (np.stack([F * (1 + r) for r in range(restarts)]) for F in (Z, W))
    rule, whole, blocks = rules(W)[number], open_matrix(X), open_matrix(ChunksInMemory(X, CUTS))
    expected_Z, expected = whole.sweep(Z, rule)
    got_Z, got = blocks.sweep(blocks.put(Z), rule)
    assert isinstance(got_Z, np.memmap) == (where == "in files")
    np.testing.assert_allclose(got_Z, expected_Z, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(got.XtZ, expected.XtZ, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(got.ZtZ, expected.ZtZ, rtol=1e-12)
    np.testing.assert_allclose(got.zlogz, expected.zlogz, rtol=1e-12)
    np.testing.assert_allclose(blocks.respond(rule, Z), whole.respond(rule, Z), rtol=1e-12, atol=1e-12)


def test_one_block_gives_every_bit_of_the_whole():
    X, Z, W = problem(np.float32)
    for rule in rules(W):
        expected_Z, expected = open_matrix(X).sweep(Z, rule)
        got_Z, got = open_matrix(ChunksInMemory(X, [0, 300])).sweep(Z, rule)
        np.testing.assert_array_equal(got_Z, expected_Z)
        np.testing.assert_array_equal(got.XtZ, expected.XtZ)
        np.testing.assert_array_equal(got.ZtZ, expected.ZtZ)


def test_a_cluster_that_is_empty_in_all_blocks_takes_the_worst_document_of_all():
    X, Z, W = problem()
    W[:, 2] = 0
    rule = Argmax(W)
    expected, sums = open_matrix(X).sweep(Z, rule)
    got, other = open_matrix(ChunksInMemory(X, CUTS)).sweep(Z, rule)
    assert expected[:, 2].sum() == 1
    np.testing.assert_array_equal(got, expected)
    np.testing.assert_allclose(other.XtZ, sums.XtZ, rtol=1e-12, atol=1e-12)


def test_verbs_of_blocks_are_those_of_the_whole(where):
    X, Z, W = problem()
    whole, blocks = open_matrix(X), open_matrix(ChunksInMemory(X, CUTS))
    index = np.array([299, 0, 150, 0])
    for ask in (
        lambda M: M @ W,
        lambda M: M.T @ Z,
        lambda M: M.sum(axis=0),
        lambda M: M.sum(axis=1),
        lambda M: M.total(),
        lambda M: M.squared_norms(),
        lambda M: M.rows(index),
        lambda M: M.unit_rows().host().toarray(),
        lambda M: M.map_nonzeros(np.sqrt).unit_rows() @ W,
        lambda M: M.features().sums(Z).XtZ,
        lambda M: M.beside(X) @ W,
    ):
        np.testing.assert_allclose(ask(blocks), ask(whole), rtol=1e-12, atol=1e-12)


def test_questions_without_a_home_have_the_same_answers():
    X, _, _ = problem()
    blocks, index = ChunksInMemory(X, CUTS), np.array([7, 299, 7])
    for ask in (row_lengths, word_spread, squares_in, partial(some_rows, index=index)):
        one, other = (sparse.csr_array(found).toarray() if sparse.issparse(found := ask(M)) else found
                      for M in (X, blocks))  # fmt: skip
        np.testing.assert_allclose(one, other)
    few = some_columns(blocks, np.array([3, 1]))
    np.testing.assert_array_equal(few.whole().toarray(), X.toarray()[:, [3, 1]])
    assert few.shape == (300, 2)


def test_the_tree_depends_on_numbers_alone_and_holds_few_sums():
    held = []

    def add(a, b):
        held.append(abs(a[1] - a[0]))
        return a[0], b[1]

    assert add_in_tree(((k, k + 1) for k in range(1000)), add) == (0, 1000)
    assert max(held) == 512  # neighbours of like size, never a long sum and a short one until the end


def test_a_store_larger_than_memory_is_not_read_whole(monkeypatch):
    X, _, _ = problem()
    monkeypatch.setattr("cotext.backend.chunks.source.available_memory", lambda: 1000.0)
    with pytest.raises(UsageError, match="block by block"):
        open_matrix(ChunksInMemory(X, CUTS)).host()


def test_what_a_dead_process_left_beside_the_blocks_is_swept_up_by_the_next_fit(tmp_path):
    process = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True)
    dead, alive, elsewhere, unknown = (scratch_dirs.new_folder(tmp_path) for _ in range(4))
    (dead / "answers.npy").touch()
    (dead / scratch_dirs.SEEN).write_text(f"{int(process.stdout)} {socket.gethostname()}")
    (elsewhere / scratch_dirs.SEEN).write_text(f"{int(process.stdout)} elsewhere")
    (unknown / scratch_dirs.SEEN).write_text("")
    blocks = ChunksInMemory(problem()[0], CUTS)
    blocks.room = tmp_path
    open_matrix(blocks)
    assert sorted(tmp_path.iterdir()) == sorted([alive, elsewhere, unknown])
