"""Documents ready for a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import sparse

from cotext.corpus import Documents, DocWord
from cotext.matrix import Weighting


@dataclass(frozen=True, eq=False)
class Whole:
    """The documents as they came in, where the rows of a fit are parts of them, or stand for several.

    Attributes
    ----------
    docword : DocWord
        Weighted, one row per document.
    counts : csr_array, shape (n_documents, n_words)
        The words of each.
    texts : sequence of str
        One per document.
    parts : csr_array of shape (n_documents, n_rows)
        1 where a row of the fit is the document, a copy of it, or a piece of it.
    lengths : ndarray of shape (n_documents,) or None
        The number of words in each, see ``Prepared``.
    """

    docword: DocWord
    counts: sparse.csr_array
    texts: Sequence[str]
    parts: sparse.csr_array
    lengths: np.ndarray | None = None


@dataclass(frozen=True, eq=False)
class Prepared:
    """Documents ready for a model: ``weighted`` for the fit, ``counts`` and ``texts`` to explain it.

    ``whole`` has the documents as they came in, where the fit sees each text once or in pieces. ``lengths``
    is the number of words in each new text, known or unknown, stop words left out; None for a matrix, which
    has known words only.
    """

    weighted: DocWord
    counts: sparse.csr_array
    cooccurrence: sparse.csr_array | None = None
    texts: Sequence[str] | None = None
    whole: Whole | None = None
    lengths: np.ndarray | None = None

    @property
    def documents(self) -> DocWord:
        """One row per document that came in, whatever a model sees of them."""
        return self.weighted if self.whole is None else self.whole.docword

    def known(self) -> tuple[np.ndarray, np.ndarray | None]:
        """How many different known words each document has, and their share of all its words if known."""
        of: Prepared | Whole = self if self.whole is None else self.whole
        different = np.diff(of.counts.indptr)
        if of.lengths is None:
            return different, None
        return different, np.asarray(of.counts.sum(axis=1)).ravel() / np.maximum(of.lengths, 1)

    def with_note(self, note: str) -> Prepared:
        """The same with one more remark on the documents."""
        weighted = replace(self.weighted, notes=(*self.weighted.notes, note))
        if self.whole is None:
            return replace(self, weighted=weighted)
        docword = replace(self.whole.docword, notes=weighted.notes)
        return replace(self, weighted=weighted, whole=replace(self.whole, docword=docword))

    @property
    def beside(self) -> dict[str, Any]:
        """What ``fit`` takes beside the matrix."""
        return {} if self.cooccurrence is None else {"cooccurrence": self.cooccurrence}


def prepared(
    source: Documents | DocWord,
    seen: Documents | DocWord,
    counted: DocWord,
    parts: sparse.csr_array | None,
    weigh: Weighting,
    lengths: np.ndarray | None = None,
) -> Prepared:
    """Weigh the rows that a model sees and, where these are ``parts``, the documents they come from."""
    texts = None if isinstance(seen, DocWord) else seen.texts
    weighted = replace(counted, X=weigh.transform(counted.X), files=source.files)
    whole = None
    if parts is not None and isinstance(source, Documents):
        counts = sparse.csr_array(parts @ counted.X)
        counts.sort_indices()
        docword = replace(
            weighted,
            X=weigh.transform(counts),
            ids=source.ids,
            labels=source.labels,
            label_names=source.label_names,
            fields=source.fields,
        )
        whole = Whole(docword, counts, source.texts, parts, None if lengths is None else parts @ lengths)
    return Prepared(weighted, counted.X, None, texts, whole, lengths)
