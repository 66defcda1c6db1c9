"""What several models agree on."""

import os

import numpy as np
import pytest
from scipy import sparse

import cotext
from cotext.cooccurrence import count_contexts
from cotext.datasets import load, make_planted
from cotext.metrics import ari, nmi
from cotext.models import Consensus, SphericalKMeans, usual
from cotext.models.judging.opinions import by_size


@pytest.fixture(scope="module")
def planted():
    return make_planted(n_documents=160, n_words=240, n_clusters=4, density=0.06, random_state=0)


def test_opinions_that_come_back_from_half_of_the_words_weigh_more(planted):
    rng = np.random.default_rng(0)
    C = sparse.csr_array(np.triu(rng.integers(0, 40, (240, 240)) * (rng.random((240, 240)) < 0.3), 1))
    model = Consensus(4, random_state=0).fit(planted.X, cooccurrence=sparse.csr_array(C + C.T))
    opinions = {name: (score, weight) for name, score, weight in model.opinions_}
    last, best = opinions["wc-nmtf, 60 sweeps"], max(opinions.values())
    assert last[1] < best[1] == 1
    assert last[1] == pytest.approx(np.exp((last[0] - best[0]) / 0.1))
    assert ari(planted.labels, model.labels_) > 0.9


def test_too_few_documents_to_halve_give_every_opinion_the_same_weight():
    X = make_planted(n_documents=40, n_clusters=3, random_state=0).X
    model = Consensus(3, random_state=0).fit(X)
    assert {weight for *_, weight in model.opinions_} == {1.0}
    assert np.isnan([score for _, score, _ in model.opinions_]).all()


def test_documents_answer_once_to_the_centres_of_what_was_agreed(planted):
    model = Consensus(4, random_state=0).fit(planted.X)
    assert model.losses_.tolist() == pytest.approx([model.losses_[0]] * 3)
    np.testing.assert_allclose(np.linalg.norm(model.column_factor_, axis=0), 1, rtol=1e-6)


def test_clusters_come_with_the_largest_first():
    assert by_size(np.array([3, 1, 1, 0, 0, 7])).tolist() == [2, 0, 0, 1, 1, 3]


def test_opinions_are_weighed_once_for_all_consensuses(planted):
    steps = []
    Consensus(4, n_init=2, n_starts=1, random_state=0).fit(planted.X, callback=steps.append)
    told = [(step.restart, step.sweep, step.max_iter) for step in steps if np.isnan(step.loss)]
    assert told == [(1, i, 18) for i in range(1, 19)] + [(2, i, 3) for i in range(1, 4)]


def test_several_consensuses_are_compared_by_how_near_documents_are_to_their_centres(planted):
    model = Consensus(4, n_init=3, n_starts=1, random_state=0).fit(planted.X)
    assert model.restart_labels_.shape == (3, 160)
    assert model.criterion_ == pytest.approx(model.criteria_.min())


def test_documents_get_the_consensus_unless_words_are_to_have_other_clusters():
    texts = cotext.datasets.make_texts(30, 2, random_state=0).texts
    found = cotext.cluster(texts, 2, random_state=0)
    assert isinstance(found.model, Consensus)
    assert found.config["weighting"]["kind"] == "log-tf-idf-norm"
    assert usual((2, 4)) == "wc-nmtf"
    assert cotext.cluster(texts, (2, 4), random_state=0, n_init=1).model.cli_name == "wc-nmtf"


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
