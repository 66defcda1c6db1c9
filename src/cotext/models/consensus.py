r"""Consensus: what several models agree on :cite:`strehl2002cluster`, for any number of word clusters.

(1) the opinions y_v: clusters of the documents by spherical k-means, and from these by ITCC and by WC-NMTF
    after few, some and many sweeps, several times
(2) w = exp(s / t) by kind of opinion; s is the part of log g that clusters from halves of the words share
    with the opinions
(3) z, by ITCC of the documents and the clusters they were given, the best of those that begin with an
    opinion: it loses little of what the weighted opinions say of the documents
(4) z_i = argmax_k x_i c_k with c_k prop. to the sum of cluster k, |c_k| = 1: every document answers to the
    centres of z once, and new ones do the same. z need not be what loses least any more
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
from cotext.models.itcc import ITCCAlgorithm
from cotext.models.judging.concurrency import worth_it
from cotext.models.judging.opinions import Opinions, agree, side_by_side, votes, weigh
from cotext.models.judging.progress import Steps
from cotext.models.judging.split_half import Part, by_halves, compare, part_of
from cotext.models.judging.witnesses import KINDS, Models, Seeded, Witnesses, ask
from cotext.models.starts.words import masses, telling, word_clusters
from cotext.models.wc_nmtf import WCNMTFAlgorithm

TRIAL_STARTS = 2
FEW = 1000  # documents, whose halves are split twice: one split scatters too much to tell groups from chance
PER_WORD = 20  # bytes: whether and where it is used, and its cluster
TELLS_LITTLE = 1e-6  # of its mass: a word that tells nothing is still in its cluster


@dataclass(frozen=True)
class ConsensusState(State):
    votes: Array = ABSENT  # weighted share of the opinions that put a document into each cluster
    opinions: Array = ABSENT  # the clusters that each opinion gave the documents, always on the host


@dataclass(frozen=True)
class ConsensusInputs:
    """What all consensuses of a fit share: the ties of words, the witnesses, their weights, and the opinions
    weighed, of which the first consensus is made."""

    M: sparse.csr_array
    witnesses: Witnesses
    weights: list[float]
    steps: Steps
    weighed: list[Opinions]


@dataclass(frozen=True, eq=False)
class ConsensusFit(SweepFit):
    """What a consensus adds to a fit.

    Attributes
    ----------
    opinions_ : list of (name, score, weight)
        Kinds of opinion: the part of log g their clusters share with those from half of the words (NaN where
        there are too few documents or words to tell) and their weight.
    opinion_labels_ : ndarray of int, shape (n_opinions, n_documents)
        The clusters that each opinion gave the documents, numbered by each opinion as it likes.
    opinion_kinds_ : ndarray of int, shape (n_opinions,)
        The kind of each opinion, as a place in ``opinions_``, which has its name and its weight.
    halves_agreement_ : float
        What clusters from two halves of the words share beyond chance, a part of all they could share; about
        0 where documents have no groups, NaN where there are too few to tell.
    document_centres_ : ndarray of shape (n_words, g)
        Centre of each document cluster, what documents respond to.
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
    n_starts: int = parameter(5, Interval(Integral, 1, None, closed="left"))
    n_init: int = parameter(1)
    init: Init = parameter("k-means++", StrOptions({"k-means++", "random"}))

    fit_type = ConsensusFit
    by_opinions = True
    takes_opinions = True
    without = ("max_iter", "tol", "screen")  # documents respond once, and opinions are of fixed length

    def search(self, X: Any, callback: Callback | None, **given: Any) -> Outcome:
        used = data.words_used(X)
        rare = 0 < used.sum() <= X.shape[1] / 2 and given.get("cooccurrence") is None
        heard = some_columns(X, np.flatnonzero(used)) if rare else X
        outcome = super().search(heard, callback, steps=Steps(callback, self.n_init), **given)
        fit = outcome.fit
        assert isinstance(fit, ConsensusFit)
        if rare:  # words without entries have no say, and where most are, no part
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
        part = part_of(rows, M, rng) if weighed_here else None
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
            agreed.append(agree(opinions, weights, ITCCAlgorithm(g, **self._where())))  # (3)
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
        """A fit of the documents' responses and clusters, and the words that go with them."""
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
        said = self.n_init * (len(KINDS) * self.n_starts * size.n)
        return int(max(making, 3 * kept + along, published) + said)

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
        """The opinions by all words and, where they are weighed, by each half of the words of a part."""
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
        """The part of log g that halves of the words share with the opinions, and how far halves agree."""
        if part is None:
            return np.full(len(opinions), np.nan), float("nan")
        whole = [[y[part.documents] for y in kind] for kind in opinions]
        told = compare(part, whole, by_half, rng)
        return told.shared.mean(axis=1) / np.log(self.cluster_pair()[0]), told.agreement

    def _other_opinions(self, X: Matrix, rng: np.random.Generator, inputs: ConsensusInputs) -> Opinions:
        seed = int(rng.integers(2**31))
        return ask(inputs.witnesses, X.entries(), inputs.M, seed, self.n_starts, inputs.steps)


class Consensus(ContextPredictor):
    """The clusters on which spherical k-means, ITCC and WC-NMTF agree.

    No model is best on every collection, and nothing but labels tells which one is; their agreement is as
    good as the best of them or better on most. Opinions count more the more of their clusters comes back from
    half of the words. Then words are grouped by the document clusters that use them, into any number of
    clusters, which changes nothing for the documents. ``row_factor_`` holds the cosine of each document with
    the centre of each cluster, ``block_`` the sum of X, documents at unit length, over each pair of clusters,
    and ``column_factor_`` what each word tells of the document clusters, in the column of its own cluster.
    The usual choice for documents one knows nothing about. A callback is also told, without a loss, whenever
    a model has given its opinion.

    Parameters
    ----------
    n_starts : int, default=5
        Starts of every kind of opinion.
    n_init : int, default=1
        Whole consensuses, each from opinions of its own, weighed alike; the one whose documents are nearest
        to its centres is kept.

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
            Clusters that all opinions begin with; they have a vote of their own. Opinions then
            count alike: what comes back from halves of the words is no measure of what was asked for.
        opinion_scores : sequence of float, optional
            Scores of the kinds of opinion, from ``opinions_`` of an earlier fit of such documents; no halves
            of the words are asked then, which takes a fraction of the time.

        Returns
        -------
        self
        """
        more = {"initial_labels": initial_labels, "opinion_scores": opinion_scores}
        self._fit(X, callback, cooccurrence=cooccurrence, **more)
        return self


def _check_labels(labels: Any, n: int, g: int) -> None:
    """Refuse clusters to begin with that are not one of ``g`` for each of n documents."""
    if labels is None:
        return
    found = np.asarray(labels)
    if found.shape != (n,) or found.dtype.kind not in "iu" or found.min() < 0 or found.max() >= g:
        raise UsageError(
            f"initial_labels holds {found.dtype} of shape {found.shape}; expected one cluster from 0 to "
            f"{g - 1} for each of the {n:,} documents."
        )


def _splits(part: Part) -> int:
    """How often the words are halved."""
    return 2 if part.X.shape[0] < FEW else 1
