"""A report lists the same similar words as the explorer."""

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

import cotext
from cotext.datasets import make_texts
from cotext.explorer.run_api import add_runs
from cotext.explorer.run_cache import RunCache
from cotext.report import near_words
from cotext.report.report import Report
from cotext.result import CoClustering


@pytest.fixture(params=["consensus", "chi-sim"])
def folder(request, tmp_path):
    """A folder with one run, of a model that knows how similar words are or of one that does not."""
    texts = make_texts(60, 3).texts
    cotext.cluster(texts, 3, request.param, random_state=0).save(tmp_path / "letters")
    return tmp_path


@pytest.fixture
def explored(folder):
    """What the explorer answers about a word."""
    app = FastAPI()
    add_runs(app, RunCache(folder), read_only=True)
    client = TestClient(app)
    return lambda word: client.get("/api/runs/letters/word", params={"word": word}).json()


def similar_in(words):
    """The similar words of each telling word in a report, as the page lists them."""
    telling = words["telling"]
    return {
        words["words"][index]: [{"word": words["words"][j], "similarity": value} for j, value in near]
        for index, near in zip(telling["index"], telling["similar"], strict=True)
    }


@pytest.mark.parametrize("few", [False, True])
def test_similar_words_are_those_of_the_explorer(folder, explored, deck_in, monkeypatch, few):
    if few:  # some similar words are then neither frequent nor telling
        for name in ("report.WORDS", "overview.TELLING", "overview.KEY"):
            monkeypatch.setattr(f"cotext.report.{name}", 1)
        monkeypatch.setattr("cotext.report.overview.SIMILAR_WORDS", 3)
    result = CoClustering.load(folder / "letters")
    words = deck_in(Report(result, "letters").page())["words"]
    listed = similar_in(words)
    assert (len(words["words"]) < words["of"]) is few
    for word, similar in listed.items():
        assert similar == explored(word)["similar"]
        assert similar


def test_similar_words_do_not_depend_on_how_many_are_computed_at_once(result, monkeypatch):
    columns = range(len(result.docword.vocabulary))
    together = near_words(result, columns)
    monkeypatch.setattr("cotext.result.similar.BLOCK", 1)
    assert near_words(result, columns) == together
    assert [near_words(result, [column])[0] for column in columns] == together


def test_similar_words_are_the_first_of_the_table_and_have_something_in_common(result):
    for column in (0, 5, 11):
        table = result.similar_words(result.docword.vocabulary[column], 12)
        expected = [(row["word"], round(row["similarity"], 3)) for row in table if row["similarity"] > 0]
        [near] = near_words(result, [column])
        assert [(result.docword.vocabulary[other], value) for other, value in near] == expected
