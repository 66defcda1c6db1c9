"""Streams of documents: batches add up to the whole."""

import numpy as np
import pytest

from cotext.cooccurrence import count_contexts
from cotext.datasets import make_planted
from cotext.errors import UsageError
from cotext.metrics import ari
from cotext.models import NMF, NMTF, WCNMTF, OvNMTF, SemanticNMF

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")


@pytest.fixture
def data():
    return make_planted(n_documents=600, n_clusters=3, density=0.15, random_state=0)


def error(X, model):
    Z, S, W = model.transform(X), model.block_, model.column_factor_
    if isinstance(model, OvNMTF):
        W, S = (W.reshape(len(W), *S.shape) * S).sum(axis=-1), np.eye(len(S))
    return np.linalg.norm(X.toarray() - Z @ S @ W.T)


@pytest.mark.parametrize("Model", [NMF, NMTF, OvNMTF, SemanticNMF, WCNMTF])
def test_a_stream_ends_close_to_the_fit_of_all_documents_at_once(Model, data):
    X = data.X.astype(float)
    stream = Model(3, random_state=0)
    for start in range(0, 600, 100):
        stream.partial_fit(X[start : start + 100])
    whole = Model(3, random_state=0).fit(X)
    first = Model(3, random_state=0).fit(X[:100])
    assert ari(data.labels, stream.predict(X)) > 0.95
    assert error(X, stream) < 1.01 * error(X, whole)
    assert error(X, stream) < error(X, first)


def test_the_batch_s_own_labels_are_those_predicted(data):
    X = data.X.astype(float)
    model = NMTF(3, random_state=0).partial_fit(X[:300]).partial_fit(X[300:])
    assert model.row_labels_.shape == (300,)
    np.testing.assert_array_equal(model.predict(X[300:]), model.row_labels_)


def test_forgetting_follows_a_change_of_vocabulary(data):
    X = data.X.astype(float)
    changed = X[:, np.random.default_rng(0).permutation(X.shape[1])]
    fits = {}
    for forget in (1.0, 0.3):
        model = NMF(3, random_state=0).partial_fit(X)
        for start in range(0, 600, 100):
            model.partial_fit(changed[start : start + 100], forget=forget)
        fits[forget] = error(changed, model)
    assert fits[0.3] < fits[1.0]


def test_co_occurrence_is_taken_with_the_first_batch(data):
    X = data.X.astype(float)
    C = count_contexts(data.X)
    with_counts = (
        WCNMTF(3, regularization=1.0, random_state=0)
        .partial_fit(X[:300], cooccurrence=C)
        .partial_fit(X[300:])
    )
    without = WCNMTF(3, regularization=1.0, random_state=0).partial_fit(X[:300]).partial_fit(X[300:])
    assert not np.allclose(with_counts.column_factor_, without.column_factor_)


def test_fit_ends_a_stream_and_the_next_batch_begins_a_new_one(data):
    X = data.X.astype(float)
    model = NMF(3, random_state=0).partial_fit(X[:300]).partial_fit(X[300:])
    np.testing.assert_array_equal(model.fit(X).labels_, NMF(3, random_state=0).fit(X).labels_)
    again, fresh = model.partial_fit(X[:200]), NMF(3, random_state=0).partial_fit(X[:200])
    np.testing.assert_array_equal(again.column_factor_, fresh.column_factor_)


def test_a_batch_of_other_words_or_an_impossible_forgetting_is_refused(data):
    X = data.X.astype(float)
    model = NMF(3, random_state=0).partial_fit(X)
    with pytest.raises(ValueError, match="features"):
        model.partial_fit(X[:, :50])
    with pytest.raises(UsageError, match="from 0 to 1"):
        model.partial_fit(X, forget=2)
