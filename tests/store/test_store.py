"""A store holds what was given, says what is wrong with it, and is never half a store."""

import json
import shutil
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from cotext import Recipe, Store
from cotext.errors import CannotWrite, CotextError, NoUsableDocuments, UsageError
from cotext.models import NMF
from cotext.store import store as store_module
from cotext.store import write as writing
from cotext.store.layout import MANIFEST


def planted(n=200, d=80, seed=0):
    rng = np.random.default_rng(seed)
    rate = np.where(np.arange(n)[:, None] % 2 == np.arange(d) % 2, 1.0, 0.05)
    return sparse.csr_array(rng.poisson(rate).astype(np.float32))


@pytest.fixture
def store(tmp_path):
    return Store.write(tmp_path / "store", planted(), block_entries=900)


def damaged(store, part, change):
    """The path of a file of block 1 after a change to its bytes."""
    path = store.folder / "blocks" / f"000001.{part}"
    path.write_bytes(change(path.read_bytes()))
    return path


def test_a_store_holds_every_entry_and_opens_again(store):
    again = Store.open(store.folder, verify=True)
    assert len(again) > 3
    assert again.dtype == np.float32
    assert again.shape == (200, 80)
    assert (again.whole() != planted()).nnz == 0
    assert again.vocabulary[:2] == ["word0", "word1"]
    assert again.recipe is None
    assert again.names(0)[0][:2] == ["0", "1"]


@settings(max_examples=8, deadline=None)
@given(sizes=st.lists(st.integers(1, 60), min_size=1, max_size=6), entries=st.integers(300, 2000))
def test_blocks_depend_on_the_rows_and_not_on_the_batches_they_came_in(tmp_path_factory, sizes, entries):
    X = planted(sum(sizes))
    ends = np.cumsum([0, *sizes])
    folder = tmp_path_factory.mktemp("store")
    whole = Store.write(folder / "one", X, block_entries=entries)
    cut = Store.write(folder / "many", (X[a:b] for a, b in pairwise(ends)), block_entries=entries)
    assert cut.cuts.tolist() == whole.cuts.tolist()
    assert (cut.whole() != X).nnz == 0


def test_offsets_go_on_beyond_what_32_bits_hold(store):
    many = Store(store.folder, store.manifest)
    many.sizes = np.full(len(store), 2**31, dtype=np.int64)
    many.cuts = np.arange(len(store) + 1, dtype=np.int64) * 2**33
    assert many.nnz == len(store) * 2**31
    assert many.shape[0] == len(store) * 2**33


def test_a_store_can_be_sent_to_another_process_and_opened_there(store):
    import pickle

    there = pickle.loads(pickle.dumps(store))
    assert (there.block(2) != store.block(2)).nnz == 0


def test_a_model_fits_a_store_and_predicts_it(store):
    model = NMF(2, random_state=0, n_init=2).fit(store)
    same = NMF(2, random_state=0, n_init=2).fit(planted())
    assert (model.labels_ == same.labels_).all()
    assert (model.predict(store) == model.labels_).all()
    with pytest.raises(CotextError, match="80 features"):
        NMF(2).fit(planted(d=70)).predict(store)


@pytest.mark.parametrize("part", ["indptr.npy", "indices.npy", "values.npy", "names.json"])
@pytest.mark.parametrize(
    ("change", "told"),
    [(lambda data: data[:-5], "bytes, expected"), (lambda data: b"", "0 bytes, expected")],
)
def test_a_truncated_file_is_told_when_the_store_is_opened(store, part, change, told):
    path = damaged(store, part, change)
    with pytest.raises(CotextError, match=told) as error:
        Store.open(store.folder)
    assert str(path) in str(error.value)
    assert "cotext shard" in str(error.value)


def test_a_missing_block_is_told_by_its_name(store):
    (store.folder / "blocks" / "000002.values.npy").unlink()
    with pytest.raises(CotextError, match=r"000002\.values\.npy of the store is missing"):
        Store.open(store.folder)


@pytest.mark.parametrize("place", [5, 60, -1])  # the magic, the header, a number
@pytest.mark.parametrize("part", ["indptr.npy", "indices.npy", "values.npy"])
def test_a_flipped_bit_is_told_when_the_block_is_first_used(store, part, place):
    def flipped(data):
        changed = bytearray(data)
        changed[place] ^= 1
        return bytes(changed)

    damaged(store, part, flipped)
    again = Store.open(store.folder)  # sizes are right
    with pytest.raises(CotextError, match="was altered"):
        NMF(2).fit(again)
    with pytest.raises(CotextError, match="was altered"):
        Store.open(store.folder, verify=True)


