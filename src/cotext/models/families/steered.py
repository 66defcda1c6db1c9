"""Models that begin with clusters a person asked for by words."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from cotext.errors import UsageError
from cotext.models.consensus import STOPS, Consensus
from cotext.models.itcc import ITCC
from cotext.models.judging.opinions import Opinions, clusterings
from cotext.models.judging.progress import Steps
from cotext.models.judging.split_half import Part
from cotext.models.judging.stop import labels_along
from cotext.models.spherical_kmeans import SphericalKMeans
from cotext.models.starts.seeds import seeded_labels, start_from
from cotext.models.wc_nmtf import WCNMTF


class SteeredConsensus(Consensus):
    """A consensus whose opinions all begin with given clusters, which have a vote of their own.

    Opinions are weighed alike: what comes back from halves of the words is no measure of what was asked for.
    """

    begun: np.ndarray | None = None

    def opinions(self, X: Any, M: sparse.csr_array, seed: int, starts: int, steps: Steps) -> Opinions:
        if self.begun is None:
            return super().opinions(X, M, seed, starts, steps)
        g, begun = self.cluster_pair()[0], self.begun
        begun = begun if self._taking_part is None else begun[self._taking_part.documents]
        where: dict[str, Any] = {"device": self.device, "n_jobs": self.n_jobs}
        start = start_from(X, begun, g, g)
        opinions = []
        for model in (SphericalKMeans(g, init=start, **where), ITCC(g, init=start, **where)):
            opinions.append([labels for _, labels in clusterings(model, X, seed, 1)])
            steps.done()
        opinions += labels_along(WCNMTF(g, init=start, **where), X, M, seed, 1, STOPS)
        steps.done()
        return [*opinions, [begun]]

    def names(self) -> list[str]:
        return [*super().names(), *(["seed words"] if self.begun is not None else [])]

    def part(self, X: Any, M: sparse.csr_array, rng: np.random.Generator) -> Part | None:
        return None if self.begun is not None else super().part(X, M, rng)


def steered(estimator: Any, X: sparse.csr_array, held: np.ndarray, n_seeds: int) -> Any:
    """An estimator like this one that begins with the documents of each seed in a cluster."""
    g, m = estimator.cluster_pair()
    params = estimator.get_params(deep=False)
    if n_seeds > g:
        raise UsageError(f"seed_words has {n_seeds} clusters, n_clusters={g}: ask for at least as many.")
    takes_factors = tuple in estimator._parameter_constraints.get("init", ())
    if not takes_factors and type(estimator) is not Consensus:
        raise UsageError(
            f"{estimator.cli_name} cannot begin with given clusters: leave out seed_words, or use consensus, "
            "spherical-kmeans, nmtf or wc-nmtf."
        )
    seed = params.get("random_state")
    z = seeded_labels(X, held, n_seeds, g, seed if isinstance(seed, int) else 0)
    if takes_factors:
        return type(estimator)(**params | {"init": start_from(X, z, g, m), "n_init": 1})
    new = SteeredConsensus(**params)
    new.begun = z
    return new
