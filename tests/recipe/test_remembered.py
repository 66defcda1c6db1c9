"""Whatever was asked about words is remembered: the first texts go to their clusters again."""

import re

import pytest

import cotext
from cotext.errors import CotextError, UsageError
from cotext.result import CoClustering

TREES = [
    "The old oaks and elms of the forest",
    "Elms grow near oaks in an old forest",
    "A forest of old elms",
]
RAIN = [
    "Cold rains and winds from the sea",
    "The winds brought cold rain, see www.rain.example",
    "Sea winds, rain",
]
TEXTS = [f"{text} {i}." for i in range(4) for text in TREES + RAIN]
MIXED = [*TEXTS, *["Der alte Wald mit den Eichen und dem Regen", "Le vent et la pluie dans la forêt"] * 4]


def letters(text):
    """A tokenizer of one's own."""
    return re.findall(r"[A-Za-z]{3,}", text)


OPTIONS = {
    "as usual": {},
    "a stemmer": {"stem": "porter"},
    "several languages": {"language": ["en", "de", "fr"]},
    "a language": {"language": "de"},
    "own stop words": {"stop_words": ["forest", "Sea"]},
    "only own stop words": {"stop_words": {"only": ["the", "forest"]}},
    "more than the long list": {"stop_words": {"large": ["forest"]}},
    "debris kept": {"debris": "keep"},
    "a pattern": {"token_pattern": r"[a-z]{4,}"},
    "phrases": {"phrases": True},
    "phrases of stems": {"phrases": True, "stem": "porter"},
    "a tokenizer": {"tokenizer": letters},
    "a tokenizer and a stemmer": {"tokenizer": letters, "stem": "en", "stop_words": {"only": ["the"]}},
}


@pytest.mark.parametrize("name", OPTIONS)
def test_the_first_texts_go_to_their_clusters_again(name, tmp_path):
    options = OPTIONS[name]
    result = cotext.cluster(MIXED, 2, "nmtf", random_state=0, n_init=2, **options)
    result.save(tmp_path / "run")
    loaded = CoClustering.load(tmp_path / "run")
    assert loaded.recipe.settings() == result.recipe.settings()
    assert loaded.docword.vocabulary == result.docword.vocabulary
    needed = {"tokenizer": options["tokenizer"]} if "tokenizer" in options else {}
    for one, more in ((result, {}), (loaded, needed)):
        assert one.predict(MIXED, **more).column("cluster") == result.row_labels_.tolist()
        assert (one.recipe.transform(MIXED, **more).X != result.docword.X).nnz == 0


def test_a_run_that_needs_a_tokenizer_again_says_so(tmp_path):
    result = cotext.cluster(TEXTS, 2, "nmtf", random_state=0, n_init=1, tokenizer=letters)
    assert result.config["text"]["tokenizer"] == "letters"
    result.save(tmp_path / "run")
    with pytest.raises(
        UsageError, match=r"the tokenizer 'letters'.*pass it in Python.*predict\(documents, tokenizer=f\)"
    ):
        CoClustering.load(tmp_path / "run").predict(TEXTS)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"tokenizer": str}, "'str' gave a str that is no list"),
        ({"tokenizer": lambda text: [1, 2]}, "<lambda>.*gave a list that is no list of words"),
        ({"tokenizer": "letters"}, "takes a function.*given were a str"),
        ({"tokenizer": letters, "token_pattern": "a+"}, "no token_pattern with it"),
        ({"token_pattern": "[a-z"}, r"'\[a-z' is not a regular expression.*give one such as"),
    ],
)
def test_what_cannot_cut_texts_is_refused(options, said):
    with pytest.raises(CotextError, match=said):
        cotext.cluster(TEXTS, 2, **options)


def test_a_pattern_says_what_a_word_is():
    result = cotext.cluster(
        ["#tag one, #tag two", "#other one"] * 5, 2, token_pattern=r"#\w+", random_state=0
    )
    assert result.docword.vocabulary == ["#other", "#tag"]


def test_loaded_options_can_be_used_to_fit_again(tmp_path):
    options = {"stop_words": {"large": ["oaks"]}, "language": "de,en", "token_pattern": "[a-z]{3,}"}
    cotext.cluster(TEXTS, 2, "nmtf", n_init=1, **options).save(tmp_path / "run")
    recipe = CoClustering.load(tmp_path / "run").recipe
    before = recipe.settings()
    assert recipe.fit(TEXTS).settings()["text"] == before["text"]
