"""Every model takes a store in place of a matrix and says the same of it."""

import inspect
import warnings

import numpy as np
import pytest
from scipy import sparse
from tests.contract.conftest import sweeps

from cotext import Store
from cotext.backend import Chunks, spill
from cotext.backend.chunks.source import ChunksInMemory
from cotext.models import WCNMTF, Consensus, all_models

SWEEPS = [model for model in all_models() if sweeps(model)]


def fit(Model, X, **parameters):
    # starts that are the best of a few may name equal clusters differently, by rounding alone
    usual = {"n_clusters": 3, "random_state": 0, "n_init": 1, "max_iter": 5, "init": "random"} | parameters
    known = inspect.signature(Model).parameters
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return Model(**{name: value for name, value in usual.items() if name in known}).fit(X)


@pytest.mark.parametrize("Model", SWEEPS, ids=lambda model: model.cli_name)
def test_five_sweeps_on_disk_are_five_sweeps_in_memory(Model, X, store, monkeypatch):
    monkeypatch.setattr(spill, "SMALL", 0)
    assert len(store) > 4
    there, here, alike = fit(Model, store), fit(Model, X), fit(Model, ChunksInMemory(X, store.cuts.tolist()))
    np.testing.assert_array_equal(there.row_labels_, here.row_labels_)
    np.testing.assert_array_equal(there.column_labels_, here.column_labels_)
    np.testing.assert_allclose(there.criterion_, here.criterion_, rtol=1e-9)
    np.testing.assert_allclose(there.column_factor_, here.column_factor_, rtol=1e-6, atol=1e-9)
    for name in ("row_factor_", "column_factor_", "block_", "losses_"):  # where blocks are the same: all bits
        np.testing.assert_array_equal(getattr(there, name), getattr(alike, name))
    if hasattr(there, "predict"):
        np.testing.assert_array_equal(there.predict(store), here.predict(X))


@pytest.mark.parametrize("m", [2, 5])
def test_words_are_grouped_for_documents_on_disk_as_in_memory(m, X, store, monkeypatch):
    monkeypatch.setattr(spill, "SMALL", 0)
    there, alike = (
        fit(WCNMTF, x, n_clusters=(3, m)) for x in (store, ChunksInMemory(X, store.cuts.tolist()))
    )
    for name in ("row_factor_", "column_factor_", "block_", "document_centres_", "column_labels_"):
        np.testing.assert_array_equal(getattr(there, name), getattr(alike, name))
    np.testing.assert_array_equal(there.predict(store), there.row_labels_)


@pytest.mark.parametrize("Model", all_models(), ids=lambda model: model.cli_name)
def test_a_store_of_one_block_gives_every_bit_of_a_matrix(Model, X, tmp_path):
    whole = Store.write(tmp_path / "store", X)
    there, here = fit(Model, whole), fit(Model, X)
    for name in ("row_factor_", "column_factor_", "row_labels_", "column_labels_"):
        np.testing.assert_array_equal(getattr(there, name), getattr(here, name))


def test_the_usual_model_weighs_its_opinions_by_a_sample_of_the_blocks(tmp_path, monkeypatch):
    rng = np.random.default_rng(1)
    rows, columns = np.arange(400) % 3, np.arange(300) % 3
    X = sparse.csr_array(rng.poisson(np.where(rows[:, None] == columns, 0.5, 0.02)).astype(float))
    store = Store.write(tmp_path / "store", X, block_entries=3000)
    monkeypatch.setattr(Chunks, "whole", lambda self: pytest.fail("all blocks were read into memory"))
    there, here = fit(Consensus, store), fit(Consensus, X)
    np.testing.assert_array_equal(there.row_labels_, here.row_labels_)
    np.testing.assert_array_equal(there.opinion_labels_, here.opinion_labels_)
    np.testing.assert_allclose([s for _, s, _ in there.opinions_], [s for _, s, _ in here.opinions_])


@pytest.mark.parametrize("init", ["random", pytest.param("skmeans", marks=pytest.mark.slow)])
def test_memory_does_not_grow_with_documents_times_clusters(init, tmp_path, monkeypatch):
    import tracemalloc

    from cotext.models import NMF
    from cotext.models.engine import labels

    n, g = 60_000, 50
    monkeypatch.setattr(spill, "SMALL", 1 << 16)
    monkeypatch.setattr(labels, "ROWS", 1000)
    monkeypatch.setattr("cotext.backend.chunks.matrix.STEP", 1000)
    rng = np.random.default_rng(0)
    X = sparse.csr_array(
        (np.ones(2 * n, dtype=np.float32), rng.integers(50, size=2 * n), np.arange(0, 2 * n + 1, 2))
    )
    X.sum_duplicates()
    store = Store.write(tmp_path / "store", X, block_entries=9000)
    store.verify()
    tracemalloc.start()
    model = fit(NMF, store, n_clusters=g, init=init, max_iter=2)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < n * g * 4  # not even one array of this shape
    assert isinstance(model.row_factor_.base, np.memmap)


@pytest.mark.parametrize("factor", [1e-30, 1e30])
def test_numbers_far_from_one_are_fitted_in_the_same_unit(factor, X, tmp_path):
    from cotext.models import NMF

    far = X * factor
    there = fit(NMF, Store.write(tmp_path / "store", far, block_entries=400))
    here = fit(NMF, far)
    assert there.scale_ == here.scale_ != 1
    np.testing.assert_array_equal(there.row_labels_, here.row_labels_)
