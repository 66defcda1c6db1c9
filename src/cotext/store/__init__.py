"""Documents on disk: blocks of rows that models read one after the other, however many there are.

In come texts or matrices of any size, batch by batch (``batches``); out comes a folder (``layout``) of
blocks, with the words and the recipe that made them. ``learn`` is the first pass over texts, ``shard`` the
second.
"""

from cotext.store.store import Store, shard

__all__ = ["Store", "shard"]
