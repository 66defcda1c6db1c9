"""The first pass: which words there are, in how many documents, and so what each weighs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np

from cotext.corpus import Documents, DocWord
from cotext.corpus.cells import missing_note
from cotext.errors import NoUsableDocuments, UsageError
from cotext.matrix.count import commonest, df_limits, nothing_left, spread_of, too_common
from cotext.matrix.weighting import idf_of, with_entries
from cotext.recipe import Listener, Recipe
from cotext.recipe.duplicates import Repeats
from cotext.recipe.recipe import CUTTING, WINDOW, no_weight
from cotext.tokens import Tokens, tokenize, tokenize_again
from cotext.tokens.type_ids import commonest_forms

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
    if not (recipe.idf_[df > 0] > 0).any():
        raise no_weight(recipe.weighting)
    return idf


def _of_texts(recipe: Recipe, first: Any, others: Iterator[Any], note: Listener) -> tuple[np.ndarray, int]:
    """How texts are cut is settled by the first batch; words and their documents are counted in all."""
    tokens = tokenize(first, **{option: getattr(recipe, option) for option in CUTTING})
    for remark in tokens.notes[len(first.notes) :]:
        note(remark)
    recipe.tokens_, recipe.columns_ = tokens.settings, first.columns
    words, repeats, n, used, missing = _Words(note), Repeats(), 0, 0, 0
    for batch in chain([first], others):
        one = tokens if batch is first else tokenize_again(batch, tokens.settings, recipe.tokenizer)
        words.add(one)
        repeats.add(batch)
        n, used, missing = n + len(one), used + one.n_with_words, missing + batch.missing
    for remark in (*missing_note(missing, n), *repeats.notes()):
        note(remark)
    return _chosen(recipe, words, n, used, note), used


def _chosen(recipe: Recipe, words: _Words, n: int, used: int, note: Listener) -> np.ndarray:
    """Choose the words of n documents, of which some are used; how many have each word."""
    fewest, most = df_limits(recipe.min_df, recipe.max_df, used)
    recipe.vocabulary_ = sorted(word for word, df in words.df.items() if max(fewest, 1) <= df <= most)
    if not recipe.vocabulary_:
        raise nothing_left(len(words.df), n, used, fewest, most)
    common = {word: df for word, df in words.df.items() if df > most}
    recipe.dropped_ = commonest(common, used)
    recipe.shown_ = words.shown_as(recipe.vocabulary_)
    dropped, shares = words.shown_as(list(recipe.dropped_)), list(recipe.dropped_.values())
    for remark in too_common(dropped, shares, len(common)):
        note(remark)
    note(f"words: {len(recipe.vocabulary_):,} kept")
    return np.array([words.df[word] for word in recipe.vocabulary_])


class _Words:
    """The documents that each word is in so far, and how often each form of a stem occurs."""

    def __init__(self, note: Listener) -> None:
        self.df: Counter[str] = Counter()
        self.forms: Counter[str] = Counter()
        self.stems: dict[str, str] = {}
        self.note, self.least, self.least_forms = note, 0, 0

    def shown_as(self, words: Sequence[str]) -> list[str]:
        """The commonest form of each stem; phrases are made of those of their words."""
        best = self._commonest()
        return [
            best.get(word) or " ".join(best.get(part, part) for part in word.split(" ")) for word in words
        ]

    def add(self, tokens: Tokens) -> None:
        content = np.flatnonzero(~tokens.stop)
        spread = spread_of(tokens, content).tolist()
        names = [tokens.types[i] for i in content.tolist()]
        self.df.update({word: df for word, df in zip(names, spread, strict=True) if df})
        if tokens.forms is not None:
            counted = [one for one in tokens.forms.counted() if one[2]]
            self.forms.update({word: n for word, _, n in counted})
            self.stems.update({word: stem for word, stem, _ in counted})
        self._forget_words()
        self._forget_forms()

    def _commonest(self) -> dict[str, str]:
        return commonest_forms((word, self.stems[word], n) for word, n in self.forms.items())

    def _forget_words(self) -> None:
        while len(self.df) > MOST_TYPES:
            self.least += 1
            self.df = Counter({word: df for word, df in self.df.items() if df > self.least})
            self._keep_forms({word for word in self.forms if self.stems[word] in self.df})
            self.note(f"more than {MOST_TYPES:,} words: those met {self.least} times so far are forgotten")

    def _forget_forms(self) -> None:
        """Forget rare forms, but never the commonest of a stem."""
        best = set(self._commonest().values()) if len(self.forms) > MOST_TYPES else set()
        while len(self.forms) > MOST_TYPES:
            self.least_forms += 1
            self._keep_forms({word for word, n in self.forms.items() if n > self.least_forms} | best)
            self.note(
                f"more than {MOST_TYPES:,} forms of stems: those met {self.least_forms} times so far are "
                "forgotten, so a stem may be shown by a form that is not its commonest"
            )

    def _keep_forms(self, kept: set[str]) -> None:
        self.forms = Counter({word: n for word, n in self.forms.items() if word in kept})
        self.stems = {word: self.stems[word] for word in self.forms}


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
