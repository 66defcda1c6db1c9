from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from cotext import CoClustering, cluster
from cotext.corpus import Documents, DocWord
from cotext.datasets import make_texts
from cotext.models import NMTF

PLANTED = make_texts(90, 3, random_state=0)


@pytest.fixture(scope="session")
def read():
    """Make a result of a fitted model and its matrix."""

    def make(model, X, **names):
        n, d = X.shape
        names = {"vocabulary": [f"w{j}" for j in range(d)], "ids": [f"d{i}" for i in range(n)]} | names
        return CoClustering.from_fit(model, DocWord(sparse.csr_array(X), **names))

    return make


@pytest.fixture(scope="session")
def relabelled():
    """The same result with other labels, to compute with by hand."""

    def make(result, rows, columns):
        model = result.model
        model.fit_ = replace(model.fit_, row_labels=np.asarray(rows), column_labels=np.asarray(columns))
        return CoClustering(model, result.docword, counts=result.counts, provenance=result.provenance)

    return make


@pytest.fixture(scope="session")
def texts():
    return list(PLANTED.texts)


@pytest.fixture(scope="session")
def result():
    """Ninety labelled texts in three clusters."""
    documents = Documents(PLANTED.texts, PLANTED.ids, PLANTED.labels, PLANTED.label_names)
    return cluster(documents, 3, random_state=0, n_init=4)


@pytest.fixture(scope="session")
def unlabelled(texts):
    return cluster(texts, 3, random_state=0, n_init=2)


@pytest.fixture
def small(read, relabelled):
    """Six documents and four words in two blocks, with two stray counts; clusters 0 and 1 as written."""
    X = np.kron(np.eye(2), [[4.0, 2.0], [4.0, 2.0], [4.0, 2.0]])
    X[0, 3] = X[5, 0] = 1.0
    model = NMTF(2, random_state=0, n_init=3).fit(X)
    names = {
        "vocabulary": ["oak", "elm", "red", "blue"],
        "labels": np.array([0, 0, 1, 1, 1, -1]),
        "label_names": ["tree", "colour"],
    }
    return relabelled(read(model, X, **names), [0, 0, 0, 1, 1, 1], [0, 0, 1, 1])
