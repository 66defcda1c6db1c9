"""A window of the reordered matrix shows what the whole shows there."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from cotext.datasets import make_planted
from cotext.errors import UsageError
from cotext.models import NMTF
from cotext.pictures.prepare import numbers_of

WINDOW = {"top": 10, "bottom": 45, "left": 5, "right": 30}


@pytest.fixture(scope="module")
def planted(read):
    X = make_planted(70, 50, 3, random_state=0).X
    return read(NMTF(3, random_state=0, n_init=1).fit(X), X)


@pytest.mark.parametrize("values", ["counts", "lift"])
def test_a_window_has_the_pixels_of_the_whole(planted, values):
    whole = numbers_of("matrix", planted, values=values)
    window = numbers_of("matrix", planted, values=values, **WINDOW)
    assert window.window == [10, 45, 5, 30]
    assert_allclose(window.pixels, whole.pixels[10:45, 5:30])
    assert window.row_documents == whole.row_documents[10:45]
    assert window.column_words == whole.column_words[5:30]
    assert "35 documents and 25 words in 35 x 25 pixels" in window.note


def test_clusters_outside_of_a_window_end_at_its_borders(planted):
    whole, window = numbers_of("matrix", planted), numbers_of("matrix", planted, **WINDOW)
    assert_allclose(window.row_ends, np.clip(whole.row_ends, 10, 45) - 10)
    assert_allclose(window.column_ends, np.clip(whole.column_ends, 5, 30) - 5)


def test_a_window_is_binned_as_the_whole_is(planted):
    window = numbers_of("matrix", planted, pixels=7, **WINDOW)
    cells = numbers_of("matrix", planted, **WINDOW).pixels
    assert window.pixels.shape == (7, 7)
    assert_allclose(window.pixels[0, 0], cells[:5, :4].mean())


def test_pixels_name_their_surest_document_and_their_most_frequent_word(planted):
    numbers = numbers_of("matrix", planted, pixels=10)
    ends = np.flatnonzero(np.diff(planted.row_labels_[numbers.row_documents]))
    assert len(ends) == 2  # documents of a cluster follow each other
    weight = np.asarray(planted.counts.sum(axis=0)).ravel()
    first = planted.column_labels_ == numbers.column_clusters[0]
    assert numbers.column_words[0] == planted.docword.vocabulary[np.where(first, weight, -1).argmax()]


def test_a_window_outside_of_the_matrix_is_refused(planted):
    with pytest.raises(UsageError, match=r"the window 60 to 71 is not within the 70 rows"):
        numbers_of("matrix", planted, top=60, bottom=71)


def test_pixels_travel_with_three_digits(planted):
    numbers = numbers_of("matrix", planted)
    sent = numbers.as_dict()["pixels"]
    assert_allclose(sent, numbers.pixels, rtol=5e-3)
    assert_array_equal(np.array(sent) == 0, numbers.pixels == 0)
