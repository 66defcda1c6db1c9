"""A cluster may be given by its number or by the name that somebody gave it, wherever one is asked for."""

import inspect
from importlib import import_module

import numpy as np
import pytest

import cotext
from cotext.errors import UsageError
from cotext.pictures import QUESTIONS
from cotext.pictures.prepare import numbers_of
from cotext.result import CoClustering
from cotext.result.cluster_lookup import (
    describe_cluster,
    describe_word_cluster,
    document_cluster,
    word_cluster,
)

TEXTS = (
    ["red oak, tall elm, oak leaf"] * 6
    + ["cold rain, wet snow, rain cloud"] * 6
    + ["fast car, loud horn, car engine"] * 6
)
FURTHER = {"n": 3, "name": "N", "text": "N", "color": "#112233", "into": 2}


@pytest.fixture(scope="module")
def result():
    return cotext.cluster(TEXTS, 3, random_state=0, quiet=True).rename(0, "Zero").rename(2, "Trees")


def preparing(picture):
    return import_module(f"cotext.pictures.prepare.{picture}").prepare


def asks_for_a_cluster(function):
    return "cluster" in inspect.signature(function).parameters


METHODS = [
    name
    for name, method in inspect.getmembers(CoClustering, inspect.isfunction)
    if not name.startswith("_") and asks_for_a_cluster(method)
]


def same(one, other):
    if isinstance(one, CoClustering):
        kept = ("names", "notes", "colors", "noise")
        return np.array_equal(one.row_labels_, other.row_labels_) and all(
            getattr(one, name) == getattr(other, name) for name in kept
        )
    if isinstance(one, tuple):
        return all(map(same, one, other))
    return np.array_equal(one, other) if isinstance(one, np.ndarray) else one == other


def test_the_methods_that_ask_for_a_cluster_are_found():
    assert {"top_words", "keyness", "representative_documents", "rename", "split", "parts_of"} <= set(METHODS)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.filterwarnings("ignore")
def test_every_method_takes_a_name_as_it_takes_a_number(result, method):
    texts = [f"{text} {extra}" for text, extra in zip(TEXTS, ["birch", "hail", "road"] * 6, strict=True)]
    result = cotext.cluster(texts, 3, random_state=0, quiet=True).rename(2, "Trees")
    asked = inspect.signature(getattr(result, method)).parameters
    further = {name: value for name, value in FURTHER.items() if name in asked}
    by_number, by_name = (getattr(result, method)(cluster, **further) for cluster in (2, "Trees"))
    assert same(by_number, by_name)
    assert same(by_number, getattr(result, method)(np.int64(2), **further))
    with pytest.raises(UsageError, match=r"no document cluster Tres \(did you mean 'Trees'\?\)"):
        getattr(result, method)("Tres", **further)
    with pytest.raises(UsageError, match="no document cluster 3; give a number from 0 to 2"):
        getattr(result, method)(3, **further)


@pytest.mark.parametrize("picture", [name for name in QUESTIONS if asks_for_a_cluster(preparing(name))])
def test_every_picture_of_a_cluster_takes_a_name(result, picture):
    by_number, by_name = (numbers_of(picture, result, cluster=cluster) for cluster in (2, "Trees"))
    assert by_number.table() == by_name.table()
    assert (by_number.title, by_number.note) == (by_name.title, by_name.note)


def test_clusters_are_merged_by_name_and_number(result):
    assert same(result.merge(["Zero", 2]), result.merge([0, 2]))
    with pytest.raises(UsageError, match="'Zero' is not a list"):
        result.merge("Zero")
    with pytest.raises(UsageError, match="merge was given"):
        result.merge(["Zero", 0])


def test_a_cluster_is_described_by_name(result):
    assert describe_cluster(result, "Trees") == describe_cluster(result, 2)


def test_a_name_that_two_clusters_have_is_refused_with_their_numbers(result):
    twice = result.rename(1, "Trees")
    with pytest.raises(UsageError, match=r"clusters \[1, 2\] have the name 'Trees'; give the number"):
        twice.top_words("Trees")
    assert twice.top_words(2) == result.top_words("Trees")


def test_what_is_neither_a_number_nor_a_name_is_refused(result):
    for wrong in (1.0, True, None, [1]):
        with pytest.raises(UsageError, match="there is no document cluster"):
            document_cluster(result, wrong)
    with pytest.raises(UsageError, match=r"there is no document cluster -1"):
        result.keyness(-1)
    with pytest.raises(UsageError, match="there is no word cluster 'Trees'"):
        word_cluster(result, "Trees")
    with pytest.raises(UsageError, match="there is no word cluster 'Trees'; give a number from 0 to 2"):
        result.top_words("Trees", side="words")
    with pytest.raises(UsageError, match="there is no word cluster 7"):
        describe_word_cluster(result, 7)
