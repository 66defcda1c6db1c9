"""Cut texts into flat word ids in their order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from cotext.corpus import Documents, Texts
from cotext.errors import UsageError
from cotext.tokens.language_id import SURE, by_stop_words, guess_languages, identify_languages
from cotext.tokens.lexicon import NumberedWords, StemForms, look_up, number, to_types
from cotext.tokens.native import cut_natively
from cotext.tokens.phrases import find_phrases, insert_phrases
from cotext.tokens.resolve_settings import Language, find_stemmer, plan, wants_phrases
from cotext.tokens.segment import BIGRAMS, REMEDY
from cotext.tokens.settings import UNKNOWN, TokenSettings
from cotext.tokens.stopwords import BY_SCRIPT, StopWords, stop_list
from cotext.tokens.tokenizer import Tokenizer, make_cutter


@dataclass(frozen=True, eq=False)
class Tokens:
    """The words of all documents, with stop words, so that positions are those of the texts.

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
        word of the same stem stay apart; so do the stop word of one language and the word of another.
    stop : ndarray of bool, shape (n_types,)
        Which types are stop words.
    settings : TokenSettings
        How the texts were cut.
    notes : tuple of str
        Guesses, and removed words and debris, for the user.
    forms : Forms or None
        How often each form of a stem occurs; None if words are not stemmed.
    """

    ids: np.ndarray
    offsets: np.ndarray
    sentences: np.ndarray
    types: Sequence[str]
    stop: np.ndarray
    settings: TokenSettings
    notes: tuple[str, ...] = ()
    forms: StemForms | None = None

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def n_with_words(self) -> int:
        """The number of documents with words; shares, idf and the like ignore the others."""
        return int(np.count_nonzero(np.diff(self.offsets)))

    @property
    def language(self) -> str:
        """Code of the language, or "unknown"; several with commas."""
        return ",".join(self.settings.languages)


def tokenize(
    documents: Documents | Sequence[str],
    *,
    stop_words: StopWords = "auto",
    language: Language = "auto",
    stem: str | None = None,
    lowercase: bool = True,
    debris: str = "drop",
    token_pattern: str | None = None,
    tokenizer: Tokenizer | None = None,
    phrases: bool | str = "auto",
) -> Tokens:
    """Cut texts into words: at least two letters, digits or combining marks, beginning with a letter.

    Scripts written without spaces are cut by a dictionary; one ideograph may be a word.

    Parameters
    ----------
    documents : Documents or sequence of str
        The texts; an empty one is a document, too.
    stop_words : str, path, iterable of str, mapping or None
        "auto" or "small" (the short list of the language), "large" (the long one), a language code, or
        "none". Words, or a file with one word per line and ``#`` comments, are left out in addition to the
        short list; ``{"large": words}`` with the long one, ``{"only": words}`` or "only:FILE" alone.
    language : str or sequence of str
        A code such as "en", or several ("de,en"): each text then has its own stop words. "auto"
        guesses one for all, or several if at least 2 % of the texts are in another one.
    stem : str, optional
        "porter", or a language's name or code.
    lowercase : bool
        Whether "Word" and "word" are the same word.
    debris : {"drop", "keep"}
        Whether web and e-mail addresses, HTML tags and entities and encoded attachments are set aside.
    token_pattern : str, optional
        A regular expression: its matches in the (lower-cased) text are the words.
    tokenizer : callable, optional
        A function from a text to its words, such as a lemmatizer; words without a letter are left out.
    phrases : bool or "auto"
        Whether pairs of words that belong together ("machine learning") are words, too, next to their parts.
        "auto" is False.

    Examples
    --------
    >>> tokens = tokenize(["The cat saw the dogs. A dog barked.", ""], stem="porter", language="en")
    >>> [tokens.types[i] for i in tokens.ids], tokens.offsets.tolist(), tokens.sentences.tolist()
    (['the', 'cat', 'saw', 'the', 'dog', 'dog', 'bark'], [0, 7, 7], [0, 5, 7])
    """
    texts, pairing = _texts(documents), wants_phrases(phrases)
    settings, guessing = plan(
        texts,
        stop_words=stop_words,
        language=language,
        stem=stem,
        lowercase=lowercase,
        debris=debris,
        token_pattern=token_pattern,
        tokenizer=tokenizer,
    )
    tokens = _cut(texts, settings, tokenizer, guessing)
    if pairing:
        found = find_phrases(tokens.ids, tokens.sentences, tokens.types, tokens.stop)
        tokens = _with_phrases(tokens, found)
    before = documents.notes if isinstance(documents, Documents) else ()
    return replace(tokens, notes=before + tokens.notes)


def tokenize_again(
    documents: Documents | Sequence[str], settings: TokenSettings, tokenizer: Tokenizer | None = None
) -> Tokens:
    """Cut further texts with the same settings; nothing is guessed.

    Examples
    --------
    >>> settings = TokenSettings(language="en", stop_words="small")
    >>> tokenize_again(["the cat"], settings).stop.tolist()
    [True, False]
    """
    tokens = _cut(_texts(documents), settings, tokenizer, guessing=False)
    return _with_phrases(tokens, settings.phrases) if settings.phrases else tokens


def _cut(
    texts: Sequence[str], settings: TokenSettings, tokenizer: Tokenizer | None, guessing: bool
) -> Tokens:
    removed: Counter[str] = Counter()
    cutter = make_cutter(settings, tokenizer, removed)
    words = cut_natively(texts, settings, cutter, removed) or look_up(texts, cutter)
    folded = words.names if settings.lowercase else [name.lower() for name in words.names]
    if guessing:
        settings = replace(settings, language=guess_languages(texts, folded, words))
    speech = _speech(texts, settings.languages, words, folded)
    counts = words.counts(speech, len(settings.languages))
    stop = _stop(folded, settings)
    types = number(words.names, stop, find_stemmer(settings.stem) if settings.stem else None, counts)
    ids = to_types(words, types.ids, speech)
    written = np.diff(words.offsets) > 0
    many = [] if speech is None else np.bincount(speech[written], minlength=len(settings.languages)).tolist()
    notes = notes_of(settings, guessing, many, removed, int(counts[stop].sum()), int(counts.sum()))
    return Tokens(ids, words.offsets, words.sentences, types.names, types.stop, settings, notes, types.forms)


def _with_phrases(tokens: Tokens, phrases: Sequence[str]) -> Tokens:
    """Add phrases as words, each after its second word."""
    id_of = {
        word: i for i, (word, stop) in enumerate(zip(tokens.types, tokens.stop, strict=True)) if not stop
    }
    ids, offsets, sentences = insert_phrases(
        tokens.ids, tokens.offsets, tokens.sentences, id_of, phrases, len(tokens.types)
    )
    return replace(
        tokens,
        ids=ids,
        offsets=offsets,
        sentences=sentences,
        types=[*tokens.types, *phrases],
        stop=np.concatenate([tokens.stop, np.zeros(len(phrases), dtype=bool)]),
        settings=replace(tokens.settings, phrases=tuple(phrases)),
        notes=(*tokens.notes, phrase_note(phrases)),
    )


def _texts(documents: Documents | Sequence[str]) -> Sequence[str]:
    texts = documents.texts if isinstance(documents, Documents) else documents
    if isinstance(texts, str):
        raise UsageError("one text was given, expected a list of texts: pass [text].")
    if isinstance(texts, Texts) or set(map(type, texts)) <= {str}:
        return texts
    for row, text in enumerate(texts):
        if not isinstance(text, str):
            raise UsageError(f"document {row} is a {type(text).__name__}, not a text: pass '' for none.")
    return texts


def _speech(
    texts: Sequence[str], languages: Sequence[str], words: NumberedWords, folded: Sequence[str]
) -> np.ndarray | None:
    """Choose one of several languages for each text, by its stop words or characters, else the first."""
    if len(languages) == 1:
        return None
    speech = by_stop_words(words, folded, languages)
    other = np.flatnonzero(speech < 0)
    index = {name: i for i, name in enumerate(languages)}
    names = identify_languages([texts[i] for i in other.tolist()], languages, SURE)
    speech[other] = [index.get(name, 0) for name in names]
    return speech.astype(np.intp)


def _stop(words: Sequence[str], settings: TokenSettings) -> np.ndarray:
    """Return which words are stop words in each language."""
    size, own = settings.stop_words, frozenset(settings.own_words)
    lists = [own if size == "none" else own | stop_list(code, size) for code in settings.languages]
    return np.stack([np.fromiter(map(listed.__contains__, words), bool, len(words)) for listed in lists])


# --- notes ----------------------------------------------------------------------------------------------

UNTOLD = (
    "no language's stop words cover the text, so no function words are left out; if you know it, add "
    "--language en (language='en')"
)


def notes_of(
    settings: TokenSettings,
    guessed: bool,
    many: Sequence[int],
    debris: Counter[str],
    stopped: int,
    total: int,
) -> tuple[str, ...]:
    """Write one sentence each on the language, the stop words, the segmenter and the debris.

    ``many`` says how many documents are in each of several languages.

    Examples
    --------
    >>> notes_of(TokenSettings(language="en", stop_words="small"), False, [8], Counter(URL=2), 3, 9)
    ('language: en', 'stop words: small list, 3 of 9 words set aside (33 %)', 'set aside: 2 URLs')
    """
    notes = [_languages(settings, guessed, many), _stop_words(settings, stopped, total)]
    if settings.segmenter is not None and not set(settings.languages).isdisjoint(BY_SCRIPT):
        notes.append(_segmenter(settings.segmenter))
    if debris:
        ranked = sorted(debris.items(), key=lambda pair: (-pair[1], pair[0]))
        notes.append("set aside: " + ", ".join(_counted(n, name) for name, n in ranked))
    return tuple(notes)


def phrase_note(phrases: Sequence[str]) -> str:
    """Write how many phrases there are, and the first one."""
    return f"phrases: {len(phrases):,}" + (f", such as {phrases[0]!r}" if phrases else "")


def _languages(settings: TokenSettings, guessed: bool, many: Sequence[int]) -> str:
    names = settings.languages
    if len(names) == 1:
        how = f" ({UNTOLD})" if names[0] == UNKNOWN else " (guessed)"
        return f"language: {names[0]}{how if guessed else ''}"
    total = max(sum(many), 1)
    ranked = sorted(zip(names, many, strict=True), key=lambda pair: -pair[1])
    shares = ", ".join(f"{name} {100 * n / total:.0f} %" for name, n in ranked)
    note = f"languages: {shares} of the documents, each with its own stop words"
    if not guessed:
        return note
    return (
        f"{note} (guessed); use --language {','.join(names)} to confirm them, or cluster one language at a"
        " time: clusters of a mixed collection tend to be its languages"
    )


def _stop_words(settings: TokenSettings, stopped: int, total: int) -> str:
    listed = "" if settings.stop_words == "none" else f"{settings.stop_words} list"
    own = f"{len(settings.own_words):,} of your own" if settings.own_words else ""
    names = " and ".join(filter(None, (listed, own)))
    if not names:
        return "stop words: none"
    share = 100 * stopped / max(total, 1)
    return f"stop words: {names}, {stopped:,} of {total:,} words set aside ({share:.0f} %)"


def _segmenter(names: str) -> str:
    if BIGRAMS in names.split("+"):
        return (
            "words of texts without spaces: pairs of characters, without a dictionary; for real words"
            f" {REMEDY}"
        )
    return f"words of texts without spaces: cut by {names.replace('+', ' and ')}"


def _counted(n: int, name: str) -> str:
    many = f"{name[:-1]}ies" if name.endswith("y") else f"{name}es" if name.endswith("ss") else f"{name}s"
    return f"{n:,} {name if n == 1 else many}"
