"""The data contract of the pages: every value that a report holds or the explorer sends.

``web/make_types.py`` writes ``web/src/data/types.ts`` from this file and ``picture_schema``. A string under
a field is its comment there. Nothing is sent that is not declared here.
"""

from typing import Literal, NotRequired, TypedDict

from cotext.report.picture_schema import BlocksNumbers, Numbers, SankeyNumbers

Value = int | float | str | bool | None


class Cluster(TypedDict):
    cluster: int
    label: str
    """The name, or the top words if it has none: ``orbit, nasa, launch``."""
    name: str | None
    note: str | None
    noise: bool
    color: str
    size: int
    share: float
    words: list[str]
    typical: list[int]
    """Rows of representative documents."""
    confidence: float | None
    """Mean confidence of its documents."""


class WordCluster(TypedDict):
    cluster: int
    label: str
    color: str
    size: int
    words: list[str]


class Edit(TypedDict):
    """A line of the history of a run, or an edit that a page asks for."""

    edit: Literal["rename", "note", "color", "noise", "merge", "split", "undo"]
    at: NotRequired[str]
    cluster: NotRequired[int]
    clusters: NotRequired[list[int]]
    into: NotRequired[int]
    name: NotRequired[str]
    text: NotRequired[str]
    color: NotRequired[str]
    noise: NotRequired[bool]
    undone: NotRequired[bool]
    """Whether a later line has taken it back."""


class Has(TypedDict):
    """Which data a run has about its documents."""

    texts: bool
    classes: bool
    dates: bool
    titles: bool
    groups: list[str]
    more: list[str]


class Sample(TypedDict):
    shown: int
    of: int


class Overview(TypedDict):
    """A run at a glance."""

    run: str
    model: str
    model_title: str
    created: str
    version: str
    documents: int
    words: int
    entries: int
    n_clusters: tuple[int, int]
    levels: list[int]
    """Document clusters of each level, the coarsest first; one number if nothing is nested."""
    parents: list[list[int]]
    """Per coarser level, the cluster that holds each document cluster."""
    clusters: list[Cluster]
    word_clusters: list[WordCluster]
    metrics: dict[str, Value]
    remarks: list[str]
    config: dict[str, object]
    blocks: BlocksNumbers
    has: Has
    pictures: list[str]
    """Names of the pictures that this run has."""
    edits: list[Edit]
    sampled: Sample | None
    """How many documents of how many are in the page, if not all."""
    shortened: NotRequired[int]
    """After how many characters texts are cut so that the file stays small."""
    edition: NotRequired[int]
    """Grows by one with every edit of the run, here or elsewhere; a report has none."""


class Codes(TypedDict):
    codes: list[int]
    """-1 for a document without a value."""
    names: list[str]


class Documents(TypedDict):
    """Documents by column, in input order."""

    ids: list[str]
    titles: list[str] | None
    """Empty where unknown; null if no column was named."""
    cluster: list[int]
    """-1: no known words."""
    second: list[int]
    """The second best cluster; -1: none."""
    confidence: list[float | None]
    excerpts: list[str] | None
    classes: Codes | None
    dates: list[str] | None
    """ISO dates, empty where unknown."""
    groups: dict[str, Codes]
    more: dict[str, list[str]]


class Telling(TypedDict):
    """Words that may be among the first of some cluster."""

    index: list[int]
    """Places in ``Words.words``."""
    counts: list[list[float]]
    """Per cluster, one number per such word."""
    keyness: list[list[float]]
    similar: NotRequired[list[list[tuple[int, float]]]]
    """In a report, the similar words of each by place and similarity; the explorer is asked word by word."""


class PolysemousWord(TypedDict):
    word: str
    clusters: list[int]


class Words(TypedDict):
    """Words by column, the most frequent first."""

    words: list[str]
    cluster: list[int]
    weight: list[float]
    keyness: list[float]
    total: list[float]
    """How often each is counted in all documents."""
    cluster_totals: list[float]
    """Counts of all words, kept or not, in each document cluster."""
    telling: Telling
    polysemous: list[PolysemousWord]
    """Words among the first of several clusters."""
    of: int
    """How many words the run has."""


class ReportData(TypedDict):
    """Everything that a report holds."""

    overview: Overview
    documents: Documents
    words: Words
    pictures: dict[str, Numbers]
    """By name; "map-plain" is the map of documents placed by their words alone."""
    texts: list[str | None] | None
    similar: list[list[tuple[int, float]]]
    """Per document, rows of the page and similarities of its nearest neighbours."""


class SimilarWord(TypedDict):
    word: str
    similarity: float


class WordProfile(TypedDict):
    word: str
    cluster: int
    counts: list[float]
    keyness: list[float]
    documents: int
    similar: list[SimilarWord]


class Found(TypedDict):
    rows: list[int]
    total: int
    """All that were found; ``rows`` may be the first of them."""
    partial: NotRequired[bool]
    """True while the server is still reading texts, so that there may be more."""


class Near(TypedDict):
    row: int
    similarity: float


class RunEntry(TypedDict):
    run: str
    model: str
    n_clusters: tuple[int, int] | None
    documents: int | None
    created: str
    metrics: dict[str, Value]


class Session(TypedDict):
    version: str
    run: str | None
    """The run to open first."""
    runs: list[RunEntry]
    read_only: bool
    allow_runs: bool
    input: str | None
    """The corpus that the server was started with, if any."""


class Field(TypedDict):
    """A parameter of a model, or a keyword of a recipe."""

    name: str
    kind: Literal["int", "float", "bool", "choice", "text"]
    default: Value
    choices: NotRequired[list[str]]
    """With the kind "text", it is one of these or a number."""
    low: NotRequired[float]
    high: NotRequired[float]
    help: str


class ModelForm(TypedDict):
    model: str
    title: str
    help: str
    fields: list[Field]


class DataSet(TypedDict):
    name: str
    documents: int
    about: str


class Forms(TypedDict):
    """The form for a new run."""

    models: list[ModelForm]
    reading: list[Field]
    """How to read files."""
    words: list[Field]
    """Which words to keep."""
    datasets: list[DataSet]
    limit: int
    """Bytes that can be sent."""


class Column(TypedDict):
    """A column of a table, with its first values."""

    name: str
    samples: list[str]


class TableColumns(TypedDict):
    """The columns of a file, none if it is no table, and how they would be read."""

    columns: list[Column]
    guessed: dict[str, list[str]]


class Job(TypedDict):
    job: str
    run: str
    model: str
    n_clusters: str
    """As it was typed: "8", "8,12", "5/20"."""
    state: Literal["waiting", "running", "done", "failed", "cancelled"]
    stage: str
    progress: float | None
    """0 to 1 within the stage; null if not known."""
    notes: list[str]
    error: str | None
    seconds: float


class Agreement(TypedDict):
    nmi: float
    ari: float
    documents: int
    """Documents in both runs."""
    moved: int
    """Documents of these that are in another cluster."""
    only: tuple[int, int]
    """Documents that only one of the runs has."""


class Comparison(TypedDict):
    """Two runs side by side."""

    sankey: SankeyNumbers
    agreement: Agreement
