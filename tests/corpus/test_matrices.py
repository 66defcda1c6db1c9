"""Counted documents: what is accepted, and what a hostile file cannot do."""

from __future__ import annotations

import gzip
import zipfile
from pathlib import Path

import numpy as np
import pytest
from scipy import io, sparse

from cotext.corpus import DocWord, read
from cotext.errors import CotextError, NoUsableDocuments

DENSE = np.array([[0, 2, 0], [1, 0, 3], [0, 0, 0], [4, 0, 1]])


def check(found: object) -> DocWord:
    assert isinstance(found, DocWord)
    assert isinstance(found.X, sparse.csr_array)
    np.testing.assert_array_equal(found.X.toarray(), DENSE)
    assert found.X.has_canonical_format
    return found


def arrays(**changes: object) -> dict:
    X = sparse.csr_array(DENSE)
    return {"data": X.data, "indices": X.indices, "indptr": X.indptr, "shape": X.shape, **changes}


@pytest.mark.parametrize("kind", ["csr", "csc", "coo"])
@pytest.mark.parametrize("old", [True, False])
def test_scipy_files_are_read(tmp_path: Path, kind: str, old: bool) -> None:
    X = getattr(sparse, f"{kind}_{'matrix' if old else 'array'}")(DENSE)
    sparse.save_npz(tmp_path / "a.npz", X)
    found = check(read(tmp_path / "a.npz"))
    assert found.vocabulary == ["word0", "word1", "word2"]
    assert found.ids == ["0", "1", "2", "3"]
    assert found.labels is None


def test_named_files_are_read_with_sorted_labels(tmp_path: Path) -> None:
    np.savez(
        tmp_path / "a.npz",
        **arrays(
            vocabulary=["a", "b", "c"],
            doc_ids=["w", "x", "y", "z"],
            labels=[0, 1, -1, 0],
            label_names=["q", "p"],
        ),
    )
    found = check(read(tmp_path / "a.npz"))
    assert found.vocabulary == ["a", "b", "c"]
    assert found.ids == ["w", "x", "y", "z"]
    assert found.label_names == ["p", "q"]
    np.testing.assert_array_equal(found.labels, [1, 0, -1, 1])


@pytest.mark.parametrize("name", ["a.mtx", "a.mtx.gz"])
@pytest.mark.parametrize("field", ["integer", "real"])
def test_matrix_market_is_read(tmp_path: Path, name: str, field: str) -> None:
    plain = tmp_path / "a.mtx"
    io.mmwrite(plain, sparse.coo_array(DENSE), field=field)
    if name.endswith(".gz"):
        (tmp_path / name).write_bytes(gzip.compress(plain.read_bytes()))
    check(read(tmp_path / name))


@pytest.mark.parametrize("kind", ["csr", "csc", "coo", "lil", "dok", "dia", "bsr"])
def test_matrices_in_memory_are_read(kind: str) -> None:
    check(read(getattr(sparse, f"{kind}_array")(DENSE)))
    check(read(getattr(sparse, f"{kind}_matrix")(DENSE.astype(np.float32))))
    check(read(DENSE))
    np.testing.assert_array_equal(read(DENSE > 0).X.toarray(), (DENSE > 0).astype(int))


def test_duplicates_are_added_zeros_dropped_and_the_input_kept() -> None:
    X = sparse.csr_array((np.array([1, 1, 0]), np.array([1, 1, 0]), np.array([0, 2, 3])), shape=(2, 2))
    found = read(X)
    np.testing.assert_array_equal(found.X.toarray(), [[0, 2], [0, 0]])
    assert found.X.nnz == 1
    assert X.nnz == 3


HOSTILE = {
    "index past the end": {"indices": np.array([1, 0, 2, 0, 10**6], dtype=np.int32)},
    "index far past the end": {"indices": np.array([1, 0, 2, 0, 2**40])},
    "negative index": {"indices": np.array([1, 0, 2, 0, -5], dtype=np.int32)},
    "huge unsigned index": {"indices": np.array([1, 0, 2, 0, 2**63 + 5], dtype=np.uint64)},
    "indptr goes back": {"indptr": np.array([0, 4, 1, 3, 5], dtype=np.int32)},
    "indptr past the data": {"indptr": np.array([0, 1, 3, 3, 10**6], dtype=np.int32)},
    "indptr starts late": {"indptr": np.array([2, 2, 3, 3, 5], dtype=np.int32)},
    "indptr too short": {"indptr": np.array([0, 5], dtype=np.int32)},
    "indptr of floats": {"indptr": np.array([0.0, 1, 3, 3, 5])},
    "indices two-dimensional": {"indices": np.zeros((5, 1), dtype=np.int32)},
    "fewer indices than data": {"indices": np.array([1, 0], dtype=np.int32)},
    "shape of three": {"shape": [4, 3, 1]},
    "shape of floats": {"shape": [4.0, 3.0]},
    "negative shape": {"shape": [4, -3]},
    "columns without end": {"shape": [4, 2**60]},
    "many empty columns": {"shape": [4, 10**9]},
    "negative value": {"data": np.array([2, 1, -3, 4, 1])},
    "NaN": {"data": np.array([2, 1, np.nan, 4, 1])},
    "infinity": {"data": np.array([2, 1, np.inf, 4, 1])},
    "complex": {"data": np.array([2, 1, 3, 4, 1j])},
    "strings": {"data": np.array(["2", "1", "3", "4", "1"])},
    "objects": {"data": np.array([2, 1, {}, 4, 1], dtype=object)},
    "objects beside the matrix": {"vocabulary": np.array(["a", {}, "c"], dtype=object)},
    "too few words": {"vocabulary": np.array(["a", "b"])},
    "too many ids": {"doc_ids": np.array(["a"] * 5)},
    "too few labels": {"labels": np.array([0, 1])},
    "label without a name": {"labels": np.array([0, 1, 2, 0]), "label_names": np.array(["x", "y"])},
    "unknown layout": {"format": np.array(b"dia")},
    "layout is a list": {"format": np.array([b"csr", b"csc"])},
    "csc with the indices of csr": {"format": np.array(b"csc")},
    "coo without rows": {"format": np.array(b"coo")},
    "coo row past the end": {"format": np.array(b"coo"), "row": np.array([9] * 5), "col": np.array([0] * 5)},
    "coo negative column": {"format": np.array(b"coo"), "row": np.array([0] * 5), "col": np.array([-1] * 5)},
    "coo of endless rows": {
        "format": np.array(b"coo"),
        "row": np.arange(5),
        "col": np.array([0] * 5),
        "shape": [2**50, 3],
    },
}


