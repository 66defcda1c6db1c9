"""Edits survive any text, and names follow their documents."""

import json
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotext.corpus import DocWord
from cotext.datasets import make_planted
from cotext.errors import CotextError, UsageError
from cotext.models import SphericalKMeans
from cotext.result import CoClustering
from cotext.runfolder.edits import EDITS, add_edit, apply_edits, history, read_edits, settled

CLUSTERS = 6


@pytest.fixture(scope="module")
def result():
    data = make_planted(n_documents=60, n_words=60, n_clusters=CLUSTERS, density=0.4, random_state=0)
    model = SphericalKMeans(CLUSTERS, random_state=0, n_init=2).fit(data.X)
    words, ids = [f"w{j}" for j in range(60)], [f"d{i}" for i in range(60)]
    return CoClustering.from_fit(model, DocWord(data.X, words, ids))


@given(texts=st.lists(st.text(min_size=1), min_size=1, max_size=4), undone=st.integers(0, 4))
@settings(max_examples=30, deadline=None)
def test_any_text_comes_back_and_undo_takes_the_last_one(tmp_path_factory, texts, undone):
    folder = tmp_path_factory.mktemp("run")
    for k, text in enumerate(texts):
        add_edit(folder, edit="rename", cluster=k, name=text)
    undone = min(undone, len(texts))
    for _ in range(undone):
        add_edit(folder, edit="undo")
    assert [edit.values["name"] for edit in read_edits(folder)] == texts[: len(texts) - undone]
    assert len((folder / EDITS).read_bytes().splitlines()) == len(texts) + undone


def test_history_has_every_line_and_says_which_are_undone(tmp_path):
    assert history(tmp_path) == []
    for name in ("one", "two", "three"):
        add_edit(tmp_path, edit="rename", cluster=0, name=name)
        if name != "one":
            add_edit(tmp_path, edit="undo")
    found = history(str(tmp_path))
    assert [(one["edit"], one.get("name"), one["undone"]) for one in found] == [
        ("rename", "one", False),
        ("rename", "two", True),
        ("undo", None, False),
        ("rename", "three", True),
        ("undo", None, False),
    ]
    assert all(one["at"] for one in found)


def test_colours_and_noise_follow_their_documents(result):
    marked = result.recolor(4, "#4477AA").recolor(5, "#aa0000").mark_noise(5).mark_noise(4).mark_noise(1)
    assert (marked.colors, marked.noise) == ({4: "#4477aa", 5: "#aa0000"}, {1, 4, 5})
    assert (result.colors, result.noise) == ({}, frozenset())
    both = marked.merge([4, 5])
    assert (both.colors, both.noise) == ({4: "#4477aa"}, {1, 4})
    mixed = marked.merge([0, 1])  # real documents are not set aside without a word
    assert (mixed.colors, mixed.noise) == ({3: "#4477aa", 4: "#aa0000"}, {3, 4})
    parts = marked.split(1)
    assert (parts.colors, parts.noise) == (marked.colors, {1, 4, 5})
    assert marked.recolor(4, "").mark_noise(4, False).colors == {5: "#aa0000"}
    assert marked.mark_noise(4, False).mark_noise(3, False).noise == {1, 5}


def test_what_a_person_has_said_of_clusters_is_saved(result, tmp_path):
    said = result.rename(0, "a").note(1, "b").recolor(2, "#123456").mark_noise(3)
    said.save(tmp_path / "run")
    again = CoClustering.load(tmp_path / "run")
    for name in ("names", "notes", "colors", "noise"):
        assert getattr(again, name) == getattr(said, name)
    remark = f"{said.sizes[3]} of 60 documents are set aside as noise: clusters 3"
    assert remark in again.remarks
    assert remark not in result.remarks


@pytest.mark.parametrize("color", ["red", "#12345", "#1234567", "#12345g", 3, "#123456\n", None])
def test_what_is_no_colour_is_refused(result, color):
    with pytest.raises(UsageError, match="expected one such as"):
        result.recolor(0, color)


def test_clusters_that_are_not_there_have_no_colour_and_are_no_noise(result):
    with pytest.raises(UsageError, match="no document cluster 6"):
        result.recolor(6, "#123456")
    with pytest.raises(UsageError, match="no document cluster -1"):
        result.mark_noise(-1)


