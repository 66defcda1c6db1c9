"""What several models agree on."""

import os

import numpy as np
import pytest
from scipy import sparse

import cotext
from cotext.cooccurrence import count_contexts
from cotext.datasets import load, make_planted
from cotext.metrics import ari, nmi
from cotext.models import Consensus, SphericalKMeans
from cotext.models.judging.opinions import by_size


@pytest.fixture(scope="module")
def planted():
    return make_planted(n_documents=160, n_words=240, n_clusters=4, density=0.06, random_state=0)


def test_opinions_that_come_back_from_half_of_the_words_weigh_more(planted):
    rng = np.random.default_rng(0)
    C = sparse.csr_array(np.triu(rng.integers(0, 40, (240, 240)) * (rng.random((240, 240)) < 0.3), 1))
    model = Consensus(4, random_state=0).fit(planted.X, cooccurrence=sparse.csr_array(C + C.T))
    opinions = {name: (score, weight) for name, score, weight in model.opinions_}
    last, best = opinions["wc-nmtf, 30 sweeps"], max(opinions.values())
    assert last[1] < best[1] == 1
    assert last[1] == pytest.approx(np.exp((last[0] - best[0]) / 0.1))
    assert ari(planted.labels, model.labels_) > 0.9


def test_too_few_documents_to_halve_give_every_opinion_the_same_weight():
    X = make_planted(n_documents=40, n_clusters=3, random_state=0).X
    model = Consensus(3, random_state=0).fit(X)
    assert {weight for *_, weight in model.opinions_} == {1.0}
    assert np.isnan([score for _, score, _ in model.opinions_]).all()


def test_documents_answer_once_to_the_centres_of_what_was_agreed(planted):
    model = Consensus(4, max_iter=1, random_state=0).fit(planted.X)
    assert model.n_iter_ == 1
    assert model.converged_
    assert model.losses_.tolist() == pytest.approx([model.losses_[0]] * 2)
    np.testing.assert_allclose(np.linalg.norm(model.gathered_, axis=0), 1, rtol=1e-6)


@pytest.mark.parametrize("m", [1, 2, 5, 12])
def test_the_number_of_word_clusters_changes_nothing_for_the_documents(planted, m):
    square, other = (Consensus(k, random_state=0).fit(planted.X) for k in (4, (4, m)))
    np.testing.assert_array_equal(square.row_factor_, other.row_factor_)
    assert other.block_.shape == (4, m)
    assert set(other.column_labels_) == set(range(m))


def test_blocks_hold_the_mass_of_documents_of_unit_length(planted):
    model = Consensus((4, 6), random_state=0).fit(planted.X)
    X = planted.X.toarray() / np.linalg.norm(planted.X.toarray(), axis=1, keepdims=True)
    Z, W = np.eye(4)[model.row_labels_], np.eye(6)[model.column_labels_]
    np.testing.assert_allclose(model.block_, Z.T @ X @ W, rtol=1e-6)


def test_word_cluster_k_belongs_to_document_cluster_k_where_there_are_as_many(planted):
    model = Consensus(4, random_state=0).fit(planted.X)
    assert (model.block_ / model.block_.sum(axis=0)).argmax(axis=0).tolist() == [0, 1, 2, 3]


def test_a_run_saved_when_centres_were_the_word_factor_still_answers(planted, tmp_path):
    result = cotext.cluster(planted.X, 4, random_state=0)
    before = result.predict(planted.X).column("cluster")
    result.model.column_factor_, result.model.block_ = result.model.gathered_, np.eye(4)
    del result.model.gathered_, result.model.agreement_
    result.save(tmp_path / "run")
    assert cotext.CoClustering.load(tmp_path / "run").predict(planted.X).column("cluster") == before


def test_clusters_come_with_the_largest_first():
    assert by_size(np.array([3, 1, 1, 0, 0, 7])).tolist() == [2, 0, 0, 1, 1, 3]


def test_opinions_are_weighed_once_for_all_consensuses(planted):
    steps = []
    Consensus(4, n_init=2, n_starts=1, random_state=0).fit(planted.X, callback=steps.append)
    told = [(step.restart, step.sweep, step.max_iter) for step in steps if np.isnan(step.loss)]
    assert told == [(1, i, 9) for i in range(1, 10)] + [(2, i, 3) for i in range(1, 4)]


def test_several_consensuses_are_compared_by_how_near_documents_are_to_their_centres(planted):
    model = Consensus(4, n_init=3, n_starts=1, random_state=0).fit(planted.X)
    assert model.restart_labels_.shape == (3, 160)
    assert model.criterion_ == pytest.approx(model.criteria_.min())


@pytest.mark.parametrize("n_clusters", [2, (2, 4)])
def test_documents_get_the_consensus_whatever_the_number_of_word_clusters(n_clusters):
    texts = cotext.datasets.make_texts(30, 2, random_state=0).texts
    found = cotext.cluster(texts, n_clusters, random_state=0)
    assert isinstance(found.model, Consensus)
    assert found.config["weighting"]["kind"] == "log-tf-idf-norm"


@pytest.mark.data
@pytest.mark.skipif(not os.environ.get("COTEXT_DATA"), reason="COTEXT_DATA is not set")
@pytest.mark.parametrize(("name", "least"), [("cstr", 0.77), ("m10", 0.58), ("ng2_dcc", 0.67)])
def test_the_consensus_is_good_where_single_models_are_not(name, least):
    data = load(name)
    counts = data.X if data.X is not None else data.samples[0]
    X = cotext.matrix.Weighting().fit(counts).transform(counts)
    model = Consensus(len(data.label_names), random_state=0).fit(X, cooccurrence=count_contexts(counts))
    alone = SphericalKMeans(len(data.label_names), random_state=0).fit(X)
    assert nmi(data.labels, model.labels_) > max(least, nmi(data.labels, alone.labels_))
