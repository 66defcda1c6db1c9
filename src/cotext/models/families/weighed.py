"""A consensus asked lightly, and again of nearly the same documents: what comparing many numbers needs."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from cotext.backend import Entries
from cotext.models.consensus import FEW, Consensus
from cotext.models.judging.opinions import Opinions
from cotext.models.judging.split_half import Part


class WeighedConsensus(Consensus):
    """A consensus whose kinds of opinion weigh what they weighed before: no halves of the words are asked."""

    scores: np.ndarray

    def part(self, X: Entries, M: sparse.csr_array, rng: np.random.Generator) -> Part | None:
        return None

    def _scores(
        self, opinions: Opinions, by_half: list[Opinions], part: Part | None, rng: np.random.Generator
    ) -> tuple[np.ndarray, float]:
        return self.scores, float("nan")


def asked_lightly(model: Consensus, n_documents: int) -> Consensus:
    """The same with fewer starts; few documents, whose clusters scatter more, keep two.

    Examples
    --------
    >>> asked_lightly(Consensus(n_clusters=3), n_documents=5000).n_starts
    1
    """
    starts = 2 if n_documents < FEW else 1
    return Consensus(**model.get_params(deep=False) | {"n_starts": min(model.n_starts, starts), "n_init": 1})


def asked_again(fitted: Consensus) -> Consensus:
    """An estimator for other documents of the same collection, in a fraction of the time.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> data = make_planted(n_clusters=3, n_words=220, random_state=0)
    >>> model = Consensus(n_clusters=3, random_state=0).fit(data.X)
    >>> asked_again(model).fit(data.X).opinions_ == model.opinions_
    True
    """
    new = WeighedConsensus(**fitted.get_params(deep=False))
    new.scores = np.array([score for _, score, _ in fitted.opinions_])
    return new
