"""Addresses, tags and attachments are no words, and nothing else is touched."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotext.tokens import tokenize
from cotext.tokens.markup import SIGNS, without_debris

BLOB = "iQCVAgUBK9h5ymv14aSAK9PNAQHUPQP/VJ3fNzRljlIXkjU2BnDC0mZEh1im2vM1"


def words(text, **asked):
    tokens = tokenize([text], stop_words="none", language="unknown", **asked)
    return [tokens.types[i] for i in tokens.ids]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see https://www.example.org/a/b?c=d&e=f#g now", ["see", "now"]),
        ("see www.example.org, please", ["see", "please"]),
        ("(ftp://example.org/file.tar.gz)", []),
        ("ask John.Doe+spam@mail.example.co.uk today", ["ask", "today"]),
        ("d&eacute;j&agrave; &nbsp;&amp;nbsp; AT&amp;T &#233;t&#xe9;", ["déjà", "at", "été"]),
        ("<p class='x'>Some <b>bold</b> text<br/></p>", ["some", "bold", "text"]),
        ("&lt;p&gt;escaped&lt;/p&gt; text", ["escaped", "text"]),
        ("<script type='a'>var x = 1;</script>read <!-- not this --> me", ["read", "me"]),
        ("<style>p {color: red}</style>red", ["red"]),
        (f"mail a@b.example\n{BLOB}\nend", ["mail", "end"]),
        ("data:image/png;base64,iVBORw0KGgoAAAANSUhEUg& end", ["data", "image", "png", "end"]),
        ("请看http://example.org/abc了解", ["请看", "了解"]),
    ],
)
def test_debris_is_set_aside(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "if a <b and c> d then stop",
        "x < y & y > z",
        "R&D; profit&loss",
        "Write me @home or @twitter",
        "the ratio 3://4",
        "<unknown> <tag>",
        "awww. www",
        "AT&T; and B&B",
        "a " + "verylongword" * 8 + " <",
    ],
)
def test_what_only_looks_like_debris_stays(text):
    assert words(text) == words(text, debris="keep")


def test_what_was_set_aside_is_counted_and_told():
    texts = ["<b>one</b> http://a.example two", "three me@mail.example www.b.example", "plain"]
    told = "set aside: 2 HTML tags, 2 URLs, 1 e-mail address"
    assert tokenize(texts).notes[-1] == told
    assert not any(note.startswith("set aside") for note in tokenize(texts, debris="keep").notes)
    assert "www" in tokenize(texts, debris="keep").types


def test_a_sentence_ends_after_an_address_as_before():
    assert tokenize(["see www.example.org. Next one"], stop_words="none").sentences.tolist() == [0, 1, 3]


@settings(deadline=None)
@given(st.text(max_size=60).filter(lambda text: not any(sign in text for sign in SIGNS)))
def test_texts_without_signs_of_debris_are_untouched(text):
    found = Counter()
    assert without_debris(found)(text) is text
    assert not found
    assert words(text) == words(text, debris="keep")


@given(st.text(alphabet="ab<>/&;@.:w=\"' \n1", max_size=60))
def test_cleaning_never_adds_words(text):
    cleaned = without_debris(Counter())(text)
    assert len(cleaned) <= len(text)
    assert "<b>" not in cleaned


@pytest.mark.parametrize(
    "text",
    ["<a " * 3_000, "a@" * 20_000, "a." * 20_000 + "@", "&a" * 20_000, "://" * 20_000, "A1" * 50_000 + "<"],
)
def test_hostile_texts_take_no_longer_than_others(text):
    assert isinstance(without_debris(Counter())(text), str)
