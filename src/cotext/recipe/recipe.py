"""How documents become a matrix, learned once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np
from scipy import sparse

from cotext.backend import as_python
from cotext.cooccurrence import count_contexts, parse_context
from cotext.corpus import Columns, Documents, DocWord
from cotext.corpus.names import Texts
from cotext.errors import NoUsableDocuments, UsageError
from cotext.matrix import Weighting, count_words
from cotext.matrix.count import count_and_tell, count_known
from cotext.recipe.duplicates import repeated
from cotext.recipe.options import Group, RecipeOptions, documented, keywords
from cotext.recipe.prepared import Prepared, prepared
from cotext.recipe.sources import Listener, check_width, name_of, open_source, silent
from cotext.recipe.text_pieces import divide
from cotext.tokens import Tokenizer, Tokens, TokenSettings, tokenize, tokenize_again

READING = keywords(Group.COLUMNS, Group.TABLES)
DROPPED = "left_out_by_max_df"
WINDOW = "window:40"  # judged over many collections: docs/decisions/0023-text-defaults.md
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
        Name of what it was fitted on.
    columns_ : Columns or None
        The columns that were read, named or guessed; new tables are read by the same.
    tokens_ : TokenSettings or None
        How texts are cut; None after a matrix.
    vocabulary_ : list of str
        One word per column, as it is counted: a stem, where words are stemmed.
    shown_ : list of str
        The same as people read them: the commonest form of each stem.
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
        """What can be asked of a recipe."""
        return [one.name for one in fields(cls) if one.init]

    @classmethod
    def split(cls, options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """The keywords that are those of a recipe, and all others."""
        own = cls.keywords()
        mine = {name: value for name, value in options.items() if name in own}
        return mine, {name: value for name, value in options.items() if name not in own}

    def fit(self, documents: Any, *, stage: Listener = silent, note: Listener = silent) -> Recipe:
        """Learn columns, words and their weights from documents in any form that ``cluster`` takes."""
        self.fit_transform(documents, stage=stage, note=note)
        return self

    def fit_transform(
        self, documents: Any, *, contexts: bool = False, stage: Listener = silent, note: Listener = silent
    ) -> Prepared:
        """Learn from documents and prepare them; ``contexts`` also counts which words occur together."""
        weigh = self.weigh()
        stage("reading")
        source = self.read(documents)
        if isinstance(source, Documents):
            source = replace(source, notes=source.notes + repeated(source, self.deduplicate))
        seen, parts = divide(source, self.deduplicate, self.segment)
        stage("counting words")
        counted, tokens, self.dropped_ = self._count(seen)
        for remark in counted.notes:
            note(remark)
        self.vocabulary_ = list(counted.vocabulary)
        self.shown_ = self.vocabulary_ if tokens is None else tokens.shown_as(self.vocabulary_)
        shown = replace(counted, vocabulary=self.shown_)
        n = None if tokens is None else tokens.n_with_words
        ready = prepared(source, seen, shown, parts, weigh.fit(counted.X, n_documents=n))
        if not ready.weighted.X.nnz:
            raise no_weight(self.weighting)
        C, self.context_ = self._meetings(counted, tokens, stage) if contexts else (None, None)
        self.input_, self.idf_ = name_of(documents), weigh.idf_
        self.tokens_ = None if tokens is None else tokens.settings
        self.columns_ = None if isinstance(source, DocWord) else source.columns
        return replace(ready, cooccurrence=C)

    def transform(
        self,
        documents: Any,
        *,
        text: Texts | None = None,
        id: str | None = None,
        encoding: str | None = None,
        strict_input: bool = False,
        tokenizer: Tokenizer | None = None,
    ) -> DocWord:
        """New documents as a weighted matrix: columns, words and weights are those that were learned.

        Parameters
        ----------
        documents : anything ``fit`` takes
            A matrix has the same words in the same order.
        text, id, encoding : optional
            Where the new source has other columns or another encoding than the first.
        strict_input : bool, default=False
            Whether a file among many that cannot be read is an error.
        tokenizer : callable, optional
            The function that cut the first documents, where the recipe comes from a run.
        """
        named: dict[str, Any] = {"text": text, "id": id, "strict_input": strict_input}
        return self.prepare(documents, encoding=encoding, tokenizer=tokenizer, **named).documents

    def prepare(
        self, documents: Any, *, encoding: str | None = None, tokenizer: Tokenizer | None = None, **named: Any
    ) -> Prepared:
        """The same with counts, texts and, where the fit has seen pieces, the pieces."""
        if not hasattr(self, "vocabulary_"):
            raise UsageError("this recipe has learned nothing yet: call fit(documents) first.")
        new = open_source(documents, encoding=encoding or self.encoding, like=self.columns_, **named)
        seen, parts = divide(new, False, self.segment)
        counts, lengths = self._count_again(seen, tokenizer or self.tokenizer)
        counted = DocWord(
            counts,
            self.shown_,
            seen.ids,
            seen.labels,
            seen.label_names,
            new.notes,
            fields=seen.fields,
        )
        weigh = self.weigh()
        weigh.idf_ = self.idf_
        return prepared(new, seen, counted, parts, weigh, lengths)

    def find(self, word: str) -> int | None:
        """The column of a word as someone types it: as it is shown, or as texts are cut."""
        for names in (self.shown_, self.vocabulary_):
            if word in names:
                return names.index(word)
        if self.tokens_ is None or (self.tokens_.tokenizer is not None and self.tokenizer is None):
            return None
        cut = count_words([word], self.vocabulary_, self.tokens_, self.tokenizer)
        return int(cut.indices[0]) if cut.nnz == 1 else None

    def read(self, documents: Any) -> Documents | DocWord:
        """Documents from a file or from memory, or a data set by its name."""
        reading = {name: getattr(self, name) for name in (*READING, "strict_input")}
        return open_source(documents, **reading)

    def settings(self) -> dict[str, Any]:
        """What was asked and found, in plain values; the vocabulary and the idf are too long for that."""
        weighting = {"kind": self.weighting, "idf": self.idf}
        found: dict[str, Any] = {"input": self.input_, "weighting": weighting}
        if self.context_ is not None:
            found["context"] = self.context_
            if self.context_from is not None:
                found["context_from"] = name_of(self.context_from)
        if self.tokens_ is not None:
            found |= {"text": self.tokens_.to_dict(), "min_df": self.min_df, "max_df": self.max_df}
            fitted = {"deduplicate": self.deduplicate, "segment": self.segment}
            found |= {name: value for name, value in fitted.items() if value}
            found |= {DROPPED: self.dropped_} if self.dropped_ else {}
            read = self.columns_ or Columns()
            columns = vars(read) | {"encoding": self.encoding, "form": None, **read.form.asked()}
            found["reading"] = {
                name: list(value) if isinstance(value, tuple) else value
                for name, value in columns.items()
                if value
            }
        return found

    def weigh(self) -> Weighting:
        """The weights, before they are learned; unknown names are refused before anything is read."""
        if self.context != "auto":
            parse_context(self.context)
        return Weighting(self.weighting, self.idf).fit(sparse.csr_array((1, 1)))

    def _count(self, source: Documents | DocWord) -> tuple[DocWord, Tokens | None, dict[str, float]]:
        if isinstance(source, DocWord):
            return source, None, {}
        tokens = tokenize(source, **{name: getattr(self, name) for name in CUTTING})
        counted, dropped = count_and_tell(tokens, source, min_df=self.min_df, max_df=self.max_df)
        return counted, tokens, dropped

    def _count_again(
        self, new: Documents | DocWord, tokenizer: Tokenizer | None
    ) -> tuple[sparse.csr_array, np.ndarray | None]:
        """The counts, and the number of words in each text, None for a matrix."""
        if isinstance(new, DocWord):
            check_width(new, len(self.vocabulary_))
            return new.X, None
        if self.tokens_ is None:
            raise UsageError("the first documents were a matrix, so texts cannot be counted: give a matrix.")
        return count_known(new, self.vocabulary_, self.tokens_, tokenizer)

    def _meetings(
        self, counted: DocWord, tokens: Tokens | None, stage: Listener
    ) -> tuple[sparse.csr_array, str]:
        """How often words meet, and where."""
        if self.context_from is not None:
            tokens = _elsewhere(self.context_from, tokens, self.tokenizer)
        context = self.context
        if context == "auto":
            context = "document" if tokens is None else WINDOW
        elif tokens is None and context != "document":
            raise UsageError(f"context={context!r} needs texts, not a matrix: use context='document'.")
        stage(f"counting co-occurrences ({context})")
        if tokens is None:
            return count_contexts(counted.X), context
        return count_contexts(tokens, context=context, vocabulary=counted.vocabulary), context


def no_weight(weighting: str) -> NoUsableDocuments:
    """The error for documents none of whose words weighs anything."""
    return NoUsableDocuments(
        f"weighting={weighting!r} leaves no weight at all (a word that is in every document "
        "weighs 0): give more documents that differ, or try idf='smooth'."
    )


def _elsewhere(source: Any, tokens: Tokens | None, tokenizer: Tokenizer | None) -> Tokens:
    """The words of another corpus, cut as those of the documents."""
    corpus = open_source(source)
    if tokens is None or isinstance(corpus, DocWord):
        raise UsageError("context_from needs texts, and texts to cluster: a matrix has no contexts.")
    return tokenize_again(corpus, tokens.settings, tokenizer)
