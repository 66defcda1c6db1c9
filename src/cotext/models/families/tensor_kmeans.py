"""k-means on the factors of a low-rank decomposition of a tensor."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from numbers import Integral
from typing import Any

import numpy as np
from scipy import sparse

from cotext.errors import UsageError
from cotext.models.engine import Callback, Interval, Outcome, parameter
from cotext.models.engine.memory import Size
from cotext.models.families.embedding import EmbeddingAlgorithm, EmbeddingFit, Relations, leading_vectors
from cotext.models.families.slices import TensorAlgorithm, TensorFit

LARGEST = 2**30  # bytes of the dense tensor; the decomposition needs a few times as much


@dataclass(frozen=True, eq=False)
class TensorKMeansFit(TensorFit, EmbeddingFit):
    """Slices and places."""


@dataclass(frozen=True)
class TensorKMeansAlgorithm(TensorAlgorithm, EmbeddingAlgorithm):
    """Adds points and maps to an algorithm that has ``decompose``.

    Parameters
    ----------
    rank : int, default=10
        Components of the decomposition, at most.
    weigh : bool, default=True
        Cluster documents as reconstructed by the decomposition, so that a component counts as much as it
        explains; False clusters the rows of the factor, the papers' baseline.
    """

    rank: int = parameter(10, Interval(Integral, 1, None, closed="left"))
    weigh: bool = parameter(True, "boolean")

    fit_type = TensorKMeansFit

    def search(self, X: Any, callback: Callback | None, **given: Any) -> Outcome:
        outcome = super().search(X, callback, **given)
        return replace(outcome, fit=replace(outcome.fit, **X.described()))

    def bytes_needed(self, X: Any, **given: Any) -> int:
        size = Size.of(X)
        cells = size.n * (size.d // size.slices)
        return int(8.0 * cells * self.dense_slices(size.slices) + super().bytes_needed(X))

    def dense_slices(self, v: int) -> int:
        """Dense matrices of documents x columns that a fit holds at once, of v slices."""
        return 3 * v

    @abstractmethod
    def decompose(self, tensor: np.ndarray, starts: list[np.ndarray]) -> tuple[np.ndarray, list[np.ndarray]]:
        """(G, [A, B, C]): the core tensor and the factors of documents, columns and slices."""

    def embed(self, slices: Relations) -> tuple[np.ndarray, np.ndarray]:
        tensor = dense(slices)
        size = np.linalg.norm(tensor)
        if not size:  # nothing to decompose: all points at the origin
            n, d = slices[0].shape
            return np.zeros((len(slices), d, 1)), np.zeros((len(slices), n, 1))
        G, (A, B, C) = self.decompose(tensor / size, leading_factors(slices, self.rank))
        cores = np.einsum("abc,vc->vab", size * G, C)
        return self._maps(B, cores.mT), self._maps(A, cores)

    def _maps(self, B: np.ndarray, cores: np.ndarray) -> np.ndarray:
        """Least squares of a document's slices on B cores[b]: the map from them to its coordinates.

        With ``weigh``, distances between points are distances between the reconstructed slices.
        """
        K = B @ cores  # (v, d, r)
        values, vectors = np.linalg.eigh(np.einsum("vdr,vds->rs", K, K))
        real = values > 1e-10 * values.max(initial=0)
        scale = np.zeros_like(values)
        scale[real] = values[real] ** (-0.5 if self.weigh else -1.0)
        maps: np.ndarray = K @ (vectors * scale @ vectors.T)
        return maps


def dense(slices: Relations) -> np.ndarray:
    """The n x d x v tensor, if it is small enough."""
    shape = (*slices[0].shape, len(slices))
    if (size := 8 * int(np.prod(shape, dtype=np.int64))) > LARGEST:
        raise UsageError(
            f"a decomposition of {' x '.join(map(str, shape))} needs the dense tensor, {size / 2**30:.1f} "
            f"GiB, more than the {LARGEST / 2**30:.0f} GiB allowed: use tsplbm, which keeps it sparse, or "
            "fewer documents."
        )
    return np.stack([one.toarray() for one in slices], axis=-1)


def leading_factors(slices: Relations, rank: int) -> list[np.ndarray]:
    """Leading left singular vectors of the three unfoldings, at most ``rank`` and without those of zero."""
    sides = [sparse.hstack(slices, "csr"), sparse.hstack([one.T for one in slices], "csr")]
    pairs = [leading_vectors(side, min(rank, *side.shape))[:2] for side in sides]
    gram = np.array([[(one * other).sum() for other in slices] for one in slices])
    values, vectors = np.linalg.eigh(gram)
    pairs.append((vectors[:, ::-1][:, :rank] * (values[::-1][:rank] > 1e-10 * values[-1]), values))
    return [U[:, : max(1, int(U.any(axis=0).sum()))] for U, _ in pairs]


def tensorly() -> Any:
    """The package that decomposes tensors, or an error with the command to install it."""
    try:
        import tensorly
        import tensorly.decomposition
    except ImportError:
        raise UsageError('this model needs tensorly: pip install "cotext[tensor]".') from None
    return tensorly
