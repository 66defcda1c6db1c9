"""Blocks on a device take arrays of the host and give some back: one that stands in for a GPU checks it."""

import pickle
from typing import ClassVar

import numpy as np
import pytest
from scipy import sparse

from cotext.backend import open_matrix
from cotext.backend.chunks import chunk_ops
from cotext.backend.chunks.chunk_ops import _moved
from cotext.backend.chunks.source import ChunksInMemory
from cotext.backend.cpu import CpuMatrix
from cotext.backend.cuda.matrix import CudaMatrix
from cotext.backend.rules import Multiplicative
from cotext.models import NMF, NMTF, SphericalKMeans

CUTS = [0, 7, 40, 90]


class There(np.ndarray):
    """An array of the device: it does not meet one of the host."""

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **options):
        assert all(isinstance(one, There) or np.ndim(one) == 0 for one in inputs)
        plain = [one.view(np.ndarray) if isinstance(one, There) else one for one in inputs]
        made = getattr(ufunc, method)(*plain, **options)
        return made.view(There) if isinstance(made, np.ndarray) else made


class StandIn:
    """A home on the device."""

    visited: ClassVar[list[tuple[int, int]]] = []

    def __init__(self, X):
        self.home, self.shape, self.dtype = CpuMatrix(X, 1), X.shape, X.dtype
        self.visited.append(X.shape)

    def put(self, array):
        return np.ascontiguousarray(array, dtype=self.dtype).view(There)

    def get(self, array):
        return np.asarray(array)

    def host(self):
        return self.home.host()

    @property
    def T(self):
        return self._holding(self.home.T)

    def _holding(self, home):
        other = StandIn.__new__(StandIn)
        other.home, other.shape, other.dtype = home, self.shape, self.dtype
        return other

    def __matmul__(self, B):
        return self._over("__matmul__", B)

    def __getattr__(self, verb):
        return lambda *given: self._over(verb, *given)

    def _over(self, verb, *given):
        def to_host(value):
            assert not isinstance(value, np.ndarray) or isinstance(value, There) or value.dtype.kind == "i"
            return np.asarray(value) if isinstance(value, There) else value

        def to_device(value):
            return value.view(There) if isinstance(value, np.ndarray) else value

        found = getattr(self.home, verb)(*(_moved(one, to_host) for one in given))
        return self._holding(found) if isinstance(found, CpuMatrix) else _moved(found, to_device)


@pytest.fixture
def device(monkeypatch):
    """Everything that asks for a GPU gets the stand-in."""
    monkeypatch.setattr("cotext.backend.cuda.matrix.CudaMatrix", StandIn)
    monkeypatch.setattr("cotext.models.engine.sweeps.require_cupy", lambda: None)
    monkeypatch.setattr("cotext.models.engine.memory.free_of_gpu", lambda: 1e12)
    monkeypatch.setenv("COTEXT_NATIVE", "0")
    monkeypatch.setattr(StandIn, "visited", [])
    return StandIn.visited


def problem():
    rng = np.random.default_rng(0)
    planted = np.kron(np.eye(3), np.ones((30, 10))) * (rng.random((90, 30)) < 0.6)
    return sparse.csr_array(planted + (rng.random((90, 30)) < 0.05))


@pytest.mark.parametrize("Model", [NMF, NMTF, SphericalKMeans])
def test_a_fit_of_blocks_on_a_device_is_the_fit_of_blocks(Model, device):
    here, there = (
        Model(3, init="random", n_init=2, random_state=0, device=where).fit(ChunksInMemory(problem(), CUTS))
        for where in ("cpu", "cuda")
    )
    assert set(device) == {(7, 30), (33, 30), (50, 30)}  # one block at a time
    np.testing.assert_allclose(there.column_factor_, here.column_factor_, rtol=1e-9, atol=1e-12)
    np.testing.assert_array_equal(there.row_labels_, here.row_labels_)
    assert type(there.row_factor_) is np.ndarray


def test_every_sum_and_product_of_blocks_on_a_device_comes_back(device):
    X, rng = problem(), np.random.default_rng(1)
    blocks, whole = open_matrix(ChunksInMemory(X, CUTS), "cuda"), open_matrix(X)
    W, Z = rng.random((30, 3)), rng.random((90, 3))
    for said in (
        lambda home: home @ W,
        lambda home: home.T @ Z,
        lambda home: home.sum(0),
        lambda home: home.sum(1),
        lambda home: home.total(),
        lambda home: home.sums(Z).XtZ,
        lambda home: home.sweep(Z, Multiplicative(W, W.T @ W))[1].ZtZ,
        lambda home: home.respond(Multiplicative(W, W.T @ W), Z),
    ):
        np.testing.assert_allclose(said(blocks), said(whole), rtol=1e-12)
        assert not isinstance(said(blocks), There)
    assert len(device) > 20


def test_a_group_of_a_worker_opens_its_blocks_on_the_device_wherever_it_goes(device):
    pytest.importorskip("distributed")
    from cotext.backend.dask.groups import ChunkGroup

    X, W = problem(), np.random.default_rng(1).random((30, 3))
    rule, Z = Multiplicative(W, W.T @ W), np.ones((83, 3))
    group = pickle.loads(pickle.dumps(ChunkGroup(ChunksInMemory(X, CUTS), 1, 3, (), "cuda")))
    said = np.concatenate([answers for answers, _ in group.each(chunk_ops.Verb("sweep"), Z, rule)])
    np.testing.assert_allclose(said, open_matrix(X[7:]).sweep(Z, rule)[0], rtol=1e-12)
    assert device == [(33, 30), (50, 30)]


def test_blocks_on_a_gpu_are_those_of_the_host():
    cupy = pytest.importorskip("cupy", reason="CuPy is not installed")
    if not cupy.cuda.is_available():
        pytest.skip("no GPU")
    assert isinstance(open_matrix(problem(), "cuda"), CudaMatrix)
    here, there = (
        NMF(3, init="random", n_init=2, random_state=0, device=where).fit(ChunksInMemory(problem(), CUTS))
        for where in ("cpu", "cuda")
    )
    np.testing.assert_allclose(there.column_factor_, here.column_factor_, rtol=1e-6, atol=1e-9)
