"""Which column of a table is the text, which the identifier, which the label."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from cotext.corpus.guesses import Guesses, longest, measured, spread
from cotext.corpus.names import ALL, Names, TextColumns, listed, names, one_name, texts
from cotext.corpus.table_form import QUOTES, Head, TableForm
from cotext.errors import UsageError

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
    """Names of columns; none where not named (by the user) or not there (in documents that were read).

    Attributes
    ----------
    text : str, list of str or mapping of str to int
        Of documents that were read: one name, or several with how often each counts.
    id, label, date : str or None
        One name each.
    group, keep : str or sequence of str
        Of documents that were read: all names.
    title : str or None
        What documents are called where people read of them.
    form : TableForm
        How the tables are written, as far as it is not the usual way.
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
        """The columns of the texts, and how often each counts; of documents that were read."""
        if isinstance(self.text, Mapping):
            return self.text
        return {} if self.text is None else {str(self.text): 1}

    @property
    def beside(self) -> tuple[str, ...]:
        """The columns that are kept with the documents, each once."""
        single = [name for name in (self.date, self.title) if name]
        return tuple(dict.fromkeys([*single, *self.group, *self.keep]))


class Seen(Exception):
    """The first rows of a table that is only looked at."""

    def __init__(self, sample: Mapping[str, Sequence[object]]) -> None:
        super().__init__("the columns of a table were seen")
        self.sample = sample


@dataclass(frozen=True)
class Wanted:
    """What the user named, and the columns that an earlier source was read by.

    ``found`` and ``notes`` are what a reader has found out about how a table is written, ``guesses`` what is
    known of the tables that are read with it. With ``look`` a table is only looked at: ``Seen``.
    """

    named: Columns = Columns()
    before: Columns = Columns()
    found: TableForm | None = None
    notes: tuple[str, ...] = ()
    guesses: Guesses | None = None
    look: bool = False

    @property
    def form(self) -> TableForm:
        """How tables are written, as far as that is known before one is looked at."""
        return self.named.form.over(self.before.form)

    def written(self, head: Head) -> Wanted:
        """The same for a table of which this is the beginning; what is usual is not kept."""
        usual = head.header and head.form.quote == QUOTES[0]
        form = self.form
        if not usual:
            form = replace(form, header=head.form.header, sep=head.form.sep, quote=head.form.quote)
        return replace(self, found=form, notes=head.notes)

    @property
    def guessing(self) -> bool:
        """Whether nobody has said yet which column holds the texts."""
        return self.named.text is None and self.before.text is None and self.guesses is None

    @property
    def names(self) -> set[str]:
        """All that may be names of columns among what was named."""
        found = set[str]()
        for value in [*vars(self.named).values(), *vars(self.before).values()]:
            given = [value] if isinstance(value, str) else value if isinstance(value, Iterable) else ()
            for name in map(str, given):
                found |= {name, *(part.strip().partition(":")[0] for part in name.split(","))}
        return found

    def refuse(self, what: str) -> None:
        """Names of columns are a mistake where there are none."""
        given = [name for name, value in vars(self.named).items() if value and name != "form"]
        if given:
            options = ", ".join(f"{name}= (--{name})" for name in given)
            raise UsageError(f"{options} name columns; {what} has none: drop them")
        if asked := self.named.form.asked():
            options = ", ".join(f"{name}= (--{name.replace('_', '-')})" for name in asked)
            raise UsageError(f"{options}: about how tables are written, and {what} is none: drop it")

    def refuse_form(self, what: str) -> None:
        """How a table is written in text is a mistake for one that is not."""
        asked = self.named.form.asked().keys() - {"keep_na"}
        if asked:
            options = ", ".join(f"{name}= (--{name})" for name in sorted(asked))
            raise UsageError(f"{options}: for .csv and .tsv, and {what} is none: drop it")


def looked_at(wanted: Wanted, readers: Sequence[Callable[[Wanted], object]]) -> Wanted:
    """The same with the column of the texts guessed for several tables together, if nobody has named it."""
    if not wanted.guessing or len(readers) < 2:
        return wanted
    guesses = Guesses()
    looking = replace(wanted, guesses=guesses)
    guesses.look(partial(readers[place], looking) for place in spread(readers))
    return looking


