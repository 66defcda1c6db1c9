r"""Spherical k-means :cite:`dhillon2001concept`: documents by the angle to their cluster's centre.

.. math:: \min_{z, C} \tfrac12 \sum_i \|x_i - c_{z_i}\|^2, \qquad \|x_i\| = \|c_k\| = 1

(1) z_i = argmax_k x_i c_k
(2) c_k = sum of the x_i with z_i = k, scaled to unit length
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from cotext.backend import Argmax, dot, namespace, unit_columns
from cotext.models._base import CoClusterer
from cotext.models._sklearn import StrOptions
from cotext.models._starts import given


@dataclass(frozen=True)
class State:
    C: Any
    n_documents: float = 0.0


class SphericalKMeans(CoClusterer):
    """k-means on the unit sphere; a word belongs to the centre in which it weighs most.

    Compares documents by angle, so long and short ones are treated alike. Quick, and the start of
    the other models. ``row_factor_`` holds the cosine of each document with each centre.

    Parameters
    ----------
    {shared parameters}

    Attributes
    ----------
    {attributes}

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import SphericalKMeans
    >>> data = make_planted(n_clusters=3, random_state=0)
    >>> model = SphericalKMeans(n_clusters=3, random_state=0).fit(data.X)
    >>> bool((model.predict(data.X) == model.labels_).all())
    True
    """

    cli_name = "spherical-kmeans"
    reference = "dhillon2001concept"
    two_factor = True
    hard = True

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **CoClusterer._parameter_constraints,
        "init": [StrOptions({"k-means++", "random"}), tuple, list],
    }

    def __init__(
        self,
        n_clusters=3,
        *,
        n_init=10,
        max_iter=100,
        tol=1e-5,
        random_state=None,
        init="k-means++",
        device="cpu",
        n_jobs=None,
        verbose=0,
    ):
        super().__init__(
            n_clusters,
            n_init=n_init,
            max_iter=max_iter,
            tol=tol,
            random_state=random_state,
            init=init,
            device=device,
            n_jobs=n_jobs,
            verbose=verbose,
        )

    def prepare(self, X):
        return X.unit_rows()

    def begin(self, X, rng):
        g, _ = self.cluster_pair()
        if isinstance(self.init, str):
            C = X.rows(_seeds(X, g, rng, spread=self.init == "k-means++")).T
        else:
            C = X.put(given(self.init, X, g, g)[1])
        Z = X.put(np.zeros((X.shape[0], g)))
        return Z, State(unit_columns(C), X.squared_norm())

    def rule(self, s):
        return Argmax(s.C)  # (1)

    def shared(self, s, sums):
        return replace(s, C=unit_columns(sums.XtZ))  # (2)

    def loss(self, s, sums):
        return s.n_documents - dot(sums.XtZ, s.C)

    def answer(self, X, s):
        return X @ s.C

    def factors(self, s):
        return namespace(s.C).eye(s.C.shape[-1], dtype=s.C.dtype), s.C

    def frozen(self, S, W):
        return State(W)


def _seeds(X: Any, g: int, rng: np.random.Generator, *, spread: bool) -> np.ndarray:
    """g documents to start from: uniformly, or each far from those before it (k-means++)."""
    ones = X.put(np.ones((X.shape[1], 1)))
    open_to_choice = (X.get(X @ ones).ravel() > 0).astype(np.float64)
    if open_to_choice.sum() < g:
        open_to_choice[:] = 1
    distance, chosen = open_to_choice.copy(), []
    for _ in range(g):
        weight = distance if distance.sum() > 0 else open_to_choice
        chosen.append(int(rng.choice(len(weight), p=weight / weight.sum())))
        open_to_choice[chosen[-1]] = 0
        cosine = X.get(X @ X.rows(chosen[-1:]).T).ravel() if spread else np.zeros(len(weight))
        distance = np.minimum(distance, np.maximum(1 - cosine, 0)) * open_to_choice
    return np.array(chosen)
