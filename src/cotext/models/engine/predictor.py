"""Models that place new documents, and the parameters of a search that is repeated from several starts."""

from __future__ import annotations

from abc import abstractmethod
from numbers import Integral, Real
from typing import Any, ClassVar, TypeAlias

import numpy as np
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from cotext.backend import Array, quiet_blas
from cotext.errors import UsageError
from cotext.models.engine.checks import generator
from cotext.models.engine.coclusterer import Clusters, CoClusterer, Constraints
from cotext.models.engine.labels import labels_from
from cotext.models.engine.sklearn_private import Interval, StrOptions
from cotext.models.engine.units import times_power

Init: TypeAlias = str | tuple[Array, ...]


class Predictor(ClassNamePrefixFeaturesOutMixin, TransformerMixin, CoClusterer):  # type: ignore[misc]
    """A model whose words answer documents that it was not fitted on."""

    @abstractmethod
    def answers(self, X: Any) -> np.ndarray:
        """Memberships of the documents of a checked X."""

    def transform(self, X: Any) -> np.ndarray:
        """Memberships of documents, new or old: shape (n_documents, n_document_clusters)."""
        check_is_fitted(self)
        X = self.take_in(X, reset=False)
        with quiet_blas(self.n_jobs):
            return self.answers(X)

    def predict(self, X: Any) -> np.ndarray:
        """Cluster of each document; one without known words gets the largest cluster."""
        return self.assign(self.transform(X))

    def assign(self, Z: np.ndarray) -> np.ndarray:
        """Cluster of each document, from what ``transform`` says of it."""
        return labels_from(Z, self.row_shares_, self.row_norms_)

    def fit_transform(self, X: Any, y: Any = None, **fit_params: Any) -> np.ndarray:
        """Fit and transform the same documents."""
        self.fit(X, y, **fit_params)
        return self.row_factor_ if self.settled_ else self.transform(X)

    @property
    def _n_features_out(self) -> int:
        return len(self.block_)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags


class Iterative(Predictor):
    """Adds the parameters that models of many sweeps share.

    Parameters
    ----------
    n_init : int, default=10
        Restarts; the one with the lowest criterion is kept.
    max_iter : int, default=100
        Sweeps per restart, at most.
    tol : float, default=1e-5
        A restart ends when a sweep lowers the criterion by less than this share of it.
    init : str or tuple of arrays
        Start: "skmeans" (spherical k-means), "itcc", "random", "nndsvda", or the factors (Z, W) or (Z, W, S).
        k-means itself, spherical or not, starts from "k-means++" or "random" documents.
    screen : bool, default=False
        Give up two restarts in three after ten sweeps, those of the highest criterion.
    device : {"cpu", "cuda"}, default="cpu"
        Where to compute; "cuda" needs CuPy and a GPU.
    """

    _parameter_constraints: ClassVar[Constraints] = {
        "n_init": [Interval(Integral, 1, None, closed="left")],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "tol": [Interval(Real, 0, None, closed="left")],
        "init": [StrOptions({"skmeans", "itcc", "random", "nndsvda"}), tuple, list],
        "screen": ["boolean"],
        "device": [StrOptions({"cpu", "cuda"})],
    }

    def __init__(
        self,
        n_clusters: Clusters = 3,
        *,
        n_init: int = 10,
        max_iter: int = 100,
        tol: float = 1e-5,
        init: Init = "skmeans",
        screen: bool = False,
        device: str = "cpu",
        **shared: Any,
    ):
        super().__init__(n_clusters, **shared)
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.init = init
        self.screen = screen
        self.device = device


class Restarted(Iterative):
    """A search from ``n_init`` random starts, of which the best is kept."""

    if_empty = "ask for fewer clusters, more restarts (n_init) or another start (init)"

    def restart_generators(self) -> list[np.random.Generator]:
        """One per restart; factors given as ``init`` are one start."""
        return generator(self.random_state).spawn(self.n_init if isinstance(self.init, str) else 1)

    def init_of_kept(self) -> Init:
        """``init`` for the documents that are kept: factors given by the user are for all of them."""
        if isinstance(self.init, str) or self._taking_part is None:
            return self.init
        Z, *others = self.init
        kept, shape = self._taking_part.documents, np.shape(Z)
        if shape != (expected := (len(kept), self.cluster_pair()[0])):
            raise UsageError(f"init: Z has shape {shape}, expected {expected}.")
        return (np.asarray(Z)[kept], *others)

    def own_init(self) -> Init:
        """The same in the unit of the fit: factors given by the user are in that of X."""
        init = self.init_of_kept()
        if isinstance(init, str) or self.scale_ == 1:
            return init
        powers = (self.grows().get(name, 0) for name in ("row_factor_", "column_factor_", "block_"))
        return tuple(
            times_power(np.asarray(factor, dtype=np.float64), self.scale_, -power)
            for factor, power in zip(init, powers, strict=False)
        )

    def not_converged(self, losses: list[float]) -> str:
        """What to tell whoever wonders why the fit ended."""
        before, after = losses[-2:] if len(losses) > 1 else (np.nan, losses[0])
        return (
            f"{self.cli_name} stopped after max_iter={self.max_iter} sweeps while its criterion still fell "
            f"by {(before - after) / max(abs(before), 1e-300):.1e} of itself per sweep (tol={self.tol:g}): "
            "raise max_iter, or tol if this is close enough."
        )
