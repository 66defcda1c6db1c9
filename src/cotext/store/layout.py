"""A store on disk: plain arrays, plain JSON, and a manifest with the size and checksum of every file.

Sizes are compared when a store is opened, checksums when a file is first used.

    manifest.json             the list of files; written last, whenever a block is complete
    words.json                the words as they are counted and as they are shown
    idf.npy                   the weight of each word
    blocks/000000.indptr.npy  block 0 as CSR arrays: ``values`` are for models, ``counts`` were counted
    blocks/000000.names.json  ids, classes and further columns of its documents
    pairs.indptr.npy ...      how often words meet, if that was counted
"""

from __future__ import annotations

import hashlib
import json
import mmap
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np
from scipy import sparse

from cotext.backend import check_sparse
from cotext.corpus import npy_header
from cotext.errors import CotextError, UsageError
from cotext.files import check_folder, open_plain, read_plain, size_of, write_atomic, write_text
from cotext.recipe import MARKS_OF_A_STORE, Recipe, from_settings, weighting_of

FORMAT = 1
MANIFEST, WORDS = MARKS_OF_A_STORE
IDF, BLOCKS = "idf.npy", "blocks"
PAIRS = tuple(f"pairs.{part}.npy" for part in ("data", "indices", "indptr"))
AGAIN = "make it again with 'cotext shard'"


@dataclass(frozen=True)
class Block:
    """A block in the manifest."""

    rows: int
    nnz: int  # entries that weigh something
    entries: int  # all that were counted
    largest: float  # weight
    most: float  # the largest count
    files: Mapping[str, tuple[int, str]]  # bytes and SHA-256, by the last part of the name


@dataclass
class Manifest:
    """The content of a store."""

    n_words: int
    dtype: str  # "float32" or "float64"
    source: str = ""  # describes the documents and options; another call must have the same to continue it
    complete: bool = False  # whether all documents of the source are there
    recipe: dict[str, Any] | None = None  # its settings; None for a matrix taken as it was
    blocks: list[Block] = field(default_factory=list)
    files: dict[str, tuple[int, str]] = field(default_factory=dict)  # outside the blocks, as in Block
    known: int = 0  # words of documents added later that are in the vocabulary
    unknown: int = 0  # and those that are not

    @property
    def n_documents(self) -> int:
        return sum(block.rows for block in self.blocks)