def test_indices_that_lead_out_of_the_matrix_are_refused_even_with_right_checksums(store):
    from cotext.store.layout import write_array, write_manifest

    path = store.folder / "blocks" / "000001.indices.npy"
    wild = np.load(path)
    wild[3] = 2**30
    files = {**store.manifest.blocks[1].files, "indices.npy": write_array(path, wild)}
    object.__setattr__(store.manifest.blocks[1], "files", files)
    write_manifest(store.folder, store.manifest)
    with pytest.raises(CotextError, match="not a valid sparse matrix"):
        NMF(2).fit(Store.open(store.folder))


@pytest.mark.parametrize(
    ("change", "told", "code"),
    [
        (lambda tree: {**tree, "format": 99}, "format 99.*update cotext", 2),
        (lambda tree: {**tree, "complete": False}, "is not complete: 200 documents", 2),
        (lambda tree: {**tree, "n_words": -3}, "is damaged", 1),
        (lambda tree: {**tree, "dtype": "object"}, "is damaged", 1),
        (lambda tree: {**tree, "blocks": [{}]}, "is damaged", 1),
        (lambda tree: [], "is damaged", 1),
    ],
)
def test_a_manifest_that_cannot_be_right_is_refused(store, change, told, code):
    path = store.folder / MANIFEST
    path.write_text(json.dumps(change(json.loads(path.read_text()))))
    with pytest.raises(CotextError, match=told) as error:
        Store.open(store.folder)
    assert error.value.exit_code == code


def test_what_is_no_store_is_refused(tmp_path, store):
    for path in (tmp_path / "nothing", tmp_path):
        with pytest.raises(UsageError, match="no store"):
            Store.open(path)
    with pytest.raises(UsageError, match="already exists"):
        Store.write(store.folder, planted())
    with pytest.raises(NoUsableDocuments):
        Store.write(tmp_path / "empty", [])
    with pytest.raises(UsageError, match="80 and of 70 words"):
        Store.write(tmp_path / "two", [planted(), planted(d=70)])
    with pytest.raises(CotextError, match="negative"):
        Store.write(tmp_path / "below", -planted())


def test_texts_are_written_by_a_recipe_and_matrices_as_they_are(tmp_path):
    texts = ["red oak", "red elm", "blue lake"] * 4
    by_default = Store.write(tmp_path / "texts", texts)
    passing = Store.write(tmp_path / "passing", (text for text in texts), contexts=False)
    assert by_default.vocabulary == passing.vocabulary == ["blue", "elm", "lake", "oak"]
    assert by_default.cooccurrence is not None
    assert passing.cooccurrence is None
    weighed = Store.write(tmp_path / "counts", planted(), recipe=Recipe(weighting="tf-norm"))
    assert weighed.largest <= 1 < Store.write(tmp_path / "as-it-is", planted()).largest


def test_a_store_in_another_place_is_the_same_store(store, tmp_path):
    moved = shutil.copytree(store.folder, tmp_path / "elsewhere")
    assert (Store.open(moved).whole() != planted()).nnz == 0


@pytest.mark.parametrize("fails_at", range(1, 12))
def test_a_full_disk_leaves_a_store_that_says_what_is_missing(tmp_path, monkeypatch, fails_at):
    real, calls = writing.write_array, []

    def full(path, array):
        calls.append(path)
        if len(calls) == fails_at:
            raise CannotWrite(path, OSError(28, "No space left on device"))
        return real(path, array)

    monkeypatch.setattr(writing, "write_array", full)
    with pytest.raises(CannotWrite, match="free some space"):
        Store.write(tmp_path / "store", planted(), block_entries=900)
    with pytest.raises(UsageError, match="is not complete"):
        Store.open(tmp_path / "store")
    told = json.loads((tmp_path / "store" / MANIFEST).read_text())["blocks"]
    assert len(told) == (fails_at - 1) // 3
    assert not list((tmp_path / "store").rglob(".*"))


def test_a_block_that_was_cut_short_while_it_was_open_is_refused(tmp_path):
    X = sparse.csr_array(np.random.default_rng(0).random((40, 30)))
    store = Store.write(tmp_path / "s.store", X, block_entries=400)
    assert store.block(0) is store.block(0)
    (path,) = (tmp_path / "s.store").rglob("000000.values.npy")
    with open(path, "r+b") as stream:
        stream.truncate(path.stat().st_size // 2)
    with pytest.raises(CotextError, match=r"has [0-9,]+ bytes, expected"):
        store.block(0)


def test_no_more_than_some_blocks_stay_open(tmp_path, monkeypatch):
    monkeypatch.setattr(store_module, "KEPT_OPEN", 1)
    X = sparse.csr_array(np.random.default_rng(0).random((40, 30)))
    store = Store.write(tmp_path / "s.store", X, block_entries=400)
    assert len(store) > 2
    assert store.block(0) is store.block(0)
    assert store.block(1) is not store.block(1)
    np.testing.assert_array_equal(store.whole().toarray(), X.toarray())
