r"""General tensor spectral co-clustering, GTSC :cite:`wu2016general`.

.. math:: \phi(S) = \max\{ P(\text{leave } S \mid \text{in } S), P(\text{enter } S \mid \text{not in } S) \}

Nodes are documents, words and relations; an entry X^b_ij joins i, j and b in any order, and P_ijk is the
resulting symmetric tensor T_ijk with every column (j, k) scaled to sum 1 over i.

(1) x <- alpha P x^2 + (1 - alpha) u + gamma x, rescaled to sum 1: the super-spacey random surfer, u uniform
(2) R_ji = sum_k P_ijk x_k, the mass that a row lacks sent to x
(3) nodes in the order of R's second eigenvector; of all cuts of that order, the one of lowest phi under x
(4) the tensor restricted to each side; the part with most documents is cut next, until there are g

T is never formed: over documents and words together every relation is a sparse symmetric matrix T_b, and with
M = sum_b T_b the tensor P is made of A_b = T_b / M and B_b = T_b with rows scaled to sum 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from scipy import sparse

from cotext.models.engine import Callback, Fit, Interval, Outcome, Progress, data, fitted, parameter
from cotext.models.engine.memory import Size
from cotext.models.families.embedding import Relations, fit_of_memberships, relations_of
from cotext.models.families.slices import Slices, TensorAlgorithm, TensorEstimator, TensorFit, is_symmetric

COPIES, VECTORS = 10, 40  # of the relations between nodes, and as long as the nodes, at the peak
SMALL = 100  # nodes: below, all eigenvectors at once


@dataclass(frozen=True, eq=False)
class GTSCFit(TensorFit):
    """A fit by cuts.

    Attributes
    ----------
    profiles_ : ndarray of shape (n_slices, n_words, g)
        Mean document of each cluster in each slice, at unit length.
    """

    profiles: np.ndarray = fitted("slices", "words", "document clusters", kind="numbers")


@dataclass(frozen=True)
class GTSCAlgorithm(TensorAlgorithm):
    alpha: float = parameter(0.8, Interval(Real, 0, 1, closed="neither"))
    gamma: float = parameter(0.2, Interval(Real, 0, None, closed="left"))
    max_iter: int = parameter(100, Interval(Integral, 1, None, closed="left"))
    tol: float = parameter(1e-6, Interval(Real, 0, None, closed="left"))

    fit_type = GTSCFit
    without = ("random_state", "verbose")  # nothing is drawn or reported
    scaling_powers: ClassVar[Mapping[str, int]] = {"block": 1}

    def paired(self) -> bool:
        return True

    def search(self, X: Slices, callback: Callback | None, **given: Any) -> Outcome:
        slices = relations_of(X)
        nodes, same = symmetric(slices)
        surfer = self.surf(nodes)
        parts, converged = self._cut_up(nodes, np.arange(nodes[0].shape[0]) < X.shape[0])
        members = one_hot_parts(parts, nodes[0].shape[0], self.cluster_pair()[0])
        Z, W = members[: X.shape[0]], members if same else members[X.shape[0] :]
        Z = (Z * data.has_words(X)[:, None]).astype(X.dtype)
        W = (W * data.words_used(X)[:, None]).astype(X.dtype)
        criterion = float(surfer.leaving(members))
        if callback is not None:
            callback(Progress(1, 1, 1, self.max_iter, criterion))
        converged = converged and surfer.converged
        fit = fit_of_memberships(
            self,
            slices,
            Z,
            W,
            profiles=np.stack([unit(one.T @ Z) for one in slices]),
            criterion=criterion,
            criteria=np.array([criterion]),
            losses=np.array([criterion, criterion]),
            n_iter=1,
            converged=converged,
            settled=False,
            **X.described(),
        )
        return Outcome(fit, None if converged else self._restless())

    def _restless(self) -> str:
        return (
            f"gtsc's surfer still moved after max_iter={self.max_iter} steps (tol={self.tol:g}): raise "
            "max_iter, or tol if this is close enough."
        )

    def bytes_needed(self, X: Any, **given: Any) -> int:
        size = Size.of(X)
        return int(COPIES * 2 * 12.0 * size.nnz + 8.0 * VECTORS * (size.n + size.d))

    def surf(self, nodes: Relations) -> Surfer:
        """The converged surfer of some relations between nodes."""
        return Surfer.at_rest(nodes, self.alpha, self.gamma, self.tol, self.max_iter)

    def _cut_up(self, nodes: Relations, is_document: np.ndarray) -> tuple[list[np.ndarray], bool]:
        """Nodes of each part, and whether every surfer came to rest."""
        entries = sum(one.sum(axis=1) for one in nodes) > 0
        parts = [(np.flatnonzero(entries), np.arange(len(nodes)))]
        converged = True
        while len(parts) < self.cluster_pair()[0]:
            parts.sort(key=lambda part: -is_document[part[0]].sum())
            if is_document[parts[0][0]].sum() < 2:
                break
            inside, relations = parts.pop(0)
            surfer = self.surf([nodes[b][inside][:, inside] for b in relations])  # (4)
            counts = np.concatenate([is_document[inside], np.zeros(len(relations), dtype=bool)])
            for side in surfer.cut(counts):
                own = relations[side[side >= len(inside)] - len(inside)]
                parts.append((inside[side[side < len(inside)]], own if len(own) else relations))
            converged = converged and surfer.converged
        return [inside for inside, _ in parts], converged

    def memberships(self, X: Slices, fit: Fit) -> np.ndarray:
        """Cosine of documents, new or old, with each cluster's mean, averaged over the slices."""
        assert isinstance(fit, GTSCFit)
        slices = relations_of(X)
        lengths = [np.sqrt((one * one).sum(axis=1))[:, None] for one in slices]
        cosines = [
            one @ profile / np.where(length > 0, length, 1)
            for one, profile, length in zip(slices, fit.profiles, lengths, strict=True)
        ]
        return np.asarray(np.mean(cosines, axis=0), dtype=X.dtype)


