"""One fitted preparation: documents in any form in, the weighted matrix that models take out.

Above: ``corpus`` and ``datasets`` read, ``tokens`` cuts, ``matrix`` counts and weighs, ``cooccurrence``
counts pairs. Below: ``models`` fit the matrix, ``result`` keeps the recipe and treats new documents by it.
"""

from cotext.recipe.prepared import Prepared
from cotext.recipe.recipe import Recipe
from cotext.recipe.sources import Listener, open_source, silent

__all__ = ["Listener", "Prepared", "Recipe", "open_source", "silent"]
