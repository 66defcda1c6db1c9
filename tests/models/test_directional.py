"""Directional co-clustering against the steps of its paper, written out with loops."""

import numpy as np
import pytest
from scipy.special import ive

from cotext.datasets import make_planted
from cotext.errors import EmptyInputWarning
from cotext.metrics import ari
from cotext.models import Directional
from cotext.models.directional import LARGE_ORDER, log_bessel, log_constant


def unit(X):
    return X / np.sqrt((X * X).sum(axis=1, keepdims=True))


def densities(X, w, kappa, alpha):
    """log alpha_k + log density of every document in every cluster."""
    n, d = X.shape
    g = len(kappa)
    found = np.zeros((n, g))
    for i in range(n):
        for k in range(g):
            words = [j for j in range(d) if w[j] == k]
            cosine = sum(X[i, j] for j in words) / np.sqrt(len(words))
            found[i, k] = np.log(alpha[k]) + log_constant(kappa[k], d) + kappa[k] * cosine
    return found


def answers(X, w, kappa, alpha, assignment):
    L = densities(X, w, kappa, alpha)
    if assignment == "hard":
        return np.eye(len(kappa))[L.argmax(axis=1)]
    odds = np.exp(L - L.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True)


def parameters(X, Z, w, g):
    n, d = X.shape
    kappa, alpha = np.zeros(g), np.zeros(g)
    for k in range(g):
        words = [j for j in range(d) if w[j] == k]
        u = [sum(X[i, j] for j in words) for i in range(n)]
        r = sum(Z[i, k] * u[i] for i in range(n)) / np.sqrt(len(words)) / Z[:, k].sum()
        kappa[k], alpha[k] = (r * d - r**3) / (1 - r**2), Z[:, k].mean()
    return kappa, alpha


def reassigned(X, Z, w, kappa):
    sizes = np.bincount(w, minlength=len(kappa))
    scores = [
        [
            kappa[k] / np.sqrt(sizes[k]) * sum(X[i, j] * Z[i, k] for i in range(len(X)))
            for k in range(len(kappa))
        ]
        for j in range(X.shape[1])
    ]
    return np.argmax(scores, axis=1)


def criterion(X, Z, w, kappa, alpha):
    return -(Z * densities(X, w, kappa, alpha)).sum() + (Z[Z > 0] * np.log(Z[Z > 0])).sum()


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("d", [18, 70])
@pytest.mark.parametrize("assignment", ["hard", "soft"])
def test_it_equals_its_steps_written_out(assignment, d):
    g, rng = 3, np.random.default_rng(1)
    counts = rng.poisson(0.3 + (np.arange(24)[:, None] % g == np.arange(d) % g), (24, d)) + 0.05
    start = (np.arange(24) + (rng.random(24) < 0.3)) % g
    model = Directional(
        g, assignment=assignment, init=(np.eye(g)[start], np.ones((d, g))), max_iter=3, tol=0
    ).fit(counts)
    X, Z = unit(counts), np.eye(g)[start]
    V = X.T @ Z
    w = (V / np.sqrt((V * V).sum(axis=0))).argmax(axis=1)
    kappa, alpha = parameters(X, Z, w, g)
    losses, found = [], []
    for _ in range(3):
        Z = answers(X, w, kappa, alpha, assignment)
        w = reassigned(X, Z, w, kappa)
        kappa, alpha = parameters(X, Z, w, g)
        losses.append(criterion(X, Z, w, kappa, alpha))
        found.append((w, kappa, alpha))
    assert model.n_iter_ == 3
    np.testing.assert_allclose(model.losses_[:-1], losses, rtol=1e-10)
    w, kappa, alpha = found[np.argmin(losses)]
    np.testing.assert_array_equal(model.column_labels_, w)
    np.testing.assert_allclose(model.concentrations_, kappa, rtol=1e-10)
    np.testing.assert_allclose(model.row_factor_, answers(X, w, kappa, alpha, "soft"), rtol=1e-7, atol=1e-12)


@pytest.mark.parametrize("nu", [0.0, 3.5, 24.5, 25.0, 60.0, 150.5])
def test_the_logarithm_of_bessel_s_function_agrees_with_scipy(nu):
    kappa = np.array([2.0, 10.0, 50.0, 200.0, 3e3, 1e5])
    expected = np.log(ive(nu, kappa)) + kappa
    known = np.isfinite(expected)
    assert known.sum() > 3
    np.testing.assert_allclose(log_bessel(nu, kappa)[known], expected[known], atol=1e-4, rtol=1e-9)