class GTSC(TensorEstimator):
    """Cuts documents, words and relations where a random surfer of the whole tensor seldom crosses.

    ``fit`` takes a list of equally shaped slices, a relation tensor, or one matrix. Where documents are
    related to documents, by symmetric slices, the columns are the documents and get their clusters. The
    criterion is the mean chance that the surfer's step from a document or word to another leaves the cluster.
    ``row_factor_`` and ``column_factor_`` are 0/1, ``block_`` holds the mean entry of each block. A new
    document joins the cluster whose mean document is nearest by cosine, on average over the slices, which may
    differ from ``labels_`` for one that the model was fitted on.

    Beyond the paper: a cut always has documents on both sides; a part that loses all its relations in a cut
    keeps those it had; and a single relation, which tells nothing apart, is left out of the cut's chances.

    Parameters
    ----------
    alpha : float, default=0.8
        Chance that the surfer follows the tensor rather than jump anywhere.
    gamma : float, default=0.2
        Weight of staying.
    max_iter : int, default=100
        Steps of the surfer, at most.
    tol : float, default=1e-6
        The surfer is at rest when a step moves less than this share of it.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import GTSC
    >>> data = make_planted(n_clusters=3, random_state=0)
    >>> GTSC(n_clusters=3).fit([data.X, data.X]).row_labels_.shape
    (200,)
    """

    cli_name = "gtsc"
    reference = "wu2016general"
    algorithm_type = GTSCAlgorithm


