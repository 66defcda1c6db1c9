"""Whatever the kernels of texts are handed, they answer or say which argument is wrong."""

import numpy as np
import pytest

from cotext.backend.native import kernels

pytestmark = pytest.mark.skipif(kernels() is None, reason="the kernels are not built or switched off")
N = 0x110000
TEXTS = ["one two. Three", "", "vier \U0001f600"]


@pytest.fixture(autouse=True)
def native_only(home):
    if home != "native":
        pytest.skip("attacks the kernels themselves")


def tables():
    kinds = np.full(N, 3, dtype=np.uint16)
    return {"kinds": kinds, "lower": np.arange(N, dtype=np.uint32)}


def words(texts=TEXTS):
    found = kernels().Words(**tables(), singles=False, n_threads=2)
    found.add(texts, np.zeros(len(texts), dtype=np.uint8))
    return found


def counted():
    """Good arguments for every function that counts ids."""
    ids = np.array([0, 1, 2, 1, 0], dtype=np.int32)
    given = {"ids": ids, "bounds": np.array([0, 3, 3, 5]), "columns": np.array([1, -1, 0], dtype=np.int32)}
    given |= {"n_columns": 2, "n_threads": 2}
    rows = {"starts": np.array([0, 2, 2, 3])}
    rows |= {name: np.empty(3, dtype=np.int32) for name in ("indices", "values")}
    return {
        "row_sizes": {**given, "sizes": np.empty(3, dtype=np.int64)},
        "fill_rows": {**given, **rows},
        "spread": {**given, "found": np.empty(2, dtype=np.int64)},
        "Windows": {**given, "length": 2},
    }


def spoilt(array):
    yield array.astype(np.float64)
    yield array[None]
    yield np.repeat(array, 2)[::2]
    yield array[:-1]
    yield np.zeros(array.nbytes + 1, dtype=np.uint8)[1:].view(array.dtype)


@pytest.mark.parametrize("name", ["row_sizes", "fill_rows", "spread", "Windows"])
def test_every_array_of_every_count_is_measured_and_named(name):
    given = counted()[name]
    getattr(kernels(), name)(**given)
    arrays = [key for key, value in given.items() if isinstance(value, np.ndarray)]
    for key in arrays:
        for bad in spoilt(given[key]):
            with pytest.raises(ValueError, match="|".join(arrays)):
                getattr(kernels(), name)(**{**given, key: bad})


@pytest.mark.parametrize("name", ["row_sizes", "fill_rows", "spread", "Windows"])
@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("ids", [0, 1, 3, 1, 0]),
        ("ids", [0, 1, -1, 1, 0]),
        ("columns", [2, -1, 0]),
        ("columns", [1, -2, 0]),
        ("n_columns", 1),
        ("n_columns", -1),
        ("bounds", [0, 9, 3, 5]),
        ("bounds", [1, 3, 3, 5]),
        ("bounds", [0, 3, 3, 6]),
        ("bounds", []),
    ],
)
def test_numbers_that_lead_out_of_an_array_are_refused(name, key, value):
    given = counted()[name]
    bad = np.array(value, dtype=given[key].dtype) if isinstance(value, list) else value
    with pytest.raises(ValueError, match="columns" if key == "n_columns" else key):
        getattr(kernels(), name)(**{**given, key: bad})


@pytest.mark.parametrize("starts", [[0, 1, 2, 3], [0, 2, 3, 3], [0, 3, 2, 3], [0, 2, 2, 4]])
def test_rows_that_do_not_fit_their_room_are_refused(starts):
    with pytest.raises(ValueError, match="starts"):
        kernels().fill_rows(**{**counted()["fill_rows"], "starts": np.array(starts)})


def test_a_window_of_one_position_is_refused():
    with pytest.raises(ValueError, match="length is 1, expected 2 to"):
        kernels().Windows(**{**counted()["Windows"], "length": 1})


@pytest.mark.parametrize("key", ["kinds", "lower"])
def test_tables_are_measured_and_named(key):
    for bad in spoilt(tables()[key]):
        with pytest.raises(ValueError, match=key):
            kernels().Words(**{**tables(), key: bad}, singles=False, n_threads=1)


def test_what_is_no_text_is_named():
    for bad in (None, 3, b"bytes"):
        with pytest.raises(ValueError, match=f"texts holds a {type(bad).__name__}, expected str"):
            words(["text", bad])


def test_as_many_marks_as_texts_are_asked_for():
    found = kernels().Words(**tables(), singles=False, n_threads=1)
    for marks in (np.zeros(2, dtype=np.uint8), np.zeros(3)):
        with pytest.raises(ValueError, match="clean"):
            found.add(TEXTS, marks)
    hard = np.zeros(2, dtype=np.uint8)
    with pytest.raises(ValueError, match="found"):
        kernels().sift(TEXTS, tables()["kinds"], 1, [], hard, 1)
    with pytest.raises(ValueError, match="found"):
        kernels().blocks(TEXTS, hard)


@pytest.mark.parametrize("n_threads", [0, -1, 2**40])
def test_a_number_of_threads_that_cannot_be_is_refused(n_threads):
    with pytest.raises(ValueError, match="n_threads is"):
        kernels().Words(**tables(), singles=False, n_threads=n_threads)


def test_words_are_laid_out_into_arrays_of_their_size_only():
    found = words()
    with pytest.raises(ValueError, match="ask for the sizes first"):
        found.names()
    sizes = found.sizes()
    more = (0, 1, 1, 0)
    types = (np.int32, np.int64, np.int64, np.int64)
    good = [np.empty(n + plus, dtype) for n, plus, dtype in zip(sizes, more, types, strict=True)]
    for i, array in enumerate(good):
        for bad in spoilt(array):
            with pytest.raises(ValueError, match=("ids", "offsets", "sentences", "counts")[i]):
                found.lay_out(*good[:i], bad, *good[i + 1 :])
    found.lay_out(*good)
    assert good[1].tolist()[-1] == sizes[0]
    with pytest.raises(ValueError, match="numbered already"):
        found.add(TEXTS, np.zeros(3, dtype=np.uint8))


def test_tables_with_characters_that_are_none_are_no_crash():
    given = tables()
    given["lower"][:] = 2**32 - 1
    found = kernels().Words(**given, singles=True, n_threads=1)
    found.add(["some text" * 50], np.ones(1, dtype=np.uint8))
    found.sizes()
    with pytest.raises(UnicodeDecodeError):
        found.names()
