"""A fit that begins with seed words, and clusters that carry the names of these."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse
from scipy.optimize import linear_sum_assignment

from cotext.errors import UsageError
from cotext.models.starts.seeds import anchors, seeded_labels, start_from
from cotext.recipe import Listener, Recipe, SeedWords

STAYED = 0.25  # 1 where all documents of a seed are in one cluster, 0 where they are spread as all others


class Steering:
    """Seed words on their way through a fit."""

    def __init__(self, seeds: SeedWords, X: sparse.csr_array, recipe: Recipe, note: Listener) -> None:
        self.seeds, self.X, self.note = seeds, X, note
        self.held = anchors(X, seeds.rows(recipe, note))

    def begin(self, estimator: Any) -> tuple[Any, dict[str, Any]]:
        """The estimator that is to be fitted, and what its ``fit`` is given besides."""
        params, (g, m) = estimator.get_params(deep=False), estimator.algorithm.cluster_pair()
        takes_factors = tuple in estimator._parameter_constraints.get("init", ())
        self.init = params.get("init")
        self._check(estimator, g, takes_factors)
        seed = params.get("random_state")
        n_seeds = len(self.seeds.words)
        z = seeded_labels(self.X, self.held, n_seeds, g, seed if isinstance(seed, int) else 0)
        if not takes_factors:
            return estimator, {"initial_labels": z}
        return type(estimator)(**params | {"init": start_from(self.X, z, g, m), "n_init": 1}), {}

    def _check(self, estimator: Any, g: int, takes_factors: bool) -> None:
        """Refuse more seeds than clusters, and models that cannot begin with clusters."""
        if len(self.seeds.words) > g:
            raise UsageError(
                f"seed_words has {len(self.seeds.words)} clusters, n_clusters={g}: ask for at least as many."
            )
        if not takes_factors and not estimator.algorithm.takes_opinions:
            raise UsageError(
                f"{estimator.cli_name} cannot begin with given clusters: leave out seed_words, or use "
                "consensus, spherical-kmeans, nmtf or wc-nmtf."
            )

    def settle(self, model: Any) -> None:
        """After the fit: the factors it began with are not kept as a parameter."""
        self.labels = model.row_labels_
        if self.init is not None:
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
