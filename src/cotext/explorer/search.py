"""Full-text search: the words of a run, cut as the run was cut, in an index of SQLite that no file shows."""

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
PATIENCE = 2.0  # seconds that a search waits for all of them
LONGEST, MOST_PARTS = 1000, 20  # characters of a query, and its different words, phrases and beginnings
DEADLINE = 2.0  # seconds of SQLite's for one search; nobody else can search meanwhile
STEPS = 1000  # of SQLite's, between two looks at the clock
MANY = 60_000  # found documents, of which nobody asks for the best
TABLE = "CREATE VIRTUAL TABLE found USING fts5(words, content='', tokenize='ascii', prefix='1 2 3')"
FOUND = "SELECT rowid FROM found WHERE found MATCH ?"
PART = re.compile(r'"([^"]*)"?|(\S+)')


class Index:
    """Finds documents by words, quoted phrases, beginnings of words (``orbit*``), their ids and titles."""

    def __init__(self, result: CoClustering) -> None:
        self._ids = [name.lower() for name in result.docword.ids]
        self._titles = [title.lower() for title in result.docword.fields.titles or ()] or self._ids
        self._cut, self._batches = _ways(result)
        self._base = sqlite3.connect("", check_same_thread=False)  # a file of SQLite's own, gone when closed
        self._base.execute(TABLE)
        # not at the end of the program, when the thread may still be writing
        weakref.finalize(self, self._base.close).atexit = False
        self._lock, self._whole, self._begun = Lock(), Event(), False
        self._error: CotextError | None = None

    def begin(self) -> None:
        """Read the texts, in a thread of its own, unless that was begun before."""
        with self._lock:
            begun, self._begun = self._begun, True
        if not begun:
            Thread(target=self._build, daemon=True, name="cotext-search").start()

    def search(self, query: str, limit: int) -> schema.Found:
        """``Found`` of the pages: first by id and title, then those with all parts of the query, by rank."""
        if len(query) > LONGEST:
            raise UsageError(f"the search has {len(query):,} characters: give at most {LONGEST:,}.")
        self.begin()
        whole = self._whole.wait(PATIENCE)
        if self._error is not None:
            raise self._error
        rows = self._named(query.strip().lower())
        seen = set(rows)
        rows += [row for row in self._ranked(query) if row not in seen]
        return {"rows": rows[:limit], "total": len(rows), "partial": not whole}

    def _named(self, query: str) -> list[int]:
        if not query:
            return []
        both = enumerate(zip(self._ids, self._titles, strict=True))
        found = {row: query not in names for row, names in both if any(query in name for name in names)}
        return sorted(found, key=lambda row: (found[row], row))

    def _ranked(self, query: str) -> list[int]:
        expression = self._expression(query)
        if not expression:
            return []
        with self._lock, self._deadline():
            found = self._base.execute(FOUND, [expression]).fetchall()
            if len(found) <= MANY:
                found = self._base.execute(f"{FOUND} ORDER BY rank", [expression]).fetchall()
        return [row for (row,) in found]

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
                f"the search took more than {DEADLINE:g} s: give fewer or longer words, or longer beginnings."
            ) from error
        finally:
            self._base.set_progress_handler(None, STEPS)

    def _expression(self, query: str) -> str:
        """A query for SQLite: every part is a phrase of words as they were cut, so no letter is a command."""
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
        try:
            self._fill()
        except CotextError as error:  # the file of the texts is damaged or gone
            self._error = error
        self._whole.set()

    def _fill(self) -> None:
        row = 0
        for words in self._batches:
            with self._lock, self._base:
                self._base.executemany(
                    "INSERT INTO found(rowid, words) VALUES (?, ?)", list(enumerate(words, start=row))
                )
            row += len(words)
        with self._lock, self._base:
            self._base.execute("INSERT INTO found(found) VALUES ('optimize')")


Cut = Callable[[Sequence[str]], list[str]]


def _ways(result: CoClustering) -> tuple[Cut, Iterator[list[str]]]:
    """How a query is cut, and the words of the documents, batch by batch."""
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
    """Stop words can be searched for, too; a function that was not kept is done without."""
    kept = settings.tokenizer if tokenizer is not None else None
    settings = replace(settings, stop_words="none", own_words=(), phrases=())
    return replace(settings, language="unknown", lowercase=True, tokenizer=kept)


def _cut(texts: Sequence[str], settings: TokenSettings, tokenizer: Tokenizer | None) -> list[str]:
    tokens = tokenize_again(texts, settings, tokenizer)
    words = [tokens.types[i] for i in tokens.ids.tolist()]
    bounds = tokens.offsets.tolist()
    return [printable(" ".join(words[a:b])) for a, b in pairwise(bounds)]


def _counted(counts: sparse.csr_array, names: Sequence[str], start: int) -> list[str]:
    """Without texts: the words that were counted, in no order."""
    part = counts[start : start + BATCH]
    return [
        printable(" ".join(names[j] for j in part.indices[a:b].tolist()))
        for a, b in pairwise(part.indptr.tolist())
    ]
