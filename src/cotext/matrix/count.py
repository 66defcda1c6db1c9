"""Count words: the sparse document-word matrix and its vocabulary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import repeat
from typing import Any

import numpy as np
from scipy import sparse

from cotext.backend import native
from cotext.corpus import Documents, DocWord
from cotext.errors import NoUsableDocuments, UsageError
from cotext.tokens import Tokenizer, Tokens, TokenSettings, tokenize_again

_SMALL_CORPUS = 10
TOLD, SHOWN = 100, 8  # words too common that are kept in mind, and told
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
    how: dict[str, Any] = {"min_df": min_df, "max_df": max_df, "max_words": max_words}
    return count_and_tell(tokens, documents, **how)[0]


def count_and_tell(
    tokens: Tokens,
    documents: Documents | None,
    *,
    min_df: int | float | str,
    max_df: int | float | str,
    max_words: int | None = None,
) -> tuple[DocWord, dict[str, float]]:
    """The same, and the words that were left out because too many documents have them, with their shares."""
    used = tokens.n_with_words
    fewest, most = df_limits(min_df, max_df, used)
    content = np.flatnonzero(~tokens.stop)
    df = spread_of(tokens, content)
    common = df > most
    found = zip((tokens.types[i] for i in content[common].tolist()), df[common].tolist(), strict=True)
    dropped = commonest(dict(found), used)
    kept = content[(df >= max(fewest, 1)) & (df <= most)]
    kept = np.array(sorted(kept.tolist(), key=tokens.types.__getitem__), dtype=np.intp)
    if max_words is not None:
        totals = np.bincount(tokens.ids, minlength=len(tokens.types))[kept]
        kept = kept[np.sort(np.argsort(-totals, kind="stable")[:max_words])]
    if not len(kept):
        raise nothing_left(int(np.count_nonzero(df)), len(tokens), used, fewest, most)
    X = count_columns(tokens.ids, tokens.offsets, _columns(tokens, kept), len(kept))
    told = too_common(tokens.shown_as(list(dropped)), list(dropped.values()), int(common.sum()))
    tokens = replace(tokens, notes=(*tokens.notes, *told))
    return _name_rows(X, [tokens.types[i] for i in kept], tokens, documents), dropped


def commonest(df: Mapping[str, int], n_documents: int) -> dict[str, float]:
    """The words that most documents have, at most a hundred, with the share of documents that have them.

    Examples
    --------
    >>> commonest({"oak": 6, "elm": 9}, 10)
    {'elm': 0.9, 'oak': 0.6}
    """
    ranked = sorted(df, key=lambda word: (-df[word], word))[:TOLD]
    return {word: round(df[word] / n_documents, 4) for word in ranked}


def too_common(words: Sequence[str], shares: Sequence[float], many: int) -> tuple[str, ...]:
    """Which words ``max_df`` leaves out.

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


def _columns(tokens: Tokens, chosen: np.ndarray) -> np.ndarray:
    """Number the types that are chosen; the others have -1."""
    columns = np.full(len(tokens.types), -1, dtype=np.int32)
    columns[chosen] = np.arange(len(chosen))
    return columns


def spread_of(tokens: Tokens, chosen: np.ndarray) -> np.ndarray:
    """In how many documents each of the types is that are chosen."""
    given = (tokens.ids, tokens.offsets, _columns(tokens, chosen), len(chosen))
    if (found := native.spread(*given)) is not None:
        return found
    return np.bincount(count_columns(*given).indices, minlength=len(chosen))


def columns_of(tokens: Tokens, vocabulary: Sequence[str] | Mapping[str, int]) -> np.ndarray:
    """Return for each type its column in ``vocabulary``, or -1; stop words have none.

    Who asks often gives the column of each word.

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
    """Count per stretch ``bounds[i]:bounds[i + 1]`` of ``ids`` how often each column occurs."""
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


def count_words(
    texts: Documents | Sequence[str],
    vocabulary: Sequence[str],
    settings: TokenSettings,
    tokenizer: Tokenizer | None = None,
) -> sparse.csr_array:
    """Count a fixed vocabulary in new texts, cut as the first ones were.

    Returns
    -------
    csr_array of int32, shape (n_texts, n_words)

    Examples
    --------
    >>> from cotext.tokens import TokenSettings
    >>> count_words(["Apples and pears"], ["appl", "rose"], TokenSettings(stem="porter")).toarray().tolist()
    [[1, 0]]
    """
    return count_known(texts, vocabulary, settings, tokenizer)[0]


def count_known(
    texts: Documents | Sequence[str],
    vocabulary: Sequence[str],
    settings: TokenSettings,
    tokenizer: Tokenizer | None = None,
) -> tuple[sparse.csr_array, np.ndarray]:
    """The same, and how many words each text has, those outside the vocabulary included but no stop words.

    Examples
    --------
    >>> from cotext.tokens import TokenSettings
    >>> settings = TokenSettings(language="en", stop_words="small")
    >>> X, words = count_known(["apples and pears"], ["apples"], settings)
    >>> X.toarray().tolist(), words.tolist()
    ([[1]], [2])
    """
    tokens = tokenize_again(texts, settings, tokenizer)
    X = count_columns(tokens.ids, tokens.offsets, columns_of(tokens, vocabulary), len(vocabulary))
    content = np.concatenate([[0], np.cumsum(~tokens.stop[tokens.ids])])
    return X, np.diff(content[tokens.offsets])


def df_limits(min_df: int | float | str, max_df: int | float | str, n_documents: int) -> tuple[float, float]:
    """Fewest and most documents a word may be in, of so many that have any."""
    small = n_documents < _SMALL_CORPUS
    if min_df == "auto":
        min_df = 1 if small else 2 + n_documents // 50_000
    if max_df == "auto":
        max_df = 1.0 if small else 0.5
    return _documents("min_df", min_df, n_documents), _documents("max_df", max_df, n_documents)


def _documents(name: str, value: int | float | str, n_documents: int) -> float:
    if isinstance(value, (bool, str)) or value < 0 or (isinstance(value, float) and value > 1):
        raise UsageError(f"{name}={value!r}: use 'auto', a number of documents (2) or a share of them (0.5).")
    return value * n_documents if isinstance(value, float) else value


def nothing_left(
    n_words: int, n_documents: int, n_with_words: int, fewest: float, most: float
) -> NoUsableDocuments:
    """The error for documents none of whose words can be used."""
    if not n_words:
        return NoUsableDocuments(
            f"no words are left in {n_documents} documents, of which {n_with_words} have text: all are stop"
            " words or too short. Try stop_words='none' or another language."
        )
    return NoUsableDocuments(
        f"none of {n_words} words is in at least {fewest:g} and at most {most:g} of {n_with_words} documents:"
        " lower min_df, raise max_df or add documents."
    )


def _name_rows(
    X: sparse.csr_array, vocabulary: list[str], tokens: Tokens, documents: Documents | None
) -> DocWord:
    notes = (*tokens.notes, f"words: {len(vocabulary):,} kept")
    if empty := int(np.count_nonzero(np.diff(X.indptr) == 0)):
        notes = (*notes, NO_WORDS.format(empty, len(tokens)))
    if documents is None:
        return DocWord(X, vocabulary, [str(i) for i in range(len(tokens))], notes=notes)
    ids, labels, names = documents.ids, documents.labels, documents.label_names
    return DocWord(X, vocabulary, ids, labels, names, notes, fields=documents.fields)
