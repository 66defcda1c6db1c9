"""Full-text search: the words of a run, tokenized as in the run, in a temporary index of SQLite."""

from __future__ import annotations

import re
import sqlite3
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from threading import Event, Lock, Thread

from scipy import sparse

from cotext.errors import CotextError, UsageError
from cotext.report import schema
from cotext.result import CoClustering, printable
from cotext.tokens import Tokenizer, TokenSettings, tokenize_again

BATCH = 2000  # documents that become searchable together
PATIENCE = 2.0  # seconds that a search waits for the complete index
LONGEST, MOST_PARTS = 1000, 20  # characters of a query, and its different words, phrases and prefixes
DEADLINE = 2.0  # seconds for one search, which blocks all others
STEPS = 1000  # of SQLite between two checks of the time
MANY = 60_000  # found documents from which they are not ranked
TABLE = "CREATE VIRTUAL TABLE found USING fts5(words, content='', tokenize='ascii', prefix='1 2 3')"
FOUND = "SELECT rowid FROM found WHERE found MATCH ?"
PART = re.compile(r'"([^"]*)"?|(\S+)')


class Index:
    """Finds documents by words, quoted phrases, prefixes of words (``orbit*``), ids and titles."""

    def __init__(self, result: CoClustering) -> None:
        self._ids = [name.lower() for name in result.docword.ids]
        self._titles = [title.lower() for title in result.docword.fields.titles or ()] or self._ids
        self._cut, self._batches = _tokenization(result)
        self._base = sqlite3.connect("", check_same_thread=False)  # a temporary file, removed when closed
        self._base.execute(TABLE)
        # not at the end of the program, when the thread may still be writing
        weakref.finalize(self, self._base.close).atexit = False
        self._lock, self._complete, self._begun = Lock(), Event(), False
        self._error: CotextError | None = None

    def begin(self) -> None:
        """Index the texts in a separate thread, unless that has begun."""
        with self._lock:
            begun, self._begun = self._begun, True
        if not begun:
            Thread(target=self._build, daemon=True, name="cotext-search").start()

    def search(self, query: str, limit: int) -> schema.Found:
        """``Found`` of the pages: matches of id and title, then ranked documents with the whole query."""
        if len(query) > LONGEST:
            raise UsageError(f"the search has {len(query):,} characters: give at most {LONGEST:,}.")
        self.begin()
        is_complete = self._complete.wait(PATIENCE)
        if self._error is not None:
            raise self._error
        rows = list(dict.fromkeys([*self._named(query.strip().lower()), *self._ranked(query)]))
        return {"rows": rows[:limit], "total": len(rows), "partial": not is_complete}

    def _named(self, query: str) -> list[int]:
        if not query:
            return []
        named = enumerate(zip(self._ids, self._titles, strict=True))
        partial = {row: query not in names for row, names in named if any(query in name for name in names)}
        return sorted(partial, key=lambda row: (partial[row], row))

    def _ranked(self, query: str) -> list[int]:
        expression = self._expression(query)
        if not expression:
            return []
        with self._lock, self._deadline():
            rows = self._base.execute(FOUND, [expression]).fetchall()
            if len(rows) <= MANY:
                rows = self._base.execute(f"{FOUND} ORDER BY rank", [expression]).fetchall()
        return [row for (row,) in rows]

    @contextmanager
    def _deadline(self) -> Iterator[None]:
        """End a search that takes too long."""
        end = time.monotonic() + DEADLINE
        self._base.set_progress_handler(lambda: time.monotonic() > end, STEPS)
        try:
            yield
        except sqlite3.OperationalError as error:
            if time.monotonic() <= end:
                raise
            raise UsageError(
                f"the search took more than {DEADLINE:g} s: give fewer or longer words, or longer prefixes."
            ) from error
        finally:
            self._base.set_progress_handler(None, STEPS)

    def _expression(self, query: str) -> str:
        """Return a query for SQLite; every part is a quoted phrase of tokens, so nothing is a command."""
        parts = []
        for phrase, word in PART.findall(query):
            begins = word.endswith("*")
            words = self._cut([phrase or word.rstrip("*")])[0]
            if not words and begins:
                words = word.rstrip("*").lower()
            if words:
                quoted = words.replace('"', '""')
                parts.append(f'"{quoted}"' + "*" * begins)
        parts = list(dict.fromkeys(parts))
        if len(parts) > MOST_PARTS:
            raise UsageError(f"the search has {len(parts)} words and phrases: give at most {MOST_PARTS}.")
        return " AND ".join(parts)

    def _build(self) -> None:
        row = 0
        try:
            for words in self._batches:
                rows = list(enumerate(words, start=row))
                with self._lock, self._base:
                    self._base.executemany("INSERT INTO found(rowid, words) VALUES (?, ?)", rows)
                row += len(words)
        except CotextError as error:  # the file of the texts is damaged or missing
            self._error = error
        else:
            with self._lock, self._base:
                self._base.execute("INSERT INTO found(found) VALUES ('optimize')")
        self._complete.set()


Cut = Callable[[Sequence[str]], list[str]]


def _tokenization(result: CoClustering) -> tuple[Cut, Iterator[list[str]]]:
    """Return a function that tokenizes queries, and the words of the documents, batch by batch."""
    recipe = result.recipe
    settings, tokenizer = (None, None) if recipe is None else (recipe.tokens_, recipe.tokenizer)
    settings = _all_words(settings or TokenSettings(), tokenizer)

    def cut(texts: Sequence[str]) -> list[str]:
        return _cut(texts, settings, tokenizer)

    texts = result.excerpts if result.texts is None else result.texts
    if texts is not None:
        return cut, (cut(list(texts[start : start + BATCH])) for start in range(0, len(texts), BATCH))
    names = result.docword.vocabulary if recipe is None else recipe.vocabulary_
    return cut, (_counted(result.counts, names, start) for start in range(0, len(result.docword.ids), BATCH))


def _all_words(settings: TokenSettings, tokenizer: Tokenizer | None) -> TokenSettings:
    """Return settings that keep stop words, without a tokenizer that the run does not have any more."""
    name = settings.tokenizer if tokenizer is not None else None
    settings = replace(settings, stop_words="none", own_words=(), phrases=())
    return replace(settings, language="unknown", lowercase=True, tokenizer=name)


def _cut(texts: Sequence[str], settings: TokenSettings, tokenizer: Tokenizer | None) -> list[str]:
    tokens = tokenize_again(texts, settings, tokenizer)
    words = [tokens.types[i] for i in tokens.ids.tolist()]
    bounds = tokens.offsets.tolist()
    return [printable(" ".join(words[a:b])) for a, b in pairwise(bounds)]


def _counted(counts: sparse.csr_array, names: Sequence[str], start: int) -> list[str]:
    """Return the counted words of documents without texts, in any order."""
    batch = counts[start : start + BATCH]
    return [
        printable(" ".join(names[j] for j in batch.indices[a:b].tolist()))
        for a, b in pairwise(batch.indptr.tolist())
    ]
