"""A fit that begins with seed words, and clusters that carry the names of these."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse
from scipy.optimize import linear_sum_assignment

from cotext.models.kinds.steered import steered
from cotext.models.starts.seeds import anchors
from cotext.recipe import Listener, Recipe
from cotext.recipe.seed_words import SeedWords


class Steering:
    """Seed words on their way through a fit."""

    def __init__(self, seeds: SeedWords, X: sparse.csr_array, recipe: Recipe, note: Listener) -> None:
        self.seeds, self.X = seeds, X
        self.held = anchors(X, seeds.rows(recipe, note))

    def begin(self, estimator: Any) -> Any:
        """The estimator that is to be fitted."""
        self.init = estimator.get_params(deep=False).get("init")
        return steered(estimator, self.X, self.held, len(self.seeds.words))

    def end(self, result: Any, labels: np.ndarray) -> Any:
        """The result with the seeds' names, by the ``labels`` of the rows that were fitted.

        Factors to begin with are not kept as a parameter.
        """
        if not isinstance(result.model.init, str):
            result.model.set_params(init=self.init)
        result.config["seed_words"] = self.seeds.plain()
        for seed, cluster in self.homes(labels, result.n_clusters[0]).items():
            if name := self.seeds.names[seed]:
                result = result.rename(cluster, name)
        return result

    def homes(self, labels: np.ndarray, g: int) -> dict[int, int]:
        """The cluster that most documents of each seed are in, one to one."""
        table = np.zeros((len(self.seeds.words), g))
        known = self.held >= 0
        np.add.at(table, (self.held[known], labels[known]), 1)
        rows, columns = linear_sum_assignment(table, maximize=True)
        return dict(zip(rows.tolist(), columns.tolist(), strict=True))
