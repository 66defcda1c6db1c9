"""Read counted documents: NumPy and SciPy ``.npz``, MatrixMarket, sparse and dense arrays.

Files are not trusted: no index is followed before it is known to be inside the matrix.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import chain, pairwise
from pathlib import Path
from typing import IO, Any

import numpy as np
from scipy import sparse

from cotext.backend import check_sparse
from cotext.corpus.build_documents import encode, string
from cotext.corpus.documents import Documents, DocWord, FileContent, Reading
from cotext.corpus.files.file_io import SourceFile, open_text
from cotext.corpus.files.limits import Budget
from cotext.corpus.files.npz_archive import Archive, checked_header
from cotext.errors import CotextError, NoUsableDocuments

_BROKEN = (
    ValueError, TypeError, ArithmeticError, LookupError, MemoryError, RuntimeError, EOFError,
    zipfile.BadZipFile, zlib.error,
)  # fmt: skip


def read_matrix(item: SourceFile, reading: Reading) -> FileContent:
    """Read a matrix of counts."""
    reading.wanted.refuse(item.where)
    return FileContent((read_mtx if item.kind == ".mtx" else read_npz)(item.on_disk()))


def read_npz(path: Path) -> DocWord:
    """Read a CSR, CSC or COO matrix, with its names and labels if it has any."""
    arrays = load_arrays(path)
    labels, label_names = _labels(arrays, str(path))
    names = {"vocabulary": arrays.get("vocabulary"), "ids": arrays.get("doc_ids")}
    return docword(sparse_from(arrays, str(path)), str(path), **names, labels=labels, label_names=label_names)


def read_mtx(path: Path) -> DocWord:
    """Read a MatrixMarket file."""
    try:
        return docword(read_market(path), str(path))
    except CotextError:
        raise
    except _BROKEN as error:
        raise _refused(str(path), error) from error


def docword(
    X: object,
    where: str,
    *,
    vocabulary: np.ndarray | None = None,
    ids: np.ndarray | None = None,
    labels: np.ndarray | None = None,
    label_names: Sequence[str] = (),
) -> DocWord:
    """Check a matrix and name its rows and columns (``0``, ``1``.. and ``word0``, ``word1``..)."""
    counts = checked_csr(X, where)
    n, d = counts.shape
    if min(n, d) == 0:
        raise NoUsableDocuments(f"{where}: a matrix of {n} documents and {d} words; both must be positive")
    for name, array, size in (("vocabulary", vocabulary, d), ("doc_ids", ids, n), ("labels", labels, n)):
        if array is not None and np.shape(array) != (size,):
            raise CotextError(f"{where}: {name} has shape {np.shape(array)}, expected ({size},)")
    words = [f"word{j}" for j in range(d)] if vocabulary is None else _strings(vocabulary)
    names = [str(i) for i in range(n)] if ids is None else _strings(ids)
    note = "already counted" + ("" if vocabulary is not None else ", words have no names")
    return DocWord(counts, words, names, labels, label_names, (note,))


def load_arrays(path: Path) -> Archive:
    """Open the arrays of an ``.npz`` file, each read on demand, never unpickled."""
    return Archive(path, str(path), lambda error: _refused(str(path), error))


def sparse_from(arrays: Mapping[str, np.ndarray], where: str, prefix: str = "") -> sparse.sparray:
    """Build a matrix of ``data`` and ``indices``, ``indptr`` (CSR, CSC) or ``row``, ``col`` (COO)."""
    layout = np.asarray(arrays.get("format", b"csr")).tolist()
    layout = layout.decode() if isinstance(layout, bytes) else str(layout)
    keys = {"csr": ("indices", "indptr"), "csc": ("indices", "indptr"), "coo": ("row", "col")}.get(layout, ())
    shape = arrays.get(f"{prefix}shape", arrays.get("shape"))
    missing = [key for key in ("data", *keys) if prefix + key not in arrays]
    if not keys or missing or shape is None:
        raise CotextError(
            f"{where}: no sparse matrix in it (format {layout}, arrays {', '.join(sorted(arrays)[:8])}); "
            "expected data, indices, indptr and shape"
        )
    first, second = (_indices(arrays[prefix + key], where) for key in keys)
    size, data = tuple(_indices(shape, where).tolist()), arrays[prefix + "data"]
    try:
        if layout == "coo":
            return sparse.coo_array((data, (first, second)), shape=size)
        kind = sparse.csr_array if layout == "csr" else sparse.csc_array
        return kind((data, first, second), shape=size)
    except _BROKEN as error:
        raise _refused(where, error) from error


def checked_csr(matrix: object, where: str) -> sparse.csr_array:
    """Return a canonical CSR matrix of finite non-negative numbers; an error says why it cannot."""
    check_sparse(matrix, where)
    try:
        X: Any = matrix
        X = X if sparse.issparse(X) else sparse.coo_array(X)
        if X.ndim != 2 or X.dtype.kind not in "biuf":
            raise ValueError(f"a {X.ndim}-dimensional array of {X.dtype}, expected a matrix of numbers")
        if max(X.shape) > max(1 << 22, 100 * X.nnz):  # a few bytes must not cost gigabytes
            raise ValueError(f"shape {X.shape} for {X.nnz} values, expected fewer empty rows and columns")
        X = sparse.csr_array(X)
        if X.nnz and not (np.isfinite(X.data).all() and X.data.min() >= 0):
            raise ValueError("negative, NaN or infinite values, expected counts or weights from 0 up")
        return _canonical(X)
    except _BROKEN as error:
        raise _refused(where, error) from error


def row_blocks(cumulated: np.ndarray, size: int) -> list[tuple[int, int]]:
    """Cut rows into spans of about ``size`` work each, given the work before each row.

    Examples
    --------
    >>> row_blocks([0, 3, 4, 9, 10], 4)
    [(0, 2), (2, 3), (3, 4)]
    """
    cuts = np.searchsorted(cumulated, np.arange(size, cumulated[-1], size))
    edges = np.unique(np.concatenate([[0], cuts, [len(cumulated) - 1]])).tolist()
    return list(pairwise(edges))


def _canonical(X: sparse.csr_array) -> sparse.csr_array:
    """Remove duplicates, stored zeros and types without products; the input stays as it is."""
    if X.dtype.kind == "b" or X.dtype == np.float16:
        X = X.astype(np.int32 if X.dtype.kind == "b" else np.float32)
    if not X.has_canonical_format or (X.data == 0).any():
        X = X.copy()
        X.sum_duplicates()
        X.eliminate_zeros()
    if X.indices.dtype != np.int32 and max(X.nnz, *X.shape) < 2**31:  # half the bytes, and peers ask for it
        index = (X.indices.astype(np.int32), X.indptr.astype(np.int32))
        X = sparse.csr_array((X.data, *index), shape=X.shape)
    return X


def _indices(values: np.ndarray, where: str) -> np.ndarray:
    if values.ndim != 1 or values.dtype.kind not in "iu":
        raise CotextError(
            f"{where}: an index array of {values.dtype} and shape {values.shape}, expected integers"
        )
    return values.astype(np.int64, copy=False)


def _labels(arrays: Mapping[str, np.ndarray], where: str) -> tuple[np.ndarray | None, list[str]]:
    if "labels" not in arrays:
        return None, []
    labels, names = arrays["labels"], arrays.get("label_names")
    if names is None or labels.dtype.kind not in "iu":
        return encode(_strings(labels))
    if labels.size and labels.max() >= len(names):
        raise CotextError(f"{where}: label {labels.max()} has no name among the {len(names)} in label_names")
    return encode([str(names[code]) if code >= 0 else None for code in labels.ravel()])


def _strings(values: np.ndarray) -> list[str]:
    return [string(value) or "" for value in np.ravel(values).tolist()]


def _refused(where: str, error: BaseException) -> CotextError:
    why = str(error).splitlines()[0] if str(error) else type(error).__name__
    return CotextError(f"{where}: refused: {why[:200]}; give a valid matrix of counts")


# --- a batch at a time ----------------------------------------------------------------------------------

BATCH_ENTRIES = 1 << 22
HELD = 1 << 28  # bytes of a matrix that is read in one go
PARTS = {"data.npy", "indices.npy", "indptr.npy", "shape.npy", "format.npy"}
Slices = Callable[[Documents | DocWord], Iterator[Documents | DocWord]]


def npz_batches(path: Path, slices: Slices) -> Iterator[Documents | DocWord]:
    """Give rows of a matrix in batches; one that is small, not CSR, or has names, is read in one go."""
    if path.stat().st_size <= HELD or not _plain_csr(path):
        yield from slices(read_npz(path))
        return
    try:
        with ExitStack() as stack:
            yield from _rows(path, stack)
    except CotextError:
        raise
    except (ValueError, KeyError, EOFError, OSError, zipfile.BadZipFile) as error:
        raise _refused(str(path), error) from error


def _plain_csr(path: Path) -> bool:
    with zipfile.ZipFile(path) as archive:
        return set(archive.namelist()) == PARTS and b"csr" in archive.read("format.npy")


def _rows(path: Path, stack: ExitStack) -> Iterator[DocWord]:
    parts = {name: _Member(path, name, stack) for name in ("data", "indices", "indptr", "shape")}
    n, d = parts["shape"].take(2).tolist()
    indptr = parts["indptr"].take(n + 1).astype(np.int64)
    if indptr[0] != 0 or (np.diff(indptr) < 0).any():
        raise ValueError("indptr does not rise from 0")
    words = [f"word{j}" for j in range(d)]
    for start, stop in row_blocks(indptr, BATCH_ENTRIES):
        own = indptr[start : stop + 1] - indptr[start]
        data, indices = (parts[name].take(int(own[-1])) for name in ("data", "indices"))
        X = checked_csr(sparse.csr_array((data, indices, own), shape=(stop - start, d)), str(path))
        yield DocWord(X, words, [str(i) for i in range(start, stop)], notes=("already counted",))


class _Member:
    """An array of one axis in an archive, read from its beginning to its end."""

    def __init__(self, path: Path, name: str, stack: ExitStack) -> None:
        archive = stack.enter_context(zipfile.ZipFile(path))
        info = archive.getinfo(f"{name}.npy")
        Budget(str(path), path.stat().st_size, in_memory=False).take(info.file_size)
        self.stream: IO[bytes] = stack.enter_context(archive.open(info))
        shape, self.dtype = checked_header(self.stream, info)
        if len(shape) != 1:
            raise ValueError(f"{name} is no row of numbers")

    def take(self, size: int) -> np.ndarray:
        """Read the next ``size`` numbers."""
        data = self.stream.read(size * self.dtype.itemsize)
        return np.frombuffer(data, dtype=self.dtype, count=size)


# --- MatrixMarket: SciPy's own reader ends the whole process on some damaged files --------------------

_BANNER = "%%MatrixMarket matrix coordinate integer|real|pattern general"


def read_market(path: Path) -> sparse.coo_array:
    """Read the matrix of a coordinate file; ValueError says why it cannot."""
    with open_text(path, "utf-8") as stream:
        field = _field(stream.readline(1000))
        size = next((line for line in stream if line.strip() and not line.startswith("%")), "")
        try:
            n, d, nnz = map(int, size.split())
        except ValueError:
            raise ValueError(
                f"size line {size[:50]!r}, expected rows, columns and number of values"
            ) from None
        entries = _entries(stream, nnz, 2 if field == "pattern" else 3)
    rows, columns = (_as_integers(entries[:, axis], 1, size) - 1 for axis, size in enumerate((n, d)))
    values = entries[:, 2] if field == "real" else np.ones(nnz, dtype=np.int64)
    if field == "integer":
        values = _as_integers(entries[:, 2], -(2**53), 2**53)
    return sparse.coo_array((values, (rows, columns)), shape=(n, d))


def _field(banner: str) -> str:
    words = banner.lower().split()
    fits = (
        len(words) == 5 and words[:3] == ["%%matrixmarket", "matrix", "coordinate"] and words[4] == "general"
    )
    if not fits or words[3] not in ("integer", "real", "pattern"):
        raise ValueError(f"first line {banner.strip()[:60]!r}, expected {_BANNER}")
    return words[3]


def _as_integers(numbers: np.ndarray, least: int, most: int) -> np.ndarray:
    """Return the numbers as integers, or refuse them."""
    wrong = numbers[(numbers % 1 != 0) | (numbers < least) | (numbers > most)]
    if len(wrong):
        raise ValueError(f"{wrong[0]:g} among the integers, expected whole numbers from {least} to {most}")
    return numbers.astype(np.int64)


def _entries(stream: IO[str], nnz: int, width: int) -> np.ndarray:
    lines = (line for line in stream if line.strip())
    first = next(lines, "")
    entries = np.loadtxt(chain([first], lines), comments="%", ndmin=2) if first else np.empty((0, width))
    if entries.shape != (nnz, width) or not np.isfinite(entries).all():
        raise ValueError(f"{entries.shape} numbers after the size line, expected {(nnz, width)}, all finite")
    return entries
