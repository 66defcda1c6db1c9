import numpy as np
import pytest

from cotext.corpus import Documents
from cotext.errors import UsageError
from cotext.tokens import TokenSettings, commonest_forms, tokenize, tokenize_again
from cotext.tokens.lexicon import number


def words(tokens):
    return [tokens.types[i] for i in tokens.ids]


def test_stop_words_are_marked_and_keep_their_positions():
    tokens = tokenize(["The cat and the dog"], language="en")
    assert words(tokens) == ["the", "cat", "and", "the", "dog"]
    assert tokens.stop[tokens.ids].tolist() == [True, False, True, True, False]
    assert tokens.ids.dtype == np.int32


def test_stop_words_are_found_whatever_their_case():
    tokens = tokenize(["The THE the cat"], language="en", lowercase=False)
    assert tokens.stop[tokens.ids].tolist() == [True, True, True, False]


def test_words_of_one_stem_are_one_type():
    tokens = tokenize(["clusters clustering clustered"], stem="porter", stop_words="none")
    assert tokens.types == ["cluster"]
    assert tokens.ids.tolist() == [0, 0, 0]


def test_a_stop_word_and_a_content_word_of_the_same_stem_stay_apart():
    tokens = tokenize(["will wills willing"], stem="porter", stop_words=["will"])
    assert words(tokens) == ["will", "will", "will"]
    assert tokens.stop[tokens.ids].tolist() == [True, False, False]
    assert tokens.ids[1] == tokens.ids[2] != tokens.ids[0]


def test_stop_words_are_not_stemmed():
    tokens = tokenize(["having has been"], stem="porter", stop_words=["having", "has"])
    assert words(tokens) == ["having", "has", "been"]


@pytest.mark.parametrize(("stem", "expected"), [("pt", "cas"), ("portuguese", "cas"), ("English", "casa")])
def test_a_stemmer_is_named_by_language_or_code(stem, expected):
    assert tokenize(["casas"], stem=stem, stop_words="none").types == [expected]


def test_an_unknown_stemmer_is_answered_with_those_that_exist():
    with pytest.raises(UsageError, match=r"'klingon'.*porter"):
        tokenize(["text"], stem="klingon")


def test_notes_follow_those_of_reading_and_say_what_was_set_aside():
    documents = Documents(["the cat and the dog of the house"], ["a"], notes=("read as text",))
    notes = tokenize(documents).notes
    assert notes == (
        "read as text",
        "language: en (guessed)",
        "stop words: small list, 5 of 8 words set aside (62 %)",
    )


def test_no_documents_and_empty_documents_have_no_tokens():
    assert tokenize([]).offsets.tolist() == [0]
    tokens = tokenize(["", "  ", "1 2 ..."])
    assert tokens.offsets.tolist() == [0, 0, 0, 0]
    assert len(tokens) == 3
    assert tokens.language == "unknown"


@pytest.mark.parametrize("documents", ["one text", ["a text", None], ["a text", float("nan")]])
def test_what_is_not_a_list_of_texts_is_refused(documents):
    with pytest.raises(UsageError, match="text"):
        tokenize(documents)


@pytest.mark.parametrize("chosen", [{}, {"stop_words": ["uma", "casa"]}, {"stem": "pt", "lowercase": False}])
def test_recorded_settings_cut_new_texts_the_same_way(chosen):
    texts = ["Uma casa não é uma rua, mas a rua é de todos que moram na casa"]
    first = tokenize(texts, **chosen)
    settings = TokenSettings.from_dict(first.settings.to_dict())
    again = tokenize_again([*texts, "the house and the street"], settings)
    assert settings == first.settings == again.settings
    assert again.ids[: len(first.ids)].tolist() == first.ids.tolist()
    assert again.stop[: len(first.stop)].tolist() == first.stop.tolist()


def test_settings_are_plain_values_without_none():
    values = tokenize(["a text"], stop_words=["text", "about"]).settings.to_dict()
    own = {"stop_words": "small", "own_words": ["about", "text"]}
    assert values == {"language": "unknown", "lowercase": True, "debris": "drop", **own}


def test_a_form_of_a_stem_counts_in_all_languages_together():
    counts = np.array([[2, 3], [2, 0]])
    types = number(["cats", "catsup"], np.zeros((2, 2), bool), lambda words: [w[:3] for w in words], counts)
    assert commonest_forms(types.forms.counted()) == {"cat": "cats"}
