"""Which language a document is in, and what a mixed collection is told."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cotext
from cotext.tokens import language_id, tokenize, tokenize_again
from cotext.tokens.language_id import identify_languages


def content(tokens, document):
    ids = tokens.ids[tokens.offsets[document] : tokens.offsets[document + 1]]
    return [tokens.types[i] for i in ids if not tokens.stop[i]]


def test_the_topics_of_a_language_are_found_and_its_words_are_words(collection):
    code, texts, marks = collection
    result = cotext.cluster(texts, 2, random_state=0)
    assert result.recipe.tokens_.language == code
    assert len(set(result.row_labels_[:6])) == len(set(result.row_labels_[6:])) == 1
    assert result.row_labels_[0] != result.row_labels_[6]
    assert set(marks) <= set(result.docword.vocabulary)
    assert max(map(len, result.docword.vocabulary)) <= 12
    assert result.predict(texts).column("cluster") == result.row_labels_.tolist()


def test_a_mixed_collection_is_told_its_languages_and_what_to_do(texts):
    tokens = tokenize([*texts("de"), *texts("fr")[:6], *texts("ru")[:6]])
    assert tokens.settings.language == ("de", "fr", "ru")
    (told,) = (note for note in tokens.notes if note.startswith("languages"))
    assert "de 50 %, fr 25 %, ru 25 % of the documents" in told
    assert "use --language de,fr,ru" in told
    assert "one language at a time" in told


def test_each_document_has_the_stop_words_of_its_own_language():
    texts = ["Die alte Frau und die Stadt waren nicht so", "They die and were not in the old city at all"]
    tokens = tokenize(texts, language="de,en")
    assert content(tokens, 0) == ["alte", "frau", "stadt"]
    assert content(tokens, 1) == ["die", "old", "city"]
    assert [stop for word, stop in zip(tokens.types, tokens.stop, strict=True) if word == "die"] == [
        True,
        False,
    ]


def test_words_that_are_stop_words_elsewhere_are_counted():
    texts = ["Die alte Frau und die Stadt sind nicht so", "They die and were not in the old city at all"] * 6
    result = cotext.cluster(texts, 2, language=["de", "en"], random_state=0)
    column = list(result.docword.vocabulary).index("die")
    assert result.counts[:, [column]].toarray().ravel().tolist() == [0, 1] * 6


def test_one_foreign_document_does_not_make_a_collection_mixed(texts):
    assert tokenize([*texts("de"), texts("ru")[0]]).language == "de"


def test_names_in_another_language_do_not_make_a_collection_mixed():
    names = ["Quercus robur, Fagus sylvatica, Pinus sylvestris, Acer campestre", "Canis lupus, Felis lupus"]
    english = ["The oaks and the beeches are in the old forest", "A wolf was seen by all of them in here"]
    assert "la" in identify_languages(names, ["en", "la", "de", "it"], 0.7)
    assert tokenize(english * 8 + names * 2).language == "en"


@pytest.mark.parametrize("given", ["de,ru,en", ["de", "ru", "en"], ("de", " ru", "en", "de")])
def test_several_languages_are_named_with_commas_or_in_a_list(texts, given):
    tokens = tokenize([*texts("de"), *texts("ru")], language=given)
    assert tokens.settings.language == ("de", "ru", "en")
    assert "languages: de 50 %, ru 50 %, en 0 % of the documents" in tokens.notes[0]
    assert "use --language" not in tokens.notes[0]


@pytest.mark.parametrize("text", ["", "1 2 3", "42", "...", "3,141 2,718 %", "§ 12 & 13", "x1 x2 x3"])
def test_numbers_and_signs_are_in_no_language(text):
    assert identify_languages([text], ["de", "en", "eo"]) == ["unknown"]
    assert tokenize([text] * 12).language == "unknown"


def test_a_document_of_numbers_among_others_has_the_commonest_language(texts):
    tokens = tokenize(["12 345 678 9", *texts("de"), *texts("fr")[:6]])
    assert tokens.settings.language == ("de", "fr")


@settings(max_examples=20, deadline=None)
@given(st.permutations(range(4)))
def test_the_language_of_a_document_does_not_depend_on_the_others(order):
    texts = ["Der Zug kam nicht an", "Le train est parti", "The train was late", "Поезд не пришёл вовремя"]
    asked = tokenize(texts, language="de,fr,en,ru").settings
    whole = tokenize_again([texts[i] for i in order], asked)
    for place, i in enumerate(order):
        assert content(whole, place) == content(tokenize_again([texts[i]], asked), 0)


def test_a_large_collection_is_judged_by_a_sample():
    german = "Der Hund und die Katze waren nicht in dem Haus"
    english = "The dog and the cat were not in this house"
    assert tokenize([german, english] * 3_000).language in ("de,en", "en,de")
    rare = [english] * 6_000
    for i in np.arange(0, 6_000, 60):
        rare[i] = german
    assert tokenize(rare).language == "en"


ABSTRACT = "The flow of heat in the walls of a tube is shown to be that of a plate"
TITLES = ["Heat transfer", "Turbulent tube flow", "Boundary layer theory", "Of plates", "Walls in tubes"]


@pytest.fixture
def asked(monkeypatch):
    """The texts whose letters are looked at."""
    seen: list[str] = []
    real = language_id.identify_languages
    monkeypatch.setattr(
        language_id, "identify_languages", lambda texts, *more: (seen.extend(texts), real(texts, *more))[1]
    )
    return seen


def test_titles_without_stop_words_are_not_asked_for_their_language_among_texts_of_one(asked):
    assert tokenize([ABSTRACT] * 80 + TITLES * 4).language == "en"
    assert asked == []


@pytest.mark.parametrize("code", ["fr", "ru", "ja", "th"])
def test_titles_without_stop_words_do_not_hide_a_second_language(texts, asked, code):
    mixed = tokenize([ABSTRACT] * 80 + TITLES[:2] * 4 + texts(code)).settings.language
    assert mixed == ("en", code)
    assert len(asked) == 20


@pytest.fixture(scope="module")
def babble():
    """Long texts in no language."""
    rng = np.random.default_rng(0)
    words = ["".join(rng.choice(list("bcdfghjklmnpqrstvwxz"), n)) for n in rng.integers(3, 9, 500)]
    return [" ".join(rng.choice(words, 300)) for _ in range(900)]


def test_few_letters_are_looked_at_where_texts_are_in_no_known_language(babble, asked):
    assert tokenize(babble).language == "unknown"
    assert 200 < len(asked) <= 400
    assert babble.index(asked[-1]) > 800  # they are spread over the whole


def test_languages_of_some_texts_are_found_among_others_in_no_known_language(babble, asked):
    german = ["Der Hund und die Katze waren nicht in dem Haus " * 22] * 150
    texts = [ABSTRACT * 20 if i % 10 == 0 else text for i, text in enumerate(babble)]
    assert tokenize(texts + german).settings.language == ("de", "en")
    assert len(asked) <= 400


ENGLISH = [
    "the oaks of the old forest were cut by them in here",
    "they were not in this house and the dog was with him",
    "all of the rain and the wind came to us from the sea",
]
SPANISH = [
    "que la mujer de el pueblo no estaba en la casa con los otros",
    "el perro de la casa que no era de ellos y el gato",
]


@pytest.mark.parametrize(("many", "language"), [(10, ("en", "es")), (5, ("en", "es")), (2, "en")])
def test_a_language_of_a_fiftieth_of_the_documents_has_its_stop_words_removed(many, language):
    texts = [f"{ENGLISH[i % 3]} word{i % 11}" for i in range(200)]
    texts[: many * 7 : 7] = [f"{SPANISH[i % 2]} palabra{i % 3}" for i in range(many)]
    tokens = tokenize(texts)
    assert tokens.settings.language == language
    if many > 2:
        counted = {word for i in range(200) for word in content(tokens, i)}
        assert counted.isdisjoint({"que", "de", "la", "el", "the", "of", "and"})
        assert "es" in tokens.notes[0]


def test_so_many_documents_make_a_language_whatever_their_share():
    assert language_id._needed(2000, 2_000) == 40
    assert language_id._needed(2000, 50_000) == 20
    assert language_id._needed(2000, 10_000_000) == 10
    assert language_id._needed(30, 30) == 1


def test_a_collection_in_a_rhythm_of_its_own_is_sampled_fairly():
    rows = language_id._sample(np.arange(6_000), 2_000)
    assert abs(np.mean(rows % 3 == 0) - 1 / 3) < 0.05
    assert (np.diff(rows) > 0).all()


@pytest.mark.parametrize("also", [[], ["de"], ["pt", "es"]])
def test_a_document_that_uses_the_stop_words_of_a_language_plainly_is_in_it(also):
    tokens = tokenize([*ENGLISH, "Xyloqu zbrk"], language=["en", *also])
    assert content(tokens, 0) == ["oaks", "old", "forest", "cut"]
    assert "of" not in content(tokens, 2)


NAMES = [
    "Chicken",
    "Lemon",
    "Rice",
    "Tomato",
    "Soup",
    "Roast",
    "Garlic",
    "Butter",
    "Apple",
    "Onion",
    "Cream",
    "Cheese",
    "Bread",
    "Salad",
    "Pepper",
    "Honey",
]


def recipes(n=400):
    rng = np.random.default_rng(0)
    for i in range(n):
        a, b, c, d = rng.choice(NAMES, 4, replace=False)
        yield f"{a} {b} {c} {'with' if i % 5 == 0 else ''} {'and ' * (i % 7 == 0)}{d} Baked"


def test_short_titles_with_few_stop_words_tell_their_language_together():
    texts = list(recipes())
    tokens = tokenize(texts)
    assert tokens.notes[0] == "language: en (guessed)"
    assert {"with", "and"}.isdisjoint(word for i in range(400) for word in content(tokens, i))


def test_names_that_use_no_stop_words_have_no_language_together():
    latin = ["Quercus robur", "Fagus sylvatica", "Pinus sylvestris", "Canis lupus", "Felis catus"] * 100
    tokens = tokenize(latin)
    assert tokens.language == "unknown"
    assert "add --language en (language='en')" in tokens.notes[0]


def test_an_unknown_language_that_was_named_is_not_told_to_be_named():
    assert tokenize(["Quercus robur"] * 20, language="unknown").notes[0] == "language: unknown"


def test_a_document_too_short_to_tell_its_language_is_in_the_first():
    tokens = tokenize([*ENGLISH, "Zeros of Fortran"], language=["en", "pt"])
    assert content(tokens, 3) == ["zeros", "fortran"]
