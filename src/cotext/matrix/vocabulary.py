"""Count words: choose a vocabulary by document frequencies, and count it in tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat

import numpy as np
from scipy import sparse

from cotext.backend import native
from cotext.corpus import Documents, DocWord
from cotext.errors import Keyword, NoUsableDocuments, UsageError
from cotext.tokens import Tokenizer, Tokens, TokenSettings, commonest_forms, tokenize_again

MOST_TYPES = 5_000_000  # different words that are counted together; some hundred bytes each
_SMALL_CORPUS = 10
LISTED, SHOWN = 100, 8  # words too common that are saved, and shown
NO_WORDS = "{:,} of {:,} documents have no known words: they are in cluster -1"


def count(
    tokens: Tokens,
    *,
    documents: Documents | None = None,
    min_df: int | float | str = "auto",
    max_df: int | float | str = "auto",
    max_words: int | None = None,
) -> DocWord:
    """Count the content words of each document.

    Parameters
    ----------
    tokens : Tokens
        The words in order; stop words are left out here.
    documents : Documents, optional
        Gives the rows their ids and labels; without it rows are called "0", "1", ...
    min_df, max_df : int, float or "auto"
        Fewest and most documents a word may be in: a number of documents (int) or a share of the documents
        that have any word (float). "auto" is 2, plus one for every 50,000 documents, and 0.5; with fewer
        than ten documents 1 and 1.0.
    max_words : int, optional
        Keep only the most frequent words.

    Returns
    -------
    DocWord
        ``X`` holds int32 counts, (n_documents, n_words); the vocabulary is in alphabetical order. Documents
        without words keep their (empty) row.

    Examples
    --------
    >>> from cotext.tokens import tokenize
    >>> table = count(tokenize(["red apple, red rose", "", "green apple"]))
    >>> table.vocabulary, table.X.toarray().tolist()
    (['apple', 'green', 'red', 'rose'], [[1, 0, 2, 1], [0, 0, 0, 0], [1, 1, 0, 0]])
    """
    frequencies = DocumentFrequencies()
    frequencies.add(tokens)
    chosen = frequencies.choose(min_df, max_df)
    X, words = count_in(tokens, chosen.words), chosen.words
    if max_words is not None:
        totals = np.asarray(X.sum(axis=0)).ravel()
        most = np.sort(np.argsort(-totals, kind="stable")[:max_words])
        X, words = X[:, most], [words[j] for j in most.tolist()]
    notes = (*tokens.notes, *chosen.notes, vocabulary_note(len(words)), *no_words_note(X))
    if documents is None:
        return DocWord(X, words, [str(i) for i in range(len(tokens))], notes=notes)
    ids, labels, names = documents.ids, documents.labels, documents.label_names
    return DocWord(X, words, ids, labels, names, notes, fields=documents.fields)


def vocabulary_note(n_words: int) -> str:
    """Return the note on a vocabulary."""
    return f"words: {n_words:,} kept"


def no_words_note(X: sparse.csr_array) -> tuple[str, ...]:
    """Return a note on the documents without words of the vocabulary, if there are any."""
    empty = int(np.count_nonzero(np.diff(X.indptr) == 0))
    return (NO_WORDS.format(empty, X.shape[0]),) if empty else ()


@dataclass(frozen=True)
class Chosen:
    """A vocabulary: its words in alphabetical order, their document frequencies, and notes.

    ``shown`` are the words for people; ``dropped`` are the commonest words that too many documents have, with
    their shares.
    """

    words: list[str]
    df: np.ndarray
    shown: list[str]
    dropped: dict[str, float]
    notes: tuple[str, ...]


class DocumentFrequencies:
    """Counts the documents of each word, and each form of a stem, batch by batch.

    With a listener ``note``, which is informed of it, the rarest of very many words are forgotten.

    Examples
    --------
    >>> from cotext.tokens import tokenize
    >>> frequencies = DocumentFrequencies()
    >>> for text in ("old oak", "red oak", "elm"):
    ...     frequencies.add(tokenize([text], language="en"))
    >>> frequencies.choose(1, 0.5).words, frequencies.choose("auto", "auto").df.tolist()
    (['elm', 'old', 'red'], [1, 2, 1, 1])
    """

    def __init__(self, note: Callable[[str], object] | None = None) -> None:
        self.df: Counter[str] = Counter()
        self.forms: Counter[str] = Counter()
        self.stems: dict[str, str] = {}
        self.n_documents = self.n_with_words = 0
        self.note, self.least, self.least_forms = note, 0, 0

    def choose(self, min_df: int | float | str, max_df: int | float | str) -> Chosen:
        """Choose the words that enough documents have, and not too many."""
        fewest, most = df_limits(min_df, max_df, self.n_with_words)
        words = sorted(word for word, df in self.df.items() if max(fewest, 1) <= df <= most)
        if not words:
            raise nothing_left(len(self.df), self.n_documents, self.n_with_words, fewest, most)
        common = {word: df for word, df in self.df.items() if df > most}
        dropped = commonest(common, self.n_with_words)
        notes = too_common(self.shown_as(list(dropped)), list(dropped.values()), len(common))
        df = np.array([self.df[word] for word in words])
        return Chosen(words, df, self.shown_as(words), dropped, notes)

    def shown_as(self, words: Sequence[str]) -> list[str]:
        """Return the commonest form of each stem; those of phrases are made of those of their words."""
        best = self._commonest()
        return [
            best.get(word) or " ".join(best.get(part, part) for part in word.split(" ")) for word in words
        ]

    def add(self, tokens: Tokens) -> None:
        """Count the words of some documents."""
        self.n_documents += len(tokens)
        self.n_with_words += tokens.n_with_words
        content = np.flatnonzero(~tokens.stop)
        spread = document_counts(tokens, content).tolist()
        names = [tokens.types[i] for i in content.tolist()]
        self.df.update({word: df for word, df in zip(names, spread, strict=True) if df})
        if tokens.forms is not None:
            forms = [(word, stem, n) for word, stem, n in tokens.forms.counted() if n]
            self.forms.update({word: n for word, _, n in forms})
            self.stems.update({word: stem for word, stem, _ in forms})
        if self.note is not None:
            self._forget_words(self.note)
            self._forget_forms(self.note)

    def _commonest(self) -> dict[str, str]:
        return commonest_forms((word, self.stems[word], n) for word, n in self.forms.items())

    def _forget_words(self, note: Callable[[str], object]) -> None:
        while len(self.df) > MOST_TYPES:
            self.least += 1
            self.df = Counter({word: df for word, df in self.df.items() if df > self.least})
            self._keep_forms({word for word in self.forms if self.stems[word] in self.df})
            note(f"more than {MOST_TYPES:,} words: those met {self.least} times so far are forgotten")

    def _forget_forms(self, note: Callable[[str], object]) -> None:
        """Forget rare forms, but never the commonest of a stem."""
        best = set(self._commonest().values()) if len(self.forms) > MOST_TYPES else set()
        while len(self.forms) > MOST_TYPES:
            self.least_forms += 1
            self._keep_forms({word for word, n in self.forms.items() if n > self.least_forms} | best)
            note(
                f"more than {MOST_TYPES:,} forms of stems: those met {self.least_forms} times so far are "
                "forgotten, so a stem may be shown by a form that is not its commonest"
            )

    def _keep_forms(self, words: set[str]) -> None:
        self.forms = Counter({word: n for word, n in self.forms.items() if word in words})
        self.stems = {word: self.stems[word] for word in self.forms}


def df_limits(min_df: int | float | str, max_df: int | float | str, n_documents: int) -> tuple[float, float]:
    """Return the fewest and most documents of a word, of so many documents with words."""
    small = n_documents < _SMALL_CORPUS
    if min_df == "auto":
        min_df = 1 if small else 2 + n_documents // 50_000
    if max_df == "auto":
        max_df = 1.0 if small else 0.5
    return _documents("min_df", min_df, n_documents), _documents("max_df", max_df, n_documents)


def _documents(name: str, value: int | float | str, n_documents: int) -> float:
    if isinstance(value, (bool, str)) or value < 0 or (isinstance(value, float) and value > 1):
        raise UsageError(
            Keyword(name, value), ": use 'auto', a number of documents (2) or a share of them (0.5)."
        )
    return value * n_documents if isinstance(value, float) else value


def commonest(df: Mapping[str, int], n_documents: int) -> dict[str, float]:
    """Return the words of most documents, at most a hundred, with their share of documents.

    Examples
    --------
    >>> commonest({"oak": 6, "elm": 9}, 10)
    {'elm': 0.9, 'oak': 0.6}
    """
    ranked = sorted(df, key=lambda word: (-df[word], word))[:LISTED]
    return {word: round(df[word] / n_documents, 4) for word in ranked}


def too_common(words: Sequence[str], shares: Sequence[float], many: int) -> tuple[str, ...]:
    """Write a note on the words that ``max_df`` leaves out.

    Examples
    --------
    >>> too_common(["oak"], [0.94], 1)
    ("max_df leaves out 1 word: 'oak' (in 94 % of the documents); --max-df 1.0 keeps it",)
    """
    if not many:
        return ()
    first, *others = [f"{word!r} ({100 * share:.0f} %)" for word, share in zip(words, shares, strict=True)]
    first = first.replace("(", "(in ").replace(" %)", " % of the documents)")
    listed = [first, *others[: SHOWN - 1]]
    more = f" and {many - len(listed):,} more" if many > len(listed) else ""
    which, keeps = ("1 word", "it") if many == 1 else (f"{many:,} words", "them")
    return (f"max_df leaves out {which}: {', '.join(listed)}{more}; --max-df 1.0 keeps {keeps}",)


def nothing_left(
    n_words: int, n_documents: int, n_with_words: int, fewest: float, most: float
) -> NoUsableDocuments:
    """Make the error for documents without any usable word."""
    if not n_words:
        return NoUsableDocuments(
            f"no words are left in {n_documents} documents, of which {n_with_words} have text: all are stop"
            " words or too short. Try ",
            Keyword("stop_words", "none"),
            " or another language.",
        )
    return NoUsableDocuments(
        f"none of {n_words} words is in at least {fewest:g} and at most {most:g} of {n_with_words} documents:"
        " lower min_df, raise max_df or add documents."
    )


# --- counts of a vocabulary -----------------------------------------------------------------------------


def columns_of(tokens: Tokens, vocabulary: Sequence[str] | Mapping[str, int]) -> np.ndarray:
    """Return for each type its column in ``vocabulary``, or -1; stop words have none.

    A mapping of words to columns saves time if this is called often.

    Examples
    --------
    >>> from cotext.tokens import tokenize
    >>> columns_of(tokenize(["green apple, red apple"]), ["apple", "green"]).tolist()
    [1, 0, -1]
    """
    if not isinstance(vocabulary, Mapping):
        vocabulary = {word: column for column, word in enumerate(vocabulary)}
    columns = np.fromiter(map(vocabulary.get, tokens.types, repeat(-1)), np.int32, len(tokens.types))
    columns[tokens.stop] = -1
    return columns


def count_columns(
    ids: np.ndarray, bounds: np.ndarray, columns: np.ndarray, n_columns: int
) -> sparse.csr_array:
    """Count how often each column occurs in each stretch ``bounds[i]:bounds[i + 1]`` of ``ids``."""
    if (rows := native.count_rows(ids, bounds, columns, n_columns)) is not None:
        return sparse.csr_array(rows, shape=(len(bounds) - 1, n_columns))
    found = columns[ids]
    used = found >= 0
    indptr = np.concatenate([[0], np.cumsum(used)])[bounds]
    indices = found[used]
    if len(indices) < 2**31:
        indptr = indptr.astype(np.int32)
    ones = np.ones(len(indices), dtype=np.int32)
    X = sparse.csr_array((ones, indices, indptr), shape=(len(bounds) - 1, n_columns))
    X = X.tocsc().tocsr()  # there and back sorts every row in linear time
    X.sum_duplicates()
    return X


def count_in(tokens: Tokens, vocabulary: Sequence[str] | Mapping[str, int]) -> sparse.csr_array:
    """Count the words of a vocabulary in each text.

    Examples
    --------
    >>> from cotext.tokens import tokenize
    >>> count_in(tokenize(["green apple, red apple"]), ["apple", "rose"]).toarray().tolist()
    [[2, 0]]
    """
    return count_columns(tokens.ids, tokens.offsets, columns_of(tokens, vocabulary), len(vocabulary))


def count_words(
    texts: Documents | Sequence[str],
    vocabulary: Sequence[str],
    settings: TokenSettings,
    tokenizer: Tokenizer | None = None,
) -> sparse.csr_array:
    """Count a fixed vocabulary in new texts, cut as the first ones were: n_texts x n_words of int32.

    Examples
    --------
    >>> from cotext.tokens import TokenSettings
    >>> count_words(["Apples and pears"], ["appl", "rose"], TokenSettings(stem="porter")).toarray().tolist()
    [[1, 0]]
    """
    return count_in(tokenize_again(texts, settings, tokenizer), vocabulary)


def content_words(tokens: Tokens) -> np.ndarray:
    """Count the words of each text without stop words, whatever the vocabulary.

    Examples
    --------
    >>> from cotext.tokens import tokenize
    >>> content_words(tokenize(["the apples and the pears", ""], language="en")).tolist()
    [2, 0]
    """
    content = np.concatenate([[0], np.cumsum(~tokens.stop[tokens.ids])])
    return np.diff(content[tokens.offsets])


def document_counts(tokens: Tokens, chosen: np.ndarray) -> np.ndarray:
    """Count the documents of each of the chosen types."""
    columns = np.full(len(tokens.types), -1, dtype=np.int32)
    columns[chosen] = np.arange(len(chosen))
    corpus = (tokens.ids, tokens.offsets, columns, len(chosen))
    if (spread := native.spread(*corpus)) is not None:
        return spread
    return np.bincount(count_columns(*corpus).indices, minlength=len(chosen))
