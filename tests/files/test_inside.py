"""Runs, stores, checkpoints and locks are plain files: all else is refused, and nothing waits."""

import os
import re

import numpy as np
import pytest
from scipy import sparse

import cotext
from cotext import Store
from cotext.backend.chunks.scratch_dirs import PREFIX, SEEN, sweep_up
from cotext.datasets import make_texts
from cotext.errors import CotextError
from cotext.explorer.run_cache import RunCache
from cotext.files import write_atomic
from cotext.files.lock import locked
from cotext.files.plain import NotPlain, read_plain
from cotext.models import NMF
from cotext.models.checkpoint import checkpointing
from cotext.report import write_report
from cotext.result import CoClustering
from cotext.runfolder.edits import EDITS, add_edit, history, read_edits
from cotext.runfolder.save import NAMES
from cotext.store import shard

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes that have names")


def refuses(path, kind):
    return pytest.raises(CotextError, match=rf"{re.escape(str(path))} is {kind}\b.*, expected a plain file")


@pytest.fixture
def run(made, tmp_path):
    """A run with every file that a run may have."""
    folder = tmp_path / "runs" / "run"
    made.save(folder)
    add_edit(folder, edit="rename", cluster=0, name="Trees")
    for name in NAMES:
        (folder / name).touch()
    CoClustering.load(folder)
    return folder


def test_no_file_of_a_run_may_be_anything_but_a_plain_file(run, impostor, within, victim, made, limit):
    made.save(run.with_name("other"))
    files = sorted(path for path in run.rglob("*") if path.is_file())
    assert {path.name for path in files} == set(NAMES)
    for path in files:
        limit()
        with within(path):
            impostor(path)
            with refuses(path, impostor.kind):
                CoClustering.load(run)
            shelf = RunCache(run.parent)
            assert [one["run"] for one in shelf.entries()] == ["other", "run"]
            with pytest.raises(CotextError, match=re.escape(path.name)):
                shelf.open("run")
            assert shelf.open("other").overview()
        victim.check()
    CoClustering.load(run)


def test_a_run_of_links_can_be_replaced_and_what_they_point_to_stays(run, impostor, victim, made):
    for name in NAMES:
        impostor(run / name)
    made.save(run)
    assert CoClustering.load(run).names == {}
    assert os.listdir(run.parent) == ["run"]
    victim.check()


def test_texts_that_became_something_else_after_loading_are_refused(run, impostor, victim, made):
    made.save(run)
    result = CoClustering.load(run)
    impostor(run / "texts.jsonl.gz")
    with refuses(run / "texts.jsonl.gz", impostor.kind):
        result.texts[0]
    victim.check()


def test_an_edit_is_not_written_through_a_link(run, impostor, victim):
    impostor(run / EDITS)
    for touch in (read_edits, history, lambda folder: add_edit(folder, edit="undo")):
        with refuses(run / EDITS, impostor.kind):
            touch(run)
    victim.check()


def test_a_lock_is_not_written_through_a_link(run, impostor, victim, made):
    lock = run.with_name(".run.lock")
    impostor(lock)
    for touch in (lambda folder: add_edit(folder, edit="undo"), made.save):
        with refuses(lock, impostor.kind):
            touch(run)
    assert os.path.lexists(lock)
    victim.check()


def test_a_lock_that_is_a_second_name_of_a_file_is_refused(run, victim):
    os.link(victim.file, run.with_name(".run.lock"))
    with pytest.raises(NotPlain, match=r"\.run\.lock is a second name"), locked(run):
        pytest.fail("locked")
    run.with_name(".run.lock").unlink()
    victim.check()


def test_what_a_dead_save_seems_to_have_left_is_not_looked_into_if_it_is_a_link(run, victim, made):
    for ending in ("tmp", "old"):
        os.symlink(victim.folder, run.with_name(f".run.01234567.{ending}"))
    made.save(run)
    assert (run / "secret").exists() is False
    victim.check()


def test_a_report_in_a_run_is_not_written_through_a_link(run, impostor, victim, made):
    page = run / "report.html"
    impostor(page)
    with pytest.raises(CotextError, match=r"report\.html"):
        write_report(made, page, inside=True)
    victim.check()


def test_a_picture_in_a_run_is_not_written_through_a_link(run, victim, made):
    from cotext.pictures.save import save_picture

    (run / "pictures").mkdir()
    for name in ("blocks.png", "blocks.csv"):
        link = run / "pictures" / name
        os.symlink(victim.file, link)
        with refuses(link, "a link"):
            save_picture(made.plot.blocks(), run / "pictures" / "blocks.png", inside=True)
        link.unlink()
    victim.check()


