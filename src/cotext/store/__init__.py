"""Documents on disk: blocks of rows that models read one after the other, however many there are.

Texts or matrices of any size come in, in batches (``write``); the result is a folder (``layout``) of blocks,
with the words and the recipe that made them. ``passes`` has the two passes of ``shard`` over texts.
"""

from cotext.store.store import Store, shard

__all__ = ["Store", "shard"]
