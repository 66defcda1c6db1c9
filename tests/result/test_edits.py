"""Edits survive any text, and names follow their documents."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotext.corpus.documents import DocWord
from cotext.datasets import make_planted
from cotext.models import SphericalKMeans
from cotext.result import CoClustering
from cotext.result.edits import EDITS, add_edit, read_edits

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
    assert [edit.what["name"] for edit in read_edits(folder)] == texts[: len(texts) - undone]
    assert len((folder / EDITS).read_bytes().splitlines()) == len(texts) + undone


def test_what_utf_8_cannot_hold_is_replaced(tmp_path):
    add_edit(tmp_path, edit="rename", cluster=0, name="a\udcffb")
    assert [edit.what["name"] for edit in read_edits(tmp_path)] == ["a?b"]


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
