"""Texts of a run: all of them come back, one at a time or one after the other, and damage is told."""

import gzip
import json
import pickle
import zlib

import numpy as np
import pytest
from tests.runfolder.rewrite import edit_tree, put, replace_arrays

import cotext
from cotext.corpus import Texts
from cotext.datasets import make_texts
from cotext.errors import CotextError
from cotext.result import CoClustering
from cotext.runfolder import texts
from cotext.runfolder.texts import SavedTexts, write_texts
from cotext.store import shard

FILE = "texts.jsonl.gz"
ODD = [
    "",
    "été\n\nzwei\tSpalten",
    "lone \ud800 half",
    'a "quoted" \\ text',
    "line\u2028separator",
    "\x00\x1f",
]
TWENTY = [*ODD, *(f"text {i} " * i for i in range(14))]


def written(path, ids, given):
    with open(path, "wb") as stream:
        index = write_texts(stream, ids, given)
    return SavedTexts.opened(path, index, len(given))


@pytest.fixture
def small_packs(monkeypatch):
    monkeypatch.setattr(texts, "MOST_TEXTS", 3)
    monkeypatch.setattr(texts, "MOST_CHARACTERS", 100)


@pytest.fixture
def run(make_result, tmp_path, small_packs):
    make_result(texts=TWENTY).save(tmp_path / "run")
    return tmp_path / "run"


@pytest.fixture
def again(run, models):
    return CoClustering.load(run, models=models)


def test_texts_come_back_as_they_were_in_any_order(again):
    assert len(again.texts) == 20
    assert list(again.texts) == TWENTY
    assert [again.texts[i] for i in (17, 0, 2, 19, -1, 2)] == [TWENTY[i] for i in (17, 0, 2, 19, -1, 2)]
    assert again.texts[4:12:3] == TWENTY[4:12:3]
    with pytest.raises(IndexError):
        again.texts[20]
    assert list(pickle.loads(pickle.dumps(again.texts))) == TWENTY


def test_anybody_can_read_the_file(run):
    lines = [json.loads(line) for line in gzip.decompress((run / FILE).read_bytes()).split(b"\n")[:-1]]
    assert lines == [{"id": f"d{i}", "text": text} for i, text in enumerate(TWENTY)]


def test_what_is_not_ascii_is_readable(run):
    assert "été" in gzip.decompress((run / FILE).read_bytes()).decode("utf-8")


def test_packs_are_bounded_by_number_and_by_length(tmp_path, small_packs):
    short = written(tmp_path / "short", ["a"] * 8, ["x"] * 8)
    assert short.rows.tolist() == [0, 3, 6, 8]
    long = written(tmp_path / "long", ["a"] * 3, ["x" * 300, "y", "z" * 300])
    assert long.rows.tolist() == [0, 2, 3]
    assert list(long) == ["x" * 300, "y", "z" * 300]


def test_one_text_is_read_without_those_before_it(run, again):
    content = bytearray((run / FILE).read_bytes())
    content[again.texts._packs[0][1] - 1] ^= 1  # the last byte of the first pack
    (run / FILE).write_bytes(content)
    assert again.texts[19] == TWENTY[19]
    with pytest.raises(
        CotextError, match=r"texts\.jsonl\.gz is damaged \(its content differs from the saved one"
    ):
        again.texts[0]


def test_texts_on_the_disk_are_written_as_those_in_memory(tmp_path):
    given = make_texts(2500, 3).texts
    data = [text.encode() for text in given]
    lying = Texts(b"".join(data), np.cumsum([0, *map(len, data)]))
    ids = [str(i) for i in range(len(given))]
    assert list(written(tmp_path / "lying", ids, lying)) == given
    assert len(written(tmp_path / "list", ids, given).rows) > 2
    assert (tmp_path / "lying").read_bytes() == (tmp_path / "list").read_bytes()


def test_texts_of_a_loaded_run_are_saved_again(again, run, tmp_path, models):
    again.save(tmp_path / "copy")
    again.rename(0, "even").save(run)
    assert (tmp_path / "copy" / FILE).read_bytes() == (run / FILE).read_bytes()
    assert list(CoClustering.load(run, models=models).texts) == TWENTY
    assert list(again.texts) == TWENTY


def test_a_run_without_texts_has_none(make_result, run, models):
    make_result().save(run)
    assert not (run / FILE).exists()
    assert CoClustering.load(run, models=models).texts is None


def test_a_missing_file_is_told_when_the_run_is_loaded(run, models):
    (run / FILE).unlink()
    with pytest.raises(CotextError, match=r"texts\.jsonl\.gz is missing; copy the run again"):
        CoClustering.load(run, models=models)


def test_a_file_of_another_size_is_told_when_the_run_is_loaded(run, models):
    with open(run / FILE, "ab") as stream:
        stream.write(gzip.compress(b'{"id": "d20", "text": "one more"}\n'))
    with pytest.raises(CotextError, match=r"texts\.jsonl\.gz is damaged"):
        CoClustering.load(run, models=models)


