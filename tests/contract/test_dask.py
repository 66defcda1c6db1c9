"""Every model that takes a store says the same of it on workers, to the last bit, whoever dies on the way."""

import gc
import inspect
import os
import pickle
import signal
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from tests.contract.conftest import sweeps

from cotext import Store
from cotext.backend import open_blocks
from cotext.backend.chunks import chunk_ops
from cotext.backend.chunks.chunk_ops import add_in_tree
from cotext.backend.chunks.source import ChunksInMemory
from cotext.errors import CotextError, UsageError
from cotext.models import NMF, WCNMTF, Consensus, all_models
from cotext.models.checkpoint import checkpointing

distributed = pytest.importorskip("distributed")

from cotext.backend.dask import cluster, groups, matrix, workers  # noqa: E402 - after Dask is known to be there

SWEEPS = [model for model in all_models() if sweeps(model) and model is not Consensus]
BITS = ("row_factor_", "column_factor_", "block_", "losses_", "row_labels_", "column_labels_")


@pytest.fixture(scope="module")
def client():
    """Two worker processes, which only fits inside ``with client.as_current()`` use."""
    with cluster._local(2, False) as there, distributed.Client(there, set_as_default=False) as client:
        yield client


@pytest.fixture
def small_groups(monkeypatch):
    """Groups of two blocks; everything goes through files, and often."""
    monkeypatch.setattr(groups, "FEW_GROUPS", 3)
    monkeypatch.setattr(matrix, "SMALL", 0)
    monkeypatch.setattr(matrix, "WRITE_EVERY", 2)


def fit(Model, X, callback=None, **parameters):
    usual = {"n_clusters": 3, "random_state": 0, "n_init": 1, "max_iter": 5, "init": "random"} | parameters
    known = inspect.signature(Model).parameters
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = Model(**{name: value for name, value in usual.items() if name in known})
        return model.fit(X, callback=callback)


def same_bits(there, here):
    for name in BITS:
        np.testing.assert_array_equal(getattr(there, name), getattr(here, name))


@pytest.mark.parametrize("Model", SWEEPS, ids=lambda model: model.cli_name)
def test_five_sweeps_on_workers_are_five_sweeps_in_one_process(Model, client, store, small_groups):
    here = fit(Model, store)
    with client.as_current():
        there = fit(Model, store)
        assert not isinstance(there.row_factor_, matrix.Spread)
    same_bits(there, here)


def test_restarts_that_end_at_different_times_keep_their_bits(client, store, small_groups):
    how = {"n_init": 4, "max_iter": 30, "tol": 3e-3}
    here = fit(NMF, store, **how)
    with client.as_current():
        there = fit(NMF, store, **how)
        np.testing.assert_array_equal(there.predict(store), here.row_labels_)
    assert len({len(curve[np.isfinite(curve)]) for curve in here.restart_losses_}) > 1
    same_bits(there, here)


def test_empty_documents_have_no_voice_on_workers(client, X, small_groups, tmp_path):
    says = np.zeros(152, dtype=bool)
    says[np.r_[2:40, 90:142]] = True
    among = sparse.vstack([X[:38], sparse.csr_array((50, 60)), X[38:], sparse.csr_array((10, 60))])
    among = sparse.csr_array(sparse.vstack([sparse.csr_array((2, 60)), among]))
    store = Store.write(tmp_path / "store", among, block_entries=400)
    ends = [int(says[:cut].sum()) for cut in store.cuts]
    here = fit(NMF, ChunksInMemory(X, sorted(set(ends))))
    with client.as_current():
        there = fit(NMF, store)
    np.testing.assert_array_equal(there.row_factor_[says], here.row_factor_)
    np.testing.assert_array_equal(there.column_factor_, here.column_factor_)
    assert not there.row_factor_[~says].any()


def test_words_are_grouped_for_documents_on_workers_as_in_one_process(client, store, small_groups):
    here = fit(WCNMTF, store, n_clusters=(3, 2))
    with client.as_current():
        there = fit(WCNMTF, store, n_clusters=(3, 2))
    same_bits(there, here)
    np.testing.assert_array_equal(there.document_centres_, here.document_centres_)


def test_the_usual_model_hears_the_same_opinions_on_workers(client, tmp_path):
    rng = np.random.default_rng(1)
    rows, columns = np.arange(400) % 3, np.arange(300) % 3
    X = sparse.csr_array(rng.poisson(np.where(rows[:, None] == columns, 0.5, 0.02)).astype(np.float32))
    store = Store.write(tmp_path / "store", X, block_entries=3000)
    here = fit(Consensus, store, n_starts=2)
    with client.as_current():
        there = fit(Consensus, store, n_starts=2)
    same_bits(there, here)
    np.testing.assert_array_equal(there.agreement_, here.agreement_)
    np.testing.assert_array_equal(there.opinion_labels_, here.opinion_labels_)
    assert there.opinions_ == here.opinions_


