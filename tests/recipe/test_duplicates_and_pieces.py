"""Documents that are there twice, and those that are too long."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cotext.corpus import Documents
from cotext.recipe.prepared import first_of_each, repeated, segments

WORDS = st.sampled_from(["oak", "elm", "yew.", "ash!", "fir?", "bay\n\n", "木の下。", "森。", "12"])
TEXTS = st.lists(WORDS, max_size=120).map(" ".join)


def test_copies_differ_in_white_space_alone() -> None:
    texts = ["an oak", "an\toak\n", "An oak", "", "  ", "an oak", "anoak"]
    assert first_of_each(texts).tolist() == [0, 0, 2, 3, 4, 0, 6]


def test_lone_surrogates_are_no_obstacle() -> None:
    assert first_of_each(["\ud800", "\ud801", "\ud800 "]).tolist() == [0, 1, 0]


def test_copies_and_shared_ids_are_told() -> None:
    documents = Documents(["oak", "elm", "oak", " oak"], ["a", "a", "b", "b"])
    assert repeated(documents) == (
        "2 of 4 documents repeat another: deduplicate= (--deduplicate) fits each once",
        "2 ids occur more than once",
    )
    assert repeated(Documents(["oak", "", ""], ["a", "b", "c"])) == ()


def squeezed(text: str) -> str:
    return re.sub(r"\s", "", text)


@given(TEXTS, st.integers(1, 40))
def test_pieces_hold_the_whole_text_in_order_and_none_is_empty(text: str, length: int) -> None:
    pieces = segments(text, length)
    assert squeezed("".join(pieces)) == squeezed(text)
    assert all(piece.strip() for piece in pieces) or pieces == [text]


@example([1, 1, 1, 9, 12, 12, 12], 5)  # a sentence begins half way between two cuts
@example([1, 12, 6, 7], 5)
@given(st.lists(st.integers(1, 12), min_size=1, max_size=40), st.integers(5, 40))
def test_no_piece_is_tiny_or_huge_and_none_breaks_a_sentence(sizes: list[int], length: int) -> None:
    sentences = [" ".join(["word"] * size) + "." for size in sizes]
    pieces = segments(" ".join(sentences), length)
    total, target = sum(sizes), sum(sizes) / len(pieces)
    assert len(pieces) == max(round(total / length), 1)
    lengths = [len(piece.split()) for piece in pieces]
    assert all(0 < size < 2 * target + 1 for size in lengths)  # half a piece more at either end
    if len(pieces) > 1 and max(sizes) < target:
        assert all(piece.endswith(".") for piece in pieces)


def test_a_text_without_sentences_is_cut_between_words() -> None:
    pieces = segments(" ".join(map(str, range(100))), 30)
    assert [len(piece.split()) for piece in pieces] == [33, 33, 34]


def test_two_letters_of_scripts_without_spaces_are_a_word() -> None:
    text = "天気がいいから散歩しましょう。" * 10  # fourteen letters each
    pieces = segments(text, 35)
    assert [len(piece) for piece in pieces] == [75, 75]


@pytest.mark.parametrize("text", ["", " ", "one", "one two three"])
def test_a_short_text_is_left_as_it_is(text: str) -> None:
    assert segments(text, 5) == [text]
