"""From a result to the numbers of a picture: one file per picture, each with one function ``prepare``."""

from cotext.pictures.numbers import (
    Numbers,
    cluster_labels,
    cluster_names,
    counted,
    heaviest_words,
    highest,
    word_cluster_labels,
)
from cotext.pictures.prepare.available import has_classes, pictures_of
from cotext.pictures.prepare.by_name import numbers_of, numbers_to_draw, without_noise

__all__ = [
    "Numbers",
    "cluster_labels",
    "cluster_names",
    "counted",
    "has_classes",
    "heaviest_words",
    "highest",
    "numbers_of",
    "numbers_to_draw",
    "pictures_of",
    "without_noise",
    "word_cluster_labels",
]
