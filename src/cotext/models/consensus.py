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

from dataclasses import dataclass, replace
from numbers import Integral
from typing import Any, ClassVar

import numpy as np
from scipy import sparse

from cotext.backend import (
    Array,
    Entries,
    Matrix,
    Sums,
    namespace,
    one_hot,
    some_columns,
    together,
    unit_columns,
)
from cotext.models.checkpoint import once, unrecorded
from cotext.models.engine import ABSENT, Clusters, Constraints, Interval, Outcome, StrOptions, generator
from cotext.models.engine.empty_documents import Axes
from cotext.models.engine.loop import Callback, Extras, Generators
from cotext.models.engine.memory import Size
from cotext.models.families.contexts import UsesContexts, associations
from cotext.models.families.spherical import SmallestAngle, State
from cotext.models.itcc import ITCC
from cotext.models.judging.concurrency import worth_it
from cotext.models.judging.opinions import (
    Opinions,
    agree,
    clusterings_from,
    side_by_side,
    votes,
    weigh,
)
from cotext.models.judging.progress import MODELS, Steps
from cotext.models.judging.split_half import Part, by_halves, compare, part_of
from cotext.models.judging.stop import labels_along
from cotext.models.starts.factors import Begun
from cotext.models.starts.fitted import spherical
from cotext.models.starts.words import masses, telling, word_clusters
from cotext.models.wc_nmtf import WCNMTF

STOPS = (2, 10, 20)  # sweeps of WC-NMTF: co-occurrence has a word, a say, the last word
TRIES = 3  # runs of k-means of which a start is the best: of more, all starts are the same
TRIAL_STARTS = 2
FEW = 1000  # documents, whose halves are split twice: one split scatters too much to tell groups from chance
PER_WORD = 20  # bytes: whether and where it is used, and its cluster
TELLS_LITTLE = 1e-6  # of its mass: a word that tells nothing is still in its cluster


@dataclass(frozen=True)
class Heard(State):
    votes: Array = ABSENT  # weighted share of the opinions that put a document into each cluster
    opinions: Array = ABSENT  # the clusters that each opinion gave the documents, always on the host


@dataclass(frozen=True)
class Hearing:
    """What all consensuses of a fit share: the ties of words, the weights, and the opinions weighed, of which
    the first consensus is made."""

    M: sparse.csr_array
    weights: list[float]
    steps: Steps
    weighed: list[Opinions]


