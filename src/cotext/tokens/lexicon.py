"""The distinct pieces of texts, numbered as they come, and how often each occurs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from scipy import sparse


@dataclass(frozen=True, eq=False)
class Pieces:
    """Texts as numbers.

    Attributes
    ----------
    names : list of str
        The distinct pieces.
    ids : ndarray of int32
        The number of each piece in text order.
    ends : ndarray of int64, shape (n_texts + 1,)
        Text i holds the pieces ``ends[i]:ends[i + 1]``.
    """

    names: list[str]
    ids: np.ndarray
    ends: np.ndarray

    def counts(self, group: np.ndarray | None, n_groups: int) -> np.ndarray:
        """How often each piece occurs in each group of texts, groups x pieces; without groups in all."""
        if group is None:
            return np.bincount(self.ids, minlength=len(self.names))[None]
        of = np.repeat(group, np.diff(self.ends))
        return np.stack([np.bincount(self.ids[of == g], minlength=len(self.names)) for g in range(n_groups)])

    def table(self, rows: np.ndarray, columns: Sequence[int]) -> sparse.csr_array:
        """How often some pieces occur in some texts, texts x pieces."""
        sizes = np.diff(self.ends)[rows]
        picked = [self.ids[self.ends[i] : self.ends[i + 1]] for i in rows]
        ids = np.concatenate([self.ids[:0], *picked])
        place = np.full(len(self.names), -1)
        place[columns] = np.arange(len(columns))
        row, column = np.repeat(np.arange(len(rows)), sizes), place[ids]
        used = column >= 0
        ones = np.ones(int(used.sum()), dtype=np.int32)
        return sparse.csr_array((ones, (row[used], column[used])), shape=(len(rows), len(columns)))


def look_up(texts: Sequence[str], cut: Callable[[str], list[str]]) -> Pieces:
    """Cut texts and number what comes out.

    Examples
    --------
    >>> pieces = look_up(["to be or", "not to be"], str.split)
    >>> pieces.names, pieces.ids.tolist(), pieces.ends.tolist()
    (['to', 'be', 'or', 'not'], [0, 1, 2, 3, 0, 1], [0, 3, 6])
    """
    lexicon: defaultdict[str, int] = defaultdict()
    lexicon.default_factory = lexicon.__len__
    sizes = np.zeros(len(texts) + 1, dtype=np.int64)

    def pieces() -> Iterator[list[str]]:
        for row, text in enumerate(texts, start=1):
            found = cut(text)
            sizes[row] = len(found)
            yield found

    ids = np.fromiter(map(lexicon.__getitem__, chain.from_iterable(pieces())), dtype=np.int32)
    return Pieces(list(lexicon), ids, np.cumsum(sizes))
