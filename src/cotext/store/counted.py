"""Documents by a recipe that is fitted: counts, weights, and which words meet."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy import sparse

from cotext.cooccurrence import count_contexts
from cotext.corpus import Documents, DocWord
from cotext.corpus.documents import excerpt
from cotext.corpus.join import classes_of
from cotext.errors import UsageError
from cotext.matrix import Weighting, columns_of, count_columns
from cotext.recipe import Recipe
from cotext.recipe.sources import check_width
from cotext.store.write import Batch
from cotext.tokens import Tokens, tokenize_again


class Counted(NamedTuple):
    """Some documents counted; ``known`` of their words are of the vocabulary, ``unknown`` are not."""

    X: sparse.csr_array
    tokens: Tokens | None
    known: int
    unknown: int

    def pairs(self, recipe: Recipe, room: Path) -> sparse.csr_array:
        """How often words meet, where the recipe says; ``room`` is a folder for many of them."""
        if self.tokens is None:
            return count_contexts(self.X, room=room)
        where = str(recipe.context_)
        return count_contexts(self.tokens, context=where, vocabulary=recipe.vocabulary_, room=room)


def counted(recipe: Recipe, documents: Documents | DocWord) -> Counted:
    """Count the words of the recipe."""
    if isinstance(documents, DocWord):
        check_width(documents, len(recipe.vocabulary_))
        return Counted(documents.X, None, int(documents.X.sum()), 0)
    if recipe.tokens_ is None:
        raise UsageError("the first documents were a matrix, so texts cannot be counted: give a matrix.")
    tokens = tokenize_again(documents, recipe.tokens_, recipe.tokenizer)
    columns = columns_of(tokens, recipe.vocabulary_)
    words = np.bincount(tokens.ids, minlength=len(tokens.types))
    known, content = int(words[columns >= 0].sum()), int(words[~tokens.stop].sum())
    X = count_columns(tokens.ids, tokens.offsets, columns, len(recipe.vocabulary_))
    return Counted(X, tokens, known, content - known)


def weighed(recipe: Recipe, documents: Documents | DocWord, X: sparse.csr_array) -> Batch:
    """Weigh counts; the entries of words that weigh nothing stay, as zeros."""
    weigh = weighting_of(recipe, recipe.weighting, recipe.idf_)
    weighted = weigh.transform(X)
    values = np.zeros(X.nnz, dtype=weighted.dtype)
    values[(weigh.idf_[X.indices] > 0) & (X.data > 0)] = weighted.data
    labels = None if documents.labels is None else [name or "" for name in classes_of(documents)]
    return Batch(
        sparse.csr_array((values, X.indices, X.indptr), shape=X.shape),
        documents.ids,
        X.data,
        labels,
        documents.fields,
        None if isinstance(documents, DocWord) else [excerpt(text) for text in documents.texts],
    )


def weighting_of(recipe: Recipe, kind: str, idf: np.ndarray) -> Weighting:
    """Weights of this kind for words of which the idf is known."""
    weigh = Weighting(kind, recipe.idf).fit(sparse.csr_array((1, 1)))
    weigh.idf_ = idf if "idf" in kind else np.ones(len(idf))
    return weigh
