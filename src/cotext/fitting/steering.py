"""Fits that start with seed words, and clusters that get their names."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse
from scipy.optimize import linear_sum_assignment

from cotext.errors import Keyword, UsageError
from cotext.models.engine import Estimator
from cotext.models.starts.seeds import anchors, seeded_labels, start_from
from cotext.recipe import Listener, Recipe, SeedWords
from cotext.result import CoClustering, without_words

STAYED = 0.25  # 1 if all documents of a seed are in one cluster, 0 if they are spread like all others


class Steering:
    """Start a fit with seed words, and name the clusters in which their documents end up."""

    def __init__(self, seeds: SeedWords, X: sparse.csr_array, recipe: Recipe, note: Listener) -> None:
        self.seeds, self.X, self.note = seeds, X, note
        self.seed_of = anchors(X, seeds.rows(recipe, note))  # of each document, or -1

    def begin(self, estimator: Estimator) -> tuple[Estimator, dict[str, Any]]:
        """Return the estimator to fit, and further arguments of its ``fit``."""
        params, (g, m) = estimator.get_params(deep=False), estimator.algorithm.cluster_pair()
        takes_factors = tuple in estimator._parameter_constraints.get("init", ())
        self.init = params.get("init")
        self._check(estimator, g, takes_factors)
        seed = params.get("random_state")
        n_seeds = len(self.seeds.words)
        z = seeded_labels(self.X, self.seed_of, n_seeds, g, seed if isinstance(seed, int) else 0)
        if not takes_factors:
            return estimator, {"initial_labels": z}
        return type(estimator)(**params | {"init": start_from(self.X, z, g, m), "n_init": 1}), {}

    def _check(self, estimator: Estimator, g: int, takes_factors: bool) -> None:
        """Refuse more seeds than clusters, and models that cannot start from given clusters."""
        if len(self.seeds.words) > g:
            raise UsageError(
                f"seed_words has {len(self.seeds.words)} clusters, but ",
                Keyword("n_clusters", g),
                ": choose at least as many.",
            )
        if not takes_factors and not estimator.algorithm.takes_opinions:
            raise UsageError(
                f"{estimator.cli_name} cannot start from given clusters: leave out seed_words, or use "
                "consensus, spherical-kmeans, nmtf or wc-nmtf."
            )

    def settle(self, model: Estimator) -> None:
        """Remember the labels of the fit, and restore the parameter ``init``."""
        self.labels = model.row_labels_
        if self.init is not None:
            model.set_params(init=self.init)

    def end(self, result: CoClustering) -> CoClustering:
        """Return the result with the seeds' names."""
        result.config["seed_words"] = self.seeds.plain()
        table = np.zeros((len(self.seeds.words), result.n_clusters[0]))
        has_seed = self.seed_of >= 0
        np.add.at(table, (self.seed_of[has_seed], self.labels[has_seed]), 1)
        has_words = ~without_words(self.X)
        sizes = np.bincount(self.labels[has_words], minlength=table.shape[1]) / max(has_words.sum(), 1)
        for seed, cluster in zip(*linear_sum_assignment(table, maximize=True), strict=True):
            result = self._named(result, int(seed), int(cluster), table[seed], sizes[cluster])
        return result

    def _named(
        self, result: CoClustering, seed: int, cluster: int, counts: np.ndarray, size: float
    ) -> CoClustering:
        """Name the cluster after the seed if the documents of the seed stayed together in it."""
        share = counts[cluster] / max(counts.sum(), 1)
        if share - size < STAYED * (1 - size):
            name = self.seeds.names[seed] or ", ".join(self.seeds.words[seed])
            self.note(f"the documents of the seed words {name!r} did not stay together: no cluster is theirs")
        elif name := self.seeds.names[seed]:
            return result.rename(cluster, name)
        return result
