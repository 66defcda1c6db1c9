"""What packages above ``result`` do for one: save it, place new documents, show it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cotext.corpus import TextColumns as Texts
from cotext.recipe import Listener, silent
from cotext.registry import lookup
from cotext.result.table import Table

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering


def save(result: CoClustering, folder: str | os.PathLike[str]) -> None:
    """Write a run folder; an earlier run of that name is replaced in one step."""
    lookup("save")(result, folder)


def predict(
    result: CoClustering,
    documents: Any,
    *,
    text: Texts | None = None,
    id: str | None = None,
    header: bool | str = "auto",
    sep: str | None = None,
    quote: str | None = None,
    keep_na: bool = False,
    encoding: str | None = None,
    strict_input: bool = False,
    tokenizer: Any = None,
    note: Listener = silent,
) -> Table:
    """Send new documents, in any form ``cluster`` takes, to their clusters; columns as in ``documents``.

    How many different words of each are known is in ``known_words``, and what share of its words they
    are in ``known_share`` (of texts). A document with fewer than three known words is in cluster -1; two
    are enough if they are half of it, and fewer if the shortest fitted documents have no more.

    A table is read by the columns and in the encoding of the first one, and as that was written, unless
    something else is named here; ``header``, ``sep``, ``quote``, ``keep_na`` and ``strict_input`` are
    those of ``corpus.read``; a run that was cut by a ``tokenizer`` needs it again; ``note`` is called
    with each remark.
    """
    named: dict[str, Any] = {"text": text, "id": id, "encoding": encoding, "strict_input": strict_input}
    named |= {"header": header, "sep": sep, "quote": quote, "keep_na": keep_na}
    table: Table = lookup("predict")(result, documents, note, tokenizer=tokenizer, **named).table()
    return table


def report(
    result: CoClustering, path: str | os.PathLike[str], *, documents: int = 5000, texts: bool = True
) -> Path:
    """Write one HTML file to look at, to keep and to mail: all pages of the explorer, offline.

    Parameters
    ----------
    path : path
        The file; an earlier one of that name is replaced.
    documents : int, default=5000
        At most this many documents; of more, a sample with a share of every cluster is in it.
    texts : bool, default=True
        Whether texts, where they are known, are in it.

    Returns
    -------
    Path
        The file.
    """
    shown = result if texts else result.without_texts()
    written: Path = lookup("report")(shown, path, documents=documents)
    return written


def explore(result: CoClustering) -> Any:
    """The explorer in a notebook's cell: a page that works offline, also in the saved notebook."""
    return lookup("cell")(result)
