r"""Consensus: what several models agree on :cite:`strehl2002cluster`, for any number of word clusters.

(1) the opinions y_v: clusters of the documents by spherical k-means of all words; by k-means of low-rank
    views, one of them averaged over neighbors; by ITCC and WC-NMTF, which begin from these; several of each
(2) w = exp(s / t) by kind of opinion; s is the share of information that the clusters of one kind by all
    words and those of all other kinds by half of the words have in common
(3) z: k-means of the documents along the leading singular vectors of documents x weighted opinions
(4) z_i = argmax_k x_i c_k with c_k prop. to the sum of cluster k, |c_k| = 1: every document responds to the
    centers of z once, and so do new ones
(5) the words' clusters, m of them, tell most about z: the words' step of ITCC, see ``starts.words``
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from numbers import Integral
from typing import Any, ClassVar, Self

import numpy as np
from scipy import sparse

from cotext.backend import Array, Entries, Matrix, Sums, one_hot, some_columns, together, unit_columns
from cotext.errors import UsageError
from cotext.models.checkpoint import once, unrecorded
from cotext.models.engine import (
    ABSENT,
    Callback,
    Extras,
    Fit,
    Generators,
    Init,
    Interval,
    Kept,
    Outcome,
    StrOptions,
    SweepFit,
    data,
    fitted,
    generator,
    parameter,
)
from cotext.models.engine.fit import widened
from cotext.models.engine.memory import Size
from cotext.models.families.contexts import ContextPredictor, UsesContexts, associations
from cotext.models.families.spherical import SmallestAngle, State
from cotext.models.judging.concurrency import worth_it
from cotext.models.judging.opinions import Opinions, agree, side_by_side, votes, weigh
from cotext.models.judging.progress import Steps
from cotext.models.judging.split_half import Part, agreement_of_halves, by_halves, judged_by_others, part_of
from cotext.models.judging.witnesses import KINDS, Models, Seeded, Witnesses, ask, views_bytes
from cotext.models.starts.words import masses, telling, word_clusters
from cotext.models.wc_nmtf import WCNMTFAlgorithm

TRIAL_STARTS = 2
JUDGED = 6000  # documents, at most, whose words are halved
FEW = 1000  # documents; of fewer, words are halved twice: one split is too noisy to tell groups from chance
PER_WORD = 20  # bytes: where the word is used, and its cluster
TELLS_LITTLE = 1e-6  # of its mass: the least weight of a word in its cluster


@dataclass(frozen=True)
class ConsensusState(State):
    votes: Array = ABSENT  # weighted share of the opinions that put a document into each cluster
    opinions: Array = ABSENT  # the clusters of the documents in each opinion, always on the host


@dataclass(frozen=True)
class ConsensusInputs:
    """What all consensuses of a fit share: associations of words, witnesses, their weights, and the opinions
    that were weighed; these make the first consensus."""

    M: sparse.csr_array
    witnesses: Witnesses
    weights: list[float]
    steps: Steps
    weighed: list[Opinions]


@dataclass(frozen=True, eq=False)
class ConsensusFit(SweepFit):
    """The further values of a consensus.

    Attributes
    ----------
    opinions_ : list of (name, score, weight)
        Kinds of opinion: how far they and all other kinds confirm each other by halves of the words (NaN if
        there are too few documents or words to tell), and their weight.
    opinion_labels_ : ndarray of int, shape (n_opinions, n_documents)
        The clusters of the documents in each opinion; their numbers differ from opinion to opinion.
    opinion_kinds_ : ndarray of int, shape (n_opinions,)
        The kind of each opinion, as an index of ``opinions_``, which has its name and weight.
    halves_agreement_ : float
        Information that clusters from two halves of the words share beyond chance, as a part of the most they
        could share: about 0 if documents have no groups, NaN if there are too few documents.
    document_centres_ : ndarray of shape (n_words, g)
        The center of each document cluster. A document joins the cluster with the nearest center.
    agreement_ : ndarray of shape (n_documents,)
        Weighted share of the opinions that put a document into its cluster, each opinion's clusters matched
        to those of the consensus one to one.
    """

    document_centres: np.ndarray = fitted("words", "document clusters", kind="numbers")
    agreement: np.ndarray = fitted("documents", kind="shares")
    opinion_labels: np.ndarray = fitted("opinions", "documents", kind="open labels")
    opinion_kinds: np.ndarray = fitted("opinions", kind="labels")
    opinions: list[tuple[str, float, float]] | None = None
    halves_agreement: float = float("nan")

    optional: ClassVar[tuple[str, ...]] = (
        *SweepFit.optional,
        *("agreement", "opinion_labels", "opinion_kinds"),
    )
    aliases: ClassVar[Mapping[str, str]] = {"gathered": "document_centres"}


@dataclass(frozen=True)
class ConsensusAlgorithm(UsesContexts, SmallestAngle):
    n_starts: int = parameter(3, Interval(Integral, 1, None, closed="left"))
    n_init: int = parameter(1)
    init: Init = parameter("k-means++", StrOptions({"k-means++", "random"}))

    fit_type = ConsensusFit
    by_opinions = True
    takes_opinions = True
    without = ("max_iter", "tol", "screen")  # opinions have a fixed number of sweeps

    def search(self, X: Any, callback: Callback | None, **given: Any) -> Outcome:
        used = data.words_used(X)
        rare = 0 < used.sum() <= X.shape[1] / 2 and given.get("cooccurrence") is None
        heard = some_columns(X, np.flatnonzero(used)) if rare else X
        outcome = super().search(heard, callback, steps=Steps(callback, self.n_init), **given)
        fit = outcome.fit
        assert isinstance(fit, ConsensusFit)
        if rare:  # words without entries do not matter; if most are such, they are left out
            W, centres = (widened(F, 0, used) for F in (fit.column_factor, fit.document_centres))
            w = self.word_labels(fit.block, W)
            fit = replace(fit, column_factor=W, document_centres=centres, column_labels=w)
        return replace(outcome, fit=replace(fit, converged=True), complaint=None)

    def given_among(self, given: dict[str, Any], kept: Kept) -> dict[str, Any]:
        if (labels := given.get("initial_labels")) is None:
            return given
        return {**given, "initial_labels": np.asarray(labels)[kept.documents]}

    def extras(
        self,
        X: Entries,
        steps: Steps,
        cooccurrence: Any = None,
        initial_labels: np.ndarray | None = None,
        opinion_scores: Any = None,
        **given: Any,
    ) -> Extras:
        _check_labels(initial_labels, X.shape[0], self.cluster_pair()[0])
        M, rows = associations(X, cooccurrence, self.shift), self.open(X).entries()
        rng = generator(self.random_state).spawn(1)[0]
        witnesses = self._witnesses(initial_labels)
        weighed_here = initial_labels is None and opinion_scores is None and self.cluster_pair()[0] > 1
        part = part_of(rows, M, rng, JUDGED) if weighed_here else None
        steps.expect(1 if part is None else 1 + 2 * _splits(part))
        opinions, by_half = self._ask_all(witnesses, rows, M, part, rng, steps)  # (1)
        scores, agreement = self._scores(opinions, by_half, part, rng)
        scores = scores if opinion_scores is None else np.array(opinion_scores)
        weights = weigh(scores).tolist()  # (2)
        learned = {
            "opinions": list(zip(witnesses.names, scores.tolist(), weights, strict=True)),
            "opinion_kinds": np.repeat(np.arange(len(opinions)), [len(kind) for kind in opinions]),
            "halves_agreement": agreement,
        }
        inputs = ConsensusInputs(M, witnesses, weights, steps, [opinions])
        return Extras({"inputs": inputs}, 1, learned)

    def initialize(self, X: Matrix, rngs: Generators, inputs: ConsensusInputs) -> tuple[Array, State]:
        g, weights = self.cluster_pair()[0], inputs.weights
        agreed, heard, said = [], [], []
        for rng in rngs:
            opinions = inputs.weighed.pop() if inputs.weighed else self._other_opinions(X, rng, inputs)
            inputs.steps.next_consensus()
            agreed.append(agree(opinions, weights, g))  # (3)
            heard.append(votes(opinions, weights, agreed[-1], g))
            said.append(side_by_side(opinions, g))
        Z = X.put(np.stack([np.eye(g)[z] for z in agreed]))
        W = unit_columns(X.sums(Z).XtZ)
        return Z, ConsensusState(W, X.squared_norm(), X.put(np.stack(heard)), np.stack(said))

    def update_words(self, s: State, sums: Sums) -> State:
        return s

    def finished(self, X: Matrix, s: State, Z: Array) -> Fit:
        assert isinstance(s, ConsensusState)
        fit = self.fit_of_clusters(X, Z, Z.argmax(axis=-1))
        return replace(
            fit,
            document_centres=X.get(s.W),
            agreement=X.get(s.votes)[np.arange(len(Z)), fit.row_labels],
            opinion_labels=np.asarray(s.opinions),
        )

    def fit_of_clusters(self, X: Matrix, Z: Array, z: Array) -> ConsensusFit:
        """Return a fit from the responses and clusters of the documents, with clusters of the words."""
        P = X.get(X.sums(one_hot(z, Z)).XtZ)
        m = self.cluster_pair()[1]
        w = word_clusters(P, m)  # (5)
        S = masses(P, w, m)
        weight = np.maximum(telling(P, w, S), TELLS_LITTLE * P.sum(axis=1))
        W = np.where(w[:, None] == np.arange(m), weight[:, None], 0)
        fit = self.fit_of(X.get(Z), W.astype(P.dtype), S.astype(P.dtype))
        assert isinstance(fit, ConsensusFit)
        return fit

    def paired(self) -> bool:
        return False

    def factor_shapes(self, fit: Fit, n_words: int) -> dict[str, tuple[int, int]]:
        own = {"document_centres": (n_words, self.cluster_pair()[0])}
        return {**super().factor_shapes(fit, n_words), **own}

    def prediction_state(self, fit: Fit) -> State:
        assert isinstance(fit, ConsensusFit)
        return State(fit.document_centres)

    def bytes_needed(self, X: Any, **given: Any) -> int:
        making, kept = self.ties_bytes(X, given.get("cooccurrence"))
        starts, size, (g, m) = max(self.n_starts, TRIAL_STARTS), Size.of(X), self.cluster_pair()
        published = size.d * (PER_WORD + size.itemsize * (g + 2 * m))  # words without entries among them
        size = size._replace(d=min(size.d, 2 * size.nnz))
        along = WCNMTFAlgorithm(g, init="skmeans", n_init=starts).start_bytes(size, starts)
        labels = self.n_init * (len(KINDS) * self.n_starts * X.shape[0])
        return int(max(making, 3 * kept + max(along, views_bytes(X, size)), published) + labels)

    def describe_plan(self) -> str | None:
        return f"{self.n_starts} starts of every opinion by all words, {TRIAL_STARTS} by each half of them"

    # --- witnesses and their weights ------------------------------------------------------------------

    def _where(self) -> dict[str, Any]:
        return {"device": self.device, "n_jobs": self.n_jobs}

    def _witnesses(self, initial_labels: np.ndarray | None) -> Witnesses:
        g = self.cluster_pair()[0]
        if initial_labels is not None:
            return Seeded(g, initial_labels, self._where())
        assert isinstance(self.init, str)
        return Models(g, self.init, self._where())

    def _ask_all(
        self,
        witnesses: Witnesses,
        X: Entries,
        M: sparse.csr_array,
        part: Part | None,
        rng: np.random.Generator,
        steps: Steps,
    ) -> tuple[Opinions, list[Opinions]]:
        """Return the opinions by all words and, to weigh them, by each half of the words of a sample."""
        seed = int(rng.integers(2**31))

        def by_all(steps: Steps) -> Opinions:
            return ask(witnesses, X, M, seed, self.n_starts, steps)

        def by_half(steps: Steps) -> list[Opinions]:
            assert part is not None

            def cluster(some: sparse.csr_array, near: sparse.csr_array) -> Opinions:
                return ask(witnesses, some, near, int(rng.integers(2**31)), TRIAL_STARTS, steps)

            return by_halves(part, cluster, rng, _splits(part))

        def at_once() -> tuple[Opinions, list[Opinions]]:
            with unrecorded(), steps.aside() as others:
                return together(lambda: by_all(steps), lambda: by_half(others), self.n_jobs)

        if part is None:
            return by_all(steps), []
        if X.shape[0] < FEW or not worth_it(X, M, self.device, self.n_jobs):
            return by_all(steps), by_half(steps)
        found = once("opinions by all words and by halves", at_once, [rng])
        steps.all_done()
        return found

    def _scores(
        self, opinions: Opinions, by_half: list[Opinions], part: Part | None, rng: np.random.Generator
    ) -> tuple[np.ndarray, float]:
        """Return the scores of the witnesses, and how far halves of the words agree."""
        if part is None:
            return np.full(len(opinions), np.nan), float("nan")
        whole = [[y[part.documents] for y in kind] for kind in opinions]
        agreement = agreement_of_halves(by_half, np.diff(part.X.indptr), rng)
        return judged_by_others(whole, by_half), agreement

    def _other_opinions(self, X: Matrix, rng: np.random.Generator, inputs: ConsensusInputs) -> Opinions:
        seed = int(rng.integers(2**31))
        return ask(inputs.witnesses, X.entries(), inputs.M, seed, self.n_starts, inputs.steps)


class Consensus(ContextPredictor):
    """The clusters on which k-means in several views, ITCC and WC-NMTF agree.

    No model is best on every collection, and only labels tell which one is. What several of them agree on is
    as good as the best of them or better on most. An opinion has the more weight the better it and those
    of the other kinds confirm each other. The usual choice if nothing is known about the documents.

    The words are then grouped by the document clusters that use them. The number of word clusters changes
    nothing for the documents. ``row_factor_`` holds the cosine of each document with the center of each
    cluster, ``block_`` the sum of X, documents at unit length, over each pair of clusters, and
    ``column_factor_`` how much each word says about the document clusters, in the column of its own cluster.
    A callback is also called, without a loss, whenever a witness has given its opinions.

    Parameters
    ----------
    n_starts : int, default=3
        Starts of every kind of opinion.
    n_init : int, default=1
        Number of consensuses, each from new opinions with the same weights; the one whose documents are
        nearest to their centers is kept.

    Examples
    --------
    >>> from cotext.datasets import make_planted
    >>> from cotext.models import Consensus
    >>> data = make_planted(n_clusters=(3, 4), random_state=0)
    >>> model = Consensus(n_clusters=(3, 4), random_state=0).fit(data.X)
    >>> bool((model.predict(data.X) == model.labels_).all()), model.block_.shape
    (True, (3, 4))
    """

    cli_name = "consensus"
    reference = "strehl2002cluster"
    weighting = "log-tf-idf-norm"
    algorithm_type = ConsensusAlgorithm

    def fit(
        self,
        X: Any,
        y: Any = None,
        *,
        cooccurrence: Any = None,
        initial_labels: Any = None,
        opinion_scores: Any = None,
        callback: Callback | None = None,
    ) -> Self:
        """Group the rows and columns of X.

        Parameters
        ----------
        {X}
        {contexts}
        initial_labels : ndarray of int, shape (n_documents,), optional
            Clusters with which all witnesses begin; they also vote. All opinions then have the same
            weight, because halves of the words cannot confirm clusters that were given.
        opinion_scores : sequence of float, optional
            Scores of the witnesses from ``opinions_`` of an earlier fit of similar documents. Halves of the
            words are then not used, which saves most of the time.

        Returns
        -------
        self
        """
        more = {"initial_labels": initial_labels, "opinion_scores": opinion_scores}
        self._fit(X, callback, cooccurrence=cooccurrence, **more)
        return self


def _check_labels(labels: Any, n: int, g: int) -> None:
    """Refuse given clusters unless each of n documents has one of ``g``."""
    if labels is None:
        return
    found = np.asarray(labels)
    if found.shape != (n,) or found.dtype.kind not in "iu" or found.min() < 0 or found.max() >= g:
        raise UsageError(
            f"initial_labels holds {found.dtype} of shape {found.shape}; expected one cluster from 0 to "
            f"{g - 1} for each of the {n:,} documents."
        )


def _splits(part: Part) -> int:
    """Return how often the words are halved."""
    return 2 if part.X.shape[0] < FEW else 1