def test_json_of_any_size_is_not_read(tmp_path):
    (tmp_path / "metrics.json").write_bytes(b"1" * 20)
    with pytest.raises(CotextError, match=r"metrics\.json has more than 19 bytes"):
        read_plain(tmp_path / "metrics.json", 19)
    assert len(read_plain(tmp_path / "metrics.json", 20)) == 20


def test_a_list_of_runs_reads_no_long_json(run, monkeypatch):
    monkeypatch.setattr("cotext.explorer.listing.LISTED", 10)
    (run / "metrics.json").write_text('{"nmi": 0.123456789}')
    assert RunCache(run.parent).entries()[0]["metrics"] == {}


@pytest.mark.parametrize(
    "content", ['{"config": {"parameters": []}}', '{"config": []}', "[]", "{", "[" * 100_000]
)
@pytest.mark.parametrize("name", ["environment.json", "metrics.json", EDITS])
def test_a_list_of_runs_names_a_run_with_odd_json(run, name, content):
    (run / name).write_text(content + "\n")
    assert [one["run"] for one in RunCache(run.parent).entries()] == ["run"]


@pytest.fixture(scope="session")
def texts():
    return make_texts(30, 3).texts


@pytest.fixture
def store(texts, tmp_path):
    """A store of texts in several blocks."""
    folder = tmp_path / "letters.store"
    shard(texts, folder, block_entries=200)
    return folder


def test_no_file_of_a_store_may_be_anything_but_a_plain_file(store, texts, impostor, within, victim, limit):
    files = sorted(path for path in store.rglob("*") if path.is_file())
    assert len(files) > 12
    for path in files:
        limit()
        with within(path):
            impostor(path)
            with refuses(path, impostor.kind):
                Store.open(store, verify=True)
            with pytest.raises(CotextError):
                cotext.cluster(store, n_clusters=2)
        victim.check()
    Store.open(store, verify=True)


def test_a_block_that_became_something_else_after_opening_is_refused(store, impostor, within, victim, limit):
    for path in sorted((store / "blocks").glob("000000.*")):
        limit()
        opened = Store.open(store)
        with within(path):
            impostor(path)
            with refuses(path, impostor.kind):
                opened.check(0)
        victim.check()


def test_a_store_is_not_written_through_a_link(store, texts, impostor, victim):
    opened = Store.open(store)
    new = store / "blocks" / f"{len(opened):06d}.names.json"
    impostor(new)
    with refuses(new, impostor.kind):
        opened.append(texts[:3])
    victim.check()


def test_the_blocks_of_a_store_are_not_in_a_linked_folder(store, texts, victim):
    opened = Store.open(store)
    (victim.folder / ".000000.tmp").touch()
    (store / "blocks").rename(store / "elsewhere")
    os.symlink(victim.folder, store / "blocks")
    for touch in (Store.open, lambda folder: opened.append(texts[:3])):
        with pytest.raises(CotextError, match="blocks is a link, expected a folder"):
            touch(store)
    (victim.folder / ".000000.tmp").unlink()
    victim.check()


def test_what_a_dead_fit_seems_to_have_left_in_a_store_is_not_waited_for(store, impostor, victim):
    (store / f"{PREFIX}abc").mkdir()
    impostor(store / f"{PREFIX}abc" / SEEN)
    os.symlink(victim.folder, store / f"{PREFIX}link")
    sweep_up(store)
    victim.check()


def fit(place, **how):
    X = sparse.csr_array(np.kron(np.eye(2), np.ones((3, 2))))
    with checkpointing(place, every=0, **how):
        NMF(2, n_init=1, random_state=0).fit(X)


@pytest.mark.parametrize("resume", [True, False])
def test_a_checkpoint_is_a_plain_file(tmp_path, impostor, victim, resume):
    place = tmp_path / "fit.checkpoint"
    impostor(place)
    with refuses(place, impostor.kind):
        fit(place, resume=resume)
    victim.check()


def test_a_checkpoint_that_becomes_something_else_is_not_written_through(tmp_path, impostor, victim):
    place = tmp_path / "fit.checkpoint"
    impostor(place)
    with refuses(place, impostor.kind):
        write_atomic(place, lambda stream: stream.write(b"value"))
    victim.check()
