"""What is like this document, or this word?"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from cotext.errors import UsageError
from cotext.result.table import Table


class SimilarThings:
    """Adds questions about pairs to a result: by the model's own similarity, else by cosine."""

    model: Any
    docword: Any

    def similar_documents(self, id: str, n: int = 10) -> Table:
        """The n documents most like the one called ``id``, with their similarity."""
        return self._nearest(id, n, "document", self.docword.ids, self.docword.X)

    def similar_words(self, word: str, n: int = 10) -> Table:
        """The n words most like ``word``, with their similarity."""
        X = sparse.csr_array(self.docword.X.T.tocsr())
        return self._nearest(word, n, "word", self.docword.vocabulary, X)

    def _nearest(self, name: str, n: int, kind: str, names: Any, X: sparse.csr_array) -> Table:
        if name not in names:
            raise UsageError(f"there is no {kind} {name!r} in this result.")
        row = list(names).index(name)
        S = getattr(self.model, f"{kind}_similarity_", None)
        similarity = _cosine(X, row) if S is None else np.array(S[row], dtype=np.float64)
        similarity[row] = -np.inf
        best = np.argsort(-similarity, kind="stable")[: min(n, len(similarity) - 1)]
        return Table((kind, "similarity"), [(names[i], float(similarity[i])) for i in best])


def _cosine(X: sparse.csr_array, row: int) -> np.ndarray:
    norms = np.sqrt(np.asarray(X.power(2).sum(axis=1), dtype=np.float64))
    products = np.asarray((X @ X[[row]].T).toarray(), dtype=np.float64).ravel()
    return products / np.maximum(norms * norms[row], 1e-300)
