"""Computation: ``sweep`` and other operations of a matrix, in several homes.

A sweep takes a sparse matrix and a rule, and returns the answers of the documents and their sums over the
words. Models see only the ``Matrix`` and the rules, never threads, devices or sparse formats. ``open_matrix``
chooses the home: C++ kernels, SciPy on threads, CuPy, chunks on disk, or Dask workers that open the chunks.
"""

from cotext.backend.arrays import (
    Array,
    MatrixLike,
    as_python,
    dot,
    guard,
    is_sparse,
    namespace,
    rows_of,
    softmax,
    step,
    sum_xlogx,
    to_host,
    unit_columns,
)
from cotext.backend.chunks.source import Chunks, Entries, Fewer, without_rows
from cotext.backend.homes import sums_at_once
from cotext.backend.matrix import Matrix
from cotext.backend.memory import available_memory, free_of_gpu, gigabytes, return_freed_memory
from cotext.backend.opening import (
    is_elsewhere,
    open_blocks,
    open_matrix,
    open_slices,
    row_lengths,
    some_columns,
    some_rows,
    spread_of_used,
    squares_in,
    sum_over,
    word_spread,
)
from cotext.backend.rules import Argmax, CoordinateDescent, Multiplicative, Rule, Softmax, Sums, one_hot
from cotext.backend.solve import answer, assign, improve, improve_block, least_squares
from cotext.backend.sparse_checks import check_room_for_rows, check_sparse, sound_csr
from cotext.backend.spill import SpillArray, empty_array, is_small
from cotext.backend.threads import ordered_map, quiet_blas, thread_count, threads_here, together, usable_cores

__all__ = [
    "Argmax", "Array", "Chunks", "CoordinateDescent", "Entries", "Fewer", "Matrix", "MatrixLike",
    "Multiplicative", "Rule", "Softmax", "SpillArray", "Sums", "answer", "as_python", "assign",
    "available_memory", "check_room_for_rows", "check_sparse", "dot", "empty_array", "free_of_gpu",
    "gigabytes", "guard", "improve", "improve_block", "is_elsewhere", "is_small", "is_sparse",
    "least_squares", "namespace", "one_hot", "open_blocks", "open_matrix", "open_slices",
    "ordered_map", "quiet_blas", "return_freed_memory", "row_lengths", "rows_of", "softmax", "some_columns",
    "some_rows", "sound_csr", "spread_of_used", "squares_in", "step", "sum_over", "sum_xlogx", "sums_at_once",
    "thread_count", "threads_here", "to_host", "together", "unit_columns", "usable_cores", "without_rows",
    "word_spread",
]  # fmt: skip
