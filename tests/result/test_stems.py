"""Words are clustered by their stems and shown by their commonest form."""

import csv
import hashlib
import json

import numpy as np
import pytest

import cotext
from cotext.errors import CotextError, UsageError
from cotext.matrix import DocumentFrequencies
from cotext.pictures.prepare.kwic import prepare
from cotext.result import CoClustering
from cotext.tokens import tokenize

LIBRARY = [
    "The library lends books",
    "Libraries lend a book",
    "A library, the library of books",
    "Lending books",
]
WEATHER = ["Storms and winds", "A storm, the stormy wind", "Winds of winter storms", "Winter winds"]


@pytest.fixture(scope="module")
def result():
    return cotext.cluster((LIBRARY + WEATHER) * 3, 2, "nmtf", stem="porter", random_state=0, n_init=2)


def test_tables_show_the_commonest_form_and_never_a_stem(result):
    shown = ["books", "lend", "library", "storms", "stormy", "winds", "winter"]
    assert sorted(result.docword.vocabulary) == shown
    assert result.words().column("word") == list(result.docword.vocabulary)
    assert {word for words in result.summary().column("words") for word in words} <= set(shown)


def test_equally_common_forms_are_shown_by_the_first_in_the_alphabet():
    tokens = tokenize(["lends lending oak", "lending lends elm"], stem="porter")
    assert tokens.types == ["lend", "oak", "elm"]
    frequencies = DocumentFrequencies()
    frequencies.add(tokens)
    assert frequencies.shown_as(["elm", "lend"]) == ["elm", "lending"]


@pytest.mark.parametrize("typed", ["library", "Libraries", "librari", "LIBRARY"])
def test_a_word_is_found_by_any_of_its_forms(result, typed, tmp_path):
    result.save(tmp_path / "run")
    for one in (result, CoClustering.load(tmp_path / "run")):
        assert one.similar_words(typed, 1).column("word") == ["books"]
        assert one.similar_words(typed) == result.similar_words("library")


@pytest.mark.parametrize("typed", ["zebra", "the", "library books", ""])
def test_what_is_no_word_of_the_result_is_refused(result, typed):
    with pytest.raises(UsageError, match="there is no word"):
        result.similar_words(typed)


def test_a_run_keeps_its_stems(result, tmp_path):
    result.save(tmp_path / "run")
    loaded = CoClustering.load(tmp_path / "run")
    assert loaded.recipe.vocabulary_ == result.recipe.vocabulary_ != loaded.recipe.shown_
    rows = csv.DictReader((tmp_path / "run" / "words.csv").read_text().splitlines())
    assert {row["word"]: row["stem"] for row in rows}["library"] == "librari"
    assert loaded.predict(["A lent library"]) == result.predict(["A lent library"])
    assert loaded.predict(LIBRARY + WEATHER).column("cluster") == result.row_labels_[:8].tolist()


def test_keywords_in_context_are_found_by_their_stems(result):
    keywords = {line.keyword.lower() for line in prepare(result, lines=8).lines}
    assert {"books", "winds"} <= keywords  # of the stems book and wind


@pytest.mark.parametrize("words", [["a"], 7, [1] * 7])
def test_a_damaged_list_of_stems_is_refused(result, tmp_path, words):
    run = tmp_path / "run"
    result.save(run)
    with np.load(run / "arrays.npz") as stored:
        arrays = dict(stored)
    arrays["recipe.vocabulary"] = np.frombuffer(json.dumps(words).encode(), dtype=np.uint8)
    np.savez_compressed(run / "arrays.npz", **arrays)
    environment = json.loads((run / "environment.json").read_text())
    environment["arrays"]["sha256"] = hashlib.sha256((run / "arrays.npz").read_bytes()).hexdigest()
    (run / "environment.json").write_text(json.dumps(environment))
    with pytest.raises(CotextError, match="is damaged"):
        CoClustering.load(run)
