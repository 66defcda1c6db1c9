"""Whether opinions by all words and by halves of them are better asked at the same time."""

from __future__ import annotations

from scipy import sparse

from cotext.backend import Chunks, Entries, thread_count
from cotext.models.checkpoint import is_recorded

LITTLE = 1 << 23  # entries of X and M
MANY = 4  # threads


def worth_it(X: Entries, M: sparse.csr_array, device: str, n_jobs: int | None) -> bool:
    """Whether threads have too little to do with one opinion: it is small, there are many of them, or a GPU
    waits for them. What takes long is kept step by step where somebody asked for that."""
    threads = thread_count(n_jobs)
    if isinstance(X, Chunks) or threads == 1:
        return False
    many = threads >= MANY and not is_recorded()
    return device != "cpu" or many or bool(X.nnz + M.nnz <= LITTLE)
