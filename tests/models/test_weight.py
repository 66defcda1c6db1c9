"""The weight of co-occurrence, found without labels."""

import numpy as np
import pytest
from scipy import sparse

import cotext
from cotext.cooccurrence import count_contexts, sppmi
from cotext.datasets import make_planted, make_texts
from cotext.models import WCNMTF, _weight
from cotext.models._halves import halves, sample, shared_information


def misleading(d, rng):
    """Co-occurrences that know nothing of the documents."""
    C = sparse.csr_array(np.triu(rng.integers(0, 40, (d, d)) * (rng.random((d, d)) < 0.3), 1))
    return sparse.csr_array(C + C.T)


def test_co_occurrence_that_misleads_is_given_little_weight():
    planted = make_planted(n_documents=150, n_words=240, n_clusters=3, density=0.1, random_state=0)
    C = misleading(240, np.random.default_rng(0))
    model = WCNMTF(3, regularization="auto", random_state=0, n_init=2).fit(planted.X, cooccurrence=C)
    share = max(model.choices_, key=lambda choice: choice[1])[0]
    assert share <= 0.3
    assert [share for share, _ in model.choices_] == list(_weight.SHARES)
    assert cotext.metrics.ari(planted.labels, model.labels_) > 0.9


def test_the_weight_is_relative_to_the_sizes_of_both_terms():
    X, M = sparse.csr_array(np.full((2, 2), 3.0)), sparse.csr_array(np.full((2, 2), 2.0))
    assert _weight.relative_weight(X, M, 10) == pytest.approx(10 * 36 / 16)
    assert _weight.relative_weight(X, M * 0, 10) == 0


def test_the_same_seed_chooses_the_same_weight_on_any_number_of_threads():
    planted = make_planted(n_clusters=3, n_words=220, density=0.1, random_state=1)
    M = sppmi(count_contexts(planted.X))
    X = planted.X.astype(float)
    found = [_weight.choose_weight(WCNMTF(3, random_state=4, n_jobs=n), X, M) for n in (1, 2)]
    assert found[0] == found[1]
    assert len(found[0][1]) == len(_weight.SHARES)


def test_a_handful_of_documents_or_words_gets_the_usual_weight():
    X = make_planted(n_documents=40, n_words=300, random_state=0).X.astype(float)
    M = sppmi(count_contexts(X))
    assert _weight.choose_weight(WCNMTF(3), X, M) == (_weight.relative_weight(X, M, 3.0), [])


def test_halves_have_every_word_once_and_documents_their_length():
    X = sparse.csr_array(make_planted(random_state=0).X.astype(float))
    for (first, a), (second, b) in zip(*[iter(halves(X, np.random.default_rng(0)))] * 2, strict=True):
        np.testing.assert_array_equal(np.sort(np.concatenate([a, b])), np.arange(X.shape[1]))
        for part in (first, second):
            lengths = np.sqrt(part.power(2).sum(axis=1))
            whole = np.sqrt(X.power(2).sum(axis=1))
            np.testing.assert_allclose(lengths[lengths > 0], whole[lengths > 0])


def test_a_sample_keeps_the_words_of_most_documents():
    X = sparse.csr_array(np.array([[1.0, 0, 2, 0], [1, 0, 0, 0], [0, 0, 3, 1], [0, 0, 0, 0]]))
    some, columns = sample(X, 10, 2, np.random.default_rng(0))
    assert columns.tolist() == [0, 2]
    assert some.shape == (3, 2)


def test_one_giant_cluster_shares_no_information():
    X = sparse.csr_array(np.ones((6, 4)))
    assert shared_information(X, lambda part, _: [np.zeros(6, int)], np.random.default_rng(0)) == 0


def test_documents_get_the_weight_found_and_estimators_the_papers():
    texts = make_texts(40, 3, random_state=0).texts
    assert cotext.cluster(texts, 3, random_state=0, n_init=1).model.get_params()["regularization"] == "auto"
    given = cotext.cluster(texts, 3, random_state=0, n_init=1, regularization=0.5).model
    assert given.regularization_ == 0.5
    assert WCNMTF().regularization == 1.0
