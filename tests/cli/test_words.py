"""``cotext fit``: the options that say what a word is."""

import tomllib

import pytest

TREES = [
    "Red oaks and elms, see http://trees.example/oaks",
    "Old elms of the oaks",
    "<b>Oaks</b> and old elms",
]
RAIN = ["Cold rain and the winds", "The winds of cold seas &amp; rain", "Seas and winds, ask me@rain.example"]


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "texts.txt"
    path.write_text("\n".join((TREES + RAIN) * 2))
    return path


def fitted(call, source, *more):
    outcome = call("fit", source, "-k", "2", "--model", "nmtf", "--n-init", "1", "--out", "run", *more)
    assert outcome.code == 0, outcome.err
    return outcome, tomllib.loads((source.parent / "run/config.toml").read_text())["text"]


def words_of(source):
    lines = (source.parent / "run/words.csv").read_text().splitlines()[1:]
    return {line.split(",")[0] for line in lines}


def test_debris_is_told_and_kept_on_request(call, source):
    outcome, asked = fitted(call, source)
    assert "set aside: 4 HTML tags, 2 HTML entities, 2 URLs, 2 e-mail addresses" in outcome.err
    assert asked["debris"] == "drop"
    assert not words_of(source) & {"http", "amp", "example"}
    outcome, asked = fitted(call, source, "--keep-debris")
    assert "set aside: " not in outcome.err
    assert asked["debris"] == "keep"
    assert {"http", "amp", "example"} <= words_of(source)


def test_a_file_of_stop_words_adds_and_only_replaces(call, source):
    (source.parent / "mine.txt").write_text("elms\n")
    outcome, _ = fitted(call, source, "--language", "en", "--stop-words", "mine.txt")
    assert "stop words: small list and 1 of your own" in outcome.err
    assert not words_of(source) & {"elms", "the", "and"}
    outcome, asked = fitted(call, source, "--language", "en", "--stop-words", "only:mine.txt")
    assert "stop words: 1 of your own" in outcome.err
    assert asked["own_words"] == ["elms"]
    assert "the" in words_of(source)


def test_a_pattern_says_what_a_word_is(call, source):
    _, asked = fitted(call, source, "--token-pattern", "[a-z]{4,}", "--stop-words", "none")
    assert asked["token_pattern"] == "[a-z]{4,}"
    assert words_of(source) == {"cold", "elms", "oaks", "rain", "seas", "winds"}
    refused = call("fit", source, "--token-pattern", "[a-z")
    assert refused.code == 2
    assert "--token-pattern '[a-z' is not a regular expression" in refused.err


def test_a_mixed_collection_is_told_what_to_do(call, source):
    german = [
        "Die Eichen und die Ulmen stehen in dem alten Wald",
        "Der Wald war alt und die Eichen waren rot",
    ] * 6
    source.write_text("\n".join((TREES + RAIN) * 2 + german))
    outcome, asked = fitted(call, source)
    assert "languages: " in outcome.err
    assert "use --language " in outcome.err
    assert sorted(asked["language"]) == ["de", "en"]
    outcome, asked = fitted(call, source, "--language", "de,en")
    assert asked["language"] == ["de", "en"]
    assert "use --language" not in outcome.err


def test_new_texts_are_cut_as_the_run_says(call, source):
    fitted(call, source, "--stem", "porter", "--phrases", "--language", "de,en", "--keep-debris")
    first = (source.parent / "run/documents.csv").read_text()
    again = call("predict", "run", source)
    clusters = [[line.split(",")[:2] for line in text.splitlines()] for text in (first, again.out)]
    assert clusters[0] == clusters[1]


def test_phrases_are_told(call, source):
    source.write_text("\n".join(["machine learning of red oaks", "cold winds and machine learning"] * 6))
    outcome, asked = fitted(call, source, "--phrases", "--language", "en", "--max-df", "1.0")
    assert "phrases: " in outcome.err
    assert "machine learning" in asked["phrases"]
    assert "phrases" not in fitted(call, source, "--no-phrases")[1]
