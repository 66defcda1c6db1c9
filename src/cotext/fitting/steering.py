"""A fit that begins with seed words, and clusters that carry the names of these."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse
from scipy.optimize import linear_sum_assignment

from cotext.models.families.steered import steered
from cotext.models.starts.seeds import anchors
from cotext.recipe import Listener, Recipe, SeedWords

STAYED = 0.25  # 1 where all documents of a seed are in one cluster, 0 where they are spread as all others


class Steering:
    """Seed words on their way through a fit."""

    def __init__(self, seeds: SeedWords, X: sparse.csr_array, recipe: Recipe, note: Listener) -> None:
        self.seeds, self.X, self.note = seeds, X, note
        self.held = anchors(X, seeds.rows(recipe, note))

    def begin(self, estimator: Any) -> Any:
        """The estimator that is to be fitted."""
        self.init = estimator.get_params(deep=False).get("init")
        return steered(estimator, self.X, self.held, len(self.seeds.words))

    def settle(self, model: Any) -> None:
        """After the fit: the factors it began with are not kept as a parameter."""
        self.labels = model.row_labels_
        if not isinstance(model.init, str):
            model.set_params(init=self.init)

    def end(self, result: Any) -> Any:
        """The result with the seeds' names."""
        result.config["seed_words"] = self.seeds.plain()
        table = np.zeros((len(self.seeds.words), result.n_clusters[0]))
        known = self.held >= 0
        np.add.at(table, (self.held[known], self.labels[known]), 1)
        says = np.diff(self.X.indptr) > 0
        sizes = np.bincount(self.labels[says], minlength=table.shape[1]) / max(says.sum(), 1)
        for seed, cluster in zip(*linear_sum_assignment(table, maximize=True), strict=True):
            result = self._named(result, int(seed), int(cluster), table[seed], sizes[cluster])
        return result

    def _named(self, result: Any, seed: int, cluster: int, found: np.ndarray, size: float) -> Any:
        """The result with this cluster named, if the documents of the seed have stayed together there."""
        share = found[cluster] / max(found.sum(), 1)
        if share - size < STAYED * (1 - size):
            called = self.seeds.names[seed] or ", ".join(self.seeds.words[seed])
            self.note(
                f"the documents of the seed words {called!r} did not stay together: no cluster is theirs"
            )
        elif name := self.seeds.names[seed]:
            return result.rename(cluster, name)
        return result
