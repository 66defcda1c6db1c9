"""The recipe of a store, and the weights of what it has counted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy import sparse

from cotext.backend import sound_csr
from cotext.corpus import Documents, DocWord, classes_of, excerpt
from cotext.recipe import Recipe, from_settings, weighting_of
from cotext.store.chunk_files import check_content, read_array, read_json
from cotext.store.layout import IDF, WORDS, Manifest
from cotext.store.write import Batch


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
