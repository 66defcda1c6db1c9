"""Whatever a kernel is handed, it answers or says which argument is wrong; it never follows a bad pointer."""

import numpy as np
import pytest
from scipy import sparse

from cotext.backend import Multiplicative, open_matrix
from cotext.backend.native import kernels
from cotext.backend.native.library import checked_rows

pytestmark = pytest.mark.skipif(kernels() is None, reason="the kernels are not built or switched off")
R, n, d, g = 2, 40, 30, 4


@pytest.fixture(autouse=True)
def native_only(home):
    if home != "native":
        pytest.skip("attacks the kernels themselves")


def csr(dtype):
    X = sparse.random_array((n, d), density=0.3, rng=np.random.default_rng(0), dtype=dtype)
    return sparse.csr_array(X)


def calls(dtype):
    """Good arguments for every entry point."""

    def ones(*shape, of=dtype):
        return np.ones(shape, dtype=of)

    rows, cuts = checked_rows(csr(dtype)), np.array([0, 9, n])
    sums = {"parts": ones(2 * d * R * g), "sums": ones(R, d, g), "squares": ones(R, g, g, of=np.float64)}
    rule = {"inner": 1, "power": 1.0, "G": ones(R, g, g), "answers": ones(R, n, g)}
    fields = {"A": ones(R, g, g), "H": ones(R, g, g), "pull": ones(R, n, g), "drag": ones(n, 1)}
    fields |= {"offset": ones(R, 1, g), "labels": ones(R, n, of=np.int32), "best": ones(R, n), "s": g}
    swept = {"rows": rows, "cuts": cuts, "W": ones(d, R * g), "Z": ones(R, n, g), **rule, **fields, **sums}
    scattered = {"rows": rows, "cuts": cuts, **sums}
    S, out = ones(d, d), ones(n, n)
    part, nnz = {"wanted": np.arange(n), "places": np.arange(d, dtype=np.int32)}, csr(dtype).nnz
    starts = csr(dtype).indptr.astype(np.int64)
    found = [
        ("gather", {"rows": rows, "W": ones(d, 8), "out": ones(n, 8)}),
        *(("sweep", {**swept, "kind": kind}) for kind in (0, 1, 2)),
        ("scatter", {**scattered, "Z": ones(R, n, g), "labels": None}),
        ("scatter", {**scattered, "Z": None, "labels": ones(R, n, of=np.int32)}),
        ("decide", {"scores": ones(R, n, g), "Z": ones(R, n, g), "kind": 0, **rule}),
        ("dot", {"a": ones(n, g), "b": ones(n, g)}),
        ("part_sizes", {"rows": rows, **part, "sizes": ones(n, of=np.int64)}),
        (
            "fill_part",
            {"rows": rows, **part, "starts": starts, "words": ones(nnz, of=np.int32), "values": ones(nnz)},
        ),
        ("sandwich", {"rows": rows, "S": S, "out": out}),
        ("power_by", {"S": out, "power": 1.0, "scale": ones(n)}),
        ("below", {"S": S, "threshold": 0.5}),
        ("count", {"S": S, "shift": 16, "found": 0, "counts": ones(1 << 16, of=np.int64)}),
    ]
    return [(name, {**given, "n_threads": 2}) for name, given in found]


def spoilt(array):
    """The same array cut short along each axis, of other types, in other order, out of line."""
    raw = np.zeros(array.nbytes + 1, dtype=np.uint8)
    yield array.astype(np.int16)
    yield array[None]
    yield np.repeat(array, 2, axis=-1)[..., ::2]
    yield raw[1:].view(array.dtype).reshape(array.shape)
    yield array.astype(np.float32 if array.dtype == np.float64 else np.float64)
    for axis in range(array.ndim):
        yield np.ascontiguousarray(array.take(range(array.shape[axis] - 1), axis=axis))


IGNORED = {0: {"labels", "best"}, 1: {"labels", "best"}, 2: {"G"}}  # by the kind of a sweep


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("number", range(14))
def test_every_array_of_every_kernel_is_measured_and_named(number, dtype):
    name, given = calls(dtype)[number]
    kernel = getattr(kernels(), name)
    kernel(**given)
    arrays = {key for key, value in given.items() if isinstance(value, np.ndarray)}
    arrays -= IGNORED[given["kind"]] if name == "sweep" else set()
    for key in arrays:
        alone = name in ("below", "count") and key == "S"  # nothing else says what it should be
        for bad in list(spoilt(given[key]))[: 4 if alone else None]:
            with pytest.raises(ValueError, match=f"^({'|'.join(arrays)}|s|the number of)\\b"):
                kernel(**{**given, key: bad})


