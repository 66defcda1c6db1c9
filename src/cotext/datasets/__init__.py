"""Collections with known classes, by name.

In: a name. Out: a :class:`Dataset`, texts or a matrix of counts with classes. Research data are in the folder
named by the environment variable ``COTEXT_DATA``; ``pydocs`` and the generators of planted co-clusters need
no file. Above: ``corpus`` reads the files. Below: ``tokens`` and ``matrix`` process texts and counts.
"""

from cotext.datasets.catalog import ALIASES, CatalogRow, Dataset, describe, names
from cotext.datasets.load import load
from cotext.datasets.planted import make_overlapping, make_planted, make_texts

__all__ = [
    "ALIASES",
    "CatalogRow",
    "Dataset",
    "describe",
    "load",
    "make_overlapping",
    "make_planted",
    "make_texts",
    "names",
]  # fmt: skip
