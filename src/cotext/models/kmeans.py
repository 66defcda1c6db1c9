r"""k-means :cite:`lloyd1982least`: documents by the distance to their cluster's mean.

.. math:: \min_{Z, C} \tfrac12 \|X - Z C'\|^2, \qquad Z \text{ 0/1, one 1 per row}

(1) z_i = argmax_k x_i c_k - |c_k|^2 / 2, the nearest centre
(2) c_k = mean of the x_i with z_i = k
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from cotext.backend import namespace
from cotext.models.engine.sklearn_private import StrOptions
from cotext.models.kinds.nearest import NearestCentre, cluster_sizes
from cotext.models.spherical_kmeans import starting_centres


@dataclass(frozen=True)
class State:
    C: Any
    squared_norm: float = 0.0


class KMeans(NearestCentre):
    """Plain k-means; a word belongs to the centre in which it weighs most.

    Minimises half the squared distance of documents to the mean of their cluster. The baseline of the
    papers; for texts, whose length says little, spherical k-means is the better one. ``row_factor_``
    holds the memberships of fuzzy c-means: shares in proportion to 1 / squared distance to each centre.

    Parameters
    ----------
    {shared parameters}

    Attributes
    ----------
    {attributes}

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import KMeans
    >>> data = make_planted(n_clusters=3, random_state=0)
    >>> model = KMeans(n_clusters=3, random_state=0).fit(data.X)
    >>> bool((model.predict(data.X) == model.row_factor_.argmax(axis=1)).all())
    True
    """

    cli_name = "kmeans"
    reference = "lloyd1982least"
    two_factor = True

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "init": [StrOptions({"k-means++", "random"}), tuple, list],
    }

    def __init__(self, n_clusters=3, *, init="k-means++", **shared):
        super().__init__(n_clusters, init=init, **shared)

    def begin(self, X, rngs):
        Z, C = starting_centres(X, self.cluster_pair()[0], rngs, self.init)
        return Z, State(C, X.squared_norm())

    def centres(self, s):
        return s.C  # (1)

    def shared(self, s, sums):
        return replace(s, C=sums.XtZ / cluster_sizes(sums))  # (2)

    def factors(self, s):
        return namespace(s.C).eye(s.C.shape[-1], dtype=s.C.dtype), s.C

    def frozen(self, S, W):
        return State(W)