class Consensus(UsesContexts, SmallestAngle):
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
    max_iter : int, default=100
        No effect here: documents answer once, and opinions are of fixed length.
    tol : float, default=1e-5
        No effect here, as ``max_iter``.
    screen : bool, default=False
        No effect here, as ``max_iter``.

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
    gathered_ : ndarray of shape (n_words, g)
        Centre of each document cluster, what documents answer to.
    agreement_ : ndarray of shape (n_documents,)
        Weighted share of the opinions that put a document into its cluster, each opinion's clusters matched
        to those of the consensus one to one.

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
    publishes: ClassVar[tuple[str, ...]] = ("gathered_",)
    fitted_axes: ClassVar[Axes] = {"agreement_": "n", "opinion_labels_": "qn"}

    _parameter_constraints: ClassVar[Constraints] = {
        "n_starts": [Interval(Integral, 1, None, closed="left")],
        "init": [StrOptions({"k-means++", "random"})],
    }

    def __init__(
        self,
        n_clusters: Clusters = 3,
        *,
        n_starts: int = 5,
        shift: float = 2.0,
        n_init: int = 1,
        init: str = "k-means++",
        **shared: Any,
    ):
        super().__init__(n_clusters, n_init=n_init, init=init, **shared)
        self.n_starts = n_starts
        self.shift = shift

    def search(self, X: Any, callback: Callback | None, *given: Any, **named: Any) -> Outcome:
        steps = Steps(callback, self.n_init)
        used = np.flatnonzero(self.used(X)[1])
        rare = 0 < len(used) <= X.shape[1] / 2 and named.get("cooccurrence") is None
        heard = some_columns(X, used) if rare else X
        found = super().search(heard, callback, *given, steps=steps, **named)
        if rare:  # words without entries have no say, and where most are, no part
            for name in ("column_factor_", "gathered_"):
                full = np.zeros((X.shape[1], getattr(self, name).shape[1]), X.dtype)
                full[used] = getattr(self, name)
                setattr(self, name, full)
            self.column_labels_ = self.word_labels(self.block_, self.column_factor_)
        return replace(found, converged=True, complaint=None)

    def extras(self, X: Entries, cooccurrence: Any, steps: Steps) -> Extras:
        M, rows = associations(X, cooccurrence, self.shift), self.open(X).entries()
        rng = generator(self.random_state).spawn(1)[0]
        part = self.part(rows, M, rng)
        steps.expect(1 if part is None else 1 + 2 * _splits(part))
        opinions, by_half = self._ask_all(rows, M, part, rng, steps)  # (1)
        scores, agreement = self._scores(opinions, by_half, part, rng)
        weights = weigh(scores).tolist()  # (2)
        told = list(zip(self.names(), scores.tolist(), weights, strict=True))
        kinds = np.repeat(np.arange(len(opinions)), [len(kind) for kind in opinions])
        learned = {"opinions_": told, "opinion_kinds_": kinds, "halves_agreement_": agreement}
        return Extras({"hearing": Hearing(M, weights, steps, [opinions])}, 1, learned)

    def begin(self, X: Matrix, rngs: Generators, hearing: Hearing) -> tuple[Array, State]:
        g, weights = self.cluster_pair()[0], hearing.weights
        agreed, heard, said = [], [], []
        for rng in rngs:
            opinions = hearing.weighed.pop() if hearing.weighed else self._other_opinions(X, rng, hearing)
            hearing.steps.next_consensus()
            agreed.append(agree(opinions, weights, self._judge()))  # (3)
            heard.append(votes(opinions, weights, agreed[-1], g))
            said.append(side_by_side(opinions, g))
        Z = X.put(np.stack([np.eye(g)[z] for z in agreed]))
        W = unit_columns(X.sums(Z).XtZ)
        return Z, Heard(W, X.squared_norm(), X.put(np.stack(heard)), np.stack(said))

    def bytes_needed(self, X: Any, **given: Any) -> int:
        making, kept = self.ties_bytes(X, given.get("cooccurrence"))
        starts, size, (g, m) = max(self.n_starts, TRIAL_STARTS), Size.of(X), self.cluster_pair()
        published = size.d * (PER_WORD + size.itemsize * (g + 2 * m))  # words without entries among them
        size = size._replace(d=min(size.d, 2 * size.nnz))
        along = WCNMTF(g, init="skmeans", n_init=starts).start_bytes(size, starts)
        said = self.n_init * (len(self.names()) * self.n_starts * size.n)
        return int(max(making, 3 * kept + along, published) + said)

    def ahead(self) -> str:
        return f"{self.n_starts} starts of every opinion by all words, {TRIAL_STARTS} by each half of them"

    def shared(self, s: State, sums: Sums) -> State:
        return s

    def publish(self, X: Matrix, s: State, Z: Array) -> None:
        self.gathered_ = X.get(s.W)
        self.publish_clusters(X, Z, Z.argmax(axis=-1))
        assert isinstance(s, Heard)
        self.agreement_ = X.get(s.votes)[np.arange(len(Z)), self.row_labels_]
        self.opinion_labels_ = np.asarray(s.opinions)

    def publish_clusters(self, X: Matrix, Z: Array, z: Array) -> None:
        """The documents' answers and clusters, and the words that go with them."""
        P = X.get(X.sums(one_hot(z, Z)).XtZ)
        m = self.cluster_pair()[1]
        w = word_clusters(P, m)  # (5)
        S = masses(P, w, m)
        weight = np.maximum(telling(P, w, S), TELLS_LITTLE * P.sum(axis=1))
        W = np.where(w[:, None] == np.arange(m), weight[:, None], 0)
        self.publish_factors(X.get(Z), W.astype(P.dtype), S.astype(P.dtype))

    def paired(self) -> bool:
        return False

    def frozen(self, S: Array, W: Array) -> State:
        return State(namespace(W).asarray(self.gathered_))

    def factor_shapes(self, n_words: int) -> dict[str, tuple[int, int]]:
        return {**super().factor_shapes(n_words), "gathered_": (n_words, self.cluster_pair()[0])}

    def part(self, X: Entries, M: sparse.csr_array, rng: np.random.Generator) -> Part | None:
        """What opinions are weighed by; None where they weigh alike."""
        return part_of(X, M, rng) if self.cluster_pair()[0] > 1 else None

    def _ask_all(
        self, X: Entries, M: sparse.csr_array, part: Part | None, rng: np.random.Generator, steps: Steps
    ) -> tuple[Opinions, list[Opinions]]:
        """The opinions by all words and, where they are weighed, by each half of the words of a part."""
        seed = int(rng.integers(2**31))

        def by_all(steps: Steps) -> Opinions:
            return self.ask(X, M, seed, self.n_starts, steps)

        def by_half(steps: Steps) -> list[Opinions]:
            assert part is not None

            def cluster(some: sparse.csr_array, near: sparse.csr_array) -> Opinions:
                return self.ask(some, near, int(rng.integers(2**31)), TRIAL_STARTS, steps)

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

    def _judge(self) -> ITCC:
        return ITCC(self.cluster_pair()[0], device=self.device, n_jobs=self.n_jobs)

    def _other_opinions(self, X: Matrix, rng: np.random.Generator, hearing: Hearing) -> Opinions:
        return self.ask(X.entries(), hearing.M, int(rng.integers(2**31)), self.n_starts, hearing.steps)

    def ask(self, X: Entries, M: sparse.csr_array, seed: int, starts: int, steps: Steps) -> Opinions:
        """The opinions, from a checkpoint where it has them."""
        after = steps.step + MODELS
        found = once("opinions", lambda: self.opinions(X, M, seed, starts, steps))
        steps.step = after
        return found

    def opinions(self, X: Entries, M: sparse.csr_array, seed: int, starts: int, steps: Steps) -> Opinions:
        """One list of clusterings for each kind of opinion, in the order of their names."""
        (labels, judged), begun = self._by_words_alone(X, seed, starts, steps)
        model = WCNMTF(self.cluster_pair()[0], init=begun, device=self.device, n_jobs=self.n_jobs)
        along = labels_along(model, X, M, seed, starts, STOPS)
        steps.done()
        return [labels, judged, *along]

    def _by_words_alone(self, X: Entries, seed: int, starts: int, steps: Steps) -> tuple[Opinions, Begun]:
        """The opinions that need no ties, and what the others begin with."""
        g, data = self.cluster_pair()[0], self.open(X)
        rngs = np.random.default_rng(seed).spawn(starts)
        labels, centres = once("spherical k-means", lambda: spherical(data, g, rngs, self.init, TRIES))
        begun = Begun.of(data, labels, centres)
        steps.done()
        judged = once("itcc", lambda: [y for _, y in clusterings_from(self._judge(), data, begun)])
        steps.done()
        return [list(labels), judged], begun

    def names(self) -> list[str]:
        """Kinds of opinion."""
        return ["spherical-kmeans", "itcc", *(f"wc-nmtf, {stop} sweeps" for stop in STOPS)]


def _splits(part: Part) -> int:
    """How often the words are halved."""
    return 2 if part.X.shape[0] < FEW else 1
