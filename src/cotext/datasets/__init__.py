"""Names in; texts or count matrices with known classes out (:class:`Dataset`).

Research data come from the folder named by the environment variable ``COTEXT_DATA``; ``pydocs`` and the
generators of planted co-clusters need no file. ``corpus/`` reads the files; ``tokens/`` and ``matrix/``
take the texts and counts from here.
"""

from cotext.datasets.catalog import ALIASES, Row, describe, names
from cotext.datasets.dataset import Dataset
from cotext.datasets.load import load
from cotext.datasets.planted import make_overlapping, make_planted, make_texts

__all__ = [
    "ALIASES",
    "Dataset",
    "Row",
    "describe",
    "load",
    "make_overlapping",
    "make_planted",
    "make_texts",
    "names",
]
