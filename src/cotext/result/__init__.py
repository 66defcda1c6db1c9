"""What a person gets: a fitted estimator comes in, a ``CoClustering`` that can be read goes out.

In: an estimator of ``models`` and the ``DocWord`` it was fitted on. Out: tables of documents, words
and blocks, and a run folder (``save``/``load``). Above: ``models`` fits, ``metrics`` judges. Below:
pictures, reports and the explorer read the result, never the estimator.
"""

from cotext.result.blocks import block_table
from cotext.result.coclustering import CoClustering
from cotext.result.mfa import document_map
from cotext.result.slices import slice_blocks
from cotext.result.table import Table

__all__ = ["CoClustering", "Table", "block_table", "document_map", "slice_blocks"]
