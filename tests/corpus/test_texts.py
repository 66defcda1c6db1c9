"""Many texts lie on the disk, and nobody notices but the memory."""

import copy
import io
import json
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

import cotext
from cotext.corpus import Texts, read, text_buffer
from cotext.corpus.text_buffer import TextBuffer
from cotext.tokens import tokenize

SOME = ["An oak.", "", "Déjà vu à la gare", "東京都 は", "\ud800 half \U0001f600", "an elm\n\nand more " * 50]


@pytest.fixture
def on_disk(monkeypatch):
    """Any texts are many."""
    monkeypatch.setattr(text_buffer, "LARGE", -1)


def collected(texts):
    found = TextBuffer()
    found.extend(texts)
    return found.finish()


def test_few_texts_are_a_list():
    assert type(collected(SOME)) is list


def test_texts_on_the_disk_are_a_sequence_of_strings(on_disk):
    texts = collected(SOME)
    assert type(texts) is Texts
    assert texts == SOME
    assert SOME == texts  # noqa: SIM300
    assert texts != SOME[:-1]
    assert texts != [*SOME[:-1], "other"]
    assert [texts[i] for i in range(-len(SOME), len(SOME))] == SOME * 2
    assert texts[1:4] == SOME[1:4]
    assert texts[::-2] == SOME[::-2]
    assert SOME[2] in texts
    assert texts.index(SOME[3]) == 3
    with pytest.raises(IndexError):
        texts[len(SOME)]


@settings(deadline=None, max_examples=50)
@given(st.lists(st.text(st.characters(exclude_categories=())), max_size=30), st.integers(1, 40))
def test_any_strings_come_back_as_they_were_in_pieces_of_any_size(strings, size):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_buffer, "LARGE", -1)
        texts = collected(["", *strings])
    assert list(texts) == ["", *strings]
    assert [text for part in texts.parts(size) for text in part] == ["", *strings]
    for again in (pickle.loads(pickle.dumps(texts)), copy.deepcopy(texts)):
        assert again == texts


def test_texts_that_were_let_go_are_read_again(on_disk):
    texts = collected(SOME)
    for _ in range(3):
        texts.let_go()
        assert texts == SOME


class Full(io.FileIO):
    """A disk with room for a few bytes."""

    room = 40

    def write(self, data):
        if self.tell() >= self.room:
            raise OSError(28, "No space left on device")
        return super().write(bytes(data)[: self.room - self.tell()])


@pytest.mark.parametrize("room", [0, 1, 40, 999])
def test_texts_stay_in_memory_where_the_disk_is_full(on_disk, monkeypatch, tmp_path, room):
    monkeypatch.setattr(Full, "room", room)
    monkeypatch.setattr(text_buffer.tempfile, "TemporaryFile", lambda **_: Full(tmp_path / "file", "w+"))
    assert collected(SOME * 3) == SOME * 3


def test_texts_stay_in_memory_where_there_is_no_disk(on_disk, monkeypatch):
    def refuse(**_):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(text_buffer.tempfile, "TemporaryFile", refuse)
    assert collected(SOME) == SOME


def assert_same_tokens(one, other):
    for name in ("ids", "offsets", "sentences", "stop"):
        assert_array_equal(getattr(one, name), getattr(other, name))
    assert (one.types, one.settings, one.notes) == (other.types, other.settings, other.notes)


@pytest.mark.parametrize("home", ["1", "0"])
def test_texts_on_the_disk_are_cut_as_strings_are(monkeypatch, home):
    monkeypatch.setenv("COTEXT_NATIVE", home)
    monkeypatch.setattr("cotext.tokens.native._BATCH", 1 << 12)
    monkeypatch.setattr("cotext.tokens.segment.find_spec", lambda name: None)
    words = [
        "The oak",
        "<b>été</b>",
        "ΟΔΟΣ",
        "a.b@example.org",
        "東京都",
        "&eacute;t&eacute;",
        "naïve",
        "\U0001d400b",
    ]
    strings = [" ".join(words[i % 8 :: 1 + i % 3]) + f". And word{i % 50}!" for i in range(600)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_buffer, "LARGE", -1)
        texts = collected(strings)
    assert_same_tokens(tokenize(texts), tokenize(strings))


@pytest.mark.parametrize("strings", [[""], ["", "", ""], ["", "an oak", ""]])
def test_empty_texts_on_the_disk_are_documents_without_words(on_disk, strings):
    assert_same_tokens(tokenize(collected(strings), language="en"), tokenize(strings, language="en"))


KINDS = {
    "texts.jsonl": lambda rows: "\n".join(map(json.dumps, rows)),
    "texts.csv": lambda rows: "\n".join(["id,text", *(f'{row["id"]},"{row["text"]}"' for row in rows)]),
    "texts.txt": lambda rows: "\n".join(row["text"] for row in rows),
}


@pytest.mark.parametrize("name", KINDS)
def test_a_large_file_is_clustered_from_the_disk_with_the_same_answer(tmp_path, monkeypatch, name):
    rows = [{"id": f"d{i}", "text": ["red oak, tall elm é", "cold rain, wet snow"][i % 2]} for i in range(12)]
    path = tmp_path / name
    path.write_text(KINDS[name](rows), encoding="utf-8")
    small = cotext.cluster(path, n_clusters=2, random_state=0)
    monkeypatch.setattr(text_buffer, "LARGE", 50)
    assert type(read(path).texts) is Texts
    assert list(read(path).texts) == [row["text"] for row in rows]
    large = cotext.cluster(path, n_clusters=2, random_state=0)
    assert_array_equal(large.row_labels_, small.row_labels_)
    assert large.documents().rows == small.documents().rows


def test_a_folder_of_many_texts_lies_on_the_disk(tmp_path, on_disk):
    for i in range(4):
        (tmp_path / f"{i}.txt").write_text(f"text {i}", encoding="utf-8")
    found = read(tmp_path)
    assert type(found.texts) is Texts
    assert list(zip(found.ids, found.texts, strict=True)) == [(str(i), f"text {i}") for i in range(4)]


def test_strings_that_are_in_memory_stay_there(on_disk):
    strings = [text for text in SOME if "\ud800" not in text]
    assert type(read(strings).texts) is list
    assert all(one is other for one, other in zip(read(strings).texts, strings, strict=True))
