"""What is known of documents beside their texts: dates, groups, and whatever else was to be kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Values = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Fields:
    """Columns that go with the documents, one text per document; ``""`` where one has none.

    Attributes
    ----------
    dates : list of str or None
        In ISO form.
    groups : mapping of str to list of str
        Columns by which documents are to be compared.
    more : mapping of str to list of str
        Further columns that were kept.

    Examples
    --------
    >>> fields = Fields(["2021", "2022"], {"country": ["fr", "de"]})
    >>> fields.take([1]).dates, Fields.from_saved(fields.saved(), 2) == fields
    (['2022'], True)
    """

    dates: Sequence[str] | None = None
    groups: Values = field(default_factory=dict)
    more: Values = field(default_factory=dict)

    def take(self, rows: Sequence[int]) -> Fields:
        """Those of some documents."""
        dates = None if self.dates is None else [self.dates[row] for row in rows]
        groups, more = (
            {name: [column[row] for row in rows] for name, column in values.items()}
            for values in (self.groups, self.more)
        )
        return Fields(dates, groups, more)

    def saved(self) -> dict[str, Any]:
        """What a run keeps: lists only, because names of columns are no names of files."""
        groups, more = (
            [list(values), [list(column) for column in values.values()]]
            for values in (self.groups, self.more)
        )
        return {"dates": None if self.dates is None else list(self.dates), "groups": groups, "more": more}

    @classmethod
    def from_saved(cls, tree: Mapping[str, Any] | None, n_documents: int) -> Fields:
        """Undo ``saved``; None, of an older run, is nothing. A ValueError says what does not fit."""
        if tree is None:
            return cls()
        groups, more = (dict(zip(*tree[name], strict=True)) for name in ("groups", "more"))
        columns = [*groups.items(), *more.items(), ("dates", tree["dates"] or [""] * n_documents)]
        for name, values in columns:
            if not isinstance(values, list) or not all(isinstance(text, str) for text in [name, *values]):
                raise ValueError(f"the column {name!r} that was kept does not hold texts")
            if len(values) != n_documents:
                raise ValueError(
                    f"the column {name!r} that was kept has {len(values)} of {n_documents} values"
                )
        return cls(tree["dates"], groups, more)
