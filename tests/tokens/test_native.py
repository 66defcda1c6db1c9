"""The native engine gives what the Python one gives, bit by bit."""

import json
import lzma
import os
import unicodedata
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from cotext.backend.native import kernels
from cotext.backend.threads import quiet_blas
from cotext.tokens import native, tokenize
from cotext.tokens.native import _is_hard

pytestmark = pytest.mark.skipif(kernels() is None, reason="the kernels are not built or switched off")

# What makes trouble: marks, joiners, sigmas, dotted I, ligatures, scripts without spaces, lone surrogates,
# sentence ends, white space of all kinds, parts of addresses and tags.
PIECES = [
    *"aAzZ09_.!?…。！？\n \t\r\x0b\x1c\x85\xa0\u2028\u3000-'/:@&;<>=+,%#\"",
    *"éÉßſK\u0130ıΣσςµªⅣ²٣ŉǰﬁﬀ\u0301\u0307\u0327\u0338\u0345\u05b4\u093e\u094d\u0e31\u1100\u1161\u11a8각漢字ไทยกか\uff76",
    *"\u200b\u200c\u200d\ufeff\ud800\udfff\U0001f600\U0001d400\U00010400\U0001e8d6\U00011930\U000e0100≮가",
    *(
        "www.",
        "://",
        "http://",
        "e.g. ",
        "\n\n",
        "\n \n",
        "base64,",
        "&amp;",
        "&#233;",
        "&eacute;",
        "<p>",
        "</b >",
    ),
    *(
        "<!--",
        "-->",
        "<script",
        "</style>",
        "<ſ>",
        "@a.b",
        "user@host.example.org",
        "word",
        "A" * 39,
        "Ab1/" * 11,
    ),
    *("\nM" + "#" * 60, "=", "==", "x" * 70, "y." * 70, "ΟΔΟΣ", "İstanbul", "ﬁle", "e\u0301te\u0301", "नमस्ते"),
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)
ANY = st.text(st.characters(exclude_categories=()), max_size=30)


def both(monkeypatch, texts, n_threads=2, **asked):
    """What each engine makes of the texts."""
    found = []
    for wanted in ("1", "0"):
        monkeypatch.setenv("COTEXT_NATIVE", wanted)
        with quiet_blas(n_threads):
            found.append(tokenize(texts, **asked))
    return found


def assert_same(a, b):
    for name in ("ids", "offsets", "sentences", "stop"):
        one, other = getattr(a, name), getattr(b, name)
        assert_array_equal(one, other)
        assert one.dtype == other.dtype
    assert (a.types, a.settings, a.notes) == (b.types, b.settings, b.notes)
    one, other = (None if tokens.forms is None else list(tokens.forms.counted()) for tokens in (a, b))
    assert one == other


@settings(deadline=None, max_examples=settings().max_examples * 4)
@given(
    texts=st.lists(TEXTS | ANY, max_size=6),
    asked=st.fixed_dictionaries({"lowercase": st.booleans(), "debris": st.sampled_from(["drop", "keep"])}),
)
def test_any_characters_are_cut_as_python_cuts_them(texts, asked):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cotext.tokens.segment.find_spec", lambda name: None)  # pairs: quick, and everywhere
        assert_same(*both(patch, texts, language="en", **asked))


def test_every_character_is_cut_as_python_cuts_it(monkeypatch):
    dense = (range(0x3400), range(0xA000, 0xAC40), range(0xD780, 0x14000), range(0x16000, 0x20100))
    characters = {c for part in dense for c in part} | set(range(0, 0x110000, 5003))
    around = [f"a{chr(c)}b {chr(c)}{chr(c)} .{chr(c)}cd." for c in sorted(characters)]
    texts = ["\n".join(around[i : i + 4096]) for i in range(0, len(around), 4096)]
    monkeypatch.setattr("cotext.tokens.segment.find_spec", lambda name: None)
    native_one, python_one = both(monkeypatch, texts, language="en", debris="keep")
    assert_same(native_one, python_one)
    assert len(native_one.types) > 50_000


def test_texts_are_left_to_python_for_what_composes_with_a_character_before():
    composed = (unicodedata.decomposition(chr(c)).split() for c in range(0x110000))
    seconds = {chr(int(pair[1], 16)) for pair in composed if len(pair) == 2 and pair[0][0] != "<"}
    assert len(seconds) > 50
    assert all(_is_hard(c, c) for c in seconds)


