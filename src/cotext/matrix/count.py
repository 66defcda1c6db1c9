"""Count the words of a vocabulary in tokens: sparse rows, and what the words of each row add up to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import repeat

import numpy as np
from scipy import sparse

from cotext.backend import native
from cotext.corpus import Documents
from cotext.tokens import Tokenizer, Tokens, TokenSettings, tokenize_again


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
    return count_in(tokenize_again(texts, settings, tokenizer), vocabulary)


def content_words(tokens: Tokens) -> np.ndarray:
    """How many words each text has, whatever the vocabulary, but no stop words.

    Examples
    --------
    >>> from cotext.tokens import tokenize
    >>> content_words(tokenize(["the apples and the pears", ""], language="en")).tolist()
    [2, 0]
    """
    content = np.concatenate([[0], np.cumsum(~tokens.stop[tokens.ids])])
    return np.diff(content[tokens.offsets])


def spread_of(tokens: Tokens, chosen: np.ndarray) -> np.ndarray:
    """In how many documents each of the types is that are chosen."""
    columns = np.full(len(tokens.types), -1, dtype=np.int32)
    columns[chosen] = np.arange(len(chosen))
    given = (tokens.ids, tokens.offsets, columns, len(chosen))
    if (found := native.spread(*given)) is not None:
        return found
    return np.bincount(count_columns(*given).indices, minlength=len(chosen))
