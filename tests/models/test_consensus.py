"""What several models agree on."""

import os

import numpy as np
import pytest
from scipy import sparse

import cotext
from cotext.cooccurrence import count_contexts
from cotext.datasets import load, make_planted
from cotext.metrics import ari, match_labels, nmi
from cotext.models import Consensus, SphericalKMeans, consensus
from cotext.models.checkpoint import checkpointing
from cotext.models.consensus import TRIAL_STARTS
from cotext.models.judging import concurrency
from cotext.models.judging.opinions import agree, by_size
from cotext.models.judging.progress import Steps
from cotext.models.judging.witnesses import TRIES, Models
from cotext.models.spherical_kmeans import SphericalKMeansAlgorithm
from cotext.models.starts.fitted import spherical

TIES = sparse.csr_array((240, 240), dtype=float)


@pytest.fixture(scope="module")
def planted():
    return make_planted(n_documents=160, n_words=240, n_clusters=4, density=0.06, random_state=0)


def test_opinions_that_come_back_from_half_of_the_words_weigh_more(planted):
    rng = np.random.default_rng(0)
    C = sparse.csr_array(np.triu(rng.integers(0, 40, (240, 240)) * (rng.random((240, 240)) < 0.3), 1))
    model = Consensus(4, random_state=0).fit(planted.X, cooccurrence=sparse.csr_array(C + C.T))
    opinions = {name: (score, weight) for name, score, weight in model.opinions_}
    last, best = min(opinions.values()), max(opinions.values())
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
    assert model.n_iter_ == 1
    assert model.converged_
    assert model.losses_.tolist() == pytest.approx([model.losses_[0]] * 2)
    np.testing.assert_allclose(np.linalg.norm(model.document_centres_, axis=0), 1, rtol=1e-6)


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
    centres = result.model.document_centres_
    older = {"column_factor": centres, "block": np.eye(4), "document_centres": None, "agreement": None}
    result.model.fit_ = result.model.fit_.but(**older)
    result.save(tmp_path / "run")
    assert cotext.CoClustering.load(tmp_path / "run").predict(planted.X).column("cluster") == before


def test_clusters_come_with_the_largest_first():
    assert by_size(np.array([3, 1, 1, 0, 0, 7])).tolist() == [2, 0, 0, 1, 1, 3]


def test_opinions_are_weighed_once_for_all_consensuses(planted):
    steps = []
    Consensus(4, n_init=2, n_starts=1, random_state=0).fit(planted.X, callback=steps.append)
    told = [(step.restart, step.sweep, step.max_iter) for step in steps if np.isnan(step.loss)]
    assert told == [(1, i, 20) for i in range(1, 21)] + [(2, i, 4) for i in range(1, 5)]


def test_every_opinion_is_published_with_its_kind_and_its_weight(planted):
    model = Consensus(4, random_state=0, n_starts=3).fit(planted.X)
    said, kinds = model.opinion_labels_, model.opinion_kinds_
    assert said.shape == (27, 160)
    assert said.dtype == np.int8
    assert kinds.tolist() == np.repeat(np.arange(9), 3).tolist()
    weights = [model.opinions_[kind][2] for kind in kinds.tolist()]
    z = model.labels_
    share = sum(w * (match_labels(z, y) == z) for w, y in zip(weights, said, strict=True))
    np.testing.assert_allclose(share / sum(weights), model.agreement_)


def test_the_opinions_are_those_of_the_consensus_that_is_kept(planted):
    model = Consensus(4, random_state=0, n_starts=2, n_init=4).fit(planted.X)
    weights = np.array([weight for _, _, weight in model.opinions_])[model.opinion_kinds_]
    z = model.labels_
    same = np.stack([match_labels(z, y) == z for y in model.opinion_labels_])
    np.testing.assert_allclose(weights @ same / weights.sum(), model.agreement_)


def test_progress_plans_no_halves_where_there_are_too_few_documents_to_halve():
    steps = []
    X = make_planted(n_documents=40, n_clusters=3, random_state=0).X
    Consensus(3, n_starts=1, random_state=0).fit(X, callback=steps.append)
    assert [(step.sweep, step.max_iter) for step in steps if np.isnan(step.loss)] == [
        (i, 4) for i in range(1, 5)
    ]


