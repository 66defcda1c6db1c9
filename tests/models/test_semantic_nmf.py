"""Semantic NMF against its updates written out, and its guarded step."""

import os

import numpy as np
import pytest

from cotext.cooccurrence import count_contexts, sppmi
from cotext.datasets import load
from cotext.matrix import Weighting
from cotext.metrics import ari, nmi
from cotext.models import NMF, SemanticNMF
from cotext.tokens import tokenize

data = [
    pytest.mark.data,
    pytest.mark.skipif(not os.environ.get("COTEXT_DATA"), reason="COTEXT_DATA is not set"),
    pytest.mark.filterwarnings("ignore::cotext.errors.EmptyInputWarning"),
    pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning"),
]
SWEEPS = 20


@pytest.fixture
def problem():
    rng = np.random.default_rng(0)
    X = rng.random((30, 20)) * (rng.random((30, 20)) < 0.4) + 0.01
    counts = rng.integers(0, 6, (20, 20)) ** 4
    C = np.triu(counts, 1) + np.triu(counts, 1).T
    S = rng.random((3, 3))
    return X, C, (rng.random((30, 3)) + 0.1, rng.random((20, 3)) + 0.1, S + S.T)


def criterion(X, M, Z, W, S):
    return (((X - Z @ W.T) ** 2).sum() + ((M - W @ S @ W.T) ** 2).sum()) / 2


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("scale", [1.0, 1e-3])
def test_it_equals_its_updates_written_out_with_the_damped_step(problem, scale):
    X, C, (Z, W, S) = problem
    X, W, S = scale * X, scale**0.3 * W, np.eye(3) + 0.05
    ours = SemanticNMF(3, regularization=1.0, init=(Z, W, S), max_iter=SWEEPS, tol=0).fit(X, cooccurrence=C)
    M, losses, damped = sppmi(C).toarray(), [], 0
    for _ in range(SWEEPS):
        Z = Z * (X @ W) / (Z @ W.T @ W)
        ratio = (X.T @ Z + 2 * M @ W @ S) / (W @ (2 * S @ W.T @ W @ S + Z.T @ Z))
        tries = [W * ratio**e for e in (1, 0.5, 0.25, 0)]
        k = next(k for k, V in enumerate(tries) if criterion(X, M, Z, V, S) <= criterion(X, M, Z, W, S))
        W, damped = tries[k], damped + (k > 0)
        S = S * (W.T @ M @ W) / (W.T @ W @ S @ W.T @ W)
        losses.append(criterion(X, M, Z, W, S))
    np.testing.assert_allclose(ours.losses_[:-1], losses, rtol=1e-9)
    assert (damped > 0) == (scale < 1), "the guard is needed where the words' term rules, and only there"
    assert np.diff(ours.losses_).max() <= 0


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_without_regularization_it_is_nmf(problem):
    X, C, (Z, W, _) = problem
    plain = NMF(3, solver="mu", init=(Z, W), max_iter=SWEEPS, tol=0).fit(X)
    ours = SemanticNMF(3, init=(Z, W), regularization=0, max_iter=SWEEPS, tol=0).fit(X, cooccurrence=C)
    np.testing.assert_allclose(ours.column_factor_, plain.column_factor_, rtol=1e-8)


def scores(X, labels, C):
    fits = [
        SemanticNMF(4, regularization=1.0, random_state=seed, n_init=1).fit(X, cooccurrence=C)
        for seed in range(5)
    ]
    return np.mean([(nmi(labels, f.labels_), ari(labels, f.labels_)) for f in fits], axis=0)


class TestOnThePapersData:
    pytestmark = data

    def test_classic4_with_ten_word_windows(self):
        d = load("classic4")
        C = count_contexts(tokenize(d.texts, stem="porter"), context="window:10", vocabulary=d.vocabulary)
        found = scores(Weighting().fit(d.X).transform(d.X), d.labels, C)
        assert found[0] >= 0.70
        assert found[1] >= 0.68

    @pytest.mark.slow
    def test_reuters_with_whole_documents(self):
        d = load("reuters4")
        X = Weighting(idf="smooth").fit(d.X).transform(d.X)
        found = scores(X, d.labels, count_contexts(d.X))
        assert found[0] >= 0.55
        assert found[1] >= 0.57
