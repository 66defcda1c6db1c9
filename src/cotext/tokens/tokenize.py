"""Texts to flat word ids that keep their order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from cotext.corpus.documents import Documents
from cotext.errors import UsageError
from cotext.tokens.settings import TokenSettings
from cotext.tokens.split import SENTENCE_ENDS, is_word, splitter
from cotext.tokens.stems import find_stemmer
from cotext.tokens.stopwords import UNKNOWN, StopWords, guess_language, resolve, stop_list

_DROPPED, _SENTENCE_END = -1, -2


@dataclass(frozen=True, eq=False)
class Tokens:
    """The words of all documents, one after the other, stop words included because they keep their positions.

    Attributes
    ----------
    ids : ndarray of int32, shape (n_tokens,)
        The type of each token in text order.
    offsets : ndarray of int64, shape (n_documents + 1,)
        Document i holds the tokens ``offsets[i]:offsets[i + 1]``.
    sentences : ndarray of int64, shape (n_sentences + 1,)
        Sentence s holds the tokens ``sentences[s]:sentences[s + 1]``; none is empty, none crosses a document.
    types : list of str
        The word of each id, lower-cased and stemmed. A stop word is not stemmed, so that it and a content
        word of the same stem stay apart.
    stop : ndarray of bool, shape (n_types,)
        Which types are stop words.
    settings : TokenSettings
        How the texts were cut.
    notes : tuple of str
        What was guessed and removed, to be shown to the user.
    """

    ids: np.ndarray
    offsets: np.ndarray
    sentences: np.ndarray
    types: Sequence[str]
    stop: np.ndarray
    settings: TokenSettings
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def language(self) -> str:
        """Code of the language, or "unknown"."""
        return self.settings.language


def tokenize(
    documents: Documents | Sequence[str],
    *,
    stop_words: StopWords = "auto",
    language: str = "auto",
    stem: str | None = None,
    lowercase: bool = True,
) -> Tokens:
    """Cut texts into words: a letter first, then letters, digits or combining marks, at least two in all.

    Parameters
    ----------
    documents : Documents or sequence of str
        The texts; an empty one is kept.
    stop_words : str, path, iterable of str or None
        "auto" or "small" (the short list of the language), "large" (the long one), a language code, a file
        with one word per line and ``#`` comments, the words themselves, or "none".
    language : str
        A code such as "en"; "auto" takes the one whose stop words cover most of the text.
    stem : str, optional
        "porter", or a language's name or code.
    lowercase : bool
        Whether "Word" and "word" are the same word.

    Examples
    --------
    >>> tokens = tokenize(["The cat saw the dogs. A dog barked.", ""], stem="porter", language="en")
    >>> [tokens.types[i] for i in tokens.ids], tokens.offsets.tolist(), tokens.sentences.tolist()
    (['the', 'cat', 'saw', 'the', 'dog', 'dog', 'bark'], [0, 7, 7], [0, 5, 7])
    """
    choice, wanted = resolve(stop_words, language)
    stemmer = find_stemmer(stem) if stem else None
    pieces, ids, ends = _look_up(_texts(documents), lowercase)

    words = [i for i, piece in enumerate(pieces) if is_word(piece)]
    surfaces = [pieces[i] for i in words]
    folded = surfaces if lowercase else [surface.lower() for surface in surfaces]
    counts = np.bincount(ids, minlength=len(pieces))[words]
    found = _guess(folded, counts) if wanted == "auto" else wanted
    listed = _words_of(choice, found)
    stop = np.array([word in listed for word in folded], dtype=bool)

    types, type_stop, type_ids = _number(surfaces, stop, stemmer)
    target = np.array([_SENTENCE_END if p[0] in SENTENCE_ENDS else _DROPPED for p in pieces], dtype=np.int32)
    target[words] = type_ids
    settings = TokenSettings(found, choice, stem, lowercase)
    notes = _notes(settings, wanted == "auto", int(counts[stop].sum()), int(counts.sum()))
    before = documents.notes if isinstance(documents, Documents) else ()
    np.take(target, ids, out=ids, mode="clip")  # in place: there is one number per word of the corpus
    return Tokens(*_lay_out(ids, ends), types, type_stop, settings, before + notes)


def _texts(documents: Documents | Sequence[str]) -> Sequence[str]:
    texts = documents.texts if isinstance(documents, Documents) else documents
    if isinstance(texts, str):
        raise UsageError("one text was given where a list of texts is expected: pass [text].")
    return texts


def _look_up(texts: Sequence[str], lowercase: bool) -> tuple[list[str], np.ndarray, np.ndarray]:
    """Return the distinct pieces, the piece number of each piece in order, and where each text ends."""
    split = splitter(lowercase)
    lexicon: defaultdict[str, int] = defaultdict()
    lexicon.default_factory = lexicon.__len__
    sizes = np.zeros(len(texts) + 1, dtype=np.int64)

    def pieces() -> Iterator[list[str]]:
        for row, text in enumerate(texts, start=1):
            if not isinstance(text, str):
                raise UsageError(
                    f"document {row - 1} is a {type(text).__name__}, not a text: pass '' for none."
                )
            found = split(text)
            sizes[row] = len(found)
            yield found

    ids = np.fromiter(map(lexicon.__getitem__, chain.from_iterable(pieces())), dtype=np.int32)
    return list(lexicon), ids, np.cumsum(sizes)


def _guess(words: Sequence[str], counts: np.ndarray) -> str:
    frequency = dict.fromkeys(words, 0)
    for word, n in zip(words, counts.tolist(), strict=True):
        frequency[word] += n
    return guess_language(frequency)


def _words_of(choice: str | tuple[str, ...], language: str) -> frozenset[str]:
    if isinstance(choice, tuple):
        return frozenset(choice)
    return frozenset() if choice == "none" else stop_list(language, choice)


def _number(
    surfaces: list[str], stop: np.ndarray, stemmer: Callable[[list[str]], list[str]] | None
) -> tuple[list[str], np.ndarray, Sequence[int] | np.ndarray]:
    """Give words of one stem one number; stop words have numbers of their own."""
    if stemmer is None:
        return surfaces, stop, np.arange(len(surfaces))
    lexicon: defaultdict[tuple[str, bool], int] = defaultdict()
    lexicon.default_factory = lexicon.__len__
    rows = zip(surfaces, stemmer(surfaces), stop.tolist(), strict=True)
    ids = [lexicon[surface if stopped else name, stopped] for surface, name, stopped in rows]
    return [name for name, _ in lexicon], np.array([flag for _, flag in lexicon], dtype=bool), ids


def _lay_out(targets: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Close the gaps left by pieces that are no words; return ids, offsets and sentence bounds."""
    kept = targets >= 0
    place = np.zeros(len(targets) + 1, dtype=np.int32 if len(targets) < 2**31 else np.int64)
    np.cumsum(kept, out=place[1:])
    offsets = place[ends].astype(np.int64)
    bound = np.zeros(place[-1] + 1, dtype=bool)
    bound[offsets] = True
    bound[place[:-1][targets == _SENTENCE_END]] = True
    return targets[kept], offsets, np.flatnonzero(bound)


def _notes(settings: TokenSettings, guessed: bool, removed: int, total: int) -> tuple[str, ...]:
    language, choice = settings.language, settings.stop_words
    unknown = (
        " (no language's stop words cover the text)" if language == UNKNOWN else " (guessed from stop words)"
    )
    first = f"language: {language}{unknown if guessed else ''}"
    if choice == "none":
        return first, "stop words: none"
    name = f"{choice} list" if isinstance(choice, str) else f"{len(choice):,} of your own"
    share = 100 * removed / max(total, 1)
    return first, f"stop words: {name}, {removed:,} of {total:,} words set aside ({share:.0f} %)"