def test_every_run_of_k_means_is_drawn_once_for_all_kinds_of_opinion(planted, monkeypatch):
    drawn, begin = [], SphericalKMeansAlgorithm.initialize

    def counted(self, X, rngs):
        drawn.append((X.shape[1], len(rngs)))
        return begin(self, X, rngs)

    monkeypatch.setattr(SphericalKMeansAlgorithm, "initialize", counted)
    Consensus(4, random_state=0).fit(planted.X)
    whole = sum(runs for words, runs in drawn if words == 240)
    halves = sum(runs for words, runs in drawn if words == 120)
    assert (whole, halves) == (3 * TRIES, 4 * TRIAL_STARTS * TRIES)
    assert len({words for words, _ in drawn}) == 2


def test_opinions_asked_at_the_same_time_are_those_asked_one_after_the_other(monkeypatch):
    X = make_planted(n_documents=1000, n_words=240, n_clusters=4, density=0.06, random_state=0).X
    fits, steps = [], []
    for n_jobs, most in ((1, concurrency.LITTLE), (2, 0), (2, concurrency.LITTLE), (4, 0)):
        monkeypatch.setattr(concurrency, "LITTLE", most)
        steps.append([])
        fits.append(Consensus(4, random_state=0, n_jobs=n_jobs).fit(X, callback=steps[-1].append))
    for other in fits[1:]:
        np.testing.assert_array_equal(other.labels_, fits[0].labels_)
        np.testing.assert_array_equal(other.row_factor_, fits[0].row_factor_)
        assert (other.opinions_, other.halves_agreement_) == (fits[0].opinions_, fits[0].halves_agreement_)
        np.testing.assert_array_equal(other.losses_, fits[0].losses_)
    told = [[(step.sweep, step.max_iter) for step in some if np.isnan(step.loss)] for some in steps]
    assert told[:2] == [[(i, 12) for i in range(1, 13)]] * 2
    for some in told[2:]:
        assert some == sorted(some)
        assert len(some) >= 4
        assert some[-1] == (12, 12)


def test_a_fit_that_is_kept_step_by_step_takes_one_after_the_other(monkeypatch, tmp_path):
    X = make_planted(n_documents=1000, n_words=240, n_clusters=4, density=0.06, random_state=0).X
    monkeypatch.setattr(concurrency, "LITTLE", 0)
    asked = []
    monkeypatch.setattr(consensus, "together", lambda *both: asked.append(both) or (both[0](), both[1]()))
    plain = Consensus(4, random_state=0, n_jobs=4).fit(X)
    assert len(asked) == 1
    with checkpointing(tmp_path / "kept"):
        kept = Consensus(4, random_state=0, n_jobs=4).fit(X)
    assert len(asked) == 1
    np.testing.assert_array_equal(kept.labels_, plain.labels_)


def test_all_kinds_of_opinion_begin_with_the_same_clusters(planted):
    X, model = sparse.csr_array(planted.X * 1.0), SphericalKMeansAlgorithm(4)
    opinions = Models(4, "k-means++", {}).opinions(X, TIES, 0, 2, Steps(None, 1))
    alone = spherical(model.open(X), 4, np.random.default_rng(0).spawn(2))[0]
    np.testing.assert_array_equal(opinions[0], alone)
    assert [len(kind) for kind in opinions] == [2] * 9


def test_a_heavy_opinion_overrules_a_light_one(planted):
    one, other = planted.labels, np.random.default_rng(0).integers(4, size=160)
    for opinions in ([[one], [other]], [[other], [one]]):
        weights = [1.0 if kind[0] is one else 0.1 for kind in opinions]
        assert ari(one, agree(opinions, weights, 4)) == 1


@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyInputWarning")
def test_a_consensus_asked_again_keeps_its_weights_and_asks_no_halves(planted):
    model, steps = Consensus(4, random_state=0).fit(planted.X), []
    scores = [score for _, score, _ in model.opinions_]
    again = Consensus(4, random_state=0)
    again.fit(planted.X[:120], opinion_scores=scores, callback=steps.append)
    assert again.opinions_ == model.opinions_
    assert [(step.sweep, step.max_iter) for step in steps if np.isnan(step.loss)] == [
        (i, 4) for i in range(1, 5)
    ]
    assert ari(planted.labels, again.predict(planted.X)) > 0.9


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
