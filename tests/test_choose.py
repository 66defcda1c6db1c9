"""How many clusters? The planted number, without looking at labels."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

import cotext
from cotext.choose import Choice, beyond, modularity
from cotext.cooccurrence import sppmi
from cotext.datasets import make_planted, make_texts
from cotext.errors import UsageError
from cotext.models import NMF, Consensus, Modularity
from cotext.models.families.contexts import Ties, associations
from cotext.result import Table
from cotext.selection.score import Judged, judge, judged, work_of


@pytest.fixture(scope="module")
def choice():
    texts = make_texts(120, 4, random_state=0).texts
    return cotext.choose_clusters(texts, [2, 3, 4, 6, 8], random_state=0, resamples=2)


def test_the_planted_number_is_recommended(choice):
    assert choice.n_clusters == (4, 4)
    assert "recommended: n_clusters=(4, 4)" in str(choice)


@pytest.mark.parametrize("planted", [5, *(pytest.param(other, marks=pytest.mark.slow) for other in (2, 8))])
def test_clear_groups_are_recommended(planted):
    texts = make_texts(200, planted, random_state=planted).texts
    choice = cotext.choose_clusters(texts, range(2, 11), "spherical-kmeans", random_state=0, n_init=2)
    assert choice.n_clusters == (planted, planted)
    assert choice.candidates == [planted]


def test_words_at_random_have_no_number_and_no_candidates():
    X = make_planted(n_documents=300, n_words=400, n_clusters=4, density=0.05, random_state=0).X.tocoo()
    rows = np.random.default_rng(0).permutation(X.row)
    shuffled = sparse.csr_array((X.data, (rows, X.col)), shape=X.shape)
    choice = cotext.choose_clusters(shuffled, range(2, 7), "spherical-kmeans", random_state=0, widen=2)
    assert choice.n_clusters is None
    assert choice.candidates == []
    assert choice.table.column("documents") == [2, 3, 4, 5, 6]  # to try others is no use
    assert "no clear number: halves of the words agree no better than chance" in str(choice)


def test_the_best_of_two_edges_is_a_candidate_and_no_recommendation():
    texts = make_texts(120, 4, random_state=0).texts
    below, above = (
        cotext.choose_clusters(texts, numbers, "spherical-kmeans", random_state=0, n_init=2)
        for numbers in ([2, 3, 4], [4, 5, 6])
    )
    for choice in (below, above):
        assert choice.n_clusters is None
        assert choice.candidates == [4]
        assert "no clear number; candidate 4" in str(choice)


def test_negative_coherence_is_shown_as_it_is(monkeypatch):
    monkeypatch.setattr("cotext.selection.score.coherence", lambda *given: -0.4)
    texts = make_texts(60, 3, random_state=0).texts
    choice = cotext.choose_clusters(texts, [2, 3, 4], "spherical-kmeans", random_state=0, n_init=2)
    assert choice.table.column("coherence") == pytest.approx([-0.4] * 3)
    assert choice.n_clusters == (3, 3)  # the score asks the documents, not the top words


def test_the_highest_modularity_is_a_second_opinion_that_decides_nothing(choice, monkeypatch):
    assert choice.by_modularity == 4
    assert str(choice).endswith("highest modularity: 4 clusters")
    monkeypatch.setattr("cotext.choose.modularity", lambda X, g, alike: -g)
    X = make_planted(n_clusters=3, random_state=0).X
    other = cotext.choose_clusters(X, [2, 3, 4], "nmf", random_state=0, n_init=2, resamples=2)
    assert (other.n_clusters, other.by_modularity) == ((3, 3), 2)


def test_modularity_is_that_of_a_fit():
    X = make_planted(n_clusters=4, random_state=0).X
    fitted = Modularity(4, n_init=5, random_state=0).fit(X)
    assert modularity(X, 4, NMF(random_state=0)) == -fitted.criterion_


def test_the_curve_holds_a_row_per_pair_and_its_score(choice):
    assert choice.table.column("documents") == choice.table.column("words") == [2, 3, 4, 6, 8]
    for row in choice.table:
        assert row["stability"] <= 1
        assert row["agreement"] <= 1
        assert row["error"] >= 0
    assert max(choice.table, key=lambda row: row["score"])["documents"] == 4


def test_a_grid_of_document_and_word_clusters_is_tried_as_a_whole():
    X = make_planted(n_clusters=(2, 3), random_state=0).X
    choice = cotext.choose_clusters(
        X, [2, 3], "nmtf", word_clusters=[2, 3], random_state=0, n_init=2, resamples=2
    )
    pairs = [(row["documents"], row["words"]) for row in choice.table]
    assert pairs == [(2, 2), (2, 3), (3, 2), (3, 3)]
    assert choice.n_clusters is None  # at the edge of the range, which may go on
    assert choice.candidates == [2]


def test_the_same_seed_gives_the_same_curve():
    X = make_planted(n_clusters=3, random_state=0).X
    a, b = (cotext.choose_clusters(X, [2, 3], "nmf", random_state=1, n_init=2, resamples=2) for _ in range(2))
    assert a.table == b.table


def test_a_model_is_judged_with_the_settings_that_cluster_gives_it(monkeypatch):
    texts, judged = make_texts(30, 3, random_state=0).texts, []

    def judge(candidates, *rest):
        judged.extend(candidates)
        yield Judged((3, 3), {"score": 1.0})

    monkeypatch.setattr("cotext.choose.judged", judge)
    cotext.choose_clusters(texts, [2, 3], "wc-nmtf", random_state=0, n_init=2, tol=1e-3)
    fitted = cotext.cluster(texts, (3, 3), "wc-nmtf", random_state=0, n_init=2, tol=1e-3).model
    assert judged[1].get_params() == fitted.get_params()
    assert (judged[1].regularization, judged[1].init) == ("auto", "itcc")
    cotext.choose_clusters(texts, [2], "wc-nmtf", random_state=0, regularization=0.5)
    assert judged[-1].regularization == 0.5
    choice = cotext.choose_clusters(texts, [2], random_state=0)
    assert choice.model == judged[-1].cli_name == "consensus"  # what cluster fits for those who name none


def test_wrong_parameters_are_refused_before_reading():
    with pytest.raises(UsageError, match="consensus has no parameter 'lam'"):
        cotext.choose_clusters("there is no such file", [2], lam=1)


def test_impossible_requests_are_refused():
    with pytest.raises(UsageError, match="resamples=1"):
        cotext.choose_clusters(["a b", "c d"], [2], resamples=1)
    with pytest.raises(UsageError, match="n_clusters is empty"):
        cotext.choose_clusters(["red apple", "green pear", "red pear"], [])
    with pytest.raises(UsageError, match="n_clusters=9"):
        cotext.choose_clusters(["red apple", "green pear", "red pear"], [9])


def test_further_numbers_are_tried_where_the_best_is_the_last_and_that_is_told():
    texts, notes, steps = make_texts(120, 5, random_state=0).texts, [], []
    choice = cotext.choose_clusters(
        texts,
        [2, 3, 4],
        "spherical-kmeans",
        resamples=2,
        widen=2,
        random_state=0,
        note=notes.append,
        progress=lambda *step: steps.append(step),
    )
    assert (choice.n_clusters, choice.table.column("documents")) == ((5, 5), [2, 3, 4, 5, 6])
    assert "4 clusters are best and the most or fewest tried: trying further ones" in notes
    planned = 3 * (2 + 3 + 4)  # three fits of each number, which take the longer the more clusters there are
    assert steps[:9] == [(done, planned) for done in (2, 4, 6, 9, 12, 15, 19, 23, 27)]
    assert steps[9:] == [(done, planned + 33) for done in (32, 37, 42, 48, 54, 60)]
    narrow = cotext.choose_clusters(texts, [2, 3, 4], "spherical-kmeans", resamples=2, random_state=0)
    assert narrow.table.column("documents") == [2, 3, 4]


@pytest.mark.parametrize(
    ("tried", "best", "n_documents", "expected"),
    [
        ([2, 3, 4], 2, 100, []),
        ([2, 3, 4], 4, 100, [5, 6]),
        ([2, 6, 10], 10, 100, [14]),
        ([5, 6], 5, 100, [2, 3, 4]),
        (range(2, 13), 12, 30, [13, 14, 15]),
        ([2, 3, 4], 4, 8, []),
        ([4], 4, 100, []),
    ],
)
def test_what_lies_beyond_the_edge_is_bounded(tried, best, n_documents, expected):
    choice = Choice(Table(("documents", "words", "score"), [(g, g, 0.5 + (g == best)) for g in tried]))
    assert beyond(choice, n_documents) == [(g, g) for g in expected]


def test_the_curve_is_drawn_without_a_run(choice, tmp_path):
    choice.plot().save(tmp_path / "curve.svg")
    assert "4 clusters are clearly the best choice from 2 to 8" in (tmp_path / "curve.svg").read_text()


def test_block_models_are_chosen_by_their_likelihood():
    X = make_planted(n_clusters=3, density=0.3, random_state=0).X
    choice = cotext.choose_clusters(X, [2, 3, 4, 5], "splbm", random_state=0, weighting="tf")
    assert choice.table.columns == ("documents", "words", "criterion", "bic", "icl")
    assert choice.n_clusters == (3, 3)


def test_a_tensor_is_chosen_for_as_it_is():
    slices = [make_planted(n_clusters=3, density=0.3, random_state=0).X for _ in range(2)]
    assert cotext.choose_clusters(slices, [2, 3, 4], "tsplbm", random_state=0).n_clusters == (3, 3)
    with pytest.raises(UsageError, match="does not take slices"):
        cotext.choose_clusters(slices, [2, 3], "nmf")


def test_contexts_are_compared_by_what_halves_of_the_words_tell():
    X = make_planted(n_documents=160, n_words=260, n_clusters=3, density=0.1, random_state=0).X
    texts = [" ".join(f"word{j}" for j in X[[i]].indices) for i in range(160)]
    choice = cotext.choose_context(iter(texts), 3, ["window:2", "document"], random_state=0)  # read once
    scores = dict(zip(choice.table.column("context"), choice.table.column("shared"), strict=True))
    assert choice.context == max(scores, key=scores.get)
    assert all(0 < score <= 1 for score in scores.values())
    assert f"recommended: context='{choice.context}'" in str(choice)


def test_a_model_without_contexts_and_too_few_documents_are_refused():
    texts = make_texts(30, 3, random_state=0).texts
    with pytest.raises(UsageError, match="nmf has no contexts"):
        cotext.choose_context(texts, 3, model="nmf")
    with pytest.raises(UsageError, match="too few documents"):
        cotext.choose_context(texts, 3)


def test_the_ties_of_words_are_made_once_for_all_numbers(monkeypatch):
    texts, made = make_texts(120, 4, random_state=0).texts, []

    def counted(*given, **named):
        made.append(given)
        return sppmi(*given, **named)

    monkeypatch.setattr("cotext.fitting.aggregate.sppmi", counted)
    cotext.choose_clusters(texts, [2, 3, 4], random_state=0, resamples=2)
    assert len(made) == 1
    ready = cotext.Recipe().fit_transform(texts, contexts=True)
    model = Consensus(3, n_starts=2, random_state=0)
    ties = Ties(associations(ready.weighted.X, *made[0]))
    shared = judge([model], replace(ready, cooccurrence=ties), 2)
    assert shared == judge([model], ready, 2)


def test_the_work_that_is_planned_is_the_work_that_is_done():
    ready, done = cotext.Recipe().fit_transform(make_texts(120, 4, random_state=0).texts, contexts=True), []
    candidates = [Consensus(g, random_state=0) for g in (2, 4)]
    list(judged(candidates, ready, 2, done=done.append))
    assert done == [4, 2, 2, 8, 4, 4]  # the first fit of each weighs its opinions by halves of the words
    assert sum(done) == sum(work_of(model, 2) for model in candidates)


def test_numbers_of_numpy_are_tried_like_any_others():
    texts = make_texts(60, 3, random_state=0).texts
    plain = cotext.choose_clusters(
        texts, [2, 3, 4], "spherical-kmeans", random_state=0, n_init=2, resamples=2
    )
    numbers = {"random_state": np.int32(0), "n_init": np.uint8(2), "resamples": np.int64(2)}
    found = cotext.choose_clusters(texts, np.array([2, 3, 4]), "spherical-kmeans", **numbers)
    assert found == plain
    assert type(found.n_clusters[0]) is int
