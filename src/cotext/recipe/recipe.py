"""Turn documents into a matrix, with columns, words and weights that are learned once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from itertools import chain
from typing import Any, cast

import numpy as np
from scipy import sparse

from cotext.backend import as_python
from cotext.cooccurrence import count_contexts, parse_context
from cotext.corpus import Batches, Columns, Documents, DocWord, TextColumns
from cotext.errors import Keyword, NoUsableDocuments, UsageError
from cotext.matrix import (
    DocumentFrequencies,
    Weighting,
    content_words,
    count_in,
    count_words,
    idf_of,
    no_words_note,
    vocabulary_note,
    with_entries,
)
from cotext.recipe.options import Group, RecipeOptions, documented, keywords
from cotext.recipe.prepared import Prepared, divide, prepared, repeated
from cotext.recipe.sources import Listener, check_width, name_of, open_batches, open_source, silent
from cotext.tokens import Tokenizer, Tokens, TokenSettings, tokenize, tokenize_again

READING = keywords(Group.COLUMNS, Group.TABLES)
DROPPED = "left_out_by_max_df"
WINDOW = "window:40"  # compared on many collections: docs/decisions/0023-text-defaults.md
CUTTING = keywords(Group.TOKENS)


@documented
@dataclass(kw_only=True, eq=False)
class Recipe(RecipeOptions):
    """How documents become a matrix, learned once and followed again for new ones.

    Parameters
    ----------
    {options}

    Attributes
    ----------
    input_ : str
        Name of the documents it was fitted on.
    columns_ : Columns or None
        The columns that were read, named or guessed; new tables are read by the same.
    tokens_ : TokenSettings or None
        How texts are cut; None after a matrix.
    vocabulary_ : list of str
        One word per column, as it is counted: a stem, if words are stemmed.
    shown_ : list of str
        The same for people: the commonest form of each stem.
    dropped_ : dict of str to float
        The commonest words that ``max_df`` leaves out, as they are counted, with their share of documents.
    idf_ : ndarray of float64, shape (n_words,)
        Factor of each word.
    context_ : str or None
        The contexts that were counted, if any.

    Examples
    --------
    >>> recipe = Recipe(weighting="tf", language="en").fit(["red oak, old oak", "old elm"])
    >>> recipe.vocabulary_, recipe.transform(["an oak", "a yew"]).X.toarray().tolist()
    (['elm', 'oak', 'old', 'red'], [[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]])
    """

    input_: str = field(init=False, repr=False)
    columns_: Columns | None = field(init=False, repr=False)
    tokens_: TokenSettings | None = field(init=False, repr=False)
    vocabulary_: list[str] = field(init=False, repr=False)
    shown_: list[str] = field(init=False, repr=False)
    dropped_: dict[str, float] = field(init=False, repr=False)
    idf_: np.ndarray = field(init=False, repr=False)
    context_: str | None = field(init=False, repr=False)

    def __post_init__(self) -> None:
        for name in self.keywords():
            setattr(self, name, as_python(getattr(self, name)))

    @classmethod
    def keywords(cls) -> list[str]:
        """Return the names of the options."""
        return [keyword.name for keyword in fields(cls) if keyword.init]

    @classmethod
    def split(cls, options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Separate the keywords of a recipe from all others."""
        own = cls.keywords()
        mine = {name: value for name, value in options.items() if name in own}
        return mine, {name: value for name, value in options.items() if name not in own}

    def fit(self, documents: object, *, stage: Listener = silent, note: Listener = silent) -> Recipe:
        """Learn columns, words and their weights from documents in any form that ``cluster`` takes."""
        self.fit_transform(documents, stage=stage, note=note)
        return self

    def fit_transform(
        self, documents: object, *, contexts: bool = False, stage: Listener = silent, note: Listener = silent
    ) -> Prepared:
        """Learn from documents and prepare them; ``contexts`` also counts which words occur together."""
        self.weigh()
        stage("reading")
        source = self.read(documents)
        if isinstance(source, Documents):
            source = replace(source, notes=source.notes + repeated(source, self.deduplicate))
        seen, parts = divide(source, self.deduplicate, self.segment)
        stage("counting words")
        notes: list[str] = []
        learned = self.fit_batches(iter([seen]), name_of(documents), contexts=contexts, note=notes.append)
        X, tokens = self.count(seen, learned.first)
        notes += no_words_note(X) if tokens is not None else ()
        for remark in notes:
            note(remark)
        counted = self._named(X, seen, tuple(notes))
        ready = prepared(source, seen, counted, parts, weighting_of(self, self.weighting, self.idf_))
        if not ready.weighted.X.nnz:
            raise no_weight(self.weighting)
        return replace(ready, cooccurrence=self._meetings(X, tokens, stage) if contexts else None)

    def fit_batches(
        self,
        batches: Iterator[Documents | DocWord],
        name: str,
        *,
        contexts: bool = False,
        note: Listener = silent,
        bounded: bool = False,
    ) -> Learned:
        """Learn words and their weights from batches of documents; the first batch settles how to cut texts.

        Documents in memory are one batch. ``contexts`` settles where words occur together. If ``bounded``,
        the rarest of very many words are forgotten.
        """
        weigh = self.weigh()
        first = next(batches, None)
        if first is None:
            raise NoUsableDocuments(f"{name}: no document in it; give a source with at least one")
        for remark in first.notes:
            note(remark)
        if isinstance(first, DocWord):
            matrices = cast(Iterator[DocWord], batches)  # all have the kind of the first
            tokens, (df, n) = None, self._learn_matrices(first, matrices)
        else:
            tokens, df, n = self._learn_texts(first, cast(Iterator[Documents], batches), note, bounded)
        self.tokens_ = None if tokens is None else tokens.settings
        self.input_, self.context_ = name, self._context() if contexts else None
        idf = idf_of(df, n, weigh.idf)
        self.idf_ = idf if "idf" in weigh.kind else np.ones(len(df))
        if not (self.idf_[df > 0] > 0).any():
            raise no_weight(self.weighting)
        return Learned(idf, tokens)

    def _learn_texts(
        self, first: Documents, others: Iterator[Documents], note: Listener, bounded: bool
    ) -> tuple[Tokens, np.ndarray, int]:
        """Return the words of the first batch, the document frequencies, and the number of documents."""
        tokens = tokenize(first, **{option: getattr(self, option) for option in CUTTING})
        for remark in tokens.notes[len(first.notes) :]:
            note(remark)
        frequencies = DocumentFrequencies(note if bounded else None)
        frequencies.add(tokens)
        for batch in others:
            frequencies.add(tokenize_again(batch, tokens.settings, self.tokenizer))
        chosen = frequencies.choose(self.min_df, self.max_df)
        for remark in (*chosen.notes, vocabulary_note(len(chosen.words))):
            note(remark)
        self.columns_, self.dropped_ = first.columns, chosen.dropped
        self.vocabulary_, self.shown_ = chosen.words, chosen.shown
        return tokens, chosen.df, frequencies.n_with_words

    def _learn_matrices(self, first: DocWord, others: Iterator[DocWord]) -> tuple[np.ndarray, int]:
        """Return the document frequencies of the words of matrices, and the number of documents."""
        df, n = np.zeros(first.X.shape[1], dtype=np.int64), 0
        for batch in chain([first], others):
            df = df + np.bincount(batch.X.indices[batch.X.data > 0], minlength=len(df))
            n += with_entries(batch.X)
        self.columns_, self.dropped_ = None, {}
        self.vocabulary_ = self.shown_ = list(first.vocabulary)
        return df, n

    def transform(
        self,
        documents: object,
        *,
        text: TextColumns | None = None,
        id: str | None = None,
        encoding: str | None = None,
        strict_input: bool = False,
        tokenizer: Tokenizer | None = None,
    ) -> DocWord:
        """Turn new documents into a weighted matrix by the columns, words and weights that were learned.

        Parameters
        ----------
        documents : anything ``fit`` takes
            A matrix has the same words in the same order.
        text, id, encoding : optional
            If the new source has other columns or another encoding than the first.
        strict_input : bool, default=False
            Whether a file among many that cannot be read is an error.
        tokenizer : callable, optional
            The function that cut the first documents, if the recipe comes from a run.
        """
        named: dict[str, Any] = {"text": text, "id": id, "strict_input": strict_input}
        return self.prepare(documents, encoding=encoding, tokenizer=tokenizer, **named).documents

    def prepare(
        self,
        documents: object,
        *,
        encoding: str | None = None,
        tokenizer: Tokenizer | None = None,
        **named: Any,
    ) -> Prepared:
        """Transform new documents; return also counts, texts and, if the fit saw pieces, the pieces."""
        if not hasattr(self, "vocabulary_"):
            raise UsageError("this recipe has learned nothing yet: call fit(documents) first.")
        new = open_source(documents, encoding=encoding or self.encoding, like=self.columns_, **named)
        seen, parts = divide(new, False, self.segment)
        X, tokens = self.count(seen, tokenizer=tokenizer)
        weigh = weighting_of(self, self.weighting, self.idf_)
        lengths = None if tokens is None else content_words(tokens)
        return prepared(new, seen, self._named(X, seen, new.notes), parts, weigh, lengths)

    def count(
        self,
        documents: Documents | DocWord,
        tokens: Tokens | None = None,
        *,
        tokenizer: Tokenizer | None = None,
        columns: Mapping[str, int] | None = None,
    ) -> tuple[sparse.csr_array, Tokens | None]:
        """Count each word in documents, and return their ``tokens``, None for a matrix.

        ``columns`` of the words save time if this is called often.
        """
        if isinstance(documents, DocWord):
            check_width(documents, len(self.vocabulary_))
            return documents.X, None
        if self.tokens_ is None:
            raise UsageError("the first documents were a matrix, so texts cannot be counted: give a matrix.")
        if tokens is None:
            tokens = tokenize_again(documents, self.tokens_, tokenizer or self.tokenizer)
        return count_in(tokens, columns or self.vocabulary_), tokens

    def _named(self, X: sparse.csr_array, seen: Documents | DocWord, notes: tuple[str, ...]) -> DocWord:
        """Add the names of the documents, and the words for people."""
        names = seen.ids, seen.labels, seen.label_names
        return DocWord(X, self.shown_, *names, notes, fields=seen.fields)

    def find(self, word: str) -> int | None:
        """Find the column of a word that someone types: as it is shown, or as texts are cut."""
        for names in (self.shown_, self.vocabulary_):
            if word in names:
                return names.index(word)
        if self.tokens_ is None or (self.tokens_.tokenizer is not None and self.tokenizer is None):
            return None
        cut = count_words([word], self.vocabulary_, self.tokens_, self.tokenizer)
        return int(cut.indices[0]) if cut.nnz == 1 else None

    def read(self, documents: object) -> Documents | DocWord:
        """Read documents from a file or from memory, or a data set by its name."""
        return open_source(documents, **self._reading())

    def batches(self, documents: object) -> Batches:
        """Read documents in batches if they are files."""
        return open_batches(documents, **self._reading())

    def _reading(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in (*READING, "strict_input")}

    def settings(self) -> dict[str, Any]:
        """Return options and results as plain values, without the long vocabulary and idf."""
        weighting = {"kind": self.weighting, "idf": self.idf}
        saved: dict[str, Any] = {"input": self.input_, "weighting": weighting}
        if self.context_ is not None:
            saved["context"] = self.context_
            if self.context_from is not None:
                saved["context_from"] = name_of(self.context_from)
        if self.tokens_ is not None:
            saved |= {"text": self.tokens_.to_dict(), "min_df": self.min_df, "max_df": self.max_df}
            fitted = {"deduplicate": self.deduplicate, "segment": self.segment}
            saved |= {name: value for name, value in fitted.items() if value}
            saved |= {DROPPED: self.dropped_} if self.dropped_ else {}
            read = self.columns_ or Columns()
            columns = vars(read) | {"encoding": self.encoding, "form": None, **read.form.unusual()}
            columns = {name: list(v) if isinstance(v, tuple) else v for name, v in columns.items() if v}
            saved["reading"] = columns
        return saved

    def weigh(self) -> Weighting:
        """Return weights before they are learned; unknown names are refused before anything is read."""
        if self.context != "auto":
            parse_context(self.context)
        return Weighting(self.weighting, self.idf).fit(sparse.csr_array((1, 1)))

    def _context(self) -> str:
        """Settle the contexts in which words meet."""
        texts = self.tokens_ is not None
        if self.context == "auto":
            return WINDOW if texts else "document"
        if not texts and self.context != "document":
            unusable, instead = Keyword("context", self.context), Keyword("context", "document")
            raise UsageError(unusable, " needs texts, not a matrix: use ", instead, ".")
        return self.context

    def _meetings(self, X: sparse.csr_array, tokens: Tokens | None, stage: Listener) -> sparse.csr_array:
        """Count how often words meet, in the documents or in ``context_from``."""
        if self.context_from is not None:
            tokens = _elsewhere(self.context_from, tokens, self.tokenizer)
        stage(f"counting co-occurrences ({self.context_})")
        return self.meetings(X, tokens)

    def meetings(self, X: sparse.csr_array, tokens: Tokens | None, **how: Any) -> sparse.csr_array:
        """Count how often words of some documents meet, by the keywords of ``count_contexts``."""
        if tokens is None:
            return count_contexts(X, **how)
        return count_contexts(tokens, context=str(self.context_), vocabulary=self.vocabulary_, **how)


@dataclass(frozen=True)
class Learned:
    """The idf of each word, used or not, and the words of the first batch, None for matrices."""

    idf: np.ndarray
    first: Tokens | None


def weighting_of(recipe: Recipe, kind: str, idf: np.ndarray) -> Weighting:
    """Return weights of this kind for words with a known idf."""
    weigh = Weighting(kind, recipe.idf).fit(sparse.csr_array((1, 1)))
    weigh.idf_ = idf if "idf" in kind else np.ones(len(idf))
    return weigh


def no_weight(weighting: str) -> NoUsableDocuments:
    """Make the error for documents without any weight."""
    return NoUsableDocuments(
        Keyword("weighting", weighting),
        " leaves no weight at all (a word that is in every document weighs 0): give more documents that "
        "differ, or try ",
        Keyword("idf", "smooth"),
        ".",
    )


def _elsewhere(source: object, tokens: Tokens | None, tokenizer: Tokenizer | None) -> Tokens:
    """Cut the texts of another corpus like those of the documents."""
    corpus = open_source(source)
    if tokens is None or isinstance(corpus, DocWord):
        raise UsageError("context_from needs texts, and texts to cluster: a matrix has no contexts.")
    return tokenize_again(corpus, tokens.settings, tokenizer)
