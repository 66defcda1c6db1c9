"""Known classes that come later than the run, from a file or a list."""

from __future__ import annotations

import copy
import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from cotext.corpus import Documents, is_missing, open_text, read, suffix_of
from cotext.errors import UsageError
from cotext.natural import in_natural_order
from cotext.recipe import Listener, silent
from cotext.result.compare import common
from cotext.result.fitted import metrics_of

PLAIN = (".txt", "")
AGREEMENT = ("nmi", "ari", "acc", "ri", "purity")


def with_labels(
    result: Any, labels: Any, *, id: str = "id", label: str = "label", note: Listener = silent
) -> Any:
    """The same result with other known classes, and its agreement with them among its metrics.

    Parameters
    ----------
    result : CoClustering
        Not changed.
    labels : path or iterable of str
        A table with the ids of documents and their labels; or one label per document, in input order, as a
        list or a plain text file with a line for each. An empty label is an unknown one.
    id, label : str
        Columns of the table.
    note : callable, optional
        Told which documents have no label.
    """
    found, strangers = _labels(result, labels, id, label)
    missing = found.count("")
    if missing == len(found):
        raise UsageError(
            f"no document of the run has a label there; ids of the run are such as {result.docword.ids[0]!r}."
        )
    if missing:
        note(f"{missing:,} of {len(found):,} documents have no label and are left out")
    if strangers:
        note(f"{strangers:,} labels are of documents that are not in the run")
    names = in_natural_order({name for name in found if name})
    code = {name: k for k, name in enumerate(names)} | {"": -1}
    new = copy.copy(result)
    new.docword = replace(result.docword, labels=np.array([code[name] for name in found]), label_names=names)
    own = {name: value for name, value in result.metrics.items() if name not in AGREEMENT}
    new.metrics = metrics_of(result.fit, new.docword.labels, result.row_labels_) | own
    return new


def _labels(result: Any, labels: Any, id: str, label: str) -> tuple[list[str], int]:
    """A label for each document of the run, and how many were of others."""
    ids = result.docword.ids
    if not isinstance(labels, str | os.PathLike):
        return _in_order(labels, len(ids), "the list"), 0
    path = Path(labels)
    if suffix_of(path) in PLAIN and path.is_file():
        with open_text(path, "utf-8") as stream:
            return _in_order(stream, len(ids), str(path)), 0
    table = read(path, text=label, id=id, keep_na=True)  # a class may be called "none"
    if not isinstance(table, Documents):
        raise UsageError(f"{path} is a matrix; give a table with the columns id and label.")
    rows, places = common(ids, table.ids)
    found = [""] * len(ids)
    for row, place in zip(rows.tolist(), places.tolist(), strict=True):
        name = table.texts[place].strip()
        found[row] = "" if is_missing(name, exactly=True) else name
    return found, len(table.ids) - len(rows)


def _in_order(labels: Iterable[Any], n: int, where: str) -> list[str]:
    found = [str(label).strip() for label in labels]
    if len(found) != n:
        raise UsageError(
            f"{where} has {len(found)} labels; expected one for each of the {n} documents of the run, in "
            "input order, or a table with the columns id and label."
        )
    return found
