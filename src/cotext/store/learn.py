"""The first pass: which words there are, in how many documents, and so what each weighs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np

from cotext.corpus import Documents, DocWord
from cotext.corpus.cells import missing_note
from cotext.errors import NoUsableDocuments, UsageError
from cotext.matrix.count import commonest, df_limits, spread_of, too_common
from cotext.matrix.weighting import idf_of, with_entries
from cotext.recipe import Listener, Recipe
from cotext.recipe.recipe import CUTTING, WINDOW
from cotext.tokens import Tokens, tokenize, tokenize_again

MOST_TYPES = 5_000_000  # different words that are counted at once; some hundred bytes each


def learn(
    recipe: Recipe, name: str, batches: Iterator[Documents | DocWord], contexts: bool, note: Listener
) -> np.ndarray:
    """Fit the recipe to documents that pass by, and tell the idf of each word whether or not it is used.

    With ``contexts`` it is settled where words are counted together.
    """
    if recipe.deduplicate or recipe.segment is not None or recipe.context_from is not None:
        raise UsageError(
            "deduplicate, segment and context_from need all texts at once: leave them out for a store."
        )
    weigh = recipe.weigh()
    first = next(batches, None)
    if first is None:
        raise NoUsableDocuments(f"{name}: no document in it; give a source with at least one")
    for remark in first.notes:
        note(remark)
    count = _of_matrices if isinstance(first, DocWord) else _of_texts
    df, n = count(recipe, first, batches, note)
    recipe.input_, recipe.context_ = name, _context(recipe) if contexts else None
    idf = idf_of(df, n, weigh.idf)
    recipe.idf_ = idf if "idf" in weigh.kind else np.ones(len(df))
    return idf


def _of_texts(recipe: Recipe, first: Any, others: Iterator[Any], note: Listener) -> tuple[np.ndarray, int]:
    """How texts are cut is settled by the first batch; words and their documents are counted in all."""
    tokens = tokenize(first, **{option: getattr(recipe, option) for option in CUTTING})
    for remark in tokens.notes[len(first.notes) :]:
        note(remark)
    recipe.tokens_, recipe.columns_ = tokens.settings, first.columns
    words, n, used, missing = _Words(note), 0, 0, 0
    for batch in chain([first], others):
        one = tokens if batch is first else tokenize_again(batch, tokens.settings, recipe.tokenizer)
        words.add(one)
        n, used, missing = n + len(one), used + one.n_with_words, missing + batch.missing
    for remark in missing_note(missing, n):
        note(remark)
    fewest, most = df_limits(recipe.min_df, recipe.max_df, used)
    recipe.vocabulary_ = sorted(word for word, df in words.df.items() if max(fewest, 1) <= df <= most)
    if not recipe.vocabulary_:
        raise NoUsableDocuments(
            f"none of {len(words.df)} words is in at least {fewest:g} and at most {most:g} of {used} "
            "documents: lower min_df, raise max_df or add documents."
        )
    recipe.shown_ = [words.shown_as(word) for word in recipe.vocabulary_]
    common = {word: df for word, df in words.df.items() if df > most}
    recipe.dropped_ = commonest(common, used)
    for remark in too_common(
        [words.shown_as(word) for word in recipe.dropped_], list(recipe.dropped_.values()), len(common)
    ):
        note(remark)
    note(f"words: {len(recipe.vocabulary_):,} kept")
    return np.array([words.df[word] for word in recipe.vocabulary_]), used


class _Words:
    """The documents that each word is in so far, and the form in which its stem is shown."""

    def __init__(self, note: Listener) -> None:
        self.df: Counter[str] = Counter()
        self.shown: dict[str, tuple[int, str]] = {}
        self.note, self.least = note, 0

    def shown_as(self, word: str) -> str:
        """The commonest form of a stem."""
        return self.shown.get(word, (0, word))[1]

    def add(self, tokens: Tokens) -> None:
        content = np.flatnonzero(~tokens.stop)
        spread = spread_of(tokens, content).tolist()
        names = [tokens.types[i] for i in content.tolist()]
        self.df.update({word: df for word, df in zip(names, spread, strict=True) if df})
        if tokens.shown is not None:
            for i, word, df in zip(content.tolist(), names, spread, strict=True):
                self.shown[word] = max(self.shown.get(word, (0, word)), (df, tokens.shown[i]))
        while len(self.df) > MOST_TYPES:
            self.least += 1
            self.df = Counter({word: df for word, df in self.df.items() if df > self.least})
            self.shown = {word: form for word, form in self.shown.items() if word in self.df}
            self.note(f"more than {MOST_TYPES:,} words: those met {self.least} times so far are forgotten")


def _of_matrices(recipe: Recipe, first: Any, others: Iterator[Any], note: Listener) -> tuple[np.ndarray, int]:
    """The words are those of the matrix."""
    d, n = first.X.shape[1], 0
    df = np.zeros(d, dtype=np.int64)
    for one in chain([first], others):
        df += np.bincount(one.X.indices[one.X.data > 0], minlength=d)
        n += with_entries(one.X)
    recipe.tokens_, recipe.columns_ = None, None
    recipe.vocabulary_ = recipe.shown_ = list(first.vocabulary)
    recipe.dropped_ = {}
    return df, n


def _context(recipe: Recipe) -> str:
    """Where two words meet."""
    texts = recipe.tokens_ is not None
    if recipe.context == "auto":
        return WINDOW if texts else "document"
    if not texts and recipe.context != "document":
        raise UsageError(f"context={recipe.context!r} needs texts, not a matrix: use context='document'.")
    return recipe.context
