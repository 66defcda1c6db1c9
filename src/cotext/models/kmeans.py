r"""k-means :cite:`lloyd1982least`: documents by the distance to their cluster's mean.

.. math:: \min_{Z, C} \tfrac12 \|X - Z C'\|^2, \qquad Z \text{ 0/1, one 1 per row}

(1) z_i = argmax_k x_i c_k - |c_k|^2 / 2, the nearest center
(2) c_k = mean of the x_i with z_i = k
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from cotext.backend import Array, Matrix, Sums
from cotext.models.engine import Generators, Init, Predictor, StrOptions, parameter
from cotext.models.engine.memory import ANSWERING, STARTING, Moment
from cotext.models.families.nearest import NearestCentre, cluster_sizes
from cotext.models.families.two_factors import SquaredError, Words
from cotext.models.spherical_kmeans import starting_centres


@dataclass(frozen=True)
class KMeansAlgorithm(SquaredError, NearestCentre[Words]):
    init: Init = parameter("k-means++", StrOptions({"k-means++", "random"}), tuple, list)

    def initialize(self, X: Matrix, rngs: Generators, centres: Array | None = None) -> tuple[Array, Words]:
        g = self.cluster_pair()[0]
        if centres is not None:
            return X.put(np.zeros((len(rngs), X.shape[0], g))), Words(centres, X.squared_norm())
        Z, C = starting_centres(X, g, rngs, self.init)
        return Z, Words(C, X.squared_norm())

    def centres(self, s: Words) -> Array:
        return s.W  # (1)

    def update_words(self, s: Words, sums: Sums) -> Words:
        return replace(s, W=sums.XtZ / cluster_sizes(sums))  # (2)

    def arrays(self) -> list[Moment]:
        return [STARTING, ANSWERING]


class KMeans(Predictor):
    """Plain k-means; a word belongs to the center in which it weighs most.

    Minimizes half the squared distance of documents to the mean of their cluster. The baseline of the
    papers; for texts, whose length says little, spherical k-means is the better one. ``row_factor_``
    holds the memberships of fuzzy c-means: shares in proportion to 1 / squared distance to each center.

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
    algorithm_type = KMeansAlgorithm
