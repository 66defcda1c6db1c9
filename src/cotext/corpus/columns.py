"""Which column of a table is the text, which the identifier, which the label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cotext.errors import UsageError

SAMPLE = 1000

TEXT = (
    "text", "body", "content", "abstract", "document", "message", "doc", "full_text", "fulltext",
    "raw_text", "article", "review", "comment", "post", "tweet", "description", "story", "summary",
    "sentence", "transcript", "texte", "texto",
)  # fmt: skip
ID = ("id", "doc_id", "docid", "document_id", "_id", "key", "uid", "uuid", "filename", "file", "path", "url")
LABEL = (
    "label",
    "class",
    "category",
    "topic",
    "target",
    "group",
    "label_name",
    "newsgroup",
    "genre",
    "section",
)


@dataclass(frozen=True)
class Choice:
    """The columns in use; None means not named (before :func:`choose`) or absent (after)."""

    text: str | None = None
    id: str | None = None
    label: str | None = None
    notes: tuple[str, ...] = ()


def choose(asked: Choice, sample: Mapping[str, Sequence[object]], where: str) -> Choice:
    """Complete what the user asked for by guessing from column names and the first rows."""
    for option, name in (("text", asked.text), ("id", asked.id), ("label", asked.label)):
        if name is not None and name not in sample:
            raise UsageError(
                f"{where}: no column {name!r}; name one of {_listed(sample)} with {option}= (--{option})"
            )
    named = {asked.text, asked.id, asked.label}
    label = asked.label or _by_name(sample, LABEL, named)
    name = asked.id or _by_name(sample, ID, named)
    text = asked.text or _by_name(sample, TEXT, named) or _longest(sample, named | {name, label})
    if text is None:
        raise UsageError(f"{where}: no text column among {_listed(sample)}; name one with text= (--text)")
    return Choice(text, name, label, (_note(asked, text, name, label),))


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


def _note(asked: Choice, text: str, name: str | None, label: str | None) -> str:
    ids = f"ids from {name!r}" if name else "ids are row numbers"
    labels = f"labels from {label!r}" if label else "no labels"
    guessed = "" if (text, name, label) == (asked.text, asked.id, asked.label) else " (guessed)"
    return f"text from column {text!r}, {ids}, {labels}{guessed}"
