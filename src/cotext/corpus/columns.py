"""Choose the columns of a table: which one is the text, which the identifier, which the label."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from cotext.corpus.cells import is_missing, paragraphs
from cotext.corpus.names import ALL, Names, TextColumns, exact_name, listed, names, texts
from cotext.corpus.table_form import QUOTES, Head, TableForm
from cotext.errors import CotextError, UsageError

SAMPLE = 1000

TEXT = (
    "text", "body", "content", "abstract", "document", "message", "doc", "full_text", "fulltext",
    "raw_text", "article", "review", "comment", "post", "tweet", "description", "story", "summary",
    "sentence", "transcript", "texte", "texto", "paragraphs",
)  # fmt: skip
ID = ("id", "doc_id", "docid", "document_id", "_id", "key", "uid", "uuid", "filename", "file", "path", "url")
TITLE = ("title", "headline", "subject")
LABEL = (
    "label", "class", "category", "topic", "target", "group", "label_name", "newsgroup", "genre", "section",
)  # fmt: skip


@dataclass(frozen=True)
class Columns:
    """Names of columns, as the user gave them or as documents were read by them; None or empty if unknown.

    Attributes
    ----------
    text : str, list of str or mapping of str to int
        After reading: one name, or several with how often each counts.
    id, label, date : str or None
        One name each.
    group, keep : str or sequence of str
        After reading: all names.
    title : str or None
        The titles that are shown instead of ids.
    form : TableForm
        How the tables are written, if it is unusual.
    """

    text: TextColumns | None = None
    id: str | None = None
    label: str | None = None
    date: str | None = None
    group: Names = ()
    keep: Names = ()
    title: str | None = None
    form: TableForm = field(default_factory=TableForm)

    @property
    def parts(self) -> Mapping[str, int]:
        """The columns of the texts, and how often each counts; only after reading."""
        if isinstance(self.text, Mapping):
            return self.text
        return {} if self.text is None else {str(self.text): 1}

    @property
    def extra(self) -> tuple[str, ...]:
        """The columns that are stored with the documents, each once."""
        single = [name for name in (self.date, self.title) if name]
        return tuple(dict.fromkeys([*single, *self.group, *self.keep]))


class ColumnsSeen(Exception):
    """Carries the first rows of a table that is only looked at."""

    def __init__(self, sample: Mapping[str, Sequence[object]]) -> None:
        super().__init__("the columns of a table were seen")
        self.sample = sample


@dataclass(frozen=True)
class Wanted:
    """The columns that the user named, and those that an earlier source was read by.

    A reader adds ``found`` and ``notes`` on how a table is written; ``guesses`` are shared by the tables read
    together. With ``look`` a table is only looked at: ``Seen``.
    """

    named: Columns = Columns()
    before: Columns = Columns()
    found: TableForm | None = None
    notes: tuple[str, ...] = ()
    guesses: Guesses | None = None
    look: bool = False

    @property
    def form(self) -> TableForm:
        """How tables are written, as far as it is known before one is looked at."""
        return self.named.form.over(self.before.form)

    def written(self, head: Head) -> Wanted:
        """Add how a table is written, if unusual, from its beginning."""
        usual = head.header and head.form.quote == QUOTES[0]
        form = self.form
        if not usual:
            form = replace(form, header=head.form.header, sep=head.form.sep, quote=head.form.quote)
        return replace(self, found=form, notes=head.notes)

    @property
    def guessing(self) -> bool:
        """Whether the column of the texts must be guessed."""
        return self.named.text is None and self.before.text is None and self.guesses is None

    @property
    def names(self) -> set[str]:
        """All possible names of columns among the given values."""
        names = set[str]()
        for value in [*vars(self.named).values(), *vars(self.before).values()]:
            given = [value] if isinstance(value, str) else value if isinstance(value, Iterable) else ()
            for name in map(str, given):
                names |= {name, *(part.strip().partition(":")[0] for part in name.split(","))}
        return names

    def refuse(self, what: str) -> None:
        """Refuse names of columns for a source that has none."""
        given = [name for name, value in vars(self.named).items() if value and name != "form"]
        if given:
            options = ", ".join(f"{name}= (--{name})" for name in given)
            raise UsageError(f"{options} name columns; {what} has none: drop them")
        if options_set := self.named.form.unusual():
            options = ", ".join(f"{name}= (--{name.replace('_', '-')})" for name in options_set)
            raise UsageError(
                f"{options}: they describe how tables are written, and {what} is no table: drop them"
            )

    def refuse_form(self, what: str) -> None:
        """Refuse options of text tables for other kinds of tables."""
        options_set = self.named.form.unusual().keys() - {"keep_na"}
        if options_set:
            options = ", ".join(f"{name}= (--{name})" for name in sorted(options_set))
            raise UsageError(f"{options}: they are for .csv and .tsv, and {what} is neither: drop them")


def with_guesses(wanted: Wanted, readers: Sequence[Callable[[Wanted], object]]) -> Wanted:
    """Guess the column of the texts for several tables together, if nobody has named it."""
    if not wanted.guessing or len(readers) < 2:
        return wanted
    guesses = Guesses()
    looking = replace(wanted, guesses=guesses)
    indices = np.linspace(0, len(readers) - 1, min(MOST, len(readers))).astype(
        int
    )  # from the first to the last
    guesses.look(partial(readers[i], looking) for i in indices.tolist())
    return looking


def choose(
    wanted: Wanted, sample: Mapping[str, Sequence[object]], where: str, unnamed: str = "row numbers"
) -> tuple[Columns, tuple[str, ...]]:
    """Choose the columns to read: as named, as before, else guessed from the first rows; and note them.

    ``unnamed`` describes the ids if no column holds them.
    """
    if wanted.look:
        raise ColumnsSeen(sample)
    named, lost = _complete(_named(wanted.named, sample, where), wanted.before, sample, where)
    taken = {*named.parts, named.id, named.label, named.date, *named.group}
    label = named.label or _by_name(sample, LABEL, taken)
    name = named.id or (None if wanted.before.id else _by_name(sample, ID, taken))
    text = named.text or _guessed(sample, wanted.guesses, taken, {name, label})
    if text is None:
        raise UsageError(f"{where}: no text column among {listed(sample)}; name one with text= (--text)")
    chosen = replace(named, text=text, id=name, label=label)
    chosen = replace(chosen, title=named.title or _title(sample, chosen, wanted))
    note = _note(chosen, unnamed) + ("" if chosen == named else " (guessed)")
    if chosen.keep == ALL:
        used = {*chosen.parts, chosen.id, chosen.label, chosen.date, chosen.title, *chosen.group}
        chosen = replace(chosen, keep=tuple(name for name in sample if name not in used))
    form = wanted.found or TableForm(keep_na=wanted.form.keep_na)
    return replace(chosen, form=form), (*wanted.notes, note, *lost)


def _title(sample: Mapping[str, object], chosen: Columns, wanted: Wanted) -> str | None:
    """Find a column of titles that has no other use, unless it is one of several texts."""
    if wanted.before.text is not None:
        return None
    text = chosen.parts if len(chosen.parts) == 1 else ()
    extra = () if chosen.keep == ALL else chosen.keep
    return _by_name(sample, TITLE, {*text, chosen.id, chosen.label, chosen.date, *chosen.group, *extra})


def _named(wanted: Columns, sample: Mapping[str, object], where: str) -> Columns:
    """Look up the columns by their exact names, and refuse missing ones."""
    single: dict[str, Any] = {
        option: exact_name(name, sample, option, where)
        for option in ("id", "label", "date", "title")
        if (name := getattr(wanted, option)) is not None
    }
    keep = ALL if wanted.keep == ALL and ALL not in sample else names(wanted.keep, sample, "keep", where)
    text = None if wanted.text is None else texts(wanted.text, sample, where)
    return Columns(text, **single, group=names(wanted.group, sample, "group", where), keep=keep)


def _complete(
    named: Columns, before: Columns, sample: Mapping[str, object], where: str
) -> tuple[Columns, tuple[str, ...]]:
    """Complete the named columns by those that were read before, and note the missing ones."""
    missing = [name for name in before.parts if name not in sample]
    if named.text is None and missing:
        raise UsageError(
            f"{where}: no column {missing[0]!r}, which held the texts before, among {listed(sample)}; "
            "name one with text= (--text)"
        )
    single: dict[str, Any] = {
        name: getattr(named, name) or (column if (column := getattr(before, name)) in sample else None)
        for name in ("id", "label", "date", "title")
    }
    several: dict[str, Any] = {
        name: getattr(named, name) or tuple(filter(sample.__contains__, getattr(before, name)))
        for name in ("group", "keep")
    }
    here = Columns(named.text or before.text, **single, **several)
    notes = []
    if before.id is not None and here.id is None:
        notes.append(f"no column {before.id!r}, which held the ids before: they are row numbers")
    if lost := [name for name in before.extra if name not in sample]:
        notes.append(f"no column {listed(lost)}, which earlier documents had")
    return here, tuple(notes)


def _guessed(
    sample: Mapping[str, Sequence[object]],
    guesses: Guesses | None,
    taken: set[str | None],
    others: set[str | None],
) -> str | None:
    """Choose a column with a usual name, else the one of tables read together, else the longest."""
    known = _by_name(sample, TEXT, taken)
    if guesses is not None:
        return guesses.text(sample, taken | others, known)
    return known or longest_column(measure_columns(sample, taken | others))


def _by_name(sample: Mapping[str, object], wanted: Sequence[str], taken: set[str | None]) -> str | None:
    found = {"_".join(name.lower().split()): name for name in reversed(list(sample)) if name not in taken}
    return next((found[name] for name in wanted if name in found), None)


def _note(chosen: Columns, unnamed: str) -> str:
    parts = [repr(name) + (f" ({times} times)" if times > 1 else "") for name, times in chosen.parts.items()]
    notes = [
        f"text from column{'s' * (len(parts) > 1)} {', '.join(parts)}",
        f"ids from {chosen.id!r}" if chosen.id else f"ids are {unnamed}",
        f"labels from {chosen.label!r}" if chosen.label else "no labels",
    ]
    notes += [f"titles from {chosen.title!r}"] * bool(chosen.title)
    notes += [f"dates from {chosen.date!r}"] * bool(chosen.date)
    notes += [f"groups from {', '.join(map(repr, chosen.group))}"] * bool(chosen.group)
    return ", ".join(notes)


# --- the column of the texts, guessed once for all tables with the same columns -------------------------

MOST = 100  # tables to look at

Sample = Mapping[str, Sequence[object]]


class Looked(UsageError):
    """A table was looked at, and will be read later."""


class Guesses:
    """Guesses which column holds the texts, once for all tables with the same columns."""

    def __init__(self) -> None:
        self._seen: dict[frozenset[str], dict[str, np.ndarray]] = {}
        self._files: dict[frozenset[str], int] = {}
        self._texts: dict[frozenset[str], str | None] = {}
        self._looking = True

    def look(self, attempts: Iterable[Callable[[], object]]) -> None:
        """Look at tables by trying to read them; errors are raised when they are read."""
        for attempt in attempts:
            with suppress(CotextError, OSError):
                attempt()
        self._looking = False
        for columns in sorted(self._seen, key=lambda columns: (-self._files[columns], sorted(columns))):
            self._texts[columns] = self._settled(self._seen[columns])

    def text(self, sample: Sample, taken: Collection[str | None], known: str | None) -> str | None:
        """Return the known column of the texts, else guess it; raise ``Looked`` while looking."""
        columns = frozenset(sample)
        if self._looking:
            if known is None:
                before = self._seen.get(columns, {})
                sizes = measure_columns(sample, taken)
                self._seen[columns] = {name: size + before.get(name, 0) for name, size in sizes.items()}
                self._files[columns] = self._files.get(columns, 0) + 1
            raise Looked("the table is looked at before it is read")
        if known is None and columns not in self._texts:
            self._texts[columns] = self._settled(measure_columns(sample, taken))
        return self._texts[columns] if known is None else known

    def _settled(self, sizes: Mapping[str, np.ndarray]) -> str | None:
        """Choose a column that holds the texts of other tables, too, else the longest."""
        for name in dict.fromkeys(self._texts.values()):
            if name is not None and name in sizes and mean_length(sizes[name]):
                return name
        return longest_column(sizes)


def measure_columns(sample: Sample, taken: Collection[str | None] = ()) -> dict[str, np.ndarray]:
    """Count for each free column its cells, those with words, and their characters."""
    return {name: _measured(values) for name, values in sample.items() if name not in taken}


def longest_column(sizes: Mapping[str, np.ndarray]) -> str | None:
    """Return the column of the longest texts, the first of equals; None if none has words.

    Examples
    --------
    >>> longest_column(measure_columns({"a": ["oak"], "b": ["an oak", "an elm"], "c": ["2021-03-05"] * 2}))
    'b'
    """
    best = max(sizes, key=lambda name: mean_length(sizes[name]), default=None)
    return best if best is not None and mean_length(sizes[best]) else None


def mean_length(sizes: np.ndarray) -> float:
    """Return the mean length of the words of a column; 0 if it holds numbers, dates or nothing."""
    cells, words, length = sizes.tolist()
    return length / words if 2 * words > cells else 0.0


def _measured(values: Sequence[object]) -> np.ndarray:
    present = [paragraphs(value) for value in values if not _absent(value)]
    words = [value for value in present if isinstance(value, str) and any(map(str.isalpha, value))]
    return np.array([len(present), len(words), sum(map(len, words))])


def _absent(value: object) -> bool:
    missing = value is None or (isinstance(value, float) and value != value)
    return missing or (isinstance(value, str) and is_missing(value))
