"""The numbers of the pictures that the pages draw, as ``Numbers.as_dict`` gives them: NaN has become None.

``web/make_types.py`` writes ``web/src/data/types.ts`` from this file and ``schema``. A string under a field
is its comment there.
"""

from typing import Literal, TypedDict

Point = tuple[float, float]
Box = list[float | None]  # 5, 25, 50, 75 and 95 % points


class Numbers(TypedDict):
    """The numbers of a picture, as ``pictures/prepare`` makes them."""

    picture: str
    question: str
    title: str
    alt: str
    note: str


class BlocksNumbers(Numbers):
    row_clusters: list[int]
    column_clusters: list[int]
    row_names: list[str]
    column_names: list[str]
    mass: list[list[float]]
    density: list[list[float]]
    lift: list[list[float]]
    residual: list[list[float]]


class MatrixNumbers(Numbers):
    pixels: list[list[float]]
    values: Literal["counts", "lift"]
    shape: tuple[int, int]
    window: tuple[int, int, int, int]
    """Rows from and to, columns from and to, in cluster order."""
    row_clusters: list[int]
    column_clusters: list[int]
    row_ends: list[float]
    column_ends: list[float]
    row_names: list[str]
    column_names: list[str]
    row_documents: list[int]
    column_words: list[str]
    classes: list[int]
    """Per row of pixels, the cluster that matches its known class; empty without classes."""


class MapNumbers(Numbers):
    rows: list[int]
    """Rows of the documents drawn."""
    ids: list[str]
    clusters: list[int]
    points: list[Point]
    centres: list[tuple[float | None, float | None]]
    """Median place of each cluster; null for an empty one."""
    names: list[str]
    words: list[str]
    """Distinctive words of the clusters, each placed among the documents that use it."""
    word_clusters: list[int]
    word_points: list[Point]


class GraphNumbers(Numbers):
    row_clusters: list[int]
    column_clusters: list[int]
    row_names: list[str]
    column_names: list[str]
    row_mass: list[float]
    column_mass: list[float]
    edges: list[tuple[int, int, float, float]]
    """Document cluster, word cluster, share of all counts, lift."""


class SankeyNumbers(Numbers):
    left: list[str]
    right: list[str]
    left_clusters: list[int]
    right_clusters: list[int]
    flows: list[list[float]]


class TreeNumbers(Numbers):
    levels: list[int]
    clusters: list[int]
    above: list[int]
    names: list[str]
    documents: list[int]
    places: list[float]


class SimilarityNumbers(Numbers):
    names: list[str]
    within: list[Box]
    """5, 25, 50, 75 and 95 % points of each cluster."""
    between: list[Box]
    n_within: list[int]
    n_between: list[int]
    alike: list[tuple[int, int, float]]
    """Two clusters and their similarity, the most similar first."""


class ConvergenceNumbers(Numbers):
    losses: list[list[float]]
    best: int
    rises: list[tuple[int, int]]
    log: bool
    opinions: list[tuple[str, float | None, float]]


class StabilityNumbers(Numbers):
    restarts: list[int]
    ari: list[list[float]]
    nmi: list[list[float]]
    names: list[str]
    agreement: list[float]
    sure: list[float]
    kinds: list[str]
    """Kinds of opinion of a consensus; empty if these are restarts."""
    weights: list[float]


class SizesNumbers(Numbers):
    clusters: list[int]
    names: list[str]
    documents: list[int]
    mass: list[float]


class ClustersNumbers(Numbers):
    pairs: list[tuple[int, int]]
    columns: list[str]
    values: list[list[float | None]]
    recommended: tuple[int, int] | None
    """Null if there is no clear number."""
    candidates: list[int]
    fitted: tuple[int, int] | None


class ConfusionNumbers(Numbers):
    classes: list[str]
    clusters: list[int]
    names: list[str]
    counts: list[list[int]]
    n_matched: int


class StreamNumbers(Numbers):
    periods: list[str]
    kind: str
    unit: str
    names: list[str]
    counts: list[list[float]]


class Pictures(TypedDict):
    """The pictures that the pages draw, by name; a run has some of them."""

    matrix: MatrixNumbers
    map: MapNumbers
    graph: GraphNumbers
    sankey: SankeyNumbers
    tree: TreeNumbers
    similarity: SimilarityNumbers
    convergence: ConvergenceNumbers
    stability: StabilityNumbers
    sizes: SizesNumbers
    clusters: ClustersNumbers
    confusion: ConfusionNumbers
    stream: StreamNumbers