@pytest.mark.parametrize("nu", [500.0, 4e3, 2e4])
def test_the_expansion_keeps_the_recurrence_where_scipy_underflows(nu):
    """I(nu - 1) - I(nu + 1) = 2 nu / kappa I(nu), divided by I(nu)."""
    kappa = nu * np.array([1e-3, 0.1, 0.5, 1.0, 3.0, 30.0])
    below, at, above = (log_bessel(order, kappa) for order in (nu - 1, nu, nu + 1))
    np.testing.assert_allclose(np.exp(below - at) - np.exp(above - at), 2 * nu / kappa, rtol=1e-6)


def test_the_two_ways_to_the_constant_meet():
    kappa = np.array([1e-6, 1.0, 30.0, 1e4])
    d = 2 * LARGE_ORDER + 2  # the first order of the expansion
    exact = d / 2 - 1
    by_scipy = np.log(ive(exact, kappa)) + kappa
    np.testing.assert_allclose(log_bessel(exact, kappa), by_scipy, atol=1e-4)


def test_densities_add_up_to_one_on_a_circle():
    angles = np.linspace(0, 2 * np.pi, 10_001)[:-1]
    for kappa in (1e-6, 0.5, 5.0, 80.0):
        density = np.exp(log_constant(np.array(kappa), 2) + kappa * np.cos(angles))
        assert density.mean() * 2 * np.pi == pytest.approx(1, rel=1e-9)


@pytest.mark.parametrize("assignment", ["hard", "soft"])
def test_planted_clusters_are_found(assignment):
    data = make_planted(n_clusters=4, density=0.5, noise=0.02, random_state=0)
    model = Directional(4, assignment=assignment, random_state=0).fit(data.X)
    assert ari(data.labels, model.row_labels_) > 0.95
    assert ari(data.column_labels, model.column_labels_) > 0.9


@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
@pytest.mark.parametrize("assignment", ["hard", "soft"])
def test_clusters_without_documents_stay_empty_and_are_counted(assignment):
    X = np.kron(np.eye(2), np.ones((10, 6))) + np.random.default_rng(0).random((20, 12)) / 10
    Z = np.eye(5)[np.arange(20) // 10]
    model = Directional(5, assignment=assignment, init=(Z, np.ones((12, 5)))).fit(X)
    assert model.n_found_ == 2
    np.testing.assert_array_equal(model.labels_, np.arange(20) // 10)
    assert np.isfinite(model.criterion_)
    assert not model.column_factor_[:, 2:].any()


@pytest.mark.parametrize("assignment", ["hard", "soft"])
def test_documents_and_words_without_entries_change_nothing(assignment):
    X = make_planted(n_clusters=3, random_state=0).X.toarray().astype(float)
    plain = Directional(3, assignment=assignment, random_state=0).fit(X)
    wider = np.zeros((260, 190))
    wider[:200, :150] = X
    with pytest.warns(EmptyInputWarning, match="60 of 260 documents and 40 of 190 words"):
        model = Directional(3, assignment=assignment, random_state=0).fit(wider)
    assert model.criterion_ == pytest.approx(plain.criterion_, rel=1e-9)
    np.testing.assert_allclose(sorted(model.concentrations_), sorted(plain.concentrations_), rtol=1e-6)
    assert ari(plain.labels_, model.labels_[:200]) == 1


@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
def test_documents_that_are_all_alike_are_no_infinity():
    model = Directional(2, random_state=0).fit(np.tile([1.0, 2.0, 0.0], (6, 1)) + np.eye(6, 3) * 1e-9)
    assert np.isfinite(model.concentrations_).all()
    assert np.isfinite(model.criterion_)


def test_the_length_of_documents_does_not_matter():
    X = make_planted(n_clusters=3, random_state=0).X.toarray().astype(float)
    one = Directional(3, random_state=0).fit(X)
    other = Directional(3, random_state=0).fit(X * np.linspace(0.1, 9, 200)[:, None])
    np.testing.assert_array_equal(one.labels_, other.labels_)
