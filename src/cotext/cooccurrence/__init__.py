"""Words that occur together.

In: :class:`~cotext.tokens.Tokens` of the corpus or of another one, or a document-word matrix. Out: C, how
often each pair of words shares a document, a sentence or a window (``count_contexts``), and its SPPMI
(``sppmi``), both sparse and symmetric. Above: ``tokens`` keeps the order of the words, ``matrix`` their
columns. ``Pairs`` adds up the counts of batches; the half above the diagonal is enough, and ``mirrored``
adds the other. Below: ``metrics`` scores topics with C, ``models`` use it with the matrix.
"""

from cotext.cooccurrence.association import MOST, both_ways, document_ties, kept_per_word, sppmi
from cotext.cooccurrence.batches import MOST_PAIRS, Pairs, added_up, mirrored
from cotext.cooccurrence.contexts import Context, count_bags, count_contexts, parse_context

__all__ = [
    "MOST", "MOST_PAIRS", "Context", "Pairs", "added_up", "both_ways", "count_bags", "count_contexts",
    "document_ties", "kept_per_word", "mirrored", "parse_context", "sppmi",
]  # fmt: skip
