"""What a fit sees of the documents: each text once, or in pieces."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from cotext import Recipe
from cotext.corpus import Documents
from cotext.datasets import make_planted, make_texts
from cotext.errors import UsageError
from cotext.recipe.prepared import divide

TEXTS = make_texts(12, 3).texts
TWICE = [TEXTS[0], *TEXTS, "", f"  {TEXTS[3]}", ""]


def test_nothing_is_divided_unless_asked_for():
    assert Recipe().fit_transform(TWICE).whole is None


def test_copies_are_fitted_once_and_counted_each():
    ready = Recipe(deduplicate=True).fit_transform(TWICE)
    assert ready.weighted.X.shape[0] == 14
    whole = ready.whole
    assert whole.docword.ids == [str(i) for i in range(16)]
    assert whole.parts.indices.tolist() == [0, 0, *range(1, 13), 3, 13]
    assert_array_equal(whole.docword.X.toarray(), ready.weighted.X.toarray()[whole.parts.indices])
    alone = Recipe().fit_transform([*TEXTS, "", ""])
    assert ready.weighted.vocabulary == alone.weighted.vocabulary
    assert_array_equal(ready.weighted.X.toarray(), alone.weighted.X.toarray())


def test_the_words_of_a_document_are_those_of_its_segments():
    ready = Recipe(segment=8, min_df=1, max_df=1.0).fit_transform(TEXTS)
    assert ready.weighted.X.shape[0] > 2 * len(TEXTS)
    plain = Recipe(min_df=1, max_df=1.0).fit_transform(TEXTS)
    assert plain.weighted.vocabulary == ready.weighted.vocabulary
    assert_array_equal(ready.whole.counts.toarray(), plain.counts.toarray())
    assert_array_equal((ready.whole.parts @ ready.counts).toarray(), plain.counts.toarray())


def test_rows_know_their_document_its_label_and_its_date():
    source = Documents(["one two three. four five six."] * 2, ["a", "b"], np.array([1, 0]), ["x", "y"])
    seen, parts = divide(source, False, 3)
    assert seen.texts == ["one two three.", "four five six."] * 2
    assert (seen.ids, seen.labels.tolist()) == (["a", "a", "b", "b"], [1, 1, 0, 0])
    assert parts.toarray().tolist() == [[1, 1, 0, 0], [0, 0, 1, 1]]
    both, shared = divide(source, True, 3)
    assert both.texts == ["one two three.", "four five six."]
    assert shared.toarray().tolist() == [[1, 1], [1, 1]]


def test_new_documents_are_cut_but_copies_stay():
    recipe = Recipe(deduplicate=True, segment=8).fit(TEXTS)
    ready = recipe.prepare([TEXTS[0], TEXTS[0]])
    assert ready.whole.parts.shape[0] == 2
    assert ready.weighted.X.shape[0] == ready.whole.parts.nnz
    assert recipe.transform([TEXTS[0], TEXTS[0]]).X.shape[0] == 2


@pytest.mark.parametrize("asked", [{"deduplicate": True}, {"segment": 20}])
def test_a_matrix_has_no_texts_to_divide(asked):
    with pytest.raises(UsageError, match="need texts, and a matrix was given"):
        Recipe(**asked).fit(make_planted(20, 15, 2).X)


@pytest.mark.parametrize("segment", [0, -3, 2.5, "20", True])
def test_a_length_that_is_none_is_refused(segment):
    with pytest.raises(UsageError, match="expected a number of words, such as 200"):
        Recipe(segment=segment).fit(TEXTS)


def test_copies_are_told_and_what_was_done_about_them():
    said = []
    Recipe().fit(TWICE, note=said.append)
    assert "2 of 16 documents repeat another: deduplicate= (--deduplicate) fits each once" in said
    said.clear()
    Recipe(deduplicate=True, segment=8).fit(TWICE, note=said.append)
    assert "2 of 16 documents repeat another: the fit sees each text once" in said
    assert any(remark.startswith("14 texts are cut into ") for remark in said)
