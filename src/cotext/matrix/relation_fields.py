"""Build relations between documents from records with metadata."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from scipy import sparse

from cotext.corpus import ID, LABEL, documents, json_values, string, suffix_of
from cotext.errors import CotextError, NoUsableDocuments, UsageError
from cotext.matrix.product import Product
from cotext.matrix.vocabulary import count
from cotext.tokens import tokenize

FOUND_IN = {
    "title": ("title",),
    "abstract": ("abstract", "text"),
    "authors": ("authors", "author"),
    "keywords": ("keywords", "keyword"),
    "references": ("references", "citations"),
}
Record: TypeAlias = Mapping[str, Any]
Built: TypeAlias = tuple[Product | sparse.csr_array | None, str]


def read_relations(
    source: object,
    fields: Sequence[str] | Mapping[str, str] | None,
    directed: bool,
    count_options: Mapping[str, Any],
    token_options: Mapping[str, Any],
) -> dict[str, Any]:
    """Build the arguments of :class:`~cotext.matrix.RelationTensor`; see its ``from_documents``."""
    records, where = _read(source)
    columns = dict.fromkeys(
        name for record in records for name, value in record.items() if value or value == 0
    )
    id_column, label_column = (next((name for name in known if name in columns), "") for known in (ID, LABEL))
    rows = documents(((None, r.get(id_column), r.get(label_column)) for r in records), where)
    slices, notes = {}, []
    for relation, column in _chosen(fields, columns, where).items():
        if column is None:
            notes.append(f"{relation}: no document has it, left out")
            continue
        values = [record.get(column) for record in records]
        if relation in ("title", "abstract"):
            built, note = _shared_terms(values, count_options, token_options)
        elif relation == "references":
            built, note = _citations(values, rows.ids, directed)
        else:
            built, note = _shared_items(values)
        notes.append(f"{relation}: {note}, from {column!r}" + ("; left out" if built is None else ""))
        if built is not None:
            slices[relation] = built
    if not slices:
        raise NoUsableDocuments(f"{where}: no relation between documents ({'; '.join(notes)}); add metadata")
    about_rows = {name: getattr(rows, name) for name in ("ids", "labels", "label_names")}
    return {"slices": tuple(slices.values()), "names": tuple(slices), **about_rows, "notes": tuple(notes)}


def _read(source: object) -> tuple[list[Record], str]:
    if isinstance(source, str | os.PathLike):
        path = Path(source)
        values: list[Any] = list(_values_of(path))
        where = str(path)
    elif isinstance(source, Iterable) and not isinstance(source, bytes | Mapping):
        values, where = list(source), "the records"
    else:
        raise UsageError(f"cannot read a {type(source).__name__}; give a path or a list of dicts")
    for number, value in enumerate(values, 1):
        if not isinstance(value, Mapping):
            raise CotextError(
                f"{where}, record {number}: a {type(value).__name__}, expected fields and values"
            )
    lists = (
        {k: v.tolist() if isinstance(v, np.ndarray) else v for k, v in record.items()} for record in values
    )
    return list(lists), where


def _values_of(path: Path) -> Iterator[object]:
    if not path.is_file():
        raise UsageError(f"no file {str(path)!r}; check the name (to pass records, use a list of dicts)")
    if suffix_of(path) not in (".json", ".jsonl", ".ndjson"):
        raise UsageError(f"{path}: unknown kind of file; give .json or .jsonl (also .gz, .xz)")
    return json_values(path)


def _chosen(
    fields: Sequence[str] | Mapping[str, str] | None, columns: Iterable[str], where: str
) -> dict[str, str | None]:
    """Return the field of each relation; None if no document has one."""
    wanted = (fields,) if isinstance(fields, str) else FOUND_IN if fields is None else fields
    if unknown := [name for name in wanted if name not in FOUND_IN]:
        raise UsageError(f"unknown relation {unknown[0]!r}; choose among {', '.join(FOUND_IN)}")
    named = fields if isinstance(fields, Mapping) else {}
    chosen: dict[str, str | None] = {}
    for relation in wanted:
        candidates = (named[relation],) if relation in named else FOUND_IN[relation]
        chosen[relation] = next((name for name in candidates if name in columns), None)
        if fields is not None and chosen[relation] is None:
            raise UsageError(
                f"{where}: no document has a field {candidates[0]!r} for {relation!r}; "
                f"the fields are {', '.join(map(repr, columns)) or 'all empty'}"
            )
    return chosen


def _shared_terms(values: Sequence[object], counting: Mapping[str, Any], cutting: Mapping[str, Any]) -> Built:
    try:
        X = count(tokenize([string(value) or "" for value in values], **cutting), **counting).X
    except NoUsableDocuments:
        return None, "no terms"
    return Product(X > 0), f"shared among {X.shape[1]:,} terms{_without(X)}"


def _shared_items(values: Sequence[object]) -> Built:
    """Relate documents by the items of their lists, whatever the case and spaces."""
    B, names = _incidence([[_normal(item) for item in items] for items in _lists(values)])
    return (Product(B) if names else None), f"shared among {len(names):,} names{_without(B)}"


def _citations(values: Sequence[object], ids: Sequence[str], directed: bool) -> Built:
    row_of = {name: row for row, name in enumerate(ids)}
    if len(row_of) < len(ids):
        twice = next(name for row, name in enumerate(ids) if row_of[name] != row)
        raise UsageError(f"two documents have the id {twice!r}, so citations are unclear; give each its own")
    cited = [list(dict.fromkeys(items)) for items in _lists(values)]
    inside = [
        [row_of[k] for k in items if k in row_of and k != i] for i, items in zip(ids, cited, strict=True)
    ]
    row = np.repeat(np.arange(len(ids)), [len(items) for items in inside])
    column = np.array([k for items in inside for k in items], dtype=np.intp)
    A = sparse.csr_array((np.ones(len(row), dtype=np.int32), (row, column)), shape=(len(ids), len(ids)))
    outside = sum(map(len, cited)) - len(row)
    kind = "directed" if directed else "undirected"
    note = f"{len(row):,} {kind} citations, {outside:,} to itself or documents elsewhere ignored"
    return (None if not len(row) else A if directed else A.maximum(A.T)), note


def _lists(values: Sequence[object]) -> list[list[str]]:
    """Return the items of each document; strings are cut at ';' if any of them has one, else at ','."""
    separator = ";" if any(isinstance(value, str) and ";" in value for value in values) else ","
    lists = []
    for value in values:
        items = value.split(separator) if isinstance(value, str) else _listed(value)
        names = (string(item.get("name") if isinstance(item, Mapping) else item) or "" for item in items)
        lists.append([name.strip() for name in names if name.strip()])
    return lists


def _listed(value: object) -> Iterable[Any]:
    if value is None or value != value:
        return ()
    return value if isinstance(value, list | tuple | set) else (value,)


def _normal(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _incidence(lists: Sequence[Sequence[str]]) -> tuple[sparse.csr_array, list[str]]:
    """Return a matrix with a 1 if a document has a name, and the names in alphabetical order."""
    names = sorted({name for items in lists for name in items})
    column_of = {name: column for column, name in enumerate(names)}
    rows = [sorted({column_of[name] for name in items}) for items in lists]
    indptr = np.cumsum([0, *map(len, rows)])
    indices = np.array([column for columns in rows for column in columns], dtype=np.intp)
    ones = np.ones(len(indices), dtype=np.int32)
    return sparse.csr_array((ones, indices, indptr), shape=(len(lists), len(names))), names


def _without(B: sparse.csr_array) -> str:
    none = int(np.count_nonzero(np.diff(B.indptr) == 0))
    return f" ({none:,} of {B.shape[0]:,} documents have none)" if none else ""
