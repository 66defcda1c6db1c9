"""A relation stored as its factor: two documents are related by what they have in common."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from cotext.corpus import checked_csr, row_blocks
from cotext.errors import UsageError

BLOCK_WORK = 1 << 22  # multiplications per block while counting the entries of a product


@dataclass(frozen=True, eq=False)
class Product:
    """The slice B B', documents x documents, stored as B, documents x things.

    With B of ones, an entry of B B' counts what two documents share: terms, authors, keywords.

    Parameters
    ----------
    B : sparse or dense matrix, shape (n_documents, n_things)
        Finite and non-negative.

    Examples
    --------
    >>> wrote = Product([[1, 0], [1, 1], [0, 1]])  # 3 papers, 2 authors
    >>> wrote.shape, wrote.expand().toarray().tolist()
    ((3, 3), [[1, 1, 0], [1, 2, 1], [0, 1, 1]])
    >>> (wrote @ np.ones(3)).tolist()
    [2.0, 4.0, 2.0]
    """

    B: sparse.csr_array

    def __post_init__(self) -> None:
        object.__setattr__(self, "B", checked_csr(self.B, "the factor B of a product"))

    @property
    def shape(self) -> tuple[int, int]:
        """Documents x documents."""
        return self.B.shape[0], self.B.shape[0]

    @property
    def T(self) -> Product:
        """The product itself, which is symmetric."""
        return self

    def discounted(self, power: float = 0.5) -> Product:
        """Count each shared thing 1 / (documents that have it)^power instead of once.

        A thing that s documents have makes s^2 entries of B B' out of s observations, so the commonest
        things decide; a power of 1 leaves s of them, too few if documents share many things.

        Examples
        --------
        >>> known_to_all = Product(np.ones((16, 1)))
        >>> [float(P.expand()[0, 1]) for P in (known_to_all, known_to_all.discounted())]
        [1.0, 0.25]
        """
        if not 0 <= power <= 1:
            raise UsageError(f"a discount of power {power}; give one from 0 (none) to 1.")
        sizes = np.maximum(np.bincount(self.B.indices, self.B.data > 0, minlength=self.B.shape[1]), 1)
        return Product(sparse.csr_array(self.B * sizes ** (-power / 2)))

    def expand(self) -> sparse.csr_array:
        """Return B B' as a matrix; its integers are int64, so that counts do not overflow."""
        B = self.B.astype(np.int64) if self.B.dtype.kind in "iu" else self.B
        product = sparse.csr_array(B @ B.T)
        product.sort_indices()
        return product

    def __matmul__(self, other: np.ndarray) -> np.ndarray:
        product: np.ndarray = self.B @ (self.B.T @ other)
        return product

    @property
    def sparser(self) -> bool:
        """Whether B has fewer entries than B B'; counted without holding the product."""
        sizes = np.bincount(self.B.indices, minlength=self.B.shape[1])
        if self.B.nnz < int(sizes.max(initial=0)) ** 2:  # of the documents that share the commonest thing
            return True
        if self.B.nnz >= int(sizes @ sizes):  # no two documents share two things
            return False
        n_entries = 0
        work = np.concatenate([[0], np.cumsum(sizes[self.B.indices])])[self.B.indptr]
        for start, stop in row_blocks(work, BLOCK_WORK):
            n_entries += (self.B[start:stop] @ self.B.T).nnz
            if n_entries > self.B.nnz:
                return True
        return False

    def __repr__(self) -> str:
        n, things = self.B.shape
        return f"<Product of {n} documents x {things} things with its transpose, {self.B.nnz} entries>"
