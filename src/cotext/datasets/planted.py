"""Generators of data whose co-clusters are known."""

from __future__ import annotations

from itertools import chain, combinations

import numpy as np
from scipy import sparse

from cotext.datasets.catalog import Dataset
from cotext.errors import UsageError

TOPICS = [
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu",
    "nu", "xi", "omicron", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
]  # fmt: skip


def make_planted(
    n_documents: int = 200,
    n_words: int = 150,
    n_clusters: int | tuple[int, int] = 3,
    *,
    density: float = 0.1,
    noise: float = 0.1,
    random_state: int | None = 0,
) -> Dataset:
    """Generate counts with planted document and word clusters.

    Parameters
    ----------
    n_documents, n_words : int
        Shape of the matrix.
    n_clusters : int or (int, int)
        Numbers of document and word clusters; g means (g, g), one block per cluster.
    density : float in (0, 1]
        Entries drawn, as a share of the matrix; counts of an entry drawn twice are added.
    noise : float in [0, 1]
        Share of the entries that ignores the clusters.
    random_state : int or None, default=0
        Seed.

    Returns
    -------
    Dataset
        ``X`` (no empty row or column), ``labels`` and ``column_labels``, in shuffled order.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> data = make_planted(100, 60, (2, 3), random_state=1)
    >>> data.X.shape, len(data.label_names), int(data.column_labels.max())
    ((100, 60), 2, 2)
    """
    g, m = (n_clusters, n_clusters) if isinstance(n_clusters, int | np.integer) else n_clusters
    if not (1 <= g <= n_documents and 1 <= m <= n_words and 0 < density <= 1 and 0 <= noise <= 1):
        raise UsageError(
            f"cannot plant {(g, m)} clusters in {n_documents} x {n_words}, density {density}, noise {noise}; "
            "use at most one cluster per document and word, and shares between 0 and 1"
        )
    rng = np.random.default_rng(random_state)
    z, w = (rng.permutation(np.arange(n) % k) for n, k in ((n_documents, g), (n_words, m)))
    rows, columns = _entries(z, w, _blocks(g, m), density, noise, rng)
    counts = 1 + rng.poisson(0.5, size=len(rows)).astype(np.int32)
    X = sparse.coo_array((counts, (rows, columns)), shape=(n_documents, n_words)).tocsr()
    return Dataset(
        "planted",
        X=X,
        labels=z,
        label_names=[str(k) for k in range(g)],
        vocabulary=[f"word{j}" for j in range(n_words)],
        ids=[str(i) for i in range(n_documents)],
        column_labels=w,
    )


def make_overlapping(base: str = "II") -> Dataset:
    """Generate one of three synthetic bases with overlapping co-clusters.

    Three blocks of ones in 150 x 150: (I) with separate rows and columns; (II) with separate rows, and 80
    columns per block, about half of them shared with other blocks; (III) the transpose of II.

    Parameters
    ----------
    base : {"I", "II", "III"}
        The base.

    Returns
    -------
    Dataset
        ``X``, in block order; ``labels`` and ``column_labels`` if each row or column has one block.

    Examples
    --------
    >>> from cotext.datasets import make_overlapping
    >>> make_overlapping("III").X.sum(axis=1)[[0, 45, 75]].tolist()
    [50, 100, 150]
    """
    if base not in ("I", "II", "III"):
        raise UsageError(f'base={base!r}: give "I", "II" or "III".')
    own = np.kron(np.eye(3), np.ones((50, 1)))
    wide = np.array([(np.arange(150) >= start) & (np.arange(150) < start + 80) for start in (0, 35, 70)]).T
    rows, columns = (wide if base == "III" else own), (wide if base == "II" else own)
    return Dataset(
        f"overlapping {base}",
        X=sparse.csr_array((rows @ columns.T).astype(np.int32)),
        labels=own.argmax(axis=1) if rows is own else None,
        label_names=["0", "1", "2"],
        vocabulary=[f"word{j}" for j in range(150)],
        ids=[str(i) for i in range(150)],
        column_labels=own.argmax(axis=1) if columns is own else None,
    )


def make_texts(n_documents: int = 60, n_clusters: int = 3, *, random_state: int | None = 0) -> Dataset:
    """Generate small texts: three sentences of words such as ``alpha3``, one Greek letter per cluster.

    Examples
    --------
    >>> from cotext.datasets import make_texts
    >>> data = make_texts(4, 2)
    >>> len(data.texts), list(data.label_names)
    (4, ['alpha', 'beta'])
    """
    if not 1 <= n_clusters <= min(n_documents, len(TOPICS)):
        raise UsageError(
            f"cannot plant {n_clusters} clusters in {n_documents} texts; "
            f"use 1 to {len(TOPICS)}, at most one per text"
        )
    rng = np.random.default_rng(random_state)
    z = rng.permutation(np.arange(n_documents) % n_clusters)
    numbers = rng.integers(10, size=(n_documents, 3, 7))
    common = rng.random(numbers.shape) < 0.2
    texts = [
        " ".join(_sentence(TOPICS[k], *words) for words in zip(numbers[i], common[i], strict=True))
        for i, k in enumerate(z)
    ]
    ids = [str(i) for i in range(n_documents)]
    return Dataset("planted texts", labels=z, label_names=TOPICS[:n_clusters], texts=texts, ids=ids)


def _sentence(topic: str, numbers: np.ndarray, common: np.ndarray) -> str:
    words = (f"{'word' if shared else topic}{number}" for number, shared in zip(numbers, common, strict=True))
    return " ".join(words).capitalize() + "."


def _entries(
    z: np.ndarray, w: np.ndarray, blocks: np.ndarray, density: float, noise: float, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Draw row and column of each entry: first one per row, last one per unused column, so none is empty."""
    n, d = len(z), len(w)
    profiles = (1 - noise) * blocks / blocks.sum(axis=1, keepdims=True) + noise / blocks.shape[1]
    rows = np.concatenate([np.arange(n), rng.integers(n, size=max(0, round(density * n * d) - n))])
    columns = _members(_draw(profiles, z[rows], rng), w, rng)
    unused = np.flatnonzero(np.bincount(columns, minlength=d) == 0)
    rows = np.concatenate([rows, _members(blocks.argmax(axis=0)[w[unused]], z, rng)])
    return rows, np.concatenate([columns, unused])


def _blocks(g: int, m: int) -> np.ndarray:
    """Choose the word clusters of each document cluster, a different set for each."""
    small, large = sorted((g, m))
    sets = chain.from_iterable(combinations(range(small), size) for size in range(1, small + 1))
    blocks = np.zeros((large, small))
    for row in blocks:
        chosen = next(sets, None)
        if chosen is None:
            raise UsageError(f"{large} clusters cannot differ on {small}; use at most {2**small - 1}")
        row[list(chosen)] = 1
    return blocks if g == large else blocks.T


def _draw(profiles: np.ndarray, clusters: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Draw a word cluster per entry from the profile of its document cluster; one search for all profiles."""
    g, m = profiles.shape
    steps = (np.cumsum(profiles, axis=1)[:, :-1] + np.arange(g)[:, None]).ravel()
    positions = np.searchsorted(steps, clusters + rng.random(len(clusters)), side="right")
    return np.asarray(positions - clusters * (m - 1))


def _members(clusters: np.ndarray, labels: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Draw a random member of each of these clusters."""
    sizes = np.bincount(labels)
    starts = np.cumsum(sizes) - sizes
    offsets = (rng.random(len(clusters)) * sizes[clusters]).astype(np.int64)
    return np.asarray(np.argsort(labels, kind="stable")[starts[clusters] + offsets])
