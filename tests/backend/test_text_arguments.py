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


def words():
    return kernels().Words(**tables(), singles=False, n_threads=2)


def none(n):
    return np.zeros(n, dtype=np.uint8)


def counted():
    """Good arguments for every function that counts ids."""
    ids = np.array([0, 1, 2, 1, 0], dtype=np.int32)
    given = {"ids": ids, "bounds": np.array([0, 3, 3, 5]), "columns": np.array([1, -1, 0], dtype=np.int32)}
    given |= {"n_columns": 2}
    threads, rows = {"n_threads": 2}, {"starts": np.array([0, 2, 2, 3])}
    rows |= {name: np.empty(3, dtype=np.int32) for name in ("indices", "values")}
    return {
        "row_sizes": {**given, **threads, "sizes": np.empty(3, dtype=np.int64)},
        "fill_rows": {**given, **threads, **rows},
        "spread": {**given, **threads, "found": np.empty(2, dtype=np.int64)},
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


@pytest.mark.parametrize(("first", "last"), [(-1, 1), (1, 0), (0, 3), (3, 3)])
def test_rows_of_pairs_that_are_not_there_are_refused(first, last):
    windows = kernels().Windows(**counted()["Windows"])
    with pytest.raises(ValueError, match=r"first|last"):
        windows.count(first, last, upper=False, n_threads=1)


@pytest.mark.parametrize("name", ["starts", "indices", "values"])
def test_pairs_are_written_only_where_there_is_room(name):
    windows = kernels().Windows(**{**counted()["Windows"], "length": 3})
    size = windows.count(0, 2, upper=False, n_threads=1)
    assert size == 2
    room = {"starts": np.empty(3, dtype=np.int64)}
    room |= {part: np.empty(size, dtype=np.int32) for part in ("indices", "values")}
    with pytest.raises(ValueError, match=name):
        windows.lay_out(**{**room, name: room[name][:-1]})
    windows.lay_out(**room)
    assert [part.tolist() for part in room.values()] == [[0, 1, 2], [1, 0], [1, 1]]


@pytest.mark.parametrize("key", ["kinds", "lower"])
def test_tables_are_measured_and_named(key):
    for bad in spoilt(tables()[key]):
        with pytest.raises(ValueError, match=key):
            kernels().Words(**{**tables(), key: bad}, singles=False, n_threads=1)


def test_what_is_no_text_is_named():
    for bad in (None, 3, b"bytes"):
        with pytest.raises(ValueError, match=f"texts holds a {type(bad).__name__}, expected str"):
            kernels().Texts(["text", bad])
        with pytest.raises((ValueError, TypeError), match=r"expected str|incompatible"):
            kernels().Texts(["text"]).replace(0, bad)


@pytest.mark.parametrize("row", [-1, 3, 2**60])
def test_only_a_text_that_is_there_is_replaced(row):
    with pytest.raises(ValueError, match=r"row is .*, expected 0 to 2"):
        kernels().Texts(TEXTS).replace(row, "other")


def packed(texts):
    parts = [text.encode() for text in texts]
    bounds = np.cumsum([0, *map(len, parts)])
    return {"bytes": np.frombuffer(b"".join(parts), dtype=np.uint8), "bounds": bounds}


def test_packed_texts_are_measured_and_named():
    assert len(kernels().Texts(**packed(TEXTS))) == 3
    assert len(kernels().Texts(**packed([]))) == 0
    for key, array in packed(TEXTS).items():
        for bad in (*spoilt(array), array[:0]):
            if not (key == "bytes" and bad.ndim == 1 and bad.dtype == np.uint8 and len(bad) == len(array)):
                with pytest.raises(ValueError, match=r"bytes|bounds"):
                    kernels().Texts(**{**packed(TEXTS), key: bad})


@pytest.mark.parametrize(
    "bad",
    [
        b"\x80",
        b"\xc3",
        b"\xc0\xaf",
        b"a\xe2\x82",
        b"\xe2\x28\xa1",
        b"\xf5\x80\x80\x80",
        b"\xff",
        b"\xf4\x90\x80\x80",
    ],
)
@pytest.mark.parametrize("around", [(b"", b""), (b"some ", b""), (b"\xc3\xa9", b" \xc3\xa9t\xc3\xa9")])
def test_packed_texts_that_are_not_utf_8_are_refused(bad, around):
    whole = np.frombuffer(around[0] + bad + around[1], dtype=np.uint8)
    with pytest.raises(ValueError, match="not UTF-8"):
        kernels().Texts(whole, np.array([0, len(whole)]))


def test_as_many_marks_as_texts_are_asked_for():
    texts = kernels().Texts(TEXTS)
    for marks in (none(2), np.zeros(3)):
        with pytest.raises(ValueError, match="clean"):
            words().add(texts, marks)
    with pytest.raises(ValueError, match="found"):
        kernels().sift(texts, tables()["kinds"], 1, [], none(2), 1)
    with pytest.raises(ValueError, match="found"):
        kernels().blocks(texts, none(2))


@pytest.mark.parametrize("n_threads", [0, -1, 2**40])
def test_a_number_of_threads_that_cannot_be_is_refused(n_threads):
    with pytest.raises(ValueError, match="n_threads is"):
        kernels().Words(**tables(), singles=False, n_threads=n_threads)


def test_words_are_written_into_arrays_of_their_size_only():
    found, texts = words(), kernels().Texts(TEXTS)
    sizes = found.add(texts, none(3))
    with pytest.raises(ValueError, match="take it first"):
        found.add(texts, none(3))
    types = (np.int32, np.int64, np.int64)
    good = [np.empty(n, dtype) for n, dtype in zip(sizes, types, strict=True)]
    for i, array in enumerate(good):
        for bad in spoilt(array):
            with pytest.raises(ValueError, match=("ids", "ends", "sentences")[i]):
                found.take(*good[:i], bad, *good[i + 1 :])
    found.take(*good)
    assert good[1].tolist()[-1] == sizes[0]
    counts = np.empty(len(found), dtype=np.int64)
    for bad in spoilt(counts):
        with pytest.raises(ValueError, match="found"):
            found.counts(bad)
    found.counts(counts)
    assert counts.sum() == sizes[0]


def test_tables_with_characters_that_are_none_are_no_crash():
    given = tables()
    given["lower"][:] = 2**32 - 1
    found = kernels().Words(**given, singles=True, n_threads=1)
    found.add(kernels().Texts(["some text" * 50]), np.ones(1, dtype=np.uint8))
    with pytest.raises(UnicodeDecodeError):
        found.names()
