"""Starting points, and the seeds they come from."""

import numpy as np
import pytest
from scipy import sparse

from cotext.backend import open_matrix
from cotext.datasets import make_planted
from cotext.errors import UsageError
from cotext.metrics import ari
from cotext.models import NMF, NMTF, SphericalKMeans
from cotext.models.starts.factors import make_starts

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")


def make_start(init, home, g, m, rng):
    """One start, without the axis of restarts."""
    return tuple(factor[0] for factor in make_starts(init, home, g, m, [rng]))


@pytest.fixture
def data():
    return make_planted(n_clusters=(3, 4), density=0.3, noise=0.02, random_state=0)


@pytest.fixture
def home(data):
    return open_matrix(data.X.astype(float))


def test_a_start_from_itcc_has_its_clusters_and_their_centres(home, data):
    Z, W, _ = make_start("itcc", home, 3, 3, np.random.default_rng(0))
    assert set(np.unique(Z)) == {0.05, 1.0}
    assert ari(data.labels, Z.argmax(axis=1)) == 1
    centres = data.X.T @ np.eye(3)[Z.argmax(axis=1)]
    np.testing.assert_allclose(W - 0.01, centres / np.linalg.norm(centres, axis=0), rtol=1e-6)
    assert make_start("itcc", home, 3, 4, np.random.default_rng(0))[2].shape == (3, 4)


def test_the_papers_start_is_spherical_k_means_softened(home, data):
    Z, W, S = make_start("skmeans", home, 3, 3, np.random.default_rng(0))
    assert set(np.unique(Z)) == {0.05, 1.0}
    np.testing.assert_allclose(Z.sum(axis=1), 1.1)
    np.testing.assert_allclose(np.linalg.norm(W - 0.01, axis=0), 1)
    np.testing.assert_allclose(S, np.eye(3) + 0.05)
    assert ari(data.labels, Z.argmax(axis=1)) == 1


def test_with_other_numbers_of_word_clusters_words_are_clustered_too(home, data):
    Z, W, S = make_start("skmeans", home, 3, 4, np.random.default_rng(0))
    assert (Z.shape, W.shape, S.shape) == ((200, 3), (150, 4), (3, 4))
    assert ari(data.column_labels, W.argmax(axis=1)) > 0.9
    dense = data.X.toarray()
    z, w = Z.argmax(axis=1), W.argmax(axis=1)
    sums = np.array([[dense[z == k][:, w == l].sum() for l in range(4)] for k in range(3)])
    np.testing.assert_allclose(S, sums / sums.sum(axis=0) + 0.05, rtol=1e-6)


def test_random_starts_lie_in_the_half_open_unit_interval(home):
    Z, W, S = make_start("random", home, 3, 4, np.random.default_rng(0))
    assert 0 < Z.min() < 0.1 < 0.9 < Z.max() <= 1
    assert 0 < W.min() < 0.1 < 0.9 < W.max() <= 1
    assert 0 < S.min() < S.max() <= 1


def test_nndsvda_starts_near_the_singular_vectors(home):
    Z, W, _ = make_start("nndsvda", home, 3, 3, np.random.default_rng(0))
    X = home.host().toarray()
    best = np.sqrt((np.linalg.svd(X, compute_uv=False)[3:] ** 2).sum())
    random_Z, random_W, _ = make_start("random", home, 3, 3, np.random.default_rng(0))
    assert best < np.linalg.norm(X - Z @ W.T) < 1.2 * best < np.linalg.norm(X - random_Z @ random_W.T)
    with pytest.raises(UsageError, match="skmeans"):
        make_start("nndsvda", home, 3, 4, np.random.default_rng(0))


@pytest.mark.parametrize("init", ["skmeans", "random", "nndsvda"])
def test_every_start_leads_to_the_planted_clusters(init):
    data = make_planted(n_clusters=3, random_state=0)
    model = NMTF(3, init=init, random_state=0, n_init=5).fit(data.X)
    assert ari(data.labels, model.row_labels_) > 0.95


def test_factors_of_the_wrong_shape_or_sign_are_refused_by_name(data):
    Z, W = np.ones((200, 3)), np.ones((150, 3))
    with pytest.raises(UsageError, match=r"Z has shape \(199, 3\), expected \(200, 3\)"):
        NMF(3, init=(Z[1:], W)).fit(data.X)
    with pytest.raises(UsageError, match="W must be finite and non-negative"):
        NMF(3, init=(Z, -W)).fit(data.X)


@pytest.mark.parametrize("seed", [0, np.random.RandomState(0), np.random.default_rng(0), None])
def test_any_kind_of_random_state_is_taken(seed, data):
    assert SphericalKMeans(3, random_state=seed).fit(data.X).labels_.shape == (200,)


def test_different_seeds_give_different_starts(home):
    a, b = (make_start("random", home, 3, 3, np.random.default_rng(seed))[0] for seed in (0, 1))
    assert not np.array_equal(a, b)


def test_k_means_seeds_are_never_empty_documents():
    X = sparse.csr_array(np.vstack([np.zeros((50, 4)), np.eye(4)]))
    with pytest.warns(match="50 of 54 documents"):
        model = SphericalKMeans(4, random_state=0, n_init=1).fit(X)
    assert len(set(model.labels_[50:])) == 4
