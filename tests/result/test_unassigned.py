"""Documents without known words: cluster -1 and confidence 0, wherever a result is read."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

import cotext
from cotext.corpus import DocWord
from cotext.datasets import make_planted, make_texts
from cotext.models import NMTF, Nested, SphericalKMeans
from cotext.pictures import QUESTIONS
from cotext.pictures.display import display_class
from cotext.pictures.prepare import numbers_of
from cotext.result import CoClustering
from cotext.result.block_view import block_table
from cotext.result.memberships import cluster_sizes
from cotext.result.words import counts_by_cluster
from cotext.selection.score import measures

pytestmark = pytest.mark.filterwarnings("ignore::cotext.errors.EmptyInputWarning")
PLANTED = make_planted(40, 30, 3, random_state=0)
TEXTS = make_texts(60, 3, random_state=1)
GAPS = [0, 20, 41, 62]  # an empty text, stop words, blanks, words of one document only


@pytest.fixture(scope="module")
def gapped():
    """Sixty texts of three classes, and four of which no word is known."""
    texts, labels = list(TEXTS.texts), TEXTS.labels.tolist()
    for place, text in zip(GAPS, ["", "and the of with", "   ", "zzyzx qwertz"], strict=True):
        texts.insert(place, text)
        labels.insert(place, place % 3)
    frame = [{"text": t, "class": TEXTS.label_names[k]} for t, k in zip(texts, labels, strict=True)]
    import pandas as pd

    return cotext.cluster(
        pd.DataFrame(frame), 3, "nmtf", text="text", label="class", random_state=0, n_init=3, language="en"
    )


def read(model, X, labels=None):
    names = [f"w{j}" for j in range(X.shape[1])], [f"d{i}" for i in range(X.shape[0])]
    return CoClustering.from_fit(model, DocWord(sparse.csr_array(X), *names, labels, ["a", "b", "c"]))


def test_texts_without_known_words_are_in_no_cluster(gapped):
    assert np.flatnonzero(gapped.row_labels_ == -1).tolist() == GAPS
    assert np.flatnonzero(gapped.confidence == 0).tolist() == GAPS
    documents = gapped.documents()
    assert [documents[place]["cluster"] for place in GAPS] == [-1] * 4
    assert gapped.model.row_labels_.min() == 0


def test_the_summary_counts_the_others_and_says_how_many_are_left(gapped):
    summary = gapped.summary()
    assert sum(summary.column("size")) == 60
    assert_allclose(sum(summary.column("share")), 60 / 64)
    expected = "4 of 64 documents have no known words: they are in cluster -1"
    assert gapped.remarks == [expected]
    assert str(summary).splitlines()[-1] == expected
    assert f"<p>{expected}</p>" in summary._repr_html_()


def test_measures_count_them_as_one_more_cluster(gapped):
    labels = gapped.docword.labels
    assert gapped.metrics["nmi"] == pytest.approx(cotext.metrics.nmi(labels, gapped.row_labels_))
    assert gapped.metrics["purity"] < 1
    assert measures(gapped)["nmi"] == gapped.metrics["nmi"]


def test_a_run_keeps_them_apart(gapped, tmp_path):
    gapped.save(tmp_path / "run")
    again = CoClustering.load(tmp_path / "run")
    assert_array_equal(again.row_labels_, gapped.row_labels_)
    lines = (tmp_path / "run/documents.csv").read_text().splitlines()[1:]
    assert [lines[place].split(",")[1:3] for place in GAPS] == [["-1", "0.0"]] * 4
    assert again.remarks == gapped.remarks


def test_new_documents_are_treated_like_the_first_ones(gapped):
    table = gapped.predict(["", "the of and", "zzyzx", TEXTS.texts[0]])
    assert table.column("cluster")[:3] == [-1] * 3
    assert table.column("confidence")[:3] == [0.0] * 3
    assert table.column("cluster")[3] == gapped.row_labels_[1]


def test_typical_documents_have_words(gapped):
    for cluster in range(3):
        rows = gapped.representative_documents(cluster, 64).column("document")
        assert not set(rows) & set(GAPS)


@pytest.mark.parametrize("name", [name for name in QUESTIONS if name != "clusters"])
def test_every_picture_copes_with_them(gapped, name):
    numbers = numbers_of(name, gapped, **({"periods": [1, 2] * 32} if name == "stream" else {}))
    json.dumps(numbers.as_dict(), allow_nan=False)
    display_class(name)(numbers).plot().figure_.draw_without_rendering()


def test_pictures_show_them_as_what_they_are(gapped):
    sizes = numbers_of("sizes", gapped)
    assert (sizes.clusters[-1], sizes.names[-1], sizes.documents[-1]) == (-1, "no known words", 4)
    assert sum(sizes.documents[:3]) == 60
    assert numbers_of("matrix", gapped).row_clusters == [0, 1, 2, -1]
    assert not set(numbers_of("map", gapped).ids) & {gapped.docword.ids[place] for place in GAPS}
    assert numbers_of("map", gapped).note.endswith("Left out: 4 documents without known words.")
    assert numbers_of("stream", gapped, periods=[1, 2] * 32).counts.sum() == 60


def test_flows_and_the_confusion_have_a_column_for_them(gapped):
    flows = numbers_of("sankey", gapped)
    place = flows.right_clusters.index(-1)
    assert flows.flows[:, place].sum() == 4
    assert flows.flows.sum() == 64
    confusion = numbers_of("confusion", gapped)
    assert confusion.counts[:, confusion.clusters.index(-1)].sum() == 4
    assert np.trace(confusion.counts) / 64 == pytest.approx(gapped.metrics["acc"])


def test_flows_between_runs_have_a_row_for_them(gapped):
    flows = numbers_of("sankey", gapped, other=gapped)
    assert flows.flows[flows.left_clusters.index(-1), flows.right_clusters.index(-1)] == 4


@pytest.mark.parametrize("Model", [NMTF, SphericalKMeans, Nested])
def test_splits_and_merges_leave_them_out(Model):
    X = PLANTED.X.toarray()
    X[[2, 39]] = 0
    first = read(Model(3, random_state=0, n_init=2).fit(X), X)
    second = first.split(0, 2)
    for result in (first, second, second.merge([0, 3])):
        assert np.flatnonzero(result.row_labels_ == -1).tolist() == [2, 39]
    assert_array_equal(second.merge([0, 3]).row_labels_, first.row_labels_)
    assert not any("would move" in note for note in first.docword.notes)


def test_levels_have_minus_one_above_minus_one():
    X = PLANTED.X.toarray()
    X[[0, 17]] = 0
    result = read(Nested(levels=[2, 4], random_state=0).fit(X), X)
    assert [result.documents()[row]["level_1"] for row in (0, 17)] == [-1, -1]
    assert set(result.documents().column("level_1")) == {-1, 0, 1}
    assert result.predict(X[:2]).column("level_1")[0] == -1
    assert np.flatnonzero(result.at_level(0).row_labels_ == -1).tolist() == [0, 17]


def test_slices_that_the_run_does_not_hold_may_know_more():
    from cotext.models import TSPLBM

    slices = [PLANTED.X.toarray(), PLANTED.X.toarray()]
    slices[0][5] = 0
    result = read(TSPLBM(3, random_state=0, n_init=1).fit(slices), slices[0])
    assert result.row_labels_[5] >= 0


def test_empty_clusters_are_told_of():
    X = np.kron(np.eye(2), np.ones((4, 3)))
    model = NMTF(2, random_state=0, n_init=1).fit(X)
    wide = {"row_factor": np.pad(model.row_factor_, ((0, 0), (0, 1)))}
    model.fit_ = replace(model.fit_, block=np.pad(model.block_, ((0, 1), (0, 0))), **wide)
    result = read(model, X)
    (remark,) = result.remarks
    assert remark.startswith("1 of 3 document clusters are empty: ask for fewer clusters")
    assert "document clusters are empty" in str(result)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(-1, 3), min_size=1, max_size=12), st.integers(0, 2**32 - 1))
def test_things_without_a_cluster_change_no_sum(labels, seed):
    labels = np.array(labels)
    counts = np.random.default_rng(seed).integers(0, 4, size=(len(labels), 5)).astype(float)
    own, words = labels >= 0, np.array([0, 1, 0, 1, 1])
    kept = sparse.csr_array(counts[own]), labels[own]
    assert_array_equal(cluster_sizes(labels, 4), np.bincount(labels[own], minlength=4))
    assert_allclose(counts_by_cluster(sparse.csr_array(counts), labels, 4), counts_by_cluster(*kept, 4))
    if own.any():
        both = [block_table(X, z, words, (4, 2)).rows for X, z in ((sparse.csr_array(counts), labels), kept)]
        assert_allclose(*both)
