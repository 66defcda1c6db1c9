import os

import pytest

from cotext.errors import UsageError
from cotext.tokens import TokenSettings, languages, stop_list, tokenize, tokenize_again

SNIPPETS = {
    "en": "The old man walked slowly down the road and did not look at any of the houses that he had known.",
    "fr": "Le vieil homme marchait lentement sur la route et ne regardait aucune des maisons qu'il avait.",
    "de": "Der alte Mann ging langsam die Straße hinunter und sah keines der Häuser an, die er kannte.",
    "es": "El viejo caminaba despacio por la carretera y no miraba ninguna de las casas que había conocido.",
    "pt": "O velho caminhava devagar pela estrada e não olhava para nenhuma das casas que tinha conhecido.",
    "it": "Il vecchio camminava lentamente lungo la strada e non guardava nessuna delle case che aveva.",
    "ru": "Старик медленно шёл по дороге и не смотрел ни на один из домов, которые он знал много лет.",
    "hi": "बूढ़ा आदमी धीरे धीरे सड़क पर चल रहा था और उसने उन घरों में से किसी को नहीं देखा।",
}


@pytest.mark.parametrize("code", SNIPPETS)
def test_one_sentence_gives_its_language_away(code):
    assert tokenize([SNIPPETS[code]]).language == code


@pytest.mark.parametrize("text", ["matrix factorisation kernel gpu tensor sparse cluster", "", "12 34"])
def test_a_text_without_function_words_has_no_language_and_no_stop_words(text):
    tokens = tokenize([text])
    assert tokens.language == "unknown"
    assert not tokens.stop.any()


def test_the_small_english_list_keeps_words_that_mean_something():
    small, large = stop_list("en"), stop_list("en", "large")
    assert {"the", "of", "not", "doesn", "ll"} <= small
    assert not {"system", "computer", "interest", "world", "fire"} & small
    assert {"the", "computer", "world"} <= large
    assert len(small) < 400 < len(large)


def test_the_small_english_list_is_the_same_where_scikit_learn_keeps_its_list_elsewhere(monkeypatch):
    small = stop_list("en")
    monkeypatch.setattr("cotext.tokens.stopwords._LIST", "moved.py")
    assert stop_list.__wrapped__("en") == small


def test_every_listed_language_has_stop_words():
    assert len(languages()) > 50
    assert all(stop_list(code) for code in languages())


def test_phrases_do_not_become_stop_words():
    assert "ai" in stop_list("vi")
    assert "bao" not in stop_list("vi")


def stopped(**settings):
    tokens = tokenize(["the world of la casa and und"], **settings)
    return sorted(word for word, stop in zip(tokens.types, tokens.stop, strict=True) if stop)


@pytest.mark.parametrize(
    ("stop_words", "expected"),
    [
        ("auto", ["and", "of", "the"]),
        ("large", ["and", "la", "of", "the", "world"]),
        ("de", ["und"]),
        (None, []),
        ("none", []),
        ([], ["and", "of", "the"]),
        ({"Casa", "World's"}, ["and", "casa", "of", "the", "world"]),
        ({"only": ["Casa", "World's"]}, ["casa", "world"]),
        ({"large": ["Casa"]}, ["and", "casa", "la", "of", "the", "world"]),
    ],
)
def test_stop_words_are_chosen_by_name_language_or_list(stop_words, expected):
    assert stopped(stop_words=stop_words) == expected


def test_a_given_language_is_not_guessed_again():
    assert stopped(language="es") == ["la"]


@pytest.mark.parametrize("form", [os.fspath, lambda path: path])
def test_stop_words_come_from_a_file_with_comments(tmp_path, form):
    path = tmp_path / "stop.txt"
    path.write_text("# mine\nWorld  # a comment\n\ncasa\n", encoding="utf-8")
    assert stopped(stop_words=form(path)) == ["and", "casa", "of", "the", "world"]
    assert stopped(stop_words=f"only:{path}") == ["casa", "world"]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"stop_words": "no-such-list"}, "no-such-list.*'small'"),
        ({"language": "xx"}, "'xx'.*pt"),
        ({"language": "de,xx"}, "'xx'.*pt"),
        ({"language": []}, "names none.*'de,en'"),
        ({"stop_words": {"without": ["a"]}}, "'without'.*'only'"),
        ({"stop_words": {"only": ["a"], "large": ["b"]}}, "'only', 'large'.*expected"),
        ({"debris": "burn"}, "'burn'.*'drop'"),
    ],
)
def test_an_unknown_list_or_language_is_refused_with_the_choices(settings, said):
    with pytest.raises(UsageError, match=said):
        tokenize(["text"], **settings)


def test_a_missing_stop_word_file_is_named(tmp_path):
    for given in (tmp_path / "missing.txt", f"only:{tmp_path}/missing.txt"):
        with pytest.raises(UsageError, match=r"missing\.txt"):
            tokenize(["text"], stop_words=given)


def test_own_words_of_an_earlier_run_are_still_the_only_ones():
    old = TokenSettings.from_dict({"language": "en", "stop_words": ["casa", "world"], "lowercase": True})
    tokens = tokenize_again(["the world of la casa"], old)
    assert [word for word, stop in zip(tokens.types, tokens.stop, strict=True) if stop] == ["world", "casa"]
    assert TokenSettings.from_dict(old.to_dict()) == old
