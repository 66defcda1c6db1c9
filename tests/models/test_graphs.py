"""Neighbour graphs against scikit-learn's, and the models that use them against their updates."""

import os

import numpy as np
import pytest
from scipy import sparse
from sklearn.neighbors import NearestNeighbors

from cotext.cooccurrence import sppmi
from cotext.datasets import load
from cotext.errors import UsageError
from cotext.matrix import nearest, neighbor_graph, neighbors
from cotext.models import GNMF, GNMTF, NMF, NMTF, WCNMTF

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
SWEEPS = 20


def scattered(n=200, d=60, seed=0):
    """Random documents, a tenth of them empty."""
    rng = np.random.default_rng(seed)
    X = sparse.random_array((n, d), density=0.1, rng=rng, format="csr")
    kept = (rng.random(n) > 0.1).astype(float)
    return sparse.csr_array(sparse.diags_array(kept) @ X)


def assert_scikit_learn_agrees(X, k):
    """The same k best cosines in each row, and the same neighbours wherever the last place is not tied."""
    ours = nearest(X, k).toarray()
    distances, columns = (
        NearestNeighbors(n_neighbors=k, metric="cosine", algorithm="brute").fit(X).kneighbors()
    )
    theirs = np.zeros_like(ours)
    np.put_along_axis(theirs, columns, np.where(1 - distances > 1e-12, 1 - distances, 0), axis=1)
    np.testing.assert_allclose(np.sort(ours, axis=1), np.sort(theirs, axis=1), atol=1e-12)
    unit = X.toarray() / np.maximum(np.linalg.norm(X.toarray(), axis=1, keepdims=True), 1e-300)
    cosine = unit @ unit.T
    np.fill_diagonal(cosine, 0)
    ranked = -np.sort(-cosine, axis=1)
    clear = (ranked[:, k - 1] - ranked[:, k] > 1e-9) | (ranked[:, k] < 1e-12)
    assert clear.mean() > 0.9
    np.testing.assert_allclose(ours[clear], theirs[clear], atol=1e-12)


@pytest.mark.parametrize("k", [1, 5, 20])
def test_neighbours_equal_scikit_learn_s_on_random_documents(k, monkeypatch):
    monkeypatch.setattr(neighbors, "BLOCK_CELLS", 200 * 7)
    assert_scikit_learn_agrees(scattered(), k)


@pytest.mark.data
@pytest.mark.skipif(not os.environ.get("COTEXT_DATA"), reason="COTEXT_DATA is not set")
def test_neighbours_equal_scikit_learn_s_on_cstr():
    X = load("cstr").X
    assert_scikit_learn_agrees(X, 5)
    assert_scikit_learn_agrees(sparse.csr_array(X.T.tocsr()), 5)


def test_the_graph_is_symmetric_without_loops_and_leaves_empty_documents_alone():
    X = scattered()
    A, near = neighbor_graph(X, 5), nearest(X, 5).toarray()
    assert (A != A.T).nnz == 0
    assert not A.diagonal().any()
    np.testing.assert_array_equal(A.toarray(), np.maximum(near, near.T))
    empty = np.diff(X.indptr) == 0
    assert empty.sum() > 5
    assert not A.toarray()[empty].any()


def test_between_equals_the_earlier_document_is_nearer():
    X = sparse.csr_array(np.ones((6, 2)))
    expected = [[1, 2], [0, 2], [0, 1], [0, 1], [0, 1], [0, 1]]
    np.testing.assert_array_equal(nearest(X, 2).indices.reshape(6, 2), expected)


def test_blocks_and_threads_do_not_change_the_graph(monkeypatch):
    X = scattered()
    whole = neighbor_graph(X, 5, n_jobs=1).toarray()
    monkeypatch.setattr(neighbors, "BLOCK_CELLS", 1)
    for n_jobs in (1, 3):
        np.testing.assert_array_equal(neighbor_graph(X, 5, n_jobs=n_jobs).toarray(), whole)


