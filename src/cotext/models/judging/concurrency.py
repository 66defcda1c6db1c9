"""Whether to compute opinions by all words and by halves of them at the same time."""

from __future__ import annotations

from scipy import sparse

from cotext.backend import Chunks, Entries, thread_count
from cotext.models.checkpoint import is_recorded

LITTLE = 1 << 23  # entries of X and M
MANY = 4  # threads


def worth_it(X: Entries, M: sparse.csr_array, device: str, n_jobs: int | None) -> bool:
    """Whether one opinion keeps too few threads busy: it is small, there are many threads, or a GPU waits.

    A fit with a checkpoint computes long opinions one after the other, so that it can save each of them.
    """
    threads = thread_count(n_jobs)
    if isinstance(X, Chunks) or threads == 1:
        return False
    many = threads >= MANY and not is_recorded()
    return device != "cpu" or many or bool(X.nnz + M.nnz <= LITTLE)
