"""FNMTF against its definition, written out densely."""

import numpy as np
import pytest

from cotext.datasets import make_planted
from cotext.errors import EmptyInputWarning
from cotext.metrics import ari
from cotext.models import FNMTF, KMeans


def written_out(X, z, w, g, m, sweeps):
    """Labels and criteria of Wang et al.'s alternation, cluster by cluster."""

    def block_means(z, w):
        return np.array([[X[np.ix_(z == k, w == l)].mean() for l in range(m)] for k in range(g)])

    S, losses = block_means(z, w), []
    for _ in range(sweeps):
        z = np.array([np.square(x - S[:, w]).sum(axis=1).argmin() for x in X])
        S = block_means(z, w)
        w = np.array([np.square(x - S[z].T).sum(axis=1).argmin() for x in X.T])
        S = block_means(z, w)
        losses.append(np.square(X - S[z][:, w]).sum() / 2)
    return z, w, S, losses


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize(("g", "m"), [(3, 3), (2, 4), (4, 2)])
def test_it_equals_its_updates_written_out(g, m):
    rng = np.random.default_rng(1)
    X = rng.random((40, 30)) + 0.3
    z, w = np.arange(40) % g, np.arange(30) % m
    ours = FNMTF((g, m), init=(np.eye(g)[z], np.eye(m)[w]), max_iter=6, tol=0).fit(X)
    z, w, S, losses = written_out(X, z, w, g, m, len(ours.losses_) - 1)
    np.testing.assert_allclose(ours.losses_[:-1], losses, rtol=1e-10)
    np.testing.assert_array_equal(ours.column_labels_, w)
    np.testing.assert_allclose(ours.block_, S, rtol=1e-10)


def test_at_the_end_nothing_wants_to_move_and_blocks_are_means():
    X = make_planted(n_clusters=(3, 5), random_state=0).X.toarray().astype(float)
    model = FNMTF((3, 5), random_state=0, tol=0).fit(X)
    z, w, S = model.row_labels_, model.column_labels_, model.block_
    assert ((X[:, None] - S[:, w]) ** 2).sum(axis=-1).argmin(axis=1).tolist() == z.tolist()
    assert ((X.T[:, None] - S[z].T) ** 2).sum(axis=-1).argmin(axis=1).tolist() == w.tolist()
    for k in range(3):
        for l in range(5):
            assert S[k, l] == pytest.approx(X[np.ix_(z == k, w == l)].mean())
    assert model.criterion_ == pytest.approx(np.square(X - S[z][:, w]).sum() / 2)


@pytest.mark.parametrize(("g", "m"), [(3, 4), (4, 3)])
def test_planted_blocks_of_any_shape_are_found(g, m):
    data = make_planted(n_clusters=(g, m), density=0.5, noise=0.02, random_state=0)
    model = FNMTF((g, m), random_state=0).fit(data.X)
    assert ari(data.labels, model.row_labels_) > 0.95
    assert ari(data.column_labels, model.column_labels_) > 0.9


def test_no_word_cluster_stays_empty():
    X = np.random.default_rng(0).random((20, 12)) + 0.1
    W = np.zeros((12, 4))
    W[:, 0] = 1
    model = FNMTF((2, 4), init=(np.eye(2)[np.arange(20) % 2], W)).fit(X)
    assert set(model.column_labels_) == {0, 1, 2, 3}
    assert np.diff(model.losses_).max() <= 1e-12


def test_with_one_cluster_per_word_it_is_k_means():
    X = np.random.default_rng(0).random((40, 6))
    chosen = np.arange(40) % 3
    ours = FNMTF((3, 6), init=(np.eye(3)[chosen], np.eye(6)), tol=0).fit(X)
    centres = np.array([X[chosen == k].mean(axis=0) for k in range(3)])
    theirs = KMeans(3, init=(np.zeros((40, 3)), centres.T), tol=0).fit(X)
    np.testing.assert_array_equal(ours.labels_, theirs.labels_)
    assert ours.criterion_ == pytest.approx(theirs.criterion_)


def test_words_without_entries_stay_out_of_the_blocks_and_get_the_largest_cluster():
    X = make_planted(n_clusters=3, random_state=0).X.toarray().astype(float)
    padded = np.hstack([X, np.zeros((200, 40))])
    plain = FNMTF(3, random_state=0).fit(X)
    with pytest.warns(EmptyInputWarning, match="40 of 190 words"):
        model = FNMTF(3, random_state=0).fit(padded)
    assert model.criterion_ == pytest.approx(plain.criterion_)
    assert (model.column_labels_[150:] == np.bincount(model.column_labels_[:150]).argmax()).all()
    assert not model.column_factor_[150:].any()