def read_manifest(folder: Path) -> Manifest:
    """Read and check the manifest of a store."""
    if not folder.is_dir():
        raise UsageError(f"{folder} is no folder, so no store: give one that 'cotext shard' made.")
    try:
        check_folder(folder / BLOCKS)
        tree = json.loads(read_plain(folder / MANIFEST))
        if tree["format"] > FORMAT:
            raise UsageError(
                f"{folder} is a store of format {tree['format']}, made by cotext {tree['cotext']}; this is a "
                f"version that reads up to {FORMAT}: update cotext."
            )
        return _checked(tree)
    except FileNotFoundError:
        raise UsageError(
            f"{folder} has no {MANIFEST}, so it is no store: give one that 'cotext shard' made."
        ) from None
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        if isinstance(error, CotextError):
            raise
        raise CotextError(f"{folder / MANIFEST} is damaged ({error!s:.80}): {AGAIN}.") from error


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Replace the manifest in one step."""
    from cotext import __version__

    tree = {"format": FORMAT, "cotext": __version__, **asdict(manifest)}
    write_text(folder / MANIFEST, json.dumps(tree, indent=1) + "\n")


def write_array(path: Path, array: np.ndarray) -> tuple[int, str]:
    """Write a ``.npy`` file; return its size and checksum."""
    return write_hashed(path, lambda stream: np.lib.format.write_array(stream, array, allow_pickle=False))


def write_json(path: Path, value: object) -> tuple[int, str]:
    """Write JSON; return its size and checksum. ASCII escapes preserve even lone surrogates."""
    return write_hashed(path, lambda stream: stream.write(json.dumps(value).encode("ascii")))


def write_hashed(path: Path, write: Callable[[_Hashing], object]) -> tuple[int, str]:
    """Write a file in one step; return size and checksum of the data that were meant to be written."""
    hashing = _Hashing()

    def through(stream: IO[bytes]) -> None:
        hashing.stream = stream
        write(hashing)

    write_atomic(path, through)
    return hashing.size, hashing.digest.hexdigest()


class _Hashing:
    """A stream that counts and hashes the data that are written."""

    stream: IO[bytes]

    def __init__(self) -> None:
        self.size, self.digest = 0, hashlib.sha256()

    def write(self, data: bytes | memoryview) -> int:
        view = memoryview(data).cast("B")
        self.size += len(view)
        self.digest.update(view)
        return self.stream.write(view)


def _checked(tree: Mapping[str, Any]) -> Manifest:
    blocks = [_block(block) for block in tree["blocks"]]
    if tree["dtype"] not in ("float32", "float64"):
        raise ValueError(f"dtype {tree['dtype']!r}")
    return Manifest(
        _count(tree["n_words"]), tree["dtype"], str(tree["source"]), bool(tree["complete"]), tree["recipe"],
        blocks, _files(tree["files"]), _count(tree["known"]), _count(tree["unknown"]),
    )  # fmt: skip


def _block(tree: Mapping[str, Any]) -> Block:
    rows, nnz, entries = (_count(tree[name]) for name in ("rows", "nnz", "entries"))
    return Block(rows, nnz, entries, float(tree["largest"]), float(tree["most"]), _files(tree["files"]))


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r}, expected a number")
    return value


def _files(tree: Mapping[str, Any]) -> dict[str, tuple[int, str]]:
    return {str(name): (_count(size), str(digest)) for name, (size, digest) in tree.items()}


# --- reading --------------------------------------------------------------------------------------------

ARRAYS = ("indptr", "indices", "values")


def block_file(folder: Path, k: int, part: str) -> Path:
    """Return the path of a part of block k."""
    return folder / BLOCKS / f"{k:06d}.{part}"


def check_size(path: Path, size: int) -> None:
    """Refuse a file that is missing or has another size."""
    try:
        actual = size_of(path)
    except OSError:
        raise CotextError(f"{path} of the store is missing: {AGAIN}, or put it back.") from None
    if actual != size:
        raise CotextError(f"{path} of the store has {actual:,} bytes, expected {size:,}: {AGAIN}.")


def check_content(path: Path, expected: tuple[int, str]) -> None:
    """Refuse a file that was altered."""
    check_size(path, expected[0])
    with open_plain(path) as stream:
        if hashlib.file_digest(stream, "sha256").hexdigest() != expected[1]:
            raise CotextError(f"{path} of the store was altered (its checksum differs): {AGAIN}.")


def read_json(path: Path, expected: tuple[int, str]) -> Any:
    """Read JSON of a store."""
    check_content(path, expected)
    return json.loads(read_plain(path, expected[0]))


def read_array(path: Path) -> np.ndarray:
    """Map an array of a store, which is read when it is used."""
    try:
        with open_plain(path) as stream:  # np.load would open the name once more
            shape, in_columns, dtype = npy_header(stream, "it")
            return np.memmap(stream, dtype, "r", stream.tell(), shape, "F" if in_columns else "C")
    except CotextError:
        raise
    except Exception as error:  # whatever the parser of NumPy raises
        raise CotextError(f"{path} of the store cannot be read ({error!s:.80}): {AGAIN}.") from error


def read_block(folder: Path, k: int, block: Block, n_words: int, values: str = "values") -> sparse.csr_array:
    """Map block k; it is in memory only if entries without weight must be left out."""
    indptr, indices, data = (
        read_array(block_file(folder, k, f"{name}.npy")) for name in (*ARRAYS[:2], values)
    )
    if indptr.shape != (block.rows + 1,) or indices.shape != data.shape or indptr[-1] != len(indices):
        raise CotextError(f"block {k} of {folder} has arrays of other sizes than in its manifest: {AGAIN}.")
    X = sparse.csr_array((data, indices, indptr), shape=(block.rows, n_words))
    if values == "values" and X.nnz != block.nnz:
        X = X.copy()
        X.eliminate_zeros()
    return X


def check_block(folder: Path, k: int, block: Block, n_words: int) -> None:
    """Refuse a block that was altered, or that no model could take."""
    for name, expected in block.files.items():
        check_content(block_file(folder, k, name), expected)
    where = f"block {k} of {folder}"
    indptr, indices, data = (read_array(block_file(folder, k, f"{name}.npy")) for name in ARRAYS)
    if indptr.shape == (block.rows + 1,) and indices.shape == data.shape:  # before SciPy follows any index
        check_sparse(sparse.csr_array((data, indices, indptr), shape=(block.rows, n_words)), where)
    X = read_block(folder, k, block, n_words)
    least, most = X.data.min(initial=np.inf), X.data.max(initial=0)
    if X.nnz != block.nnz or not X.has_canonical_format or not (least > 0 and most <= block.largest):
        raise CotextError(f"{where} holds values that no model takes, or in no order: {AGAIN}.")


def fetch(folder: Path, k: int) -> None:
    """Let the system read block k now, for later."""
    for name in ARRAYS:
        array = read_array(block_file(folder, k, f"{name}.npy"))
        mapped = getattr(array, "_mmap", None)
        if mapped is not None and hasattr(mapped, "madvise"):
            mapped.madvise(mmap.MADV_WILLNEED)


def recipe_of(folder: Path, manifest: Manifest) -> Recipe:
    """Rebuild the fitted recipe."""
    words, idf = read_json(folder / WORDS, manifest.files[WORDS]), idf_in(folder, manifest)
    nothing, settings = sparse.csr_array((1, manifest.n_words)), manifest.recipe or {}
    recipe = from_settings(settings, words["shown"], nothing, idf, words["counted"])
    recipe.idf_ = weighting_of(recipe, recipe.weighting, idf).idf_
    return recipe


def idf_in(folder: Path, manifest: Manifest) -> np.ndarray:
    """Read the idf of each word."""
    check_content(folder / IDF, manifest.files[IDF])
    return np.array(read_array(folder / IDF))