def test_workers_that_are_killed_again_and_again_change_nothing(client, store, small_groups):
    killed = []

    def kill(step):
        if step.sweep in (1, 5):  # before anything was written, and after
            alive = [nanny.pid for nanny in client.cluster.workers.values() if nanny.pid]
            os.kill(alive[step.sweep % len(alive)], signal.SIGKILL)
            killed.append(step.sweep)

    how = {"max_iter": 8, "tol": 0}
    here = fit(NMF, store, **how)
    with client.as_current():
        there = fit(NMF, store, kill, **how)
    assert killed == [1, 5]
    same_bits(there, here)


def test_no_file_of_a_fit_stays_behind(client, store, small_groups):
    with client.as_current():
        model = fit(NMF, store)
    del model
    gc.collect()  # of this fit and of those of other tests
    assert [path.name for path in store.folder.iterdir() if path.name.startswith(".")] == []


def test_workers_listen_to_this_machine_alone(client):
    psutil = pytest.importorskip("psutil")
    here = psutil.Process()
    listening = [
        place.laddr.ip
        for process in (here, *here.children(recursive=True))
        for place in process.net_connections("inet")
        if place.status == psutil.CONN_LISTEN
    ]
    assert len(listening) >= 3
    assert set(listening) == {"127.0.0.1"}


# --- parts of it ---------------------------------------------------------------------------------------


@given(n=st.integers(1, 200), entries=st.integers(0, 10**11))
def test_a_tree_of_groups_is_the_tree_of_their_blocks(n, entries):
    def pair(one, other):
        return f"({one} {other})"

    size = groups.group_size(n, entries)
    names = [str(k) for k in range(n)]
    parts = [add_in_tree(names[i : i + size], pair) for i in range(0, n, size)]
    for level in workers.levels(len(parts)):
        parts = [add_in_tree(parts[own], pair) for own in level]
    assert parts[0] == add_in_tree(names, pair)


def test_groups_are_cut_by_the_data_and_have_about_equal_work(X):
    blocks = ChunksInMemory(X, list(range(91)))
    assert groups.group_cuts(blocks) == [*range(0, 90, 4), 90]
    assert len(groups.group_cuts(ChunksInMemory(X, [0, 30, 90]))) == 3


def test_a_group_travels_as_a_note_of_where_it_comes_from(store):
    group = groups.ChunkGroup(store, 0, len(store), ())
    sent = pickle.dumps(group)
    assert len(sent) < 1000 < group.__sizeof__()
    for there, here in zip(pickle.loads(sent).blocks, group.blocks, strict=True):
        np.testing.assert_array_equal(there.toarray(), here.toarray())


def test_a_group_without_room_reads_its_blocks_whenever_they_are_asked(store, monkeypatch):
    held = groups.ChunkGroup(store, 1, 3, ())
    monkeypatch.setattr(groups, "memory_for_blocks", lambda: groups.HELD.size + 100.0)
    read = groups.ChunkGroup(store, 1, 3, ())
    assert held.blocks
    assert not read.blocks
    assert read.__sizeof__() == 0
    for there, here in zip(read.each(chunk_ops.row_lengths), held.each(chunk_ops.row_lengths), strict=True):
        np.testing.assert_array_equal(there, here)
    before = groups.HELD.size
    size = held.__sizeof__()
    del held
    assert before - groups.HELD.size == size > 0


def test_a_store_that_became_another_is_not_taken_for_itself(X, tmp_path):
    sent = pickle.dumps(Store.write(tmp_path / "store", X))
    for path in sorted((tmp_path / "store").rglob("*"), reverse=True):
        path.unlink() if path.is_file() else path.rmdir()
    Store.write(tmp_path / "store", X * 2)
    with pytest.raises(CotextError, match="is not the store that it was"):
        pickle.loads(sent)


def test_every_verb_says_the_same_on_workers(client, X, store, small_groups):
    rng = np.random.default_rng(0)
    A = rng.random((90, 4))
    verbs = (
        lambda M: M.sum(axis=0),
        lambda M: M.sum(axis=1),
        lambda M: M.total(),
        lambda M: M.unit_rows().squared_norm(),
        lambda M: M.map_nonzeros(np.sqrt).T @ A,
        lambda M: M.rows(np.array([80, 3])),
        lambda M: M.sums(A).ZtZ,
        lambda M: M.unit_rows().host().toarray(),
        lambda M: M.row_lengths(),
        lambda M: M.word_spread(),
    )
    alone = open_blocks(store)
    with client.as_current():
        there = open_blocks(store)
        assert isinstance(there, matrix.DaskMatrix)
        assert not isinstance(alone, matrix.DaskMatrix)
        for verb in verbs:
            np.testing.assert_array_equal(verb(there), verb(alone))


