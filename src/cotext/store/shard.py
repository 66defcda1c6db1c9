"""From documents of any number to a store; a second call goes on where the first stopped."""

from __future__ import annotations

import os
from typing import Any

from cotext.recipe import Listener, Recipe, silent
from cotext.store.passes import build
from cotext.store.store import Store


def shard(
    documents: Any,
    path: str | os.PathLike[str],
    recipe: Recipe | None = None,
    *,
    contexts: bool = True,
    block_entries: int | None = None,
    n_jobs: int | None = None,
    stage: Listener = silent,
    note: Listener = silent,
) -> Store:
    """Write documents in any form that ``cluster`` takes as a store.

    Parameters
    ----------
    documents : anything ``cluster`` takes, but not standard input
        Read twice, a batch at a time where it is a file or a folder.
    path : path
        A folder: a new one, or one that an earlier call of the same kind did not finish.
    recipe : Recipe, optional
        How documents become a matrix; it is fitted here.
    contexts : bool, default=True
        Whether to count which words occur together, for models that use that.
    block_entries : int, optional
        Entries and rows of a block, about.
    n_jobs : int, optional
        Threads, all cores by default; what is written does not depend on it.
    """
    build(documents, path, recipe, contexts, block_entries, n_jobs, stage=stage, note=note)
    return Store.open(path)
