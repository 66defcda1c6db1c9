"""WC-NMTF with any number of word clusters: documents stay where they are, words are grouped for them."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from cotext import CoClustering, cluster
from cotext.metrics import ari
from cotext.models import WCNMTF
from cotext.models.engine.loop import best_run
from cotext.result.word_view import words_used

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
G = 6


@pytest.fixture(scope="module")
def planted():
    """Six kinds of documents that mix four kinds of words: each pair of the four is used by one of them."""
    rng = np.random.default_rng(0)
    mixtures = np.array([[1, 1, 0, 0], [1, 0, 1, 0], [1, 0, 0, 1], [0, 1, 1, 0], [0, 1, 0, 1], [0, 0, 1, 1]])
    z, w = np.arange(240) % G, np.arange(120) % 4
    rate = 0.02 + 0.5 * mixtures[z][:, w]
    return sparse.csr_array(rng.poisson(rate).astype(float)), z, w


@pytest.fixture(scope="module")
def square(planted):
    return WCNMTF(G, n_init=2, random_state=0).fit(planted[0])


@pytest.mark.parametrize("m", [1, 2, 4, 5, 7, 12])
@pytest.mark.parametrize("settings", [{}, {"regularization": 0.1, "solver": "cd", "max_iter": 30}])
def test_documents_do_not_depend_on_the_number_of_word_clusters(planted, m, settings):
    X = planted[0]
    square = WCNMTF(G, n_init=2, random_state=0, **settings).fit(X)
    model = WCNMTF((G, m), n_init=2, random_state=0, **settings).fit(X)
    np.testing.assert_array_equal(model.labels_, square.labels_)
    np.testing.assert_allclose(model.losses_, square.losses_, rtol=1e-9)
    np.testing.assert_array_equal(model.predict(X), model.labels_)
    np.testing.assert_allclose(model.transform(X[:5]), model.row_factor_[:5], atol=1e-12)
    assert (model.block_.shape, model.column_factor_.shape) == ((G, m), (120, m))
    assert np.bincount(model.column_labels_, minlength=m).all()


def test_planted_documents_and_fewer_planted_words_are_both_found(planted):
    X, z, w = planted
    model = WCNMTF((G, 4), random_state=0).fit(X)
    assert ari(z, model.labels_) > 0.9
    assert ari(w, model.column_labels_) == 1


def test_the_words_come_nearer_with_every_step_while_documents_stay(planted):
    """The criterion of m word clusters, Z held, never rises on the way of the words."""
    X = planted[0]
    model = WCNMTF((G, 3), n_init=1, random_state=0, max_iter=20, regularization=0.1)
    model = model.algorithm
    extras, data = model.extras(X), model.open(X)
    best, _ = best_run(model, data, model.restart_generators(), None, extras=extras.moved(data))
    sums, losses, state = data.sums(best.Z), [], best.state
    for sweeps in range(1, 21):
        new = model._regrouped(data, replace(state, sweeps=np.full((1, 1), float(sweeps))), best.Z)
        losses.append(float(model.loss(new, sums)))
    assert new.W.shape == (120, 3)
    assert (np.diff(losses) <= 1e-9 * losses[0]).all()
    assert losses[-1] < 0.99 * losses[0]


def test_a_document_cluster_keeps_words_of_its_own_where_word_clusters_are_few(planted, square):
    """With two word clusters S W' has rank two; what documents answer to still tells six clusters apart."""
    X = planted[0]
    model = WCNMTF((G, 2), n_init=2, random_state=0).fit(X)
    np.testing.assert_allclose(
        words_used(model.fit_, np.ones((G, 120))), words_used(square.fit_, np.ones((G, 120))), atol=1e-9
    )
    assert np.linalg.matrix_rank(words_used(model.fit_, np.ones((G, 120)))) > 2


def test_a_saved_run_places_documents_as_before(planted, tmp_path):
    X = planted[0]
    result = cluster(X, (G, 2), model="wc-nmtf", n_init=1, random_state=0)
    result.save(tmp_path / "run")
    again = CoClustering.load(tmp_path / "run")
    assert again.predict(X).column("cluster") == result.row_labels_.tolist()
    weighted = result.docword.X
    np.testing.assert_array_equal(again.model.transform(weighted), result.model.transform(weighted))


def test_a_run_of_before_answers_to_its_own_words(planted):
    """Runs that were saved with fewer word clusters answer to W S'; they have nothing else."""
    X = planted[0]
    rng = np.random.default_rng(0)
    S, W = rng.random((G, 2)), rng.random((120, 2))
    model = WCNMTF((G, 2)).algorithm
    old = model.prediction_state(model.fit_type(block=S, column_factor=W))
    np.testing.assert_allclose(model.rule(old).W, W @ S.T)
    given = WCNMTF((G, 2), init=(rng.random((240, G)), W, S), regularization=0.1, random_state=0).fit(X)
    assert not hasattr(given, "document_centres_")
    np.testing.assert_array_equal(given.predict(X), given.labels_)


def test_a_new_fit_forgets_what_documents_answered_to(planted, square):
    X = planted[0]
    model = WCNMTF((G, 2), n_init=2, random_state=0).fit(X)
    model.set_params(n_clusters=G).fit(X)
    assert not hasattr(model, "document_centres_")
    np.testing.assert_array_equal(model.transform(X), square.transform(X))


@pytest.mark.parametrize("unit", [2.0**80, 2.0**-80])
def test_the_unit_of_the_matrix_changes_no_label(planted, unit):
    X = planted[0]
    model = WCNMTF((G, 2), n_init=1, random_state=0).fit(X)
    other = WCNMTF((G, 2), n_init=1, random_state=0).fit(X * unit)
    np.testing.assert_array_equal(other.labels_, model.labels_)
    np.testing.assert_array_equal(other.predict(X * unit), model.labels_)


def test_batches_are_learnt_with_fewer_word_clusters(planted):
    X, z, _ = planted
    model = WCNMTF((G, 2), n_init=2, random_state=0).partial_fit(X[:120]).partial_fit(X[120:])
    assert ari(z, model.predict(X)) > 0.9
    np.testing.assert_array_equal(model.predict(X[120:]), model.labels_)
    assert model.block_.shape == (G, 2)
