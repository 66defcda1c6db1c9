"""One fitted preparation: documents in any form in, the weighted matrix that models take out.

Above: ``corpus`` and ``datasets`` read, ``tokens`` cuts, ``matrix`` counts and weighs, ``cooccurrence``
counts pairs. Below: ``models`` fit the matrix, ``result`` keeps the recipe and treats new documents by it.
"""

from cotext.recipe.prepared import Prepared
from cotext.recipe.recipe import Recipe
from cotext.recipe.saved import from_settings
from cotext.recipe.seed_words import SeedWords
from cotext.recipe.sources import Listener, is_store, name_of, open_source, silent

__all__ = [
    "Listener",
    "Prepared",
    "Recipe",
    "SeedWords",
    "from_settings",
    "is_store",
    "name_of",
    "open_source",
    "silent",
]
