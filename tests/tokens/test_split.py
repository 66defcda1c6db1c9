import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotext.tokens import tokenize
from cotext.tokens.tokenizer import SENTENCE_ENDS, split_any, splitter

ALPHABET = "abZ19_ .!?\n\r\t-'\x01\x0b"


def words(text, **settings):
    tokens = tokenize([text], stop_words="none", language="unknown", **settings)
    return [tokens.types[i] for i in tokens.ids]


def sentences(pieces):
    """The non-empty runs of words between sentence ends."""
    runs = [[]]
    for piece in pieces:
        if piece[0] in SENTENCE_ENDS:
            runs.append([])
        else:
            runs[-1].append(piece)
    return [run for run in runs if run]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ein großer Straßenfußball", ["ein", "großer", "straßenfußball"]),
        ("Η ΓΛΏΣΣΑ μου", ["γλώσσα", "μου"]),
        ("हिन्दी में लिखा", ["हिन्दी", "में", "लिखा"]),
        ("می\u200cخواهم برو", ["می\u200cخواهم", "برو"]),
        ("L'été déjà", ["été", "déjà"]),
        ("re\u0301sume\u0301", ["résumé"]),
        ("x1 b2b 1st 42 a snake_case", ["x1", "b2b", "snake", "case"]),
        ("don't stop", ["don", "stop"]),
        ("", []),
    ],
)
def test_words_begin_with_a_letter_and_keep_their_marks(text, expected):
    assert words(text) == expected


def test_case_is_kept_when_asked():
    assert words("Straße und ASCII", lowercase=False) == ["Straße", "und", "ASCII"]
    assert words("Some ASCII", lowercase=False) == ["Some", "ASCII"]


@given(st.text(alphabet=ALPHABET, max_size=40))
def test_plain_ascii_is_cut_like_any_other_text(text):
    assert sentences(splitter()(text)) == sentences(split_any(text, True))


@given(st.text(max_size=40))
def test_every_run_of_letters_and_digits_is_found_in_order(text):
    found = "".join(splitter(lowercase=False)(text))
    composed = unicodedata.normalize("NFC", text)
    assert [c for c in found if c.isalnum()] == [c for c in composed if c.isalnum()]


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("one two. three four", [0, 2, 4]),
        ("version 3.14 of it. Next one!", [0, 3, 5]),
        ("no ending here", [0, 3]),
        ("title\n\nbody text", [0, 1, 3]),
        ("title\r\n\r\nbody text", [0, 1, 3]),
        ("wrapped\nline", [0, 2]),
        ("what?! yes... no", [0, 1, 2, 3]),
        ("…été. déjà vu… là", [0, 1, 3, 4]),
        ("日本。東京", [0, 1, 2]),
        ("... . !", [0]),
    ],
)
def test_sentences_end_at_marks_before_space_and_at_blank_lines(text, bounds):
    assert tokenize([text], stop_words="none").sentences.tolist() == bounds


def test_no_sentence_crosses_a_document():
    tokens = tokenize(["one two", "", "three. four"], stop_words="none")
    assert tokens.offsets.tolist() == [0, 2, 2, 4]
    assert tokens.sentences.tolist() == [0, 2, 3, 4]
