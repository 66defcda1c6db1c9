"""One fitted preparation: documents in any form in, the weighted matrix that models take out.

Above: ``corpus`` and ``datasets`` read, ``tokens`` cuts, ``matrix`` counts and weighs, ``cooccurrence``
counts pairs. Below: ``models`` fit the matrix, ``result`` stores the recipe and treats new documents by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cotext.recipe.options import NEW_DOCUMENTS, OPTIONS, PANELS, Group, Option, documented, keywords
    from cotext.recipe.prepared import Prepared, Repeats
    from cotext.recipe.recipe import Learned, Recipe, weighting_of
    from cotext.recipe.saved import from_settings
    from cotext.recipe.seed_words import GivenWords, SeedWords
    from cotext.recipe.sources import (
        MARKS_OF_A_STORE,
        Listener,
        check_width,
        is_store,
        name_of,
        open_batches,
        open_source,
        silent,
    )

__all__ = [
    "MARKS_OF_A_STORE", "NEW_DOCUMENTS", "OPTIONS", "PANELS", "GivenWords", "Group", "Learned", "Listener",
    "Option", "Prepared", "Recipe", "Repeats", "SeedWords", "check_width", "documented", "from_settings",
    "is_store", "keywords", "name_of", "open_batches", "open_source", "silent", "weighting_of",
]  # fmt: skip
HOMES = {
    "from_settings": "saved",
    **dict.fromkeys(("Prepared", "Repeats"), "prepared"),
    **dict.fromkeys(("GivenWords", "SeedWords"), "seed_words"),
    **dict.fromkeys(("Learned", "Recipe", "weighting_of"), "recipe"),
    **dict.fromkeys(("MARKS_OF_A_STORE", "Listener", "check_width", "is_store"), "sources"),
    **dict.fromkeys(("name_of", "open_batches", "open_source", "silent"), "sources"),
}


def __getattr__(name: str) -> Any:
    """Import on first use: help pages need the options of a recipe, and nothing that reads or counts."""
    from importlib import import_module

    if name in __all__:
        return getattr(import_module(f"cotext.recipe.{HOMES.get(name, 'options')}"), name)
    raise AttributeError(f"module 'cotext.recipe' has no attribute {name!r}")
