"""Every model's result keeps documents without words apart."""

import numpy as np
import pytest
from scipy import sparse

from cotext.corpus import DocWord
from cotext.models.engine import Predictor
from cotext.result import CoClustering

EMPTY = [3, 17]


@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyInputWarning")
def test_documents_without_words_are_in_no_cluster_of_any_model(Model, fit, planted):
    X = planted[0].astype(np.float64)
    X[EMPTY] = 0
    n, d = X.shape
    docword = DocWord(sparse.csr_array(X), [f"w{j}" for j in range(d)], [f"d{i}" for i in range(n)])
    result = CoClustering.from_fit(fit(Model, X), docword)
    assert np.flatnonzero(result.row_labels_ == -1).tolist() == EMPTY
    assert np.flatnonzero(result.confidence == 0).tolist() == EMPTY
    assert result.sizes.sum() == sum(result.summary().column("size")) == n - 2
    assert result.model.row_labels_.min() >= 0
    assert sum(result.blocks().column("mass")) == pytest.approx(X.sum())
    assert result.remarks[0] == f"2 of {n} documents have no known words: they are in cluster -1"
    if issubclass(Model, Predictor):
        assert result.predict(X[:4]).column("cluster")[3] == -1
        assert min(result.predict(X[:3]).column("cluster")) >= 0
