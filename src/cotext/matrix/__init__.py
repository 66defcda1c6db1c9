"""Words to a weighted document-word matrix.

In: :class:`~cotext.tokens.Tokens`. Out: :class:`~cotext.corpus.documents.DocWord`, sparse counts with names
(``count``), or counts of a fixed vocabulary in new texts (``count_words``); ``Weighting`` makes tf-idf of
them; ``RelationTensor`` holds several relations between documents. Above: ``tokens`` cuts the texts. Below:
``cooccurrence`` counts the pairs, ``models`` cluster the matrix.
"""

from cotext.matrix.count import NO_WORDS, columns_of, count, count_columns, count_words
from cotext.matrix.neighbors import nearest, neighbor_graph
from cotext.matrix.product import Product
from cotext.matrix.relations import RelationTensor
from cotext.matrix.select import select_words
from cotext.matrix.weighting import IDFS, KINDS, Weighting, with_entries

__all__ = [
    "IDFS",
    "KINDS",
    "NO_WORDS",
    "Product",
    "RelationTensor",
    "Weighting",
    "columns_of",
    "count",
    "count_columns",
    "count_words",
    "nearest",
    "neighbor_graph",
    "select_words",
    "with_entries",
]