@pytest.mark.parametrize("trick", HOSTILE)
def test_a_hostile_npz_is_refused(tmp_path: Path, trick: str) -> None:
    np.savez(tmp_path / "a.npz", **arrays(**HOSTILE[trick]))
    with pytest.raises(CotextError, match=r"a\.npz") as caught:
        read(tmp_path / "a.npz")
    assert "\n" not in str(caught.value)


def test_an_npz_without_a_matrix_says_what_is_expected(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", slice0_data=[1], labels=[0])
    with pytest.raises(CotextError, match="expected data, indices, indptr and shape"):
        read(tmp_path / "a.npz")


def test_a_pickle_under_another_name_is_not_opened(tmp_path: Path) -> None:
    import pickle

    class Bomb:
        def __reduce__(self):  # type: ignore[no-untyped-def]
            return (Path.touch, (tmp_path / "executed",))

    (tmp_path / "a.npz").write_bytes(pickle.dumps(Bomb()))
    with pytest.raises(CotextError):
        read(tmp_path / "a.npz")
    assert not (tmp_path / "executed").exists()


@pytest.mark.parametrize(
    "content",
    [
        "",
        "1 1 1\n",
        "%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 1.0\n",
        "%%MatrixMarket matrix coordinate real general\n2 2 1\n0 1 1.0\n",
        "%%MatrixMarket matrix coordinate real general\n2 2 5\n1 1 1.0\n",
        "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 -1.0\n",
        "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 nan\n",
        "%%MatrixMarket matrix coordinate complex general\n2 2 1\n1 1 1.0 1.0\n",
        "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 x\n",
        "%%MatrixMarket matrix coordinate real general\n9999999999999 2 1\n1 1 1.0\n",
        "%%MatrixMarket matrix coordinate real general\n-2 2 1\n1 1 1.0\n",
        "%%MatrixMarket matrix coordinate real general\n2 2 1\n1.5 1 1.0\n",
        "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 1.5\n",
        "%%MatrixMarket matrix coordinate real general\n2 2 1\n1e300 1 1.0\n",
        "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 1 1.5\n",
        "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 1 1e300\n",
        "%%MatrixMarket matrix coordinate real general\n2 2 99999999999999999999\n1 1 1.0\n",
    ],
)
def test_a_hostile_matrix_market_file_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "a.mtx").write_text(content)
    with pytest.raises(CotextError, match=r"a\.mtx"):
        read(tmp_path / "a.mtx")


def test_an_index_between_two_rows_is_named(tmp_path: Path) -> None:
    content = "%%MatrixMarket matrix coordinate real general\n2 2 1\n1.5 1 1.0\n"
    (tmp_path / "a.mtx").write_text(content)
    with pytest.raises(CotextError, match=r"1\.5 among the integers, expected whole numbers from 1 to 2"):
        read(tmp_path / "a.mtx")


HEADERS = {
    "an open bracket": "{'descr': '<f8', 'fortran_order': False, 'shape': (3,",
    "no literal": "{'descr': '<f8', 'fortran_order': False, 'shape': (3, ), +",
    "open quotes": '{\'descr\': """<f8',
    "a broken indent": "  1\n 2",
    "a zero byte": "{'descr': '\0'}",
    "deep": "(" * 900,
    "no dictionary": "3",
    "a call": "print(3)",
}


@pytest.mark.parametrize("header", HEADERS.values(), ids=HEADERS)
def test_a_header_that_is_no_literal_is_refused(tmp_path: Path, header: str) -> None:
    text = header.encode().ljust(1000) + b"\n"
    with zipfile.ZipFile(tmp_path / "a.npz", "w") as file:
        for name in ("data", "indices", "indptr", "shape"):
            content = b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + bytes(24)
            file.writestr(f"{name}.npy", content)
    with pytest.raises(CotextError, match=r"a\.npz: refused: .*give a valid matrix of counts"):
        read(tmp_path / "a.npz")


@pytest.mark.parametrize("X", [-DENSE, DENSE * np.nan, DENSE * 1j, DENSE.astype(str), DENSE.astype(object)])
def test_arrays_that_are_not_counts_are_refused(X: np.ndarray) -> None:
    with pytest.raises(CotextError, match="the matrix: refused"):
        read(X)


def test_a_tampered_matrix_in_memory_is_refused() -> None:
    X = sparse.csr_array(DENSE)
    X.indices[0] = 10**6
    with pytest.raises(CotextError):
        read(X)
    Y = sparse.coo_array(DENSE)
    Y.coords[0][0] = 10**6
    with pytest.raises(CotextError):
        read(Y)


@pytest.mark.parametrize("shape", [(0, 3), (3, 0)])
def test_a_matrix_without_rows_or_columns_holds_no_documents(shape: tuple[int, int]) -> None:
    with pytest.raises(NoUsableDocuments):
        read(np.zeros(shape))
