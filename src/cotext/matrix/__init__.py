"""Words to a weighted document-word matrix.

In: :class:`~cotext.tokens.Tokens`. Out: :class:`~cotext.corpus.documents.DocWord`, sparse counts with names
(``count``), or counts of a fixed vocabulary in new texts (``count_words``); ``Weighting`` makes tf-idf of
them; ``RelationTensor`` holds several relations between documents. Above: ``tokens`` cuts the texts. Below:
``cooccurrence`` counts the pairs, ``models`` cluster the matrix.
"""

from cotext.matrix.neighbors import nearest, neighbor_graph, strongest
from cotext.matrix.product import Product
from cotext.matrix.relations import RelationTensor
from cotext.matrix.select import select_words
from cotext.matrix.vocabulary import (
    NO_WORDS,
    DocumentFrequencies,
    columns_of,
    content_words,
    count,
    count_columns,
    count_in,
    count_words,
    no_words_note,
    vocabulary_note,
)
from cotext.matrix.weighting import IDFS, KINDS, Weighting, idf_of, with_entries

__all__ = [
    "IDFS", "KINDS", "NO_WORDS", "DocumentFrequencies", "Product", "RelationTensor", "Weighting",
    "columns_of", "content_words", "count", "count_columns", "count_in", "count_words", "idf_of",
    "nearest", "neighbor_graph", "no_words_note", "select_words", "strongest", "vocabulary_note",
    "with_entries",
]  # fmt: skip