def test_a_split_is_the_same_whenever_it_is_applied(result, tmp_path):
    result.save(tmp_path / "run")
    what, split = {"edit": "split", "cluster": 0, "into": 3}, result.split(0, 3)
    for made in (what, settled(result, what)):
        add_edit(tmp_path / "run", **made)
        again = CoClustering.load(tmp_path / "run")
        assert again.row_labels_.tolist() == split.row_labels_.tolist()
        assert again.model.nodes_.tobytes() == split.model.nodes_.tobytes()
        assert again.confidence.tolist() == split.confidence.tolist()
        add_edit(tmp_path / "run", edit="undo")
    assert "parts" not in history(tmp_path / "run")[2]


def test_what_utf_8_cannot_hold_is_replaced(tmp_path):
    add_edit(tmp_path, edit="rename", cluster=0, name="a\udcffb")
    assert [edit.values["name"] for edit in read_edits(tmp_path)] == ["a?b"]


@given(chosen=st.sets(st.integers(0, CLUSTERS - 1), min_size=2), named=st.sets(st.integers(0, CLUSTERS - 1)))
@settings(max_examples=15, deadline=None)
def test_names_follow_their_documents_through_a_merge(result, chosen, named):
    for k in sorted(named):
        result = result.rename(k, f"name {k}")
    merged = result.merge(chosen)
    for k in sorted(named):
        (now,) = set(merged.row_labels_[result.row_labels_ == k].tolist())
        first = min(named & chosen) if k in chosen else k
        assert merged.names[now] == f"name {first}"
    assert len(merged.names) == len(named - chosen) + bool(named & chosen)


def test_half_a_line_at_the_end_is_dropped_with_a_note_and_the_next_edit_has_a_line_of_its_own(tmp_path):
    add_edit(tmp_path, edit="rename", cluster=0, name="Bäume")
    whole = (tmp_path / EDITS).read_bytes()
    torn = whole[: whole.index("ä".encode()) + 1]  # within a character
    (tmp_path / EDITS).write_bytes(whole + torn)
    with pytest.warns(UserWarning, match=r"edits\.jsonl ends in half a line"):
        assert [edit.values["name"] for edit in read_edits(tmp_path)] == ["Bäume"]
    assert len(history(tmp_path)) == 1
    add_edit(tmp_path, edit="rename", cluster=0, name="Trees")
    assert [edit.values["name"] for edit in read_edits(tmp_path)] == ["Bäume", "Trees"]
    assert (tmp_path / EDITS).read_bytes().startswith(whole)


def test_a_last_line_without_a_line_break_is_a_line(tmp_path):
    (tmp_path / EDITS).write_text('{"edit": "rename", "cluster": 0, "name": "by hand"}')
    add_edit(tmp_path, edit="rename", cluster=1, name="Trees")
    assert [edit.values["name"] for edit in read_edits(tmp_path)] == ["by hand", "Trees"]


def test_a_file_of_edits_may_be_empty(tmp_path):
    (tmp_path / EDITS).touch()
    assert history(tmp_path) == []


def test_a_wrong_line_before_the_end_is_not_dropped(tmp_path):
    (tmp_path / EDITS).write_text('{"edit": "rename", "clu\n{"edit": "undo"}\n')
    with pytest.raises(CotextError, match="line 1: "):
        read_edits(tmp_path)


ODD = [None, True, 0, -1, 10**10, 10**400, 1.5, float("nan"), "", "a", [], [0], [[0]], ["a"], [10**30] * 60]
ODD += [{}, [-1] * 60, [2**31] * 60, "x" * 1000]
FIELDS = {
    "cluster": 0,
    "name": "a",
    "text": "b",
    "color": "#112233",
    "noise": True,
    "clusters": [0, 1],
    "into": 2,
}


MORE_EDITS = [
    pytest.param(edit, marks=pytest.mark.slow) for edit in ("rename", "note", "color", "noise", "undo")
]


@pytest.mark.parametrize("edit", ["merge", "split", "nothing", *MORE_EDITS])
def test_a_line_of_any_types_is_applied_or_refused_by_its_number(result, tmp_path, edit):
    other = ["name", "text", "color", "noise"] if edit == "split" else []  # each split is a fit
    fields = [field for field in [*FIELDS, "edit", "parts", "at", "folder"] if field not in other]
    for field, value in product(fields, ODD):
        line = json.dumps({"edit": edit, **FIELDS, field: value})
        (tmp_path / EDITS).write_text(line + "\n")
        said = ""
        try:
            apply_edits(result, read_edits(tmp_path), tmp_path)  # as those of a run that is loaded
        except CotextError as error:
            said = str(error)
        assert not said or "edits.jsonl, line 1: " in said


def test_the_time_of_an_edit_is_that_of_its_writing(tmp_path):
    add_edit(tmp_path, edit="undo", at="1970-01-01T00:00:00+00:00")
    assert "1970" not in (tmp_path / EDITS).read_text()