def choose(
    wanted: Wanted, sample: Mapping[str, Sequence[object]], where: str, unnamed: str = "row numbers"
) -> tuple[Columns, tuple[str, ...]]:
    """The columns to read: as named, as before, else guessed from the first rows; and notes on them.

    ``unnamed`` tells what the ids are where no column holds them.
    """
    if wanted.look:
        raise Seen(sample)
    asked, lost = _recalled(_named(wanted.named, sample, where), wanted.before, sample, where)
    taken = {*asked.parts, asked.id, asked.label, asked.date, *asked.group}
    label = asked.label or _by_name(sample, LABEL, taken)
    name = asked.id or (None if wanted.before.id else _by_name(sample, ID, taken))
    text = asked.text or _guessed(sample, wanted.guesses, taken, {name, label})
    if text is None:
        raise UsageError(f"{where}: no text column among {listed(sample)}; name one with text= (--text)")
    found = replace(asked, text=text, id=name, label=label)
    found = replace(found, title=asked.title or _title(sample, found, wanted))
    note = _note(found, unnamed) + ("" if found == asked else " (guessed)")
    if found.keep == ALL:
        used = {*found.parts, found.id, found.label, found.date, found.title, *found.group}
        found = replace(found, keep=tuple(name for name in sample if name not in used))
    form = wanted.found or TableForm(keep_na=wanted.form.keep_na)
    return replace(found, form=form), (*wanted.notes, note, *lost)


def _title(sample: Mapping[str, object], found: Columns, wanted: Wanted) -> str | None:
    """A column called so that has no other use, but that it may be one of several that are the text."""
    if wanted.before.text is not None:
        return None
    text = found.parts if len(found.parts) == 1 else ()
    kept = () if found.keep == ALL else found.keep
    return _by_name(sample, TITLE, {*text, found.id, found.label, found.date, *found.group, *kept})


def _named(asked: Columns, sample: Mapping[str, object], where: str) -> Columns:
    """The same columns by their exact names; those that are not there are refused."""
    single: dict[str, Any] = {
        option: one_name(name, sample, option, where)
        for option in ("id", "label", "date", "title")
        if (name := getattr(asked, option)) is not None
    }
    keep = ALL if asked.keep == ALL and ALL not in sample else names(asked.keep, sample, "keep", where)
    text = None if asked.text is None else texts(asked.text, sample, where)
    return Columns(text, **single, group=names(asked.group, sample, "group", where), keep=keep)


def _recalled(
    asked: Columns, before: Columns, sample: Mapping[str, object], where: str
) -> tuple[Columns, tuple[str, ...]]:
    """What was named, completed by what was read before; notes on what of that is lost."""
    gone = [name for name in before.parts if name not in sample]
    if asked.text is None and gone:
        raise UsageError(
            f"{where}: no column {gone[0]!r}, which held the texts before, among {listed(sample)}; "
            "name one with text= (--text)"
        )
    here = Columns(
        text=asked.text or before.text,
        id=asked.id or (before.id if before.id in sample else None),
        label=asked.label or (before.label if before.label in sample else None),
        date=asked.date or (before.date if before.date in sample else None),
        group=asked.group or tuple(name for name in before.group if name in sample),
        keep=asked.keep or tuple(name for name in before.keep if name in sample),
        title=asked.title or (before.title if before.title in sample else None),
    )
    notes = []
    if before.id is not None and here.id is None:
        notes.append(f"no column {before.id!r}, which held the ids before: they are row numbers")
    if lost := [name for name in before.beside if name not in sample]:
        notes.append(f"no column {listed(lost)}, kept before")
    return here, tuple(notes)


def _guessed(
    sample: Mapping[str, Sequence[object]],
    guesses: Guesses | None,
    taken: set[str | None],
    others: set[str | None],
) -> str | None:
    """A column called as texts are, else that of the tables that are read together, else the longest."""
    known = _by_name(sample, TEXT, taken)
    if guesses is not None:
        return guesses.text(sample, taken | others, known)
    return known or longest(measured(sample, taken | others))


def _by_name(sample: Mapping[str, object], wanted: Sequence[str], taken: set[str | None]) -> str | None:
    found = {"_".join(name.lower().split()): name for name in reversed(list(sample)) if name not in taken}
    return next((found[name] for name in wanted if name in found), None)


def _note(found: Columns, unnamed: str) -> str:
    parts = [repr(name) + (f" ({times} times)" if times > 1 else "") for name, times in found.parts.items()]
    told = [
        f"text from column{'s' * (len(parts) > 1)} {', '.join(parts)}",
        f"ids from {found.id!r}" if found.id else f"ids are {unnamed}",
        f"labels from {found.label!r}" if found.label else "no labels",
    ]
    told += [f"titles from {found.title!r}"] * bool(found.title)
    told += [f"dates from {found.date!r}"] * bool(found.date)
    told += [f"groups from {', '.join(map(repr, found.group))}"] * bool(found.group)
    return ", ".join(told)
