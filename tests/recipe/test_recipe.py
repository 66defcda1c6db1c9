"""Documents become a matrix in one way, the first time and ever after."""

import io

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal

import cotext
from cotext import Recipe
from cotext.corpus import Columns, DocWord
from cotext.datasets import make_planted, make_texts
from cotext.errors import CotextError, UsageError
from cotext.models import WCNMTF
from cotext.recipe import from_settings


@pytest.fixture(scope="module")
def texts():
    return make_texts(40, 3).texts


def same(one, other):
    assert one.shape == other.shape
    for part in ("data", "indices", "indptr"):
        assert_array_equal(getattr(one, part), getattr(other, part))
    assert one.dtype == other.dtype


def test_a_recipe_gives_what_cluster_used(texts):
    asked = {"stem": "porter", "min_df": 3, "context": "sentence"}
    result = cotext.cluster(texts, 3, "wc-nmtf", n_init=1, random_state=0, **asked)
    ready = Recipe(weighting=WCNMTF.weighting, **asked).fit_transform(texts, contexts=True)
    same(ready.weighted.X, result.docword.X)
    same(ready.counts, result.counts)
    again = WCNMTF(3, n_init=1, random_state=0).fit(ready.weighted.X, **ready.beside)
    assert_array_equal(again.row_labels_, result.row_labels_)
    assert result.recipe.settings().items() <= result.config.items()


@pytest.mark.parametrize("weighting", ["tf", "tf-norm", "tf-idf", "tf-idf-norm", "log-tf-idf-norm"])
@pytest.mark.parametrize("source", ["texts", "matrix"])
def test_the_first_documents_become_the_same_matrix_again(texts, weighting, source):
    documents = texts if source == "texts" else make_planted(40, 30, 3).X
    recipe = Recipe(weighting=weighting)
    ready = recipe.fit_transform(documents)
    same(recipe.transform(documents).X, ready.weighted.X)
    same(Recipe(weighting=weighting).fit(documents).transform(documents).X, ready.weighted.X)


def test_words_and_weights_do_not_follow_new_documents(texts):
    recipe = Recipe(weighting="tf-idf").fit(texts)
    words, idf = list(recipe.vocabulary_), recipe.idf_.copy()
    alone = recipe.transform([texts[7]])
    same(alone.X, recipe.transform(texts).X[[7]])
    assert alone.vocabulary == recipe.vocabulary_ == words
    assert recipe.transform(["nothing of it"]).X.nnz == 0
    assert_array_equal(recipe.idf_, idf)


def test_co_occurrences_are_counted_only_when_asked_for(texts):
    recipe = Recipe()
    assert recipe.fit_transform(texts).cooccurrence is None
    assert (recipe.context_, "context" in recipe.settings()) == (None, False)
    ready = recipe.fit_transform(texts, contexts=True)
    assert list(ready.beside) == ["cooccurrence"]
    assert (recipe.context_, recipe.settings()["context"]) == ("window:40", "window:40")


def test_a_recipe_that_was_not_fitted_says_so(texts):
    with pytest.raises(UsageError, match="learned nothing yet: call fit"):
        Recipe().transform(texts)


def test_auto_is_no_weighting_of_a_recipe():
    with pytest.raises(UsageError, match="weighting 'auto'"):
        Recipe(weighting="auto").fit("there is no such file")


def test_keywords_are_told_apart_from_those_of_models():
    mine, others = Recipe.split({"stem": "porter", "n_init": 2, "id": "name", "vocabulary_": []})
    assert (mine, others) == ({"stem": "porter", "id": "name"}, {"n_init": 2, "vocabulary_": []})


def test_columns_are_remembered_whether_named_or_guessed(texts):
    frame = pd.DataFrame({"name": range(40), "body": texts, "words": texts, "class": "a"})
    assert Recipe().fit(frame).columns_ == Columns("body", None, "class")
    assert Recipe(text="words", id="name").fit(frame).columns_ == Columns("words", "name", "class")
    assert Recipe().fit(texts).columns_ is None


def test_new_documents_keep_their_ids_labels_and_notes(texts):
    recipe = Recipe().fit(pd.DataFrame({"body": texts, "class": ["a", "b"] * 20}))
    new = recipe.transform(pd.DataFrame({"id": ["x", "y"], "body": texts[:2], "class": ["b", None]}))
    assert isinstance(new, DocWord)
    assert (new.ids, new.labels.tolist(), new.label_names) == (["x", "y"], [0, -1], ["b"])
    assert new.notes == ("text from column 'body', ids from 'id', labels from 'class' (guessed)",)


def test_standard_input_is_a_source_like_others(texts, monkeypatch):
    recipe = Recipe().fit(texts)
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(texts)))
    same(recipe.transform("-").X, recipe.transform(texts).X)


def test_the_other_corpus_is_not_printed(texts):
    assert "alpha" not in repr(Recipe(context_from=texts))


def test_a_matrix_of_other_words_is_refused(texts):
    with pytest.raises(UsageError, match="the new matrix has 2 words, the first one 30: count the same"):
        Recipe().fit(make_planted(40, 30, 3).X).transform(np.ones((3, 2)))
    with pytest.raises(UsageError, match="give a matrix"):
        Recipe().fit(make_planted(40, 30, 3).X).transform(texts)


ODD = {"text": "long words", "id": "key name", "label": "sort", "encoding": "cp1252"}


@pytest.fixture
def odd_table(tmp_path, texts):
    """A table that is read wrongly by whoever guesses: the usual names are those of other columns."""
    rows = [
        f"{i};name {i};same;{'Zoë ' * (i % 3 == 0)}{text};x;{'AB'[i % 2]}" for i, text in enumerate(texts)
    ]
    path = tmp_path / "first.csv"
    path.write_bytes("\n".join(["id;key name;text;long words;label;sort", *rows]).encode("cp1252"))
    return path


def told_again(recipe):
    return from_settings(recipe.settings(), recipe.vocabulary_, None, recipe.idf_)


@pytest.mark.parametrize("kept", [lambda recipe: recipe, told_again], ids=["in memory", "in a run"])
def test_text_id_label_and_encoding_are_remembered(odd_table, kept):
    recipe = Recipe(**ODD)
    first = recipe.fit_transform(odd_table).weighted
    recipe = kept(recipe)
    new = recipe.transform(odd_table)
    same(new.X, first.X)
    assert "zoë" in new.vocabulary
    assert new.ids == [f"name {i}" for i in range(40)]
    assert (new.label_names, new.labels.tolist()) == (["A", "B"], [0, 1] * 20)
    assert recipe.settings()["reading"] == ODD


@pytest.mark.parametrize("kept", [lambda recipe: recipe, told_again], ids=["in memory", "in a run"])
def test_a_table_without_what_was_remembered_is_refused_with_the_reason(odd_table, kept, tmp_path):
    recipe = kept(Recipe(**ODD).fit(odd_table))
    other = tmp_path / "other.csv"
    other.write_text("id;text;label\n7;same words;x\n")
    with pytest.raises(
        UsageError, match="no column 'long words', which held the texts before, among 'id', 't"
    ):
        recipe.transform(other)
    new = recipe.transform(other, text="text")
    assert new.ids == ["0"]
    assert "no column 'key name', which held the ids before: they are row numbers" in new.notes
    other.write_text("long words;key name\nÝ oak;a\n", encoding="utf-8")
    with pytest.raises(CotextError, match=r"byte \d+ is not cp1252; if .* another encoding, name it"):
        recipe.transform(other)
    assert recipe.transform(other, encoding="utf-8").ids == ["a"]
