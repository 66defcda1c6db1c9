"""How long co-occurrence works on the words, found without labels."""

import tracemalloc
import warnings

import numpy as np
import pytest
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

import cotext
from cotext.cooccurrence import count_contexts, sppmi
from cotext.datasets import make_planted, make_texts
from cotext.models import WCNMTF, SemanticNMF
from cotext.models.judging import stop as _stop
from cotext.models.judging.split_half import first_good, halves, sample, shared_information
from cotext.models.starts.factors import Begun


def misleading(d, rng):
    """Co-occurrences that know nothing of the documents."""
    C = sparse.csr_array(np.triu(rng.integers(0, 40, (d, d)) * (rng.random((d, d)) < 0.3), 1))
    return sparse.csr_array(C + C.T)


def test_co_occurrence_that_misleads_is_stopped_early_and_one_that_knows_goes_on():
    planted = make_planted(n_documents=150, n_words=240, n_clusters=3, density=0.1, random_state=0)
    auto = WCNMTF(3, regularization="auto", random_state=0, n_init=2)
    misled = auto.fit(planted.X, cooccurrence=misleading(240, np.random.default_rng(0)))
    assert misled.stop_ == misled.n_iter_ == _stop.STOPS[0]
    assert [stop for stop, _ in misled.choices_] == list(_stop.STOPS)
    assert cotext.metrics.ari(planted.labels, misled.labels_) > 0.9
    scores = [score for _, score in misled.choices_]
    assert scores[-1] < scores[0] / 2


def test_the_weight_is_relative_to_the_sizes_of_both_terms_and_at_most_that_of_the_papers():
    X, M = sparse.csr_array(np.full((2, 2), 3.0)), sparse.csr_array(np.full((2, 2), 2.0))
    assert _stop.relative_weight(X, M, 6) == pytest.approx(6 * 36 / 16)
    assert _stop.relative_weight(X, M, 1000) == pytest.approx(36 / 2)
    assert _stop.relative_weight(X / np.sqrt(18), M, 1000) == pytest.approx(1)
    assert _stop.relative_weight(X, M * 0, 10) == 0


@pytest.mark.parametrize("Model", [WCNMTF, SemanticNMF])
def test_the_same_seed_stops_at_the_same_sweep_on_any_number_of_threads(Model):
    planted = make_planted(n_clusters=3, n_words=220, density=0.1, random_state=1)
    M = sppmi(count_contexts(planted.X))
    X = planted.X.astype(float)
    found = [_stop.choose_stop(Model(3, random_state=4, n_jobs=n).algorithm, X, M) for n in (1, 2)]
    assert found[0] == found[1]
    assert len(found[0][1]) == len(_stop.STOPS)


def test_a_handful_of_documents_or_words_gets_the_usual_number_of_sweeps():
    X = make_planted(n_documents=40, n_words=300, random_state=0).X.astype(float)
    M = sppmi(count_contexts(X))
    assert _stop.choose_stop(WCNMTF(3).algorithm, X, M) == (_stop.USUAL, [])
    assert _stop.choose_stop(WCNMTF(3, max_iter=4).algorithm, X, M) == (4, [])


def test_stopping_early_is_no_failure_to_converge():
    X = make_planted(n_documents=40, n_words=300, random_state=0).X.astype(float)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        WCNMTF(3, regularization="auto", tol=0, n_init=1, random_state=0).fit(X)


def test_the_path_passes_where_fits_of_that_length_end():
    X = sparse.csr_array(make_planted(n_documents=60, n_words=80, random_state=0).X.astype(float))
    M = sppmi(count_contexts(X))
    along = _stop.labels_along(WCNMTF(3, regularization="auto").algorithm, X, M, 0, 2, (1, 4))
    for stop, labels in zip((1, 4), along, strict=True):
        model = WCNMTF(
            3, regularization=_stop.relative_weight(X, M), max_iter=stop, tol=0, n_init=2, random_state=0
        )
        with pytest.warns(ConvergenceWarning):
            model.fit(X)
        np.testing.assert_array_equal(model.restart_labels_, labels)


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
    some, rows, columns = sample(X, 10, 2, np.random.default_rng(0))
    assert rows.tolist() == [0, 1, 2]
    assert columns.tolist() == [0, 2]
    assert some.shape == (3, 2)


def test_the_first_of_equally_good_stops_is_taken():
    best, near, far = [0.6, 0.8, 0.7, 0.7], [0.6, 0.7, 0.7, 0.7], [0.5, 0.6, 0.6, 0.6]
    assert first_good(np.array([far, near, best])) == 1
    assert first_good(np.array([far, best, near])) == 1
    assert first_good(np.array([far, [0.7] * 4])) == 1


def test_one_giant_cluster_shares_no_information():
    X = sparse.csr_array(np.ones((6, 4)))
    assert shared_information(X, lambda part, _: [[np.zeros(6, int)]], np.random.default_rng(0)).max() == 0


def test_what_halves_tell_is_the_same_before_and_after_the_fit():
    X = sparse.csr_array(make_planted(n_clusters=3, n_words=220, density=0.1, random_state=1).X.astype(float))
    M, model = sppmi(count_contexts(X)), WCNMTF(3, regularization="auto", n_init=1, random_state=0)
    before = _stop.told_by_halves(model.algorithm, X, M)
    assert 0 < before == _stop.told_by_halves(model.algorithm, X, M, model.fit(X).choices_) <= 1
    assert before == max(score for _, score in model.choices_) / np.log(3)


def test_documents_and_matrices_get_the_stop_that_is_found():
    texts = make_texts(40, 3, random_state=0).texts
    found = cotext.cluster(texts, 3, "wc-nmtf", random_state=0, n_init=1).model
    assert found.get_params()["regularization"] == "auto"
    given = cotext.cluster(texts, 3, "wc-nmtf", random_state=0, n_init=1, regularization=0.5).model
    assert given.regularization_ == 0.5
    assert (WCNMTF().regularization, WCNMTF().init) == ("auto", "itcc")


def test_sweeps_on_the_way_hold_few_arrays_as_long_as_the_words():
    rng, (n, d, g, starts) = np.random.default_rng(0), (60, 20_000, 8, 5)
    X = sparse.random_array((n, d), density=0.01, format="csr", rng=rng)
    M = sparse.csr_array(sparse.eye_array(d))
    begun = Begun(np.ones((starts, n, g)), rng.random((starts, d, g)), np.ones((starts, g, g)))
    model = WCNMTF(g, init=begun).algorithm
    _stop.labels_along(model, X, M, 0, starts, (1,))  # what is loaded on the way does not count
    tracemalloc.start()
    _stop.labels_along(model, X, M, 0, starts, (1, 2, 4))
    held = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert held < 10 * 8 * starts * d * g
