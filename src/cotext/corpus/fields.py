"""What is known of documents besides their texts: dates, titles, groups, and further columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
    titles : list of str or None
        What people call the documents.

    Examples
    --------
    >>> fields = Fields(["2021", "2022"], {"country": ["fr", "de"]})
    >>> fields.take([1]).dates, Fields.from_saved(fields.saved(), 2) == fields
    (['2022'], True)
    """

    dates: Sequence[str] | None = None
    groups: Values = field(default_factory=dict)
    more: Values = field(default_factory=dict)
    titles: Sequence[str] | None = None

    def take(self, rows: Sequence[int]) -> Fields:
        """Those of some documents."""

        def some(column: Sequence[str]) -> list[str]:
            return [column[row] for row in rows]

        dates, titles = (None if column is None else some(column) for column in (self.dates, self.titles))
        groups, more = ({k: some(v) for k, v in values.items()} for values in (self.groups, self.more))
        return Fields(dates, groups, more, titles)

    @classmethod
    def joined(cls, parts: Sequence[tuple[Fields, int]]) -> Fields:
        """Those of several collections, given with their sizes; ``""`` where one of them lacks a column.

        Examples
        --------
        >>> Fields.joined([(Fields(groups={"country": ["fr"]}), 1), (Fields(), 2)]).groups
        {'country': ['fr', '', '']}
        """

        def columns(kind: str) -> dict[str, list[str]]:
            names = dict.fromkeys(name for part, _ in parts for name in getattr(part, kind))
            return {
                name: _end_to_end((getattr(part, kind).get(name), n) for part, n in parts) for name in names
            }

        def column(kind: str) -> list[str] | None:
            known = any(getattr(part, kind) is not None for part, _ in parts)
            return _end_to_end((getattr(part, kind), n) for part, n in parts) if known else None

        return cls(column("dates"), columns("groups"), columns("more"), column("titles"))

    def saved(self) -> dict[str, Any]:
        """What a run keeps: lists only, because names of columns are no names of files."""
        groups, more = (
            [list(values), [list(column) for column in values.values()]]
            for values in (self.groups, self.more)
        )
        dates, titles = (None if column is None else list(column) for column in (self.dates, self.titles))
        return {"dates": dates, "groups": groups, "more": more, "titles": titles}

    @classmethod
    def from_saved(cls, tree: Mapping[str, Any] | None, n_documents: int) -> Fields:
        """Undo ``saved``; None, of an older run, is nothing. A ValueError says what does not fit."""
        if tree is None:
            return cls()
        groups, more = (dict(zip(*tree[name], strict=True)) for name in ("groups", "more"))
        single = {"dates": tree["dates"], "titles": tree.get("titles")}  # older runs have no titles
        columns = [*groups.items(), *more.items(), *((k, v) for k, v in single.items() if v is not None)]
        for name, values in columns:
            if not isinstance(values, list) or not all(isinstance(text, str) for text in [name, *values]):
                raise ValueError(f"the column {name!r} that was kept does not hold texts")
            if len(values) != n_documents:
                raise ValueError(
                    f"the column {name!r} that was kept has {len(values)} of {n_documents} values"
                )
        return cls(groups=groups, more=more, **single)


def _end_to_end(columns: Iterable[tuple[Sequence[str] | None, int]]) -> list[str]:
    return [text for column, n in columns for text in (column or [""] * n)]
