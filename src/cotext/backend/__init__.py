"""Where the numbers are crunched: ``sweep`` and a few verbs, in several homes.

In comes a sparse matrix and a rule; out come the documents' answers and the sums they leave for the
words. Models see only the matrix object and the rules, never threads, devices or sparse formats.

``matrix.Matrix`` declares what every home can do, ``open_matrix`` chooses one: ``native`` (C++ kernels),
``cpu`` (SciPy products on row blocks in a thread pool), ``cuda`` (CuPy), ``blocks`` for what lies on disk, or
``dask`` where workers on many machines open the blocks.
``Matrix.sweep`` is the definition that every home is tested against.
"""

from cotext.backend.arrays import (
    Array,
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
from cotext.backend.chunks.source import Blocks, Entries, Fewer, without_rows
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
from cotext.backend.threads import (
    of_all_threads,
    ordered_map,
    quiet_blas,
    thread_count,
    threads_here,
    together,
    usable_cores,
)

__all__ = [
    "Argmax", "Array", "Blocks", "CoordinateDescent", "Entries", "Fewer", "Matrix", "Multiplicative", "Rule",
    "Softmax", "SpillArray", "Sums", "answer", "as_python", "assign", "available_memory",
    "check_room_for_rows", "check_sparse", "dot", "empty_array", "free_of_gpu", "gigabytes", "guard",
    "improve", "improve_block", "is_elsewhere", "is_small", "is_sparse", "least_squares", "namespace",
    "of_all_threads", "one_hot", "open_blocks", "open_matrix", "open_slices", "ordered_map", "quiet_blas",
    "return_freed_memory", "row_lengths", "rows_of", "softmax", "some_columns", "some_rows", "sound_csr",
    "spread_of_used", "squares_in", "step", "sum_over", "sum_xlogx", "sums_at_once", "thread_count",
    "threads_here", "to_host", "together", "unit_columns", "usable_cores", "without_rows", "word_spread",
]  # fmt: skip
