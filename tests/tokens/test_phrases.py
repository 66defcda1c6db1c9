"""Pairs of words that belong together are words of their own."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cotext
from cotext.errors import UsageError
from cotext.matrix import count
from cotext.tokens import tokenize, tokenize_again
from cotext.tokens.phrases import LEAST_SCORE, find_phrases

LEARN = "Machine learning needs {} data and machine learning needs {} time."
COOK = "Olive oil goes with {} bread, and olive oil with {} soup."
FILLERS = ["old", "new", "big", "small", "good", "bad", "hot", "cold"]
TEXTS = [text.format(a, b) for text in (LEARN, COOK) for a, b in zip(FILLERS, FILLERS[::-1], strict=True)]


def words(tokens, document=0):
    return [tokens.types[i] for i in tokens.ids[tokens.offsets[document] : tokens.offsets[document + 1]]]


def test_phrases_stand_beside_their_parts():
    tokens = tokenize(TEXTS, phrases=True, language="en")
    assert {"machine learning", "olive oil"} <= set(tokens.settings.phrases)
    assert words(tokens)[:3] == ["machine", "learning", "machine learning"]
    assert words(tokenize_again(["Cold olive oil"], tokens.settings)) == ["cold", "olive", "oil", "olive oil"]
    assert tokens.notes[-1].startswith("phrases: ")


def test_phrases_are_words_of_tables_with_a_space():
    result = cotext.cluster(TEXTS, 2, phrases=True, random_state=0)
    assert {"machine learning", "olive oil"} <= set(result.docword.vocabulary)
    assert "machine learning" in {word for words in result.summary().column("words") for word in words}
    assert "machine" in result.similar_words("machine learning", 5).column("word")
    assert result.recipe.settings()["text"]["phrases"] == list(result.recipe.tokens_.phrases)


def test_phrases_of_stems_are_shown_in_full():
    result = cotext.cluster(TEXTS, 2, phrases=True, stem="porter", random_state=0)
    assert "machin learn" in result.recipe.vocabulary_
    assert "machine learning" in result.docword.vocabulary


def test_there_are_none_unless_asked_for():
    assert tokenize(TEXTS).settings.phrases == ()
    with pytest.raises(UsageError, match="phrases='yes': use True"):
        tokenize(TEXTS, phrases="yes")


@pytest.mark.parametrize("joint", [". ", " of the ", "! ", "\n\n"])
def test_a_phrase_crosses_no_sentence_and_no_stop_word(joint):
    texts = [f"machine{joint}learning {filler}" for filler in FILLERS]
    assert "machine learning" not in tokenize(texts, phrases=True, language="en").settings.phrases


def test_rare_pairs_and_pairs_of_common_words_are_no_phrases():
    assert tokenize(TEXTS[:2], phrases=True).settings.phrases == ()
    rng = np.random.default_rng(0)
    mixed = [" ".join(rng.choice(FILLERS, 40)) for _ in range(50)]
    assert tokenize(mixed, phrases=True, stop_words="none").settings.phrases == ()


sentences = st.lists(st.lists(st.sampled_from("abcde"), min_size=1, max_size=6), min_size=1, max_size=30)


@given(sentences)
def test_the_score_is_that_of_the_formula(found):
    ids = np.array(["abcde".index(word) for sentence in found for word in sentence], dtype=np.int32)
    bounds = np.cumsum([0, *map(len, found)])
    pairs = [pair for sentence in found for pair in pairwise(sentence)]
    scores = {}
    for a, b in set(pairs):
        p = pairs.count((a, b)) / len(pairs)
        left, right = (sum(pair[k] == w for pair in pairs) / len(pairs) for k, w in ((0, a), (1, b)))
        if pairs.count((a, b)) >= 5 and p < 1:
            scores[f"{a} {b}"] = np.log(p / (left * right)) / -np.log(p)
    phrases = set(find_phrases(ids, bounds, list("abcde"), np.zeros(5, dtype=bool)))
    assert {pair for pair, score in scores.items() if score > LEAST_SCORE + 1e-9} <= phrases
    assert phrases <= {pair for pair, score in scores.items() if score > LEAST_SCORE - 1e-9}


@given(sentences)
def test_parts_are_counted_as_without_phrases(found):
    texts = [" ".join(f"word{w}" for w in sentence) + "." for sentence in found]
    plain = tokenize(texts, stop_words="none")
    beside = tokenize(texts, stop_words="none", phrases=True)
    known = [word for word in beside.types if " " not in word]
    assert known == plain.types
    assert beside.ids[beside.ids < len(known)].tolist() == plain.ids.tolist()
    X, Y = (count(tokens, min_df=1, max_df=1.0) for tokens in (plain, beside))
    columns = [list(Y.vocabulary).index(word) for word in X.vocabulary]
    assert (Y.X[:, columns] != X.X).nnz == 0
    assert (np.diff(beside.sentences) > 0).all()
    assert beside.sentences[-1] == beside.offsets[-1] == len(beside.ids)
