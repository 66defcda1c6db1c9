"""What a fit of a store takes is told from its sizes."""

import numpy as np
import pytest
from scipy import sparse

from cotext.backend import Chunks, spill
from cotext.backend.chunks.source import ChunksInMemory
from cotext.backend.dask import cluster
from cotext.fitting.store_fit import disk_needed, plan
from cotext.models import NMF


class Imagined(Chunks):
    """A billion entries that nobody has to hold."""

    def __init__(self, room, n=5_000_000, each=200, blocks=60):
        self.cuts = np.linspace(0, n, blocks + 1).astype(np.int64)
        self.sizes = np.diff(self.cuts) * each
        self.n_words, self.dtype, self.largest, self.room = 50_000, np.dtype(np.float32), 1.0, room

    def block(self, k):
        pytest.fail("nothing is read for a plan")


def test_a_plan_has_memory_disk_passes_and_the_quickest_home(tmp_path, monkeypatch):
    X = Imagined(tmp_path)
    monkeypatch.setattr(cluster, "available_memory", lambda: 4e9)
    model = NMF(20, n_init=2, max_iter=50, n_jobs=2)
    first, second = plan(model, X)
    assert first.startswith("nmf: about ")
    assert "2 starts of at most 50 sweeps, 50 passes over the matrix, 8.0 GB in 60 chunks" in first
    assert "GB of disk (" in first
    assert second.startswith("a sweep over the blocks takes about 17 s here, and ")
    assert second.endswith("s on 30 workers of other machines (--cluster)")
    monkeypatch.setattr(cluster, "available_memory", lambda: 1e12)
    assert "all of it would fit in memory" in plan(model, X)[1]
    monkeypatch.setattr(cluster, "available_memory", lambda: 1e6)
    assert plan(model, Imagined(tmp_path, n=50_000, blocks=4))[1].endswith("nothing else would be quicker")
    assert len(plan(model, Imagined(tmp_path, n=500, blocks=4))) == 1


def test_answers_that_lie_in_files_are_the_disk_that_is_told(monkeypatch):
    model = NMF(4, init="random", n_init=2, tol=0.01, random_state=0)
    blocks = ChunksInMemory(
        sparse.csr_array((np.random.default_rng(0).random((400, 30)) < 0.2) * 1.0), [0, 200, 400]
    )
    assert disk_needed(model.algorithm, blocks) == 0
    sizes, reserve = [], spill._reserve
    monkeypatch.setattr(spill, "_reserve", lambda file, size: sizes.append(size) or reserve(file, size))
    monkeypatch.setattr(spill, "SMALL", 400 * 4 * 8)
    model.fit(blocks)
    assert max(sizes) == 2 * 400 * 4 * 8
    assert disk_needed(model.algorithm, blocks) >= 2 * max(sizes)