@pytest.mark.parametrize(("key", "kind"), [("G", 0), ("labels", 2), ("best", 2), ("sums", 0), ("squares", 1)])
def test_a_missing_array_is_named(key, kind):
    given = {**dict(calls(np.float64))["sweep"], "kind": kind, key: None}
    with pytest.raises(ValueError, match=f"{key} is None, expected an array"):
        kernels().sweep(**given)


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        ("sweep", "kind", 3),
        ("sweep", "kind", -1),
        ("sweep", "s", 0),
        ("sweep", "s", 2**62),
        ("sweep", "cuts", np.array([0, 50, n])),
        ("sweep", "cuts", np.array([0, -9, n])),
        ("sweep", "cuts", np.array([0])),
        ("scatter", "cuts", np.array([0, n - 1])),
        ("decide", "kind", 2),
        ("part_sizes", "wanted", np.full(n, n)),
        ("fill_part", "wanted", np.full(n, -1)),
        ("fill_part", "starts", np.full(n + 1, 2**40)),
        ("count", "shift", -1),
        ("count", "shift", 64),
    ],
)
def test_numbers_that_lead_out_of_an_array_are_refused(name, key, value):
    given = dict(calls(np.float64))[name]
    with pytest.raises(ValueError, match=key):
        getattr(kernels(), name)(**{**given, key: value})


def test_labels_are_compared_with_the_number_of_clusters():
    given = next(given for name, given in calls(np.float64) if name == "scatter" and given["Z"] is None)
    for label in (g, -1, 2**30):
        labels = given["labels"].copy()
        labels[1, 3] = label
        with pytest.raises(ValueError, match=f"labels holds {label}, expected 0 to 3"):
            kernels().scatter(**{**given, "labels": labels})


@pytest.mark.parametrize(
    ("name", "at", "value"), [("words", 7, d), ("words", 0, -1), ("starts", 3, 2**40), ("starts", n, 1)]
)
def test_a_matrix_is_walked_once_before_any_kernel_sees_it(name, at, value):
    X = csr(np.float64)
    parts = {"starts": X.indptr.astype(np.int64), "words": X.indices, "values": X.data}
    kernels().Rows(**parts, d=d)
    parts[name] = parts[name].copy()
    parts[name][at] = value
    with pytest.raises(ValueError, match=name):
        kernels().Rows(**parts, d=d)
    X.indices, X.indptr = parts["words"], parts["starts"]
    with pytest.raises(ValueError, match=r"words|starts|row index"):
        open_matrix(X)


def test_indices_are_not_wrapped_on_their_way_to_the_kernels():
    X = csr(np.float64)
    X.indices = X.indices.astype(np.int64)
    X.indices[5] += 2**32
    with pytest.raises(ValueError, match="words holds 0 to 4294967"):
        checked_rows(X)


@pytest.mark.parametrize("rows", [n - 1, n + 1])
def test_as_many_rows_as_the_matrix_says_are_walked(rows):
    X = csr(np.float64)
    X._shape = (rows, d)  # as if its rows had been exchanged for others
    with pytest.raises(ValueError, match=f"starts has {n + 1} numbers, expected {rows + 1}: make X again"):
        checked_rows(X)


def test_a_factor_of_other_words_is_refused_by_the_matrix():
    X = open_matrix(csr(np.float64))
    for rows in (0, 1, d - 1, d + 1):
        W = np.ones((rows, g))
        with pytest.raises(ValueError, match=r"shape|mismatch"):
            X @ W
        with pytest.raises(ValueError, match=r"shape|mismatch"):
            X.respond(Multiplicative(W, np.eye(g)), np.ones((n, g)))
    for rows in (1, n - 1, n + 1):
        Z = np.ones((rows, g))
        with pytest.raises(ValueError, match="shape"):
            X.sums(Z)
        with pytest.raises(ValueError, match="shape"):
            X.sweep(Z, Multiplicative(np.ones((d, g)), np.eye(g)))