def test_a_run_that_was_replaced_gives_no_texts_of_another(run, again, make_result):
    make_result(texts=TWENTY[::-1]).save(run)
    with pytest.raises(CotextError, match=r"texts\.jsonl\.gz is damaged"):
        list(again.texts)


def test_a_file_that_is_gone_since_is_told(run, again):
    (run / FILE).unlink()
    with pytest.raises(CotextError, match=r"texts\.jsonl\.gz is damaged \(.*No such file"):
        again.texts[3]


@pytest.mark.parametrize(
    "change",
    [
        put("texts.rows", np.array([0, 20])),
        put("texts.rows", np.array([0.0, 20.0])),
        lambda arrays: arrays["texts.rows"].__setitem__(-1, 21),
        lambda arrays: arrays["texts.rows"].__setitem__(1, 0),
        lambda arrays: arrays["texts.offsets"].__setitem__(0, 1),
        lambda arrays: arrays["texts.offsets"].__setitem__(1, 10**9),
        lambda arrays: arrays["texts.sizes"].__setitem__(0, -1),
        lambda arrays: arrays["texts.sizes"].__setitem__(0, 2**40),
        lambda arrays: arrays["texts.sizes"].__setitem__([0, 1, 2], 2**62),
        lambda arrays: edit_tree(arrays, texts=7),
    ],
)
def test_a_hostile_index_is_refused(run, models, change):
    replace_arrays(run, change)
    with pytest.raises(CotextError):
        CoClustering.load(run, models=models)


def hostile(path, lines, size):
    """A file of one pack that is signed, and an index that says how long it is."""
    packed = gzip.compress(lines)
    path.write_bytes(packed)
    parts = {"rows": [0, 1], "offsets": [0, len(packed)], "sizes": [size], "sums": [zlib.crc32(packed)]}
    return SavedTexts.opened(path, {name: np.array(value) for name, value in parts.items()}, 1)


@pytest.mark.parametrize(
    "lines",
    [
        b"no JSON\n",
        b"[]\n",
        b'{"id": "a"}\n',
        b'{"text": 3}\n',
        b'{"text": "a"}\n' * 2,
        b"",
        b"[" * 10**5 + b"\n",
    ],
)
def test_hostile_lines_are_refused(tmp_path, lines):
    found = hostile(tmp_path / FILE, lines, len(lines))
    with pytest.raises(CotextError, match="is damaged"):
        found[0]


def test_no_more_is_unpacked_than_was_declared(tmp_path):
    found = hostile(tmp_path / FILE, b'{"text": "' + b"a" * 10**7 + b'"}\n', 20)
    with pytest.raises(CotextError, match="not of the size it declares"):
        found[0]


@pytest.fixture(scope="module")
def given():
    return make_texts(60, 3, random_state=0).texts


@pytest.fixture(scope="module")
def result(given):
    return cotext.cluster(given, 3, random_state=0)


def test_texts_stay_through_edits(result, given, tmp_path):
    assert result.texts == given
    for edited in (result.split(0), result.merge([0, 1]), result.rename(0, "a"), result.mark_noise(1)):
        assert edited.texts is result.texts
    nested = cotext.cluster(given, levels=[2, 4], random_state=0)
    assert nested.at_level(0).texts is nested.texts
    result.save(tmp_path / "run")
    assert list(CoClustering.load(tmp_path / "run").merge([0, 2]).texts) == given


@pytest.mark.parametrize("asked", [{"segment": 10}, {"deduplicate": True}])
def test_texts_are_those_of_the_documents_whatever_was_fitted(given, asked, tmp_path):
    copied = [*given, *given[:5]]
    cotext.cluster(copied, 3, random_state=0, **asked).save(tmp_path / "run")
    assert list(CoClustering.load(tmp_path / "run").texts) == copied


@pytest.mark.parametrize("asked", [{}, {"segment": 10}, {"deduplicate": True}])
def test_a_run_that_keeps_no_texts_has_no_word_in_a_row(given, asked, tmp_path):
    result = cotext.cluster([*given, *given[:5]], 3, random_state=0, keep_texts=False, phrases=False, **asked)
    assert (result.texts, result.excerpts) == (None, None)
    result.save(tmp_path / "run")
    found = CoClustering.load(tmp_path / "run")
    assert (found.texts, found.excerpts) == (None, None)
    assert found.documents().columns == ("id", "cluster", "confidence", "second")
    with np.load(tmp_path / "run" / "arrays.npz") as arrays:
        content = b"".join(arrays[name].tobytes() for name in arrays)
    content += b"".join(path.read_bytes() for path in (tmp_path / "run").iterdir())
    assert not any(" ".join(text.split()[:3]).encode() in content for text in given)
    if asked.get("segment"):
        assert found.segments().columns == ("id", "segment", "cluster", "confidence")


def test_a_run_of_a_store_has_excerpts_and_no_texts(given, tmp_path):
    shard(given, tmp_path / "store")
    result = cotext.cluster(str(tmp_path / "store"), 3, random_state=0)
    assert result.texts is None
    assert result.excerpts[0].startswith(given[0][:20])
    private = cotext.cluster(str(tmp_path / "store"), 3, random_state=0, keep_texts=False)
    assert private.excerpts is None
