"""Documents by a recipe that is fitted: counts, weights, and which words meet."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from cotext.backend import sound_csr, threads_here
from cotext.cooccurrence import count_contexts
from cotext.corpus import Documents, DocWord, classes_of, excerpt
from cotext.errors import UsageError
from cotext.matrix import Weighting, columns_of, count_columns
from cotext.recipe import Recipe, from_settings
from cotext.recipe.sources import check_width
from cotext.store.chunk_files import check_content, read_array, read_json
from cotext.store.layout import IDF, WORDS, Manifest
from cotext.store.write import Batch
from cotext.tokens import Tokens, tokenize_again


class Counted(NamedTuple):
    """Some documents counted; ``known`` of their words are of the vocabulary, ``unknown`` are not."""

    X: sparse.csr_array
    tokens: Tokens | None
    known: int
    unknown: int


class Counting:
    """Counts the words of a recipe, batch by batch."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.place = {word: column for column, word in enumerate(recipe.vocabulary_)}

    def counted(self, documents: Documents | DocWord) -> Counted:
        """Count the words of some documents."""
        recipe, d = self.recipe, len(self.place)
        if isinstance(documents, DocWord):
            check_width(documents, d)
            return Counted(documents.X, None, int(documents.X.sum()), 0)
        if recipe.tokens_ is None:
            raise UsageError("the first documents were a matrix, so texts cannot be counted: give a matrix.")
        tokens = tokenize_again(documents, recipe.tokens_, recipe.tokenizer)
        columns = columns_of(tokens, self.place)
        words = np.bincount(tokens.ids, minlength=len(tokens.types))
        known, content = int(words[columns >= 0].sum()), int(words[~tokens.stop].sum())
        X = count_columns(tokens.ids, tokens.offsets, columns, d)
        return Counted(X, tokens, known, content - known)

    def pairs(self, found: Counted, room: Path) -> sparse.csr_array:
        """How often words meet those after them, where the recipe says; ``room`` is a folder for many."""
        how: dict[str, Any] = {"n_threads": threads_here(), "room": room, "upper": True}
        if found.tokens is None:
            return count_contexts(found.X, **how)
        return count_contexts(found.tokens, context=str(self.recipe.context_), vocabulary=self.place, **how)


def weighed(recipe: Recipe, documents: Documents | DocWord, X: sparse.csr_array) -> Batch:
    """Weigh counts; the entries of words that weigh nothing stay, as zeros."""
    weigh = weighting_of(recipe, recipe.weighting, recipe.idf_)
    X = sound_csr(X, "the matrix to weight")
    values = weigh.weights(X)
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


def recipe_of(folder: Path, manifest: Manifest) -> Recipe:
    """The recipe as it was fitted."""
    words, idf = read_json(folder / WORDS, manifest.files[WORDS]), idf_in(folder, manifest)
    nothing, settings = sparse.csr_array((1, manifest.n_words)), manifest.recipe or {}
    recipe = from_settings(settings, words["shown"], nothing, idf, words["counted"])
    recipe.idf_ = weighting_of(recipe, recipe.weighting, idf).idf_
    return recipe


def idf_in(folder: Path, manifest: Manifest) -> np.ndarray:
    """What each word weighs, by the documents it is in."""
    check_content(folder / IDF, manifest.files[IDF])
    return np.array(read_array(folder / IDF))
