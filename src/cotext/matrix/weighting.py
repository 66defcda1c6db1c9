r"""Weigh counts: how much a word says about a document.

.. math:: x_{ij} = tf_{ij} \cdot idf_j, \qquad
          idf_j = \ln(n / df_j) \;\text{(plain)}, \quad \ln((1 + n) / (1 + df_j)) + 1 \;\text{(smooth)}

n counts the documents that have words.
With "log" the first occurrence of a word counts most: 1 + ln(tf) replaces every tf above 1.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin

from cotext.backend import sound_csr
from cotext.corpus import row_blocks
from cotext.errors import UsageError, did_you_mean

KINDS = ("tf", "tf-norm", "tf-idf", "tf-idf-norm", "log-tf-idf-norm")
IDFS = ("plain", "smooth")
_BLOCK = 1 << 20  # entries weighed at a time


class Weighting(TransformerMixin, BaseEstimator):  # type: ignore[misc] # scikit-learn has no types
    """Weights that can be applied to new documents.

    Parameters
    ----------
    kind : {"tf", "tf-norm", "tf-idf", "tf-idf-norm", "log-tf-idf-norm"}
        Counts, or counts times idf; "norm" scales every document to unit length, "log" dampens the counts.
    idf : {"plain", "smooth"}
        ln(n / df), which is 0 for a word of every document, or ln((1 + n) / (1 + df)) + 1.

    Attributes
    ----------
    idf_ : ndarray of float64, shape (n_words,)
        One factor per word, 0 for words no document has; all ones for the kinds without idf.

    Examples
    --------
    >>> from scipy import sparse
    >>> X = sparse.csr_array([[2, 0], [1, 1]])
    >>> print(Weighting("tf-idf").fit_transform(X).toarray().round(2))
    [[0.   0.  ]
     [0.   0.69]]
    """

    def __init__(self, kind: str = "tf-idf-norm", idf: str = "plain") -> None:
        self.kind = kind
        self.idf = idf

    def fit(self, X: sparse.csr_array, y: object = None, *, n_documents: int | None = None) -> Weighting:
        """Learn the idf of each word from counts X, (n_documents, n_words).

        ``n_documents`` is the number of documents with words, by default those that have an entry. Give it if
        some of their words were left out, as some documents may have no others.
        """
        if self.kind not in KINDS or self.idf not in IDFS:
            guess = did_you_mean(self.kind, KINDS) + did_you_mean(self.idf, IDFS)
            raise UsageError(
                f"weighting {self.kind!r} with idf {self.idf!r} is unknown{guess}:"
                f" use one of {', '.join(KINDS)} and one of {', '.join(IDFS)}."
            )
        X = sound_csr(X, "the matrix to weight")
        n = with_entries(X) if n_documents is None else n_documents
        spread = np.bincount(X.indices[X.data > 0], minlength=X.shape[1])
        self.idf_ = idf_of(spread, n, self.idf) if "idf" in self.kind else np.ones(X.shape[1])
        return self

    def transform(self, X: sparse.csr_array, dtype: type = np.float32) -> sparse.csr_array:
        """Return the weighted matrix, without explicit zeros."""
        X = sound_csr(X, "the matrix to weight")
        weights = self.weights(X, dtype)
        out = sparse.csr_array((weights, X.indices.copy(), X.indptr.copy()), shape=X.shape)
        out.eliminate_zeros()
        return out

    def weights(self, X: sparse.csr_array, dtype: type = np.float32) -> np.ndarray:
        """Return the weight of each entry of a sound matrix."""
        if X.shape[1] != len(self.idf_):
            raise UsageError(
                f"the matrix has {X.shape[1]} words, the weighting was learned on {len(self.idf_)}:"
                " count the same vocabulary."
            )
        weights: np.ndarray = np.empty(len(X.data), dtype=dtype)
        for first, last in row_blocks(X.indptr, _BLOCK):  # the arrays below are ten times as large
            part = slice(X.indptr[first], X.indptr[last])
            weights[part] = self._weigh(X.data[part], X.indices[part], np.diff(X.indptr[first : last + 1]))
        return weights

    def _weigh(self, counts: np.ndarray, words: np.ndarray, sizes: np.ndarray) -> np.ndarray:
        """Weigh some documents, whose numbers of words are ``sizes``."""
        if self.kind.startswith("log"):
            counts = np.where(counts > 1, 1 + np.log(np.maximum(counts, 1)), counts)
        weights: np.ndarray = counts * self.idf_[words]
        if self.kind.endswith("norm"):
            row = np.repeat(np.arange(len(sizes)), sizes)
            length = np.sqrt(np.bincount(row, weights**2, minlength=len(sizes)))
            weights /= np.where(length > 0, length, 1.0)[row]
        return weights


def with_entries(X: sparse.csr_array) -> int:
    """Count the rows with an entry above 0.

    Examples
    --------
    >>> with_entries(sparse.csr_array([[1, 0], [0, 0], [1, 1]]))
    2
    """
    before = np.concatenate([[0], np.cumsum(X.data > 0)])[X.indptr]
    return int(np.count_nonzero(np.diff(before)))


def idf_of(df: np.ndarray, n: int, kind: str) -> np.ndarray:
    """Return the factor of each word from its document frequency, of n documents that have words."""
    seen, n = np.maximum(df, 1), max(n, 1)
    idf = np.log(n / seen) if kind == "plain" else np.log((1 + n) / (1 + seen)) + 1
    return np.where(df > 0, idf, 0.0)
