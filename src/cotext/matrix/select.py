r"""Keep only some words: for methods that cannot take a whole vocabulary, and for the papers that did so.

.. math:: I(w) = \sum_c p(w, c) \ln \frac{p(w, c)}{p(w) p(c)}

Mutual information reads the labels the clusters are judged by, so its tables flatter every method; the other
ways of choosing do not see them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from cotext.backend import open_matrix, rows_of
from cotext.corpus import checked_csr
from cotext.errors import UsageError
from cotext.matrix.weighting import Weighting

METHODS = ("document-frequency", "tf-idf-variance", "medoids", "mutual-information")
BLOCK_CELLS = 1 << 22  # similarities held at once
MAX_PASSES = 20
DIGITS = 9  # scores that differ by rounding alone are equal


def select_words(
    X: sparse.csr_array,
    n_words: int,
    method: str = "document-frequency",
    labels: ArrayLike | None = None,
    random_state: int | None = 0,
) -> np.ndarray:
    """Choose the columns of a document-word matrix that are worth keeping.

    Parameters
    ----------
    X : csr_array, shape (n_documents, n_words_in_all)
        Counts.
    n_words : int
        Words to keep; all if there are no more.
    method : {"document-frequency", "tf-idf-variance", "medoids", "mutual-information"}
        Words of the most documents; words whose tf-idf (documents of unit length) varies most; one word for
        each of ``n_words`` groups of words that occur together; or words whose presence says most about
        ``labels``, which is for reproducing papers only. Of equal scores the earlier column wins.
    labels : array-like, shape (n_documents,), optional
        Classes, for "mutual-information" only; documents with a negative number have none and are left out.
    random_state : int or None, default=0
        Seed of the start of "medoids".

    Returns
    -------
    ndarray of int, shape (min(n_words, n_words_in_all),)
        Columns, in rising order.

    Examples
    --------
    >>> X = sparse.csr_array([[1, 1, 0, 0, 0], [0, 1, 1, 0, 0], [0, 1, 1, 0, 0], [0, 0, 0, 5, 1]])
    >>> select_words(X, 1).tolist(), select_words(X, 2, "medoids").tolist()
    ([1], [1, 3])
    >>> select_words(X, 2, "mutual-information", labels=["a", "b", "b", "a"]).tolist()
    [0, 2]
    """
    if method not in METHODS:
        raise UsageError(f"method={method!r} is unknown: use one of {', '.join(METHODS)}.")
    if isinstance(n_words, bool) or not isinstance(n_words, (int, np.integer)) or n_words < 1:
        raise UsageError(f"n_words={n_words!r}: give the number of words to keep, 1 or more.")
    X = checked_csr(X, "the matrix to choose words from")
    if method == "mutual-information":
        return _top(_mutual_information(X, _classes(labels, X.shape[0])), n_words)
    if method == "medoids":
        return _medoids(X, n_words, np.random.default_rng(random_state))
    return _top(_document_frequency(X) if method == "document-frequency" else _variance(X), n_words)


def _top(scores: np.ndarray, n_words: int) -> np.ndarray:
    """Return the columns of the highest scores; the first of equals."""
    return np.sort(np.argsort(-np.round(scores, DIGITS), kind="stable")[:n_words])


def _document_frequency(X: sparse.csr_array) -> np.ndarray:
    return np.bincount(X.indices, minlength=X.shape[1])


def _variance(X: sparse.csr_array) -> np.ndarray:
    """Return variances over the documents, from the entries alone; relative to the largest."""
    n, d = X.shape
    weights = Weighting("tf-idf-norm").fit(X).transform(X, dtype=np.float64)
    mean = np.bincount(weights.indices, weights.data, minlength=d) / max(n, 1)
    above = np.bincount(weights.indices, (weights.data - mean[weights.indices]) ** 2, minlength=d)
    variance: np.ndarray = above + (n - _document_frequency(weights)) * mean**2
    variance /= max(variance.max(initial=0.0), np.finfo(float).tiny)
    return variance


def _classes(labels: ArrayLike | None, n_documents: int) -> np.ndarray:
    """Return labels as codes from 0, -1 for a document without one."""
    if labels is None:
        raise UsageError(
            "method='mutual-information' without labels: it needs labels and is for reproducing papers;"
            " give labels, or use 'medoids' or 'document-frequency', which need none."
        )
    classes = np.asarray(labels)
    if classes.shape != (n_documents,):
        raise UsageError(
            f"labels of shape {classes.shape}: give one label for each of {n_documents} documents."
        )
    codes = np.unique(classes, return_inverse=True)[1]
    return np.where(classes < 0, -1, codes) if classes.dtype.kind in "if" else codes


def _mutual_information(X: sparse.csr_array, classes: np.ndarray) -> np.ndarray:
    """Return I(w) of the presence of each word; p are shares of the labeled documents."""
    labeled = classes >= 0
    X, classes = X[labeled], np.unique(classes[labeled], return_inverse=True)[1]
    n = X.shape[0]
    member = sparse.csr_array((np.ones(n), (classes, np.arange(n))), shape=(classes.max(initial=-1) + 1, n))
    presence = sparse.csr_array((np.ones(X.nnz), X.indices, X.indptr), shape=X.shape)
    both = (member @ presence).tocoo()
    c, w = both.coords
    ratio = both.data * n / (np.bincount(classes)[c] * _document_frequency(X)[w])
    return np.bincount(w, both.data / max(n, 1) * np.log(ratio), minlength=X.shape[1])


def _medoids(X: sparse.csr_array, k: int, rng: np.random.Generator) -> np.ndarray:
    """Find the k words to which all others are closest by cosine; empty words only if there are no others."""
    used = np.flatnonzero(df := _document_frequency(X))
    if k >= len(used):
        return _top(np.minimum(df, 1), k)
    words = open_matrix(sparse.csr_array(X.T.tocsr()[used].astype(np.float64))).unit_rows().host()
    across = words.T.tocsr()
    medoids = _spread(words, across, k, rng)
    for _ in range(MAX_PASSES):
        if not _swap_pass(words, across, medoids):
            break
    return np.sort(used[medoids])


def _spread(
    words: sparse.csr_array, across: sparse.csr_array, k: int, rng: np.random.Generator
) -> np.ndarray:
    """Draw medoids by k-means++: each word by its distance, 1 - cosine, from those drawn before."""
    distance = np.ones(words.shape[0])
    chosen = np.zeros(words.shape[0], dtype=bool)
    for _ in range(k):
        total = distance.sum()
        word = rng.choice(len(distance), p=distance / total) if total > 0 else np.argmin(chosen)
        chosen[word] = True
        cosine = (words[[word]] @ across).tocsr()
        near = np.maximum(np.round(1 - cosine.data, DIGITS), 0.0)
        distance[cosine.indices] = np.minimum(distance[cosine.indices], near)
        distance[word] = 0.0
    return np.flatnonzero(chosen)


def _swap_pass(words: sparse.csr_array, across: sparse.csr_array, medoids: np.ndarray) -> int:
    """Run a pass of FasterPAM: every word may replace, at once, the medoid for which it gains most."""
    d, swaps = words.shape[0], 0
    who, cosine = _two_best(words, words[medoids])
    size = max(1, BLOCK_CELLS // d)
    for start in range(0, d, size):
        block = (rows_of(words, start, start + size) @ across).tocsr()
        for word, a, b in zip(range(start, d), block.indptr, block.indptr[1:], strict=False):
            near, s = block.indices[a:b], block.data[a:b]
            m, gain = _best_swap(near, s, who, cosine, len(medoids))
            if gain > 10.0**-DIGITS and word not in medoids:
                changed = (who == m).any(axis=0)
                changed[near[s > cosine[1, near]]] = True
                medoids[m] = word
                who[:, changed], cosine[:, changed] = _two_best(words[changed], words[medoids])
                swaps += 1
    return swaps


def _best_swap(
    near: np.ndarray, s: np.ndarray, who: np.ndarray, cosine: np.ndarray, k: int
) -> tuple[int, float]:
    """Return the medoid to replace by a word with cosines s to the words near, and the gain in cosines."""
    leaves = np.bincount(who[0] + 1, cosine[0] - cosine[1], minlength=k + 1)[1:]  # without medoid m
    first, second = cosine[:, near]
    caught = np.bincount(who[0, near] + 1, np.maximum(np.minimum(s, first) - second, 0), minlength=k + 1)[1:]
    m = int((gain := caught - leaves).argmax())
    return m, float(gain[m] + np.maximum(s - first, 0).sum())


def _two_best(words: sparse.csr_array, medoids: sparse.csr_array) -> tuple[np.ndarray, np.ndarray]:
    """Return the two nearest medoids of each word, -1 if they share no document, and the cosines."""
    who = np.full((2, words.shape[0]), -1)
    cosine = np.zeros((2, words.shape[0]))
    size = max(1, BLOCK_CELLS // medoids.shape[0])
    for start in range(0, words.shape[0], size):
        block = (rows_of(words, start, start + size) @ medoids.T).toarray()
        rows = np.arange(len(block))
        for rank in range(2):
            best = block.argmax(axis=1)
            value = block[rows, best]
            who[rank, start + rows] = np.where(value > 0, best, -1)
            cosine[rank, start + rows] = np.maximum(value, 0)
            block[rows, best] = 0
    return who, cosine