def test_fewer_documents_than_neighbours_is_no_error():
    assert neighbor_graph(sparse.csr_array(np.ones((3, 2))), 5).nnz == 6
    assert neighbor_graph(sparse.csr_array(np.ones((1, 2))), 5).nnz == 0


@pytest.fixture
def problem():
    rng = np.random.default_rng(0)
    X = rng.random((30, 20)) * (rng.random((30, 20)) < 0.4) + 0.01
    start = rng.random((30, 3)) + 0.1, rng.random((20, 4)) + 0.1, rng.random((3, 4)) + 0.1
    A, B = (neighbor_graph(sparse.csr_array(F), 5).toarray() for F in (X, X.T))
    return X, A, B, start


def roughness(A, F):
    """Half the weighted squared distances over all ordered pairs: Tr(F'(D - A) F)."""
    return (A * np.square(F[:, None] - F[None]).sum(axis=-1)).sum() / 2


@pytest.mark.parametrize("lam", [0.5, 10.0])
def test_gnmf_equals_its_updates_written_out(problem, lam):
    X, A, _, (Z, W, _) = problem
    W = W[:, :3]
    model = GNMF(3, init=(Z, W), regularization=lam, max_iter=SWEEPS, tol=0).fit(X)
    D, losses = np.diag(A.sum(axis=1)), []
    for _ in range(SWEEPS):
        Z = Z * (X @ W + lam * A @ Z) / (Z @ W.T @ W + lam * D @ Z)
        W = W * (X.T @ Z) / (W @ Z.T @ Z)
        losses.append(((X - Z @ W.T) ** 2).sum() / 2 + lam / 2 * roughness(A, Z))
    np.testing.assert_allclose(model.losses_[:-1], losses, rtol=1e-9)
    np.testing.assert_allclose(model.row_factor_, Z, rtol=1e-8)
    np.testing.assert_allclose(model.column_factor_, W, rtol=1e-8)


def test_gnmtf_equals_its_updates_written_out(problem):
    X, A, B, (Z, W, S) = problem
    lam, mu = 0.7, 0.3
    model = GNMTF(
        (3, 4), init=(Z, W, S), regularization=lam, word_regularization=mu, max_iter=SWEEPS, tol=0
    ).fit(X)
    D, E, losses = np.diag(A.sum(axis=1)), np.diag(B.sum(axis=1)), []
    for _ in range(SWEEPS):
        Z = Z * (X @ W @ S.T + lam * A @ Z) / (Z @ S @ W.T @ W @ S.T + lam * D @ Z)
        W = W * (X.T @ Z @ S + mu * B @ W) / (W @ S.T @ Z.T @ Z @ S + mu * E @ W)
        S = S * (Z.T @ X @ W) / (Z.T @ Z @ S @ W.T @ W)
        penalties = lam * roughness(A, Z) + mu * roughness(B, W)
        losses.append((((X - Z @ S @ W.T) ** 2).sum() + penalties) / 2)
    np.testing.assert_allclose(model.losses_[:-1], losses, rtol=1e-9)
    np.testing.assert_allclose(model.row_factor_, Z, rtol=1e-8)
    np.testing.assert_allclose(model.block_, S, rtol=1e-8)
    np.testing.assert_allclose(model.column_factor_, W, rtol=1e-8)


def test_without_regularization_the_graphs_change_nothing(problem):
    X, _, _, start = problem
    two = (start[0], start[1][:, :3])
    same = {"max_iter": SWEEPS, "tol": 0}
    pairs = [
        (GNMF(3, init=two, regularization=0, **same), NMF(3, init=two, solver="mu", **same)),
        (
            GNMTF((3, 4), init=start, regularization=0, word_regularization=0, **same),
            NMTF((3, 4), init=start, solver="mu", **same),
        ),
    ]
    for ours, plain in pairs:
        np.testing.assert_allclose(ours.fit(X).losses_[:-1], plain.fit(X).losses_[:-1], rtol=1e-10)