def watched(monkeypatch):
    """The texts that Python prepares as a whole, and those of which it removes markup."""
    whole, marked = [], []
    by_python, without_markup = native._Preparing._by_python, native.without_markup

    def watching(*given):
        prepare = without_markup(*given)
        return lambda text: (marked.append(text), prepare(text))[1]

    monkeypatch.setattr(native, "without_markup", watching)
    monkeypatch.setattr(
        native._Preparing, "_by_python", lambda self, text: (whole.append(text), by_python(self, text))[1]
    )
    return whole, marked


def test_only_texts_that_need_it_are_prepared_by_python(monkeypatch):
    whole, marked = watched(monkeypatch)
    plain = [
        "Plain. Mail to a.b@example.org, see http://example.org/x?y=1",
        "Été, naïve – „Straße“",
        "3<5 & c",
    ]
    hard = ["e\u0301te\u0301", "ΟΔΟΣ", "\u0130zmir <b>"]
    tags = ["D&eacute;j&agrave; vu", "<p>tag", "3 &lt; 4 < a.b@example.org"]
    tokenize([*plain, *hard, *tags], language="en")
    assert (whole, marked) == (hard, tags)


@pytest.mark.parametrize(
    "text",
    [
        "<p>Gone\n" + "Ab1/" * 11 + "\nleft",  # once the tag is gone, nothing looks like debris any more
        "&#931;&amp;amp;nbsp; &amp;#931;A &lt;b&gt;",  # letters that Python has to lower-case
        "e&#769;te&#769; www.example&#46;org &#64;",
        "<script>a@b.c</script> www.<b>example.org a@b&#46;de",
    ],
)
def test_what_tags_and_entities_leave_behind_is_cleaned_as_python_cleans_it(monkeypatch, text):
    assert_same(*both(monkeypatch, [text, f"{text} été", text * 3], language="en"))


@pytest.mark.parametrize("size", [*range(1, 42), 255])
def test_plain_words_of_any_length_and_place_are_cut_as_python_cuts_them(monkeypatch, size):
    word = ("Zz9Aa0@`[{/:" * size)[:size]
    letters = ("qrStUv01" * size)[:size]
    texts = [f"{end}{word}{letters}{end}{letters}{end}x" for end in ("", " ", ".", "é", "É ", "\x7f", "\x80")]
    native_one, python_one = both(monkeypatch, [*texts, letters, "漢" + letters], language="en")
    assert_same(native_one, python_one)
    assert size == 1 or letters.lower() in native_one.types


@pytest.mark.parametrize("n_threads", [1, 2, 3])
def test_words_are_numbered_as_they_come_whatever_the_threads_and_batches(monkeypatch, n_threads):
    texts = [
        f"Word{i % 7001} of text{i}. Again word{i // 3} été{i % 50}!\n\nEnd" * (i % 40) for i in range(4000)
    ]
    monkeypatch.setattr(native, "_BATCH", 1 << 20)
    native_one, python_one = both(monkeypatch, texts, n_threads, language="en", stem="porter")
    assert_same(native_one, python_one)
    assert len(native_one.ids) > 300_000


def test_texts_of_scripts_without_spaces_are_cut_by_the_same_dictionary(monkeypatch, collection):
    _, texts, _ = collection
    assert_same(*both(monkeypatch, [*texts, "plain words", "Ein 東京都 text. Über 한국어"]))


@pytest.mark.parametrize("asked", [{"token_pattern": "[a-z]+"}, {"tokenizer": str.split}])
def test_texts_cut_in_the_users_own_way_are_cut_by_python(monkeypatch, asked):
    assert_same(*both(monkeypatch, ["Some words. And 2 more", "été"], **asked))


MORE = ("ng20", "pnc/pnc_3topics", "wikipedia", "acmdl_tensor")
COLLECTIONS = [
    "classic4",
    "reuters/reuters65",
    *(pytest.param(name, marks=pytest.mark.slow) for name in MORE),
]


@pytest.mark.data
@pytest.mark.skipif("COTEXT_DATA" not in os.environ, reason="COTEXT_DATA names no folder")
@pytest.mark.parametrize("name", COLLECTIONS)
def test_real_collections_are_cut_as_python_cuts_them(monkeypatch, name):
    folder, _, file = name.partition("/")
    path = Path(os.environ["COTEXT_DATA"]) / folder / f"{file or folder}.jsonl.xz"
    if not path.exists():
        pytest.skip(f"{path.name} is not in COTEXT_DATA")
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        texts = [json.loads(line)["text"] for line in islice(lines, 1500)]
    assert_same(*both(monkeypatch, texts, 3))
