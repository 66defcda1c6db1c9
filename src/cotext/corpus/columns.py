"""Which column of a table is the text, which the identifier, which the label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cotext.errors import UsageError, did_you_mean

SAMPLE = 1000

TEXT = (
    "text", "body", "content", "abstract", "document", "message", "doc", "full_text", "fulltext",
    "raw_text", "article", "review", "comment", "post", "tweet", "description", "story", "summary",
    "sentence", "transcript", "texte", "texto",
)  # fmt: skip
ID = ("id", "doc_id", "docid", "document_id", "_id", "key", "uid", "uuid", "filename", "file", "path", "url")
LABEL = (
    "label", "class", "category", "topic", "target", "group", "label_name", "newsgroup", "genre", "section",
)  # fmt: skip


@dataclass(frozen=True)
class Columns:
    """Names of columns; None means not named (by the user) or not there (in documents that were read)."""

    text: str | None = None
    id: str | None = None
    label: str | None = None


@dataclass(frozen=True)
class Wanted:
    """What the user named, and the columns that an earlier source was read by."""

    named: Columns = Columns()
    before: Columns = Columns()

    def refuse(self, what: str) -> None:
        """Names of columns are a mistake where there are none."""
        if self.named != Columns():
            raise UsageError(
                f"text=, id=, label= (--text, --id, --label) name columns; {what} has none: drop them"
            )


def choose(
    wanted: Wanted, sample: Mapping[str, Sequence[object]], where: str
) -> tuple[Columns, tuple[str, ...]]:
    """The columns to read: as named, as before, else guessed from the first rows; and notes on them."""
    for option, name in vars(wanted.named).items():
        if name is not None and name not in sample:
            raise UsageError(
                f"{where}: no column {name!r}{did_you_mean(name, sample)}; name one of {_listed(sample)} "
                f"with {option}= (--{option})"
            )
    asked, lost = _recalled(wanted, sample, where)
    named = {asked.text, asked.id, asked.label}
    label = asked.label or _by_name(sample, LABEL, named)
    name = asked.id or (None if lost else _by_name(sample, ID, named))
    text = asked.text or _by_name(sample, TEXT, named) or _longest(sample, named | {name, label})
    if text is None:
        raise UsageError(f"{where}: no text column among {_listed(sample)}; name one with text= (--text)")
    found = Columns(text, name, label)
    return found, (_note(asked, found), *lost)


def _recalled(wanted: Wanted, sample: Mapping[str, object], where: str) -> tuple[Columns, tuple[str, ...]]:
    """What was named, completed by what was read before; a note where the ids of before are lost."""
    asked, before = wanted.named, wanted.before
    if asked.text is None and before.text is not None and before.text not in sample:
        raise UsageError(
            f"{where}: no column {before.text!r}, which held the texts before, among {_listed(sample)}; "
            "name one with text= (--text)"
        )
    label = before.label if before.label in sample else None
    asked = replace(asked, text=asked.text or before.text, label=asked.label or label)
    if asked.id is not None or before.id in sample or before.id is None:
        return replace(asked, id=asked.id or before.id), ()
    return asked, (f"no column {before.id!r}, which held the ids before: they are row numbers",)


def _by_name(sample: Mapping[str, object], wanted: Sequence[str], taken: set[str | None]) -> str | None:
    found = {"_".join(name.lower().split()): name for name in reversed(list(sample)) if name not in taken}
    return next((found[name] for name in wanted if name in found), None)


def _longest(sample: Mapping[str, Sequence[object]], taken: set[str | None]) -> str | None:
    lengths = {name: _mean_length(values) for name, values in sample.items() if name not in taken}
    best = max(lengths, key=lengths.__getitem__, default=None)
    return best if best is not None and lengths[best] > 0 else None


def _mean_length(values: Sequence[object]) -> float:
    """Mean length of a column of words; 0 for one of numbers, dates or nothing."""
    present = [value for value in values if value is not None and value == value]
    words = [value for value in present if isinstance(value, str) and any(map(str.isalpha, value))]
    return sum(map(len, words)) / len(words) if 2 * len(words) > len(present) else 0.0


def _listed(names: Mapping[str, object]) -> str:
    shown = [repr(name) for name in list(names)[:20]]
    return ", ".join(shown + ["..."] * (len(names) > 20)) or "(none)"


def _note(asked: Columns, found: Columns) -> str:
    ids = f"ids from {found.id!r}" if found.id else "ids are row numbers"
    labels = f"labels from {found.label!r}" if found.label else "no labels"
    return f"text from column {found.text!r}, {ids}, {labels}{'' if found == asked else ' (guessed)'}"
