"""Numbers that come in batches."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotext.tokens import native, tokenize
from cotext.tokens.native import Growing


@given(st.lists(st.tuples(st.lists(st.integers(-99, 99), max_size=40), st.floats(1e-9, 1.0)), max_size=12))
def test_numbers_stay_as_they_were_written_whatever_is_expected(batches):
    row = Growing(np.int32)
    for numbers, done in batches:
        row.more(len(numbers), done)[:] = numbers
    assert row.finish().tolist() == [number for numbers, _ in batches for number in numbers]
    assert row.size == len(row.finish())


@pytest.mark.parametrize("done", [1e-12, 0.01, 0.5, 0.9, 1.0])
def test_there_is_little_more_room_than_numbers_whatever_is_expected(done):
    row = Growing(np.int64)
    for n in (1000, 1, 5000):
        room = row.more(n, done)
        assert row.size <= len(room.base) <= 1.25 * row.size


def test_one_long_text_before_many_short_ones_takes_no_room_for_as_many_long_ones(monkeypatch):
    monkeypatch.setattr(native, "_BATCH", 1 << 12)
    texts = ["many words " * 5000, *["few words"] * 300, ""]
    tokens = tokenize(texts, language="en")
    assert np.diff(tokens.offsets).tolist() == [10_000, *[2] * 300, 0]
