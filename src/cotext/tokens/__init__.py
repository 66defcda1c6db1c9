"""Texts to words in their order.

In: :class:`~cotext.corpus.documents.Documents` or a list of strings. Out: :class:`Tokens`, flat word ids with
document and sentence bounds, stop words marked but left in place. Above: ``corpus`` reads the texts. Below:
``matrix`` counts the words, ``cooccurrence`` counts the pairs.
"""

from cotext.tokens.lexicon import commonest_forms
from cotext.tokens.resolve_settings import find_stemmer, plan
from cotext.tokens.settings import TokenSettings
from cotext.tokens.stopwords import LISTS, languages, stop_list
from cotext.tokens.tokenize import Tokens, tokenize, tokenize_again
from cotext.tokens.tokenizer import Tokenizer

__all__ = [
    "LISTS", "TokenSettings", "Tokenizer", "Tokens", "commonest_forms", "find_stemmer",
    "languages", "plan", "stop_list", "tokenize", "tokenize_again",
]  # fmt: skip
