"""Seed words, which a person expects to make a cluster, looked up in the vocabulary."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from scipy import sparse

from cotext.errors import UsageError, did_you_mean
from cotext.recipe.recipe import Recipe
from cotext.recipe.sources import Listener
from cotext.tokens import tokenize_again

EXPECTED = "expected lines such as 'space: orbit nasa shuttle', or words alone"
Words = str | Iterable[str]
GivenWords: TypeAlias = "str | os.PathLike[str] | Mapping[str, Words] | Iterable[Words]"


@dataclass(frozen=True)
class SeedWords:
    """One list of words per cluster, with the name of the cluster, or none."""

    names: list[str]
    words: list[list[str]]

    @classmethod
    def of(cls, seed_words: GivenWords) -> SeedWords:
        """Read a mapping of names to words, a list of lists of words, or a file with a cluster per line.

        Examples
        --------
        >>> SeedWords.of({"space": "orbit nasa"}).words, SeedWords.of([["orbit"], ["cell"]]).names
        ([['orbit', 'nasa']], ['', ''])
        """
        if isinstance(seed_words, str | os.PathLike):
            pairs: list[tuple[str, Words]] = _lines(Path(seed_words))
        elif isinstance(seed_words, Mapping):
            pairs = list(seed_words.items())
        else:
            pairs = [("", words) for words in seed_words]
        lists = [(str(name).strip(), _listed(words)) for name, words in pairs]
        if not lists or not all(words for _, words in lists):
            raise UsageError("seed_words holds a cluster without words; give at least one word for each.")
        return cls([name for name, _ in lists], [words for _, words in lists])

    def rows(self, recipe: Recipe, note: Listener) -> sparse.csr_array:
        """Turn each list into a document of the fitted recipe, and note words outside the vocabulary."""
        every = sorted({word for words in self.words for word in words})
        weights = _weights(recipe, every)
        unknown = [every[i] for i in np.flatnonzero(np.diff(weights.indptr) == 0)]
        reasons = {word: _why_unknown(recipe, word) for word in unknown}
        for word, why in reasons.items():
            note(f"the seed word {word!r} {why}: left out")
        for name, words in zip(self.names, self.words, strict=True):
            if set(words) <= set(unknown):
                why = "; ".join(f"{word!r} {reasons[word]}" for word in words)
                raise UsageError(
                    f"none of the seed words {', '.join(words)}{f' of {name!r}' if name else ''} is in the "
                    f"vocabulary ({why}): give words that the documents use."
                )
        lists = sparse.csr_array([[float(word in words) for word in every] for words in self.words])
        return sparse.csr_array(lists @ weights)

    def plain(self) -> dict[str, list[str]]:
        """Return the lists for the settings of a run, by name or number."""
        return {name or str(k): self.words[k] for k, name in enumerate(self.names)}


def _weights(recipe: Recipe, words: list[str]) -> sparse.csr_array:
    """Weigh each word as a document."""
    known = [(i, j) for i, word in enumerate(words) if (j := recipe.find(word)) is not None]
    rows, columns = np.array(known, dtype=np.int64).reshape(-1, 2).T
    shape = (len(words), len(recipe.vocabulary_))
    return sparse.csr_array((recipe.idf_[columns], (rows, columns)), shape=shape)


def _why_unknown(recipe: Recipe, word: str) -> str:
    """Explain why a word is not in the vocabulary, and how to keep it."""
    dropped, settings = recipe.dropped_, recipe.tokens_
    if settings is not None and (settings.tokenizer is None or recipe.tokenizer is not None):
        cut = tokenize_again([word], settings, recipe.tokenizer)
        common = [dropped[name] for name in cut.types if name in dropped]
        if common:
            share = f"{100 * common[0]:.0f} %"
            return f"is in {share} of the documents, which max_df leaves out (--max-df 1.0 keeps it)"
        if len(cut.stop) and cut.stop.all():
            return "is a stop word (--stop-words none keeps it)"
    return f"is not in the vocabulary{did_you_mean(word, [*recipe.shown_, *dropped])}"


def _lines(path: Path) -> list[tuple[str, Any]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read ({error}); {EXPECTED}.") from error
    pairs = [line.partition(":") for line in lines if line.strip()]
    if not pairs:
        raise UsageError(f"{path} is empty; {EXPECTED}.")
    return [(name, words) if colon else ("", name) for name, colon, words in pairs]


def _listed(words: str | Iterable[str]) -> list[str]:
    return words.replace(",", " ").split() if isinstance(words, str) else [str(word) for word in words]
