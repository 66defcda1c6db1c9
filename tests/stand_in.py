import numpy as np
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator

from cotext.corpus import DocWord
from cotext.result import CoClustering

N_DOCUMENTS, N_WORDS = 20, 9


class StandIn(BaseEstimator):
    """An estimator with the contract's attributes, fitted to whatever labels it is told."""

    cli_name = "stand-in"

    def __init__(self, n_clusters=3, *, n_init=10, max_iter=100, tol=1e-5, random_state=None, init="skmeans"):
        self.n_clusters = n_clusters
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state
        self.init = init

    def fit_to(self, X, rows, columns, shape):
        self.row_labels_, self.column_labels_ = np.asarray(rows), np.asarray(columns)
        R, C = np.eye(shape[0])[rows], np.eye(shape[1])[columns]
        self.row_factor_ = R * np.asarray(X.sum(axis=1))[:, None] + 0.01 * (
            X @ C @ np.ones((shape[1], shape[0]))
        )
        self.column_factor_ = C * np.asarray(X.sum(axis=0))[:, None]
        self.block_ = R.T @ X @ C
        self.criteria_, self.criterion_ = np.array([3.5, 2.5]), np.float64(2.5)
        self.losses_, self.n_iter_ = [10.0, 4.0, 2.5], 3
        self.side_ = sparse.csc_array(C)
        self.feature_names_in_ = np.array([f"w{j}" for j in range(X.shape[1])], dtype=object)
        self.pair_, self.note_ = (1, 2.5), "fine"
        self.callback_ = print  # not something a file can hold
        return self

    def predict(self, X):
        return np.argmax(X @ self.column_factor_ @ self.block_.T, axis=1)


@pytest.fixture
def models():
    return {"stand-in": StandIn}


@pytest.fixture
def planted_rows():
    return np.arange(N_DOCUMENTS) % 2


@pytest.fixture
def planted_columns():
    return np.arange(N_WORDS) % 3


@pytest.fixture
def planted_counts(planted_rows, planted_columns):
    """Cluster 0 uses word clusters 0 (often) and 2, cluster 1 uses 1 and 2; document 7 is empty."""
    rng = np.random.default_rng(0)
    means = np.array([[9.0, 0.2, 3.0], [0.2, 6.0, 3.0]])
    counts = rng.poisson(means[planted_rows][:, planted_columns])
    counts[7] = 0
    return sparse.csr_array(counts.astype(np.float64))


@pytest.fixture
def make_result(planted_rows, planted_columns, planted_counts):
    def make(*, texts=None, config=None, labels=True, ids=None, vocabulary=None, **params):
        X = sparse.csr_array(planted_counts / 7.0)
        docword = DocWord(
            X,
            vocabulary=vocabulary or [f"w{j}" for j in range(N_WORDS)],
            ids=ids or [f"d{i}" for i in range(N_DOCUMENTS)],
            labels=np.where(np.arange(N_DOCUMENTS) == 3, -1, planted_rows) if labels else None,
            label_names=["even", "odd"] if labels else [],
        )
        model = StandIn((2, 3), **params).fit_to(X, planted_rows, planted_columns, (2, 3))
        return CoClustering.from_fit(model, docword, counts=planted_counts, texts=texts, config=config)

    return make


@pytest.fixture
def result(make_result):
    return make_result(random_state=5)
