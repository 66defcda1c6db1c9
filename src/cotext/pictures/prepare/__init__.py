"""From a result to the numbers of a picture: one file per picture, each with one function ``prepare``."""

from cotext.pictures.numbers import (
    Numbers,
    cluster_labels,
    cluster_names,
    counted,
    has_classes,
    heaviest_words,
    highest,
    word_cluster_labels,
)
from cotext.pictures.prepare.by_name import numbers_of, numbers_to_draw, pictures_of, without_noise
from cotext.pictures.prepare.graph import GraphPicture
from cotext.pictures.prepare.map import MapPicture

__all__ = [
    "GraphPicture", "MapPicture", "Numbers", "cluster_labels", "cluster_names", "counted", "has_classes",
    "heaviest_words", "highest", "numbers_of", "numbers_to_draw", "pictures_of", "without_noise",
    "word_cluster_labels",
]  # fmt: skip
