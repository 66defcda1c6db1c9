"""Choose settings without labels: those for which half of the words says most about the clusters.

The words are split at random. The score is the mutual information between the clusters of documents found
from one half and those found from all words. A setting that follows chance or single words has a low score,
and so has one that puts nearly all documents together. Large collections are judged by a sample.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
from scipy import sparse

from cotext.backend import Entries, row_lengths, some_rows
from cotext.backend.native import rows_and_columns
from cotext.models.judging.chance_corrected import beyond_chance, part_shared, shared

SPLITS = 2
JUDGES = 2  # opinions of a kind by all words that others are compared with
DOCUMENTS, WORDS = 20_000, 30_000  # with few documents or without rare words co-occurrence always looks good
FEWEST = 100, 200  # documents and words; halves of fewer say little

Columns: TypeAlias = np.ndarray | slice
Labelings: TypeAlias = Sequence[np.ndarray]
Group: TypeAlias = Callable[[sparse.csr_array, Columns], Sequence[Labelings]]
Found = TypeVar("Found", bound=Sequence[Labelings])
Cluster: TypeAlias = Callable[[sparse.csr_array, sparse.csr_array], Sequence[Labelings]]


class Told(NamedTuple):
    """``shared``: see ``shared_information``. ``agreement``: see ``agreement_of_halves``."""

    shared: np.ndarray
    agreement: float


def judged_by_others(whole: Sequence[Labelings], found: Sequence[Sequence[Labelings]]) -> np.ndarray:
    """How far each kind of opinion and all others confirm each other, between 0 and 1.

    The clusters of one kind by all words are compared with those of the other kinds by half of the words, and
    the other way round: a kind cannot vouch for itself. The shared information is divided by the larger of
    the two entropies, so that neither balanced clusters nor one large cluster have an advantage.
    """
    confirmed = np.array(
        [
            [np.mean([_part_shared(a[:JUDGES], half[j]) for half in found]) for j in range(len(whole))]
            for a in whole
        ]
    )
    others = len(whole) - 1
    np.fill_diagonal(confirmed, 0)
    return np.asarray((confirmed.sum(axis=0) + confirmed.sum(axis=1)) / (2 * others))


@dataclass(frozen=True, eq=False)
class Part:
    """A sample: documents by words, their numbers in the collection, and the associations of all words."""

    X: sparse.csr_array
    documents: np.ndarray
    words: np.ndarray
    ties: sparse.csr_array

    @cached_property
    def M(self) -> sparse.csr_array:
        """The associations of these words, computed on first use: the full matrix may be in use before."""
        return _among(self.ties, self.words)


def part_of(
    X: Entries, M: sparse.csr_array, rng: np.random.Generator, documents: int = DOCUMENTS
) -> Part | None:
    """Take a sample of documents and words, or all of them; None if there are too few."""
    some, rows, columns = sample(X, documents, WORDS, rng)
    if some.shape[0] < FEWEST[0] or some.shape[1] < FEWEST[1]:
        return None
    return Part(some, rows, columns, M)


def judge(
    part: Part, whole: Sequence[Labelings], cluster: Cluster, rng: np.random.Generator, splits: int = SPLITS
) -> Told:
    """Compare the clusterings ``whole`` of a sample, by all its words, with those by halves of the words."""
    return compare(part, whole, by_halves(part, cluster, rng, splits), rng)


def by_halves(
    part: Part,
    cluster: Callable[[sparse.csr_array, sparse.csr_array], Found],
    rng: np.random.Generator,
    splits: int = SPLITS,
) -> list[Found]:
    """Return what ``cluster(half, associations)`` returns for each half of the words: all settings."""
    return [cluster(half, _among(part.M, own)) for half, own in halves(part.X, rng, splits)]


def compare(
    part: Part,
    whole: Sequence[Labelings],
    found: Sequence[Sequence[Labelings]],
    rng: np.random.Generator,
) -> Told:
    """Compare clusterings by halves of the words with those by all words, and with each other."""
    return Told(_shared(whole, found), agreement_of_halves(found, np.diff(part.X.indptr), rng))


def shared_information(X: sparse.csr_array, group: Group, rng: np.random.Generator) -> np.ndarray:
    """Mutual information, in nats, between clusters of documents from each half of the words and from all.

    ``group(part, columns)`` returns one or more clusterings of the rows of ``part``, those columns of X, for
    every setting. The result has a row per setting and a column per half.
    """
    whole = group(X, slice(None))
    return _shared(whole, [group(half, columns) for half, columns in halves(X, rng)])


def agreement_of_halves(
    found: Sequence[Sequence[Labelings]], lengths: np.ndarray, rng: np.random.Generator
) -> float:
    """Information that clusters from the two halves of each split share beyond chance, as a part of the most.

    The halves have no word in common. If documents have no groups, they agree only by chance, which is
    subtracted. The result is the mean over all settings.
    """
    pairs = [
        pair
        for one, other in zip(found[::2], found[1::2], strict=True)
        for mine, theirs in zip(one, other, strict=True)
        for pair in product(mine, theirs)
    ]
    return float(np.mean([beyond_chance(a, b, lengths, rng) for a, b in pairs]))


def first_good(scores: np.ndarray) -> int:
    """The first setting no more than one standard error below the best :cite:`breiman1984classification`.

    Examples
    --------
    >>> first_good(np.array([[0.1, 0.2], [0.5, 0.7], [0.5, 0.8]]))
    1
    """
    means = scores.mean(axis=1)
    best = scores[means.argmax()]
    error = best.std(ddof=1) / np.sqrt(len(best))
    return int(np.flatnonzero(means >= best.mean() - error)[0])


def halves(
    X: sparse.csr_array, rng: np.random.Generator, splits: int = SPLITS
) -> Iterator[tuple[sparse.csr_array, np.ndarray]]:
    """Yield both halves of the words of each split; every document keeps its length."""
    lengths = _lengths(X)
    for _ in range(splits):
        order = rng.permutation(X.shape[1])
        middle = len(order) // 2
        for columns in (np.sort(order[:middle]), np.sort(order[middle:])):
            part = rows_and_columns(X, np.arange(X.shape[0]), columns)
            own = _lengths(part)
            scale = np.where(own > 0, lengths / np.where(own > 0, own, 1), 0).astype(X.dtype)
            yield sparse.csr_array(sparse.diags_array(scale) @ part), columns


def sample(
    X: Entries, n: int, d: int, rng: np.random.Generator
) -> tuple[sparse.csr_array, np.ndarray, np.ndarray]:
    """Take at most n documents with words and the d words in most of them; also their rows and columns."""
    used = np.flatnonzero(row_lengths(X))
    rows = np.sort(rng.permutation(used)[:n])
    X = some_rows(X, rows)
    spread = np.bincount(X.indices, minlength=X.shape[1])
    columns = np.sort(np.argsort(-spread, kind="stable")[:d])
    return rows_and_columns(X, np.arange(X.shape[0]), columns), rows, columns


def _among(M: sparse.csr_array, columns: Columns) -> sparse.csr_array:
    """Return the associations of some words; M itself for all words."""
    if isinstance(columns, slice) or len(columns) == M.shape[0]:
        return M
    return rows_and_columns(M, columns, columns)


def _shared(whole: Sequence[Labelings], found: Sequence[Sequence[Labelings]]) -> np.ndarray:
    return np.array([[_mean_shared(a, half[i]) for half in found] for i, a in enumerate(whole)])


def _mean_shared(some: Labelings, others: Labelings) -> float:
    return float(np.mean([shared(a, b) for a, b in product(some, others)]))


def _part_shared(some: Labelings, others: Labelings) -> float:
    return float(np.mean([part_shared(a, b) for a, b in product(some, others)]))


def _lengths(X: sparse.csr_array) -> np.ndarray:
    return np.sqrt(np.asarray(X.power(2).sum(axis=1), dtype=np.float64))