def test_word_factors_of_any_size_go_with_the_tasks(client):
    W = np.ones((1500, 1500))  # 18 MB; Dask would warn of ten, and warnings are errors here
    there = workers.crew_of(client)
    np.testing.assert_array_equal(there.result(there.hand([W])[0]), W)


def test_an_array_on_workers_computes_as_one_in_memory(client, X, store):
    B = np.random.default_rng(0).random((2, X.shape[1], 3))
    here = np.stack([X @ one for one in B])
    with client.as_current():
        there = open_blocks(store) @ B
        assert isinstance(there, matrix.Spread)
        here = there.get()
        for done in (lambda Z: Z / Z.shape[1], lambda Z: np.sqrt(Z), lambda Z: Z * B[:, :1], lambda Z: Z + Z):
            assert isinstance(done(there), matrix.Spread)
            np.testing.assert_array_equal(done(there).get(), done(here))
        for done in (
            lambda Z: Z[1],
            lambda Z: Z[[1]],
            lambda Z: Z[:, 5],
            lambda Z: Z.argmax(axis=-1),
            lambda Z: Z.argmax(axis=0),
            lambda Z: Z * here[0],
            lambda Z: Z[[1]] * here[:, :1],
            lambda Z: Z.mT @ Z,
            lambda Z: Z.sum(axis=(1, 2)),
            lambda Z: np.add.reduce(Z, axis=1),
        ):
            np.testing.assert_array_equal(np.asarray(done(there)), done(here))
        assert len(list(there)) == len(there) == 2


# --- clusters that cannot be used ------------------------------------------------------------------------


def test_workers_with_other_versions_are_refused_by_name(client, store):
    with client.as_current():
        workers.crew_of(client).expected = {**workers.versions(), "numpy": "1.0"}
        try:
            with pytest.raises(CotextError, match=r"numpy .* for 1.0: results would differ"):
                fit(NMF, store)
        finally:
            workers.crew_of(client).expected = workers.versions()


def test_a_store_that_workers_do_not_see_is_refused(client, X, tmp_path, monkeypatch):
    store = Store.write(tmp_path / "store", X)
    monkeypatch.setattr(workers, "SEEN", "not there")
    with client.as_current(), pytest.raises(CotextError, match=r"does not see .*: put the store"):
        fit(NMF, store)


def test_a_cluster_without_workers_is_refused(store, monkeypatch):
    monkeypatch.setattr(workers, "FIRST_WORKER", 0.2)
    empty = distributed.LocalCluster(n_workers=0, host="127.0.0.1", dashboard_address="127.0.0.1:0")
    with (
        empty as there,
        distributed.Client(there, set_as_default=False) as client,
        client.as_current(),
        pytest.raises(UsageError, match=r"has no workers after 0.2 s: start some"),
    ):
        fit(NMF, store)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("local:none", "names no number of workers"),
        ("local:0", "names no number of workers"),
        ("local:100000000", "ask for fewer"),
        ("nowhere", "is no address of a cluster"),
        ("10.0.0.5:8786", r"give tls://10\.0\.0\.5:8786"),
        ("127.0.0.1:9", "no cluster answers at 127.0.0.1:9 within 0.5 s"),
    ],
)
def test_an_address_that_cannot_be_used_is_told_in_one_line(address, told, monkeypatch):
    monkeypatch.setattr(cluster, "ANSWER_WITHIN", 0.5)
    with pytest.raises(UsageError, match=told) as error, cluster.connected(address):
        pytest.fail("connected")
    assert "\n" not in str(error.value)


def test_a_fit_that_was_broken_off_goes_on_and_ends_the_same(client, store, tmp_path):
    how, file = {"max_iter": 8, "tol": 0}, tmp_path / "fit.checkpoint"

    def stop(step):
        if step.sweep == 4:
            raise KeyboardInterrupt

    with client.as_current():
        with pytest.raises(KeyboardInterrupt), checkpointing(file, every=0):
            fit(NMF, store, stop, **how)
        assert file.exists()
        with checkpointing(file, resume=True):
            there = fit(NMF, store, **how)
    same_bits(there, fit(NMF, store, **how))