def test_a_stronger_graph_gives_smoother_memberships(problem):
    X, A, _, (Z, W, _) = problem
    rough = []
    for lam in (0, 1, 10):
        model = GNMF(3, init=(Z, W[:, :3]), regularization=lam, max_iter=50, tol=0).fit(X)
        F = model.row_factor_ / np.linalg.norm(model.row_factor_, axis=0)
        rough.append(roughness(A, F))
    assert rough[0] > rough[1] > rough[2]


@pytest.mark.parametrize("bad", [{"regularization": -1}, {"n_neighbors": 0}])
@pytest.mark.parametrize("Model", [GNMF, GNMTF])
def test_graph_parameters_out_of_range_are_refused_by_name(Model, bad, problem):
    with pytest.raises(ValueError, match=next(iter(bad))):
        Model(3, **bad).fit(problem[0])


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
class TestDocumentGraphInWCNMTF:
    @pytest.fixture
    def problem(self):
        rng = np.random.default_rng(0)
        X = rng.random((30, 20)) * (rng.random((30, 20)) < 0.4) + 0.01
        A = np.triu(rng.random((30, 30)) < 0.2, 1).astype(float)
        return X, A + A.T, (rng.random((30, 3)) + 0.1, rng.random((20, 3)) + 0.1, rng.random((3, 3)) + 0.1)

    def test_it_equals_its_updates_written_out(self, problem):
        X, A, (Z, W, S) = problem
        mu, lam, losses = 0.7, 0.5, []
        counts = np.random.default_rng(1).integers(0, 6, (20, 20)) ** 4
        C = np.triu(counts, 1) + np.triu(counts, 1).T
        model = WCNMTF(
            3, init=(Z, W, S), regularization=lam, document_regularization=mu, max_iter=15, tol=0
        ).fit(X, cooccurrence=C, document_graph=A)
        M, Q, D = sppmi(C).toarray(), W, np.diag(A.sum(axis=1))
        for _ in range(15):
            Z = Z * (X @ W @ S.T + mu * A @ Z) / (Z @ S @ W.T @ W @ S.T + mu * D @ Z)
            ZS = Z @ S
            W = W * (X.T @ ZS + lam * M @ Q) / (W @ (ZS.T @ ZS + lam * Q.T @ Q))
            S = S * (Z.T @ X @ W) / (Z.T @ Z @ S @ W.T @ W)
            Q = Q * (M.T @ W) / (Q @ W.T @ W)
            losses.append(
                ((X - Z @ S @ W.T) ** 2).sum() / 2
                + lam / 2 * ((M - W @ Q.T) ** 2).sum()
                + mu / 2 * np.trace(Z.T @ (D - A) @ Z)
            )
        np.testing.assert_allclose(model.losses_[:-1], losses, rtol=1e-9)
        np.testing.assert_allclose(model.row_factor_, Z, rtol=1e-8)
        assert np.diff(losses).max() <= 0

    def test_without_weight_it_changes_nothing_but_the_last_answer(self, problem):
        X, A, start = problem
        plain = WCNMTF(3, regularization=1.0, init=start, max_iter=20).fit(X)
        tied = WCNMTF(3, regularization=1.0, init=start, max_iter=20, document_regularization=0).fit(
            X, document_graph=A
        )
        np.testing.assert_allclose(tied.losses_[:-1], plain.losses_[:-1], rtol=1e-10)

    def test_ties_pull_undecided_documents_to_their_neighbours(self):
        X = np.kron(np.eye(2), np.ones((10, 6))) * 2.0
        X[[0, 10]] = 1.0  # says the same of both clusters
        A = np.zeros((20, 20))
        A[0, 11:15] = A[11:15, 0] = A[10, 1:5] = A[1:5, 10] = 1
        labels = WCNMTF(2, random_state=0, document_regularization=5).fit(X, document_graph=A).labels_
        assert labels[0] == labels[11] != labels[10] == labels[1]

    def test_a_graph_of_the_wrong_shape_is_refused(self, problem):
        X, A, _ = problem
        with pytest.raises(UsageError, match=r"document_graph has shape \(29, 29\), expected \(30, 30\)"):
            WCNMTF(3).fit(X, document_graph=A[1:, 1:])
