"""Words that occur together.

In: :class:`~cotext.tokens.Tokens` of the corpus or of another one, or a document-word matrix. Out: C, how
often each pair of words shares a document, a sentence or a window (``count_contexts``), and its SPPMI
(``sppmi``), both sparse and symmetric. Above: ``tokens`` keeps the order of the words, ``matrix`` their
columns. Below: ``metrics`` scores topics with C, ``models`` use it beside the matrix.
"""

from cotext.cooccurrence.association import kept_per_word, sppmi
from cotext.cooccurrence.contexts import Context, count_contexts, parse_context
from cotext.cooccurrence.document_sppmi import document_ties
from cotext.cooccurrence.top_associations import MOST

__all__ = ["MOST", "Context", "count_contexts", "document_ties", "kept_per_word", "parse_context", "sppmi"]
