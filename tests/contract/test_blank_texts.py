"""Blank texts change nothing: not the words, their weights, the clusters, nor what is said of them."""

import json
import lzma
import os
from itertools import cycle
from pathlib import Path

import numpy as np
import pytest

from cotext import Recipe, choose_clusters, cluster
from cotext.datasets import make_texts
from cotext.metrics import nmi
from cotext.selection.score import measures
from cotext.store import shard

pytestmark = [
    pytest.mark.filterwarnings("ignore::cotext.errors.EmptyInputWarning"),
    pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning"),
]
TEXTS = make_texts(120, 4, random_state=0).texts
WRITTEN = [f"{text} {'once' if i == 7 else ''}" for i, text in enumerate(TEXTS)]  # a word of one document
BLANK = ["", "  \n ", "12 3 ..."]


def blanked(texts, empty=80):
    """Blank texts before, between and after the others, and where the others are."""
    says = np.zeros(len(texts) + empty, dtype=bool)
    says[np.random.default_rng(1).permutation(np.arange(1, len(says) - 1))[: len(texts)]] = True
    blank, others = cycle(BLANK), iter(texts)
    return [next(others) if one else next(blank) for one in says], says


def both(among, alone, *given, **options):
    """The results with and without blank texts."""
    return [cluster(one, *given, random_state=0, quiet=True, **options) for one in (among, alone)]


@pytest.mark.parametrize("options", [{}, {"idf": "smooth"}, {"min_df": 0.05, "max_df": 0.4}, {"segment": 20}])
def test_blank_texts_change_neither_the_words_nor_their_weights(options):
    texts, says = blanked(WRITTEN)
    there, here = Recipe(**options), Recipe(**options)
    among, alone = there.fit_transform(texts, contexts=True), here.fit_transform(WRITTEN, contexts=True)
    assert there.vocabulary_ == here.vocabulary_
    assert there.tokens_ == here.tokens_
    np.testing.assert_array_equal(there.idf_, here.idf_)
    np.testing.assert_array_equal(among.documents.X[says].toarray(), alone.documents.X.toarray())
    assert among.documents.X[~says].nnz == 0
    np.testing.assert_array_equal(among.cooccurrence.toarray(), alone.cooccurrence.toarray())


def test_a_document_of_rare_words_alone_counts_as_a_document_but_has_no_voice():
    texts = [*TEXTS, "zyzzyva"]
    ready = Recipe(language="en").fit_transform(texts)
    assert ready.weighted.X[[-1]].nnz == 0
    plain = Recipe(language="en").fit(TEXTS)
    weights = Recipe(language="en").fit(texts)
    assert weights.vocabulary_ == plain.vocabulary_
    assert (weights.idf_ > plain.idf_).all()


@pytest.mark.parametrize("model", ["consensus", "nmf", "wc-nmtf", "directional", "nested"])
def test_blank_texts_change_nothing_of_a_result(model):
    texts, says = blanked(WRITTEN)
    levels = {"levels": [2, 4]} if model == "nested" else {}
    among, alone = both(texts, WRITTEN, 4, model, **levels)
    for name in ("row_labels_", "confidence", "memberships"):
        np.testing.assert_array_equal(getattr(among, name)[says], getattr(alone, name), err_msg=name)
    assert (among.row_labels_[~says] == -1).all()
    assert not among.confidence[~says].any()
    assert among.sizes.tolist() == alone.sizes.tolist()
    assert [among.top_words(k) for k in range(4)] == [alone.top_words(k) for k in range(4)]
    assert measures(among)["npmi"] == measures(alone)["npmi"]
    np.testing.assert_array_equal(among.split(0).row_labels_[says], alone.split(0).row_labels_)
    new = TEXTS[:20]
    assert among.predict(new).rows == alone.predict(new).rows


def test_blank_texts_change_nothing_that_begins_with_seed_words():
    texts, says = blanked(TEXTS)
    words = Recipe().fit(TEXTS).shown_
    seeds = {"one": words[:2], "two": words[-2:]}
    among, alone = both(texts, TEXTS, 4, seed_words=seeds)
    np.testing.assert_array_equal(among.row_labels_[says], alone.row_labels_)


def test_blank_texts_change_nothing_of_a_choice():
    texts, _ = blanked(TEXTS)
    among, alone = (choose_clusters(given, [2, 4], random_state=0) for given in (texts, TEXTS))
    assert among.table.rows == alone.table.rows


def test_blank_texts_in_a_store_change_neither_words_nor_weights(tmp_path):
    texts, says = blanked(WRITTEN)
    there, here = (shard(given, tmp_path / name) for name, given in (("there", texts), ("here", WRITTEN)))
    assert there.vocabulary == here.vocabulary
    np.testing.assert_array_equal(there.idf, here.idf)
    np.testing.assert_array_equal(there.whole()[says].toarray(), here.whole().toarray())
    among, alone = both(there, here, 4)
    np.testing.assert_array_equal(among.row_labels_[says], alone.row_labels_)


@pytest.mark.data
@pytest.mark.skipif("COTEXT_DATA" not in os.environ, reason="COTEXT_DATA names no folder")
def test_half_of_the_texts_blank_is_no_harm_to_the_others():
    path = Path(os.environ["COTEXT_DATA"], "classic4", "classic4.jsonl.xz")
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    says = np.random.default_rng(0).random(len(rows)) < 0.5
    among = [row["text"] if one else "" for row, one in zip(rows, says, strict=True)]
    alone = [row["text"] for row, one in zip(rows, says, strict=True) if one]
    classes = np.unique([row["label"] for row in rows], return_inverse=True)[1][says]
    with_blanks, without = both(among, alone, 4)
    np.testing.assert_array_equal(with_blanks.row_labels_[says], without.row_labels_)
    np.testing.assert_array_equal(with_blanks.confidence[says], without.confidence)
    assert nmi(classes, without.row_labels_) > 0.65
