"""Methods of a result that packages above ``result`` implement: save, predict, report and explore."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cotext.corpus import TextColumns as Texts
from cotext.recipe import Listener, silent
from cotext.registry import lookup
from cotext.result.table import Table
from cotext.tokens import Tokenizer

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering


def save(result: CoClustering, folder: str | os.PathLike[str]) -> None:
    """Write a run folder; replace an earlier run of that name in one step."""
    lookup("save")(result, folder)


def predict(
    result: CoClustering,
    documents: object,
    *,
    text: Texts | None = None,
    id: str | None = None,
    header: bool | str = "auto",
    sep: str | None = None,
    quote: str | None = None,
    keep_na: bool = False,
    encoding: str | None = None,
    strict_input: bool = False,
    tokenizer: Tokenizer | None = None,
    note: Listener = silent,
) -> Table:
    """Place new documents, in any form ``cluster`` takes, in their clusters; columns as in ``documents``.

    ``known_words`` counts the different words of each document that the fit knows; ``known_share`` is their
    share of its words (for texts). A document with fewer than three known words is in cluster -1; two are
    enough if they are half of it, and fewer if the shortest fitted documents have no more.

    By default a table is read with the columns, the encoding and the format of the fitted one. ``header``,
    ``sep``, ``quote``, ``keep_na`` and ``strict_input`` are those of ``corpus.read``. A run with its own
    ``tokenizer`` needs it again. ``note`` is called with each remark.
    """
    reading: dict[str, Any] = {
        "text": text,
        "id": id,
        "encoding": encoding,
        "strict_input": strict_input,
        "header": header,
    }
    reading |= {"sep": sep, "quote": quote, "keep_na": keep_na, "tokenizer": tokenizer}
    table: Table = lookup("predict")(result, documents, note, **reading).table()
    return table


def report(
    result: CoClustering, path: str | os.PathLike[str], *, documents: int = 5000, texts: bool = True
) -> Path:
    """Write all pages of the explorer as one HTML file, which works offline.

    Parameters
    ----------
    path : path
        The file; an earlier one of that name is replaced.
    documents : int, default=5000
        At most this many documents; larger results are sampled, with a share of every cluster.
    texts : bool, default=True
        Whether to include texts, if they are known.

    Returns
    -------
    Path
        The file.
    """
    shown = result if texts else result.without_texts()
    written: Path = lookup("report")(shown, path, documents=documents)
    return written


def explore(result: CoClustering) -> Any:
    """Return the explorer for a notebook cell: a page that works offline, also in the saved notebook."""
    return lookup("cell")(result)