@dataclass(frozen=True)
class Surfer:
    """The surfer's stationary distribution ``x`` and moves ``R``: nodes first, then relations."""

    x: np.ndarray
    R: sparse.csr_array
    n_nodes: int
    converged: bool

    @classmethod
    def at_rest(cls, nodes: Relations, alpha: float, gamma: float, tol: float, max_iter: int) -> Surfer:
        n, v = nodes[0].shape[0], len(nodes)
        A, B = shares_of(nodes)
        u = x = np.full(n + v, 1 / (n + v))
        for _ in range(max_iter):
            onward = [2 * sum(p * (b.T @ x[:n]) for p, b in zip(x[n:], B, strict=True))]
            Pxx = np.concatenate([*onward, [x[:n] @ (a @ x[:n]) for a in A]])
            new = alpha * Pxx + (1 - alpha) * u + gamma * x  # (1)
            new /= new.sum()
            change, x = np.abs(new - x).sum(), new
            if change < tol:
                break
        return cls(x, transition(A, B, x), n, bool(change < tol))

    @property
    def missing(self) -> np.ndarray:
        """The mass that each row of R lacks; it goes to x."""
        return np.asarray(np.maximum(1 - self.R.sum(axis=1), 0))

    def second_eigenvector(self) -> np.ndarray:
        """Of R made row-stochastic; second by real part, because a large negative one swaps sides."""
        from scipy.sparse.linalg import LinearOperator, eigs

        missing, N = self.missing, len(self.x)
        if N <= SMALL:
            values, vectors = np.linalg.eig(self.R.toarray() + np.outer(missing, self.x))
        else:
            operator = LinearOperator(
                (N, N), matvec=lambda f: self.R @ f.ravel() + missing * (self.x @ f.ravel()), dtype=np.float64
            )
            start = np.random.default_rng(0).uniform(size=N)
            values, vectors = eigs(operator, k=2, which="LR", v0=start)
        return vectors[:, np.argsort(-values.real, kind="stable")[1]].real

    def cut(self, is_document: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Both sides of the best cut of the second eigenvector's order with documents on both."""
        walk = self.between_nodes() if len(self.x) == self.n_nodes + 1 else self
        order = np.argsort(self.second_eigenvector()[: len(walk.x)], kind="stable")
        documents = np.cumsum(is_document[order])
        allowed = (documents > 0) & (documents < documents[-1])
        k = int(np.where(allowed, walk.conductances(order), np.inf).argmin()) + 1  # (3)
        return order[:k], order[k:]

    def between_nodes(self) -> Surfer:
        """The steps from node to node alone: a single relation is on no side of a cut."""
        R = self.R[: self.n_nodes, : self.n_nodes]
        sums = R.sum(axis=1)
        x = self.x[: self.n_nodes] * sums
        R = sparse.csr_array(sparse.diags_array(1 / np.where(sums > 0, sums, 1)) @ R)
        return Surfer(x / x.sum(), R, self.n_nodes, self.converged)

    def conductances(self, order: np.ndarray) -> np.ndarray:
        """phi of the first 1, 2, ... nodes of an order, from the nonzeros of R alone."""
        N = len(order)
        rank = np.empty(N, dtype=np.int64)
        rank[order] = np.arange(N)
        R = self.R.tocoo()
        flow = self.x[R.coords[0]] * R.data
        i, j = rank[R.coords[0]], rank[R.coords[1]]

        def crossing(here: np.ndarray, there: np.ndarray) -> np.ndarray:
            """Flow from places up to k to places after k, for each k."""
            ahead = here < there
            starts, ends = (np.bincount(at[ahead], flow[ahead], N) for at in (here, there))
            return np.cumsum(starts - ends)

        inside, lost = np.cumsum(self.x[order]), np.cumsum((self.x * self.missing)[order])
        leave = crossing(i, j) + lost * (1 - inside)
        enter = crossing(j, i) + (lost[-1] - lost) * inside
        outside = np.maximum(1 - inside, 1e-300)
        return np.asarray(np.maximum(leave / inside, enter / outside))

    def leaving(self, members: np.ndarray) -> float:
        """Mean chance that a step between nodes leaves the cluster of its start."""
        x, R = self.x[: self.n_nodes], self.R[: self.n_nodes, : self.n_nodes]
        steps = members.T @ (x[:, None] * (R @ members))
        total = members.T @ (x * R.sum(axis=1))
        there = total > 0
        return float(np.mean(1 - steps.diagonal()[there] / total[there])) if there.any() else 0.0


def symmetric(slices: Relations) -> tuple[Relations, bool]:
    """Relations between nodes, and whether the rows and columns of the slices are the same things."""
    if all(map(is_symmetric, slices)):
        return slices, True
    return [sparse.block_array([[None, one], [one.T, None]], format="csr") for one in slices], False


def shares_of(nodes: Relations) -> tuple[Relations, Relations]:
    """(A, B): the share of each relation in an entry, and of each entry in its row."""
    inverse = sparse.csr_array(sum(nodes[1:], nodes[0]))
    inverse.data = 1 / inverse.data
    sums = [one.sum(axis=1) for one in nodes]
    rows = [sparse.diags_array(1 / np.where(total > 0, total, 1)) for total in sums]
    A = [sparse.csr_array(one.multiply(inverse)) for one in nodes]
    return A, [sparse.csr_array(scale @ one) for scale, one in zip(rows, nodes, strict=True)]


def transition(A: Relations, B: Relations, x: np.ndarray) -> sparse.csr_array:
    """R_ji = sum_k P_ijk x_k from j to i."""
    n = A[0].shape[0]
    between = sum(p * b for p, b in zip(x[n:], B, strict=True))
    to_relations = sparse.csr_array(np.stack([a @ x[:n] for a in A], axis=1))
    from_relations = sparse.csr_array(np.stack([b.T @ x[:n] for b in B]))
    return sparse.block_array([[between, to_relations], [from_relations, None]], format="csr")  # (2)


def one_hot_parts(parts: list[np.ndarray], n: int, g: int) -> np.ndarray:
    """0/1 memberships of n nodes in g parts; a node in none has a row of zeros."""
    members = np.zeros((n, g))
    for k, inside in enumerate(parts):
        members[inside, k] = 1
    return members


def unit(F: np.ndarray) -> np.ndarray:
    """Columns at unit length; zero columns stay zero."""
    norms = np.linalg.norm(F, axis=0)
    return np.asarray(F / np.where(norms > 0, norms, 1))
