"""Results of fits that have seen each text once, or pieces: still one row per document."""

import hashlib
import json
import warnings
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

import cotext
from cotext.datasets import make_texts
from cotext.errors import CotextError, UsageError
from cotext.fitting.aggregate import gathered
from cotext.metrics import ari
from cotext.models import all_models, by_name
from cotext.result import CoClustering

MODELS = [model.cli_name for model in all_models()]
DATA = make_texts(30, 3, random_state=1)
QUICK = {"n_clusters": 3, "random_state": 0}


def fitted(texts, model="consensus", **asked):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        starts = {"n_init": 2} if "n_init" in by_name(model)().get_params() else {}
        return cotext.cluster(texts, model=model, **QUICK, **starts, **asked)


@pytest.fixture(scope="module")
def books():
    """Four long documents: two of one topic each, two that change theirs after a third."""
    topics = [
        " ".join(text for text, k in zip(DATA.texts, DATA.labels, strict=True) if k == j) for j in range(3)
    ]
    third = [text[: len(text) // 3].rsplit(". ", 1)[0] + "." for text in topics]
    return [topics[0], topics[1], f"{third[0]} {topics[2]}", f"{third[1]} {topics[2]}"]


@pytest.mark.parametrize("model", MODELS)
def test_copies_have_the_cluster_of_their_first_whatever_the_model(model):
    result = fitted([*DATA.texts, *DATA.texts[5:12]], model, deduplicate=True)
    assert_array_equal(result.row_labels_[30:], result.row_labels_[5:12])
    alone = fitted(DATA.texts, model)
    assert_array_equal(result.row_labels_[:30], alone.row_labels_)
    assert_allclose(result.model.criterion_, alone.model.criterion_)
    assert_allclose(result.memberships[:30], alone.memberships, atol=1e-6)
    assert_allclose(result.memberships[30:], result.memberships[5:12])
    assert len(result.documents()) == 37


@pytest.mark.parametrize("model", MODELS)
def test_whatever_the_model_a_segmented_run_is_saved_and_loaded(model, books, tmp_path):
    result = fitted(books, model, segment=25)
    assert len(result.documents()) == 4
    result.save(tmp_path / "run")
    again = CoClustering.load(tmp_path / "run")
    assert again.documents() == result.documents()
    assert again.segments() == result.segments()
    if hasattr(result.model, "predict"):
        assert again.predict(books) == result.predict(books)


def test_segments_tell_topics_within_a_document(books):
    result = fitted(books, segment=25)
    table = result.segments()
    assert table.columns == ("id", "segment", "cluster", "confidence", "excerpt")
    assert result.row_labels_[2] == result.row_labels_[3]
    assert len(set(result.row_labels_)) == 3
    for book in range(4):
        own = [row for row in table if row["id"] == str(book)]
        assert [row["segment"] for row in own] == list(range(1, len(own) + 1))
        assert books[book].startswith(own[0]["excerpt"][:20])
        whole = {row["cluster"] for row in own}
        assert whole == ({result.row_labels_[book]} if book < 2 else {*result.row_labels_[[book - 2, book]]})
    assert next(row["cluster"] for row in table if row["id"] == "2") == result.row_labels_[0]


def test_a_cluster_may_have_no_document_of_its_own(books, tmp_path):
    result = fitted(books[2:], segment=25, max_df=1.0)
    assert (result.n_clusters[0], len(result.row_labels_)) == (3, 2)
    assert set(result.segments().column("cluster")) == {0, 1, 2}
    tops = [{word.rstrip("0123456789") for word in words[:5]} for words in result.summary().column("words")]
    assert sorted(map(sorted, tops)) == [["alpha"], ["beta"], ["gamma"]]  # of segments: documents mix them
    mass = np.array(result.blocks().column("mass")).reshape(3, 3)
    assert (mass.max(axis=1) > 0).all()
    assert mass.sum() == result.counts.sum()
    result.save(tmp_path / "run")
    assert CoClustering.load(tmp_path / "run").summary() == result.summary()


def test_a_document_that_is_not_cut_has_the_cluster_of_its_only_segment():
    result = fitted(DATA.texts, segment=1000)
    assert_array_equal(result.row_labels_, result.segments().column("cluster"))
    assert_array_equal(result.row_labels_, fitted(DATA.texts).row_labels_)
    assert_allclose(result.confidence, fitted(DATA.texts).confidence)


def test_copies_of_a_cut_document_list_its_segments(books):
    result = fitted([*books, books[0]], segment=25, deduplicate=True)
    table = result.segments()
    copies = [[row["excerpt"] for row in table if row["id"] == name] for name in ("0", "4")]
    assert copies[0] == copies[1] != []
    assert result.row_labels_[0] == result.row_labels_[4]


def test_memberships_are_the_mean_over_parts_that_have_words():
    parts = sparse.csr_array([[1, 1, 1, 0], [0, 0, 0, 1]])
    shares = np.array([[0.6, 0.4], [0.3, 0.7], [1.0, 0.0], [0.5, 0.5]])
    empty = np.array([False, False, True, True])
    clusters, Z = gathered(parts, np.array([0, 1, 0, 1]), shares, empty)
    assert clusters.tolist() == [1, 1]
    assert_allclose(Z, [[0.45, 0.55], [0.5, 0.5]])


def test_without_segments_there_is_no_table_of_them(tmp_path):
    result = fitted(DATA.texts)
    with pytest.raises(UsageError, match="has no segments: fit with segment=200"):
        result.segments()
    fitted(DATA.texts, segment=8).save(tmp_path / "run")
    assert (tmp_path / "run/segments.csv").read_text().startswith("id,segment,cluster,confidence,excerpt\n")
    result.save(tmp_path / "run")
    assert not (tmp_path / "run/segments.csv").exists()


def test_agreement_with_classes_is_that_of_documents():
    data = make_texts(30, 3, random_state=1)
    frame = {"text": data.texts, "class": [data.label_names[k] for k in data.labels]}
    result = fitted(pd.DataFrame(frame), segment=8)
    assert result.metrics["ari"] == pytest.approx(ari(data.labels, result.row_labels_))
    assert result.metrics["ari"] > 0.9


@pytest.mark.parametrize(
    "change",
    [
        lambda a: a.update({"segments.clusters": a["segments.clusters"][:-1]}),
        lambda a: a.update({"segments.clusters": a["segments.clusters"] * 0.5}),
        lambda a: a.update({"segments.confidence": a["segments.confidence"].astype(int)}),
        lambda a: a.update({"segments.parts.shape": a["segments.parts.shape"] + [1, 0]}),
        lambda a: a.update({"segments.counts.data": -a["segments.counts.data"]}),
        lambda a: a.update({"segments.counts.shape": a["segments.counts.shape"] + [0, 1]}),
    ],
)
def test_damaged_segments_are_refused(tmp_path, change):
    run = tmp_path / "run"
    fitted(DATA.texts, "nmf", segment=8).save(run)
    with np.load(run / "arrays.npz") as stored:
        arrays = dict(stored)
    change(arrays)
    np.savez_compressed(run / "arrays.npz", **arrays)
    environment = json.loads((run / "environment.json").read_text())
    environment["arrays"]["sha256"] = hashlib.sha256((run / "arrays.npz").read_bytes()).hexdigest()
    (run / "environment.json").write_text(json.dumps(environment))
    with pytest.raises(CotextError, match="is damaged"):
        CoClustering.load(run)


def test_segments_follow_levels_and_merges_but_not_splits(books, tmp_path):
    result = fitted(books, segment=25, levels=[2, 4], model="nested")
    coarse, merged = result.at_level(0), result.at_level(0).merge([0, 1])
    fine = np.array(result.segments().column("cluster"))
    assert_array_equal(coarse.segments().column("cluster"), result.model.parents_[0][fine])
    assert result.segments().column("level_1") == coarse.segments().column("cluster")
    assert set(merged.segments().column("cluster")) == {0}
    result.pieces = replace(result.pieces, clusters=np.where(np.arange(len(fine)) == 2, -1, fine))
    assert result.at_level(0).segments().column("cluster")[1:4].index(-1) == 1
    coarse.save(tmp_path / "run")
    assert CoClustering.load(tmp_path / "run").segments() == coarse.segments()
    with pytest.raises(UsageError, match="after a split they are not known"):
        coarse.split(int(np.bincount(coarse.row_labels_).argmax())).segments()


def test_the_opinions_on_a_document_are_those_on_most_of_its_segments(books):
    result = cotext.cluster(books, 2, segment=20, random_state=0)
    said = result.model.opinion_labels_
    assert said.shape == (27, len(books))
    assert said.min() >= 0
