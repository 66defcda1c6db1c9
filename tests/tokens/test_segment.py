"""Words of scripts that are written without spaces."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotext.errors import UsageError
from cotext.tokens import TokenSettings, tokenize, tokenize_again
from cotext.tokens import segment as module
from cotext.tokens.segment import find_segmenter, segmenter


@pytest.fixture
def without_libraries(monkeypatch):
    """As where the extra is not installed."""
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    for name in ("icu4py.breakers", "kiwipiepy"):
        monkeypatch.setitem(__import__("sys").modules, name, None)
    module._kiwi.cache_clear()


def words(text):
    tokens = tokenize([text], stop_words="none")
    return [tokens.types[i] for i in tokens.ids]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我们喜欢机器学习", ["我们", "喜欢", "机器", "学习"]),
        ("東京大学の研究者", ["東京", "大学", "研究者"]),
        ("茶と水を飲む猫", ["茶", "水", "飲む", "猫"]),
        ("ทีมชนะการแข่งขัน", ["ทีม", "ชนะ", "การ", "แข่งขัน"]),
        ("사람들이 공원에서 물을 마셨다", ["사람", "공원", "물", "마시다"]),
        (
            "Der Begriff 机器学习 heißt Deep Learning",
            ["der", "begriff", "机器", "学习", "heißt", "deep", "learning"],
        ),
        ("東京 and 서울의 공원", ["東京", "and", "서울", "공원"]),
    ],
)
def test_texts_without_spaces_become_words(text, expected):
    assert words(text) == expected


def test_sentences_end_where_their_marks_are():
    tokens = tokenize(["我们喜欢足球。他们喜欢音乐！", "서울은 크다. 부산은 작다.\n\n끝"], stop_words="none")
    assert [tokens.types[tokens.ids[i]] for i in tokens.sentences[:-1]] == [
        "我们",
        "他们",
        "서울",
        "부산",
        "끝",
    ]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["plain", "été", "дом"], None),
        (["我们"], "icu"),
        (["서울"], "kiwi"),
        (["서울", "東京", "ทีม"], "icu+kiwi"),
    ],
)
def test_only_what_is_needed_is_named(texts, expected):
    assert find_segmenter(texts) == expected


@pytest.mark.usefixtures("without_libraries")
def test_without_the_libraries_pairs_of_characters_stand_for_words(texts):
    tokens = tokenize(texts("zh"))
    assert tokens.settings.segmenter == "bigrams"
    (told,) = (note for note in tokens.notes if "pairs of characters" in note)
    assert "pip install 'cotext[languages]'" in told
    assert words("我们喜欢 a dog") == ["我们", "们喜", "喜欢", "dog"]
    assert words("서울의 공원") == ["서울", "울의", "공원"]


@pytest.mark.usefixtures("without_libraries")
@pytest.mark.parametrize(("name", "text"), [("icu", "我们"), ("kiwi", "서울의 공원")])
def test_a_run_that_needs_a_library_says_which(name, text):
    recorded = TokenSettings(segmenter=name)
    assert tokenize_again(["plain words"], recorded).types == ["plain", "words"]
    with pytest.raises(UsageError, match=r"cut by (icu4py|kiwipiepy).*pip install 'cotext\[languages\]'"):
        tokenize_again([text], recorded)


def test_earlier_runs_are_cut_at_spaces_as_before():
    tokens = tokenize_again(["我们喜欢机器学习 猫"], TokenSettings())
    assert tokens.types == ["我们喜欢机器学习"]


@settings(deadline=None)
@given(st.text(alphabet=st.characters(max_codepoint=0xDFF), max_size=40))
def test_other_scripts_are_left_as_they_are(text):
    import unicodedata

    composed = unicodedata.normalize("NFC", text)
    assert segmenter("icu+kiwi")(text) in (text, composed)


@settings(deadline=None)
@given(st.text(alphabet="我们喜欢東京のทีม서울 ab.", max_size=30))
def test_segmenting_keeps_every_ideograph_in_order(text):
    found = segmenter("icu+bigrams")(text)
    assert [c for c in found if "一" <= c <= "鿿"] == [c for c in text if "一" <= c <= "鿿"]
