"""How many clusters? The planted number, without looking at labels."""

import pytest

import cotext
from cotext.choose import most_modular
from cotext.datasets import make_planted, make_texts
from cotext.errors import UsageError
from cotext.models import NMF, Modularity
from cotext.result import Table


@pytest.fixture(scope="module")
def choice():
    texts = make_texts(120, 4, random_state=0).texts
    return cotext.choose_clusters(texts, [2, 3, 4, 6, 8], random_state=0, n_init=2, resamples=3)


def test_the_planted_number_is_recommended(choice):
    assert choice.n_clusters == (4, 4)
    assert "recommended: n_clusters=(4, 4)" in str(choice)


def test_the_highest_modularity_is_a_second_opinion_that_decides_nothing(choice, monkeypatch):
    assert choice.by_modularity == 4
    assert str(choice).endswith("highest modularity: 4 clusters")
    monkeypatch.setattr("cotext.choose.most_modular", lambda *given: 2)
    X = make_planted(n_clusters=3, random_state=0).X
    other = cotext.choose_clusters(X, [2, 3], "nmf", random_state=0, n_init=2, resamples=2)
    assert (other.n_clusters, other.by_modularity) == ((3, 3), 2)


@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
def test_the_number_of_highest_modularity_is_that_of_the_fits():
    X = make_planted(n_clusters=4, random_state=0).X
    criteria = {g: Modularity(g, n_init=5, random_state=0).fit(X).criterion_ for g in (2, 4, 7)}
    assert most_modular(X, [7, 4, 2], NMF(random_state=0)) == min(criteria, key=criteria.get) == 4


def test_the_curve_holds_a_row_per_pair_and_its_score(choice):
    assert choice.table.column("documents") == choice.table.column("words") == [2, 3, 4, 6, 8]
    for row in choice.table:
        assert row["score"] == pytest.approx(row["stability"] * max(row["coherence"], 0))
        assert row["stability"] <= 1
    assert max(choice.table, key=lambda row: row["score"])["documents"] == 4


def test_a_grid_of_document_and_word_clusters_is_tried_as_a_whole():
    X = make_planted(n_clusters=(2, 3), random_state=0).X
    choice = cotext.choose_clusters(
        X, [2, 3], "nmtf", word_clusters=[2, 3], random_state=0, n_init=2, resamples=2
    )
    pairs = [(row["documents"], row["words"]) for row in choice.table]
    assert pairs == [(2, 2), (2, 3), (3, 2), (3, 3)]
    assert choice.n_clusters in pairs


def test_the_same_seed_gives_the_same_curve():
    X = make_planted(n_clusters=3, random_state=0).X
    a, b = (cotext.choose_clusters(X, [2, 3], "nmf", random_state=1, n_init=2, resamples=2) for _ in range(2))
    assert a.table == b.table


def test_a_model_is_judged_with_the_settings_that_cluster_gives_it(monkeypatch):
    texts, judged = make_texts(30, 3, random_state=0).texts, []

    def judge(candidates, *rest):
        judged.extend(candidates)
        return Table(("documents", "words", "score"), [(3, 3, 1.0)])

    monkeypatch.setattr("cotext.choose.judge", judge)
    cotext.choose_clusters(texts, [2, 3], random_state=0, n_init=2, tol=1e-3)
    fitted = cotext.cluster(texts, (3, 3), "wc-nmtf", random_state=0, n_init=2, tol=1e-3).model
    assert judged[1].get_params() == fitted.get_params()
    assert (judged[1].regularization, judged[1].init) == ("auto", "itcc")
    cotext.choose_clusters(texts, [2], random_state=0, regularization=0.5)
    assert judged[-1].regularization == 0.5


def test_wrong_parameters_are_refused_before_reading():
    with pytest.raises(UsageError, match="wc-nmtf has no parameter 'lam'"):
        cotext.choose_clusters("there is no such file", [2], lam=1)


def test_impossible_requests_are_refused():
    with pytest.raises(UsageError, match="resamples=1"):
        cotext.choose_clusters(["a b", "c d"], [2], resamples=1)
    with pytest.raises(UsageError, match="n_clusters is empty"):
        cotext.choose_clusters(["red apple", "green pear", "red pear"], [])
    with pytest.raises(UsageError, match="n_clusters=9"):
        cotext.choose_clusters(["red apple", "green pear", "red pear"], [9])


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
