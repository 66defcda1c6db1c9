"""Files of a store, opened: sizes are looked at when the store is, checksums when a file is first used."""

from __future__ import annotations

import hashlib
import json
import mmap
from pathlib import Path
from typing import IO, Any

import numpy as np
from scipy import sparse

from cotext.backend import check_sparse
from cotext.corpus import npy_header
from cotext.errors import CotextError
from cotext.files import open_plain, read_plain, size_of
from cotext.recipe import Recipe, from_settings, weighting_of
from cotext.store.layout import AGAIN, BLOCKS, IDF, WORDS, Block, Manifest

ARRAYS = ("indptr", "indices", "values")


def block_file(folder: Path, k: int, part: str) -> Path:
    """Where a part of block k lies."""
    return folder / BLOCKS / f"{k:06d}.{part}"


def check_size(path: Path, size: int) -> None:
    """Refuse a file that is gone, or not as long as it was written."""
    try:
        found = size_of(path)
    except OSError:
        raise CotextError(f"{path} of the store is missing: {AGAIN}, or put it back.") from None
    if found != size:
        raise CotextError(f"{path} of the store has {found:,} bytes, expected {size:,}: {AGAIN}.")


def check_content(path: Path, expected: tuple[int, str]) -> None:
    """Refuse a file that is not what was written."""
    check_size(path, expected[0])
    with open_plain(path) as stream:
        if hashlib.file_digest(stream, "sha256").hexdigest() != expected[1]:
            raise CotextError(f"{path} of the store was altered (its checksum differs): {AGAIN}.")


def read_json(path: Path, expected: tuple[int, str]) -> Any:
    """JSON of a store."""
    check_content(path, expected)
    return json.loads(read_plain(path, expected[0]))


def read_array(path: Path) -> np.ndarray:
    """An array of a store, read when it is used."""
    try:
        with open_plain(path) as stream:
            return _mapped(stream)
    except CotextError:
        raise
    except Exception as error:  # NumPy hands on whatever its parser of headers raises
        raise CotextError(f"{path} of the store cannot be read ({error!s:.80}): {AGAIN}.") from error


def _mapped(stream: IO[bytes]) -> np.ndarray:
    """The array of a ``.npy`` file, as ``np.load`` maps it, which would open the name once more."""
    shape, in_columns, dtype = npy_header(stream, "it")
    return np.memmap(stream, dtype, "r", stream.tell(), shape, "F" if in_columns else "C")


def read_block(folder: Path, k: int, block: Block, n_words: int, values: str = "values") -> sparse.csr_array:
    """Block k, on disk until it is used; in memory only where entries without weight must be left out."""
    indptr, indices, data = (
        read_array(block_file(folder, k, f"{name}.npy")) for name in (*ARRAYS[:2], values)
    )
    if indptr.shape != (block.rows + 1,) or indices.shape != data.shape or indptr[-1] != len(indices):
        raise CotextError(
            f"block {k} of {folder} has arrays of other sizes than its manifest tells: {AGAIN}."
        )
    X = sparse.csr_array((data, indices, indptr), shape=(block.rows, n_words))
    if values == "values" and X.nnz != block.nnz:
        X = X.copy()
        X.eliminate_zeros()
    return X


def check_block(folder: Path, k: int, block: Block, n_words: int) -> None:
    """Refuse a block that is not what was written, or that no model could take."""
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
    """Ask the system to read block k now, for later."""
    for name in ARRAYS:
        array = read_array(block_file(folder, k, f"{name}.npy"))
        mapped = getattr(array, "_mmap", None)
        if mapped is not None and hasattr(mapped, "madvise"):
            mapped.madvise(mmap.MADV_WILLNEED)


def recipe_of(folder: Path, manifest: Manifest) -> Recipe:
    """The recipe as it was fitted."""
    words, idf = read_json(folder / WORDS, manifest.files[WORDS]), idf_in(folder, manifest)
    nothing, settings = sparse.csr_array((1, manifest.n_words)), manifest.recipe or {}
    recipe = from_settings(settings, words["shown"], nothing, idf, words["counted"])
    recipe.idf_ = weighting_of(recipe, recipe.weighting, idf).idf_
    return recipe


def idf_in(folder: Path, manifest: Manifest) -> np.ndarray:
    """What each word weighs, by the documents it is in."""
    check_content(folder / IDF, manifest.files[IDF])
    return np.array(read_array(folder / IDF))
