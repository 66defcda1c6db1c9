"""Split and merge clusters by hand, or take those of a coarser level; each returns a new result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from numbers import Integral
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from cotext.backend import Matrix, quiet_blas, unit_columns
from cotext.errors import Keyword, UsageError
from cotext.models.engine import data, labels_from
from cotext.models.families.tree import Nest, Tree
from cotext.models.nested import Nested, NestedAlgorithm
from cotext.result.cluster_lookup import ClusterRef, document_cluster, document_clusters
from cotext.result.confidence import after_merge, after_split
from cotext.result.estimators import algorithm_of
from cotext.result.marks import with_marks
from cotext.result.memberships import without_words

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering

DIGITS = 3  # of the shares that a run stores with a split
# values of a fit that stay true after documents are moved by hand
OF_THE_FIT = (
    "criteria", "losses", "n_iter", "converged", "restart_losses", "restart_labels",
    "opinions", "opinion_labels", "opinion_kinds", "halves_agreement",
)  # fmt: skip
BY_CENTER = "after a split or merge new documents go to the nearest "  # a prefix of notes in saved runs, too


class Workspace(NamedTuple):
    """A model for the new clusters, its algorithm, and the documents in the unit of its computations."""

    model: Nested
    algorithm: NestedAlgorithm
    X: sparse.csr_array
    unit: float

    @classmethod
    def of(cls, result: CoClustering, g: int) -> Workspace:
        """Prepare for g document clusters."""
        old_g, m = result.n_clusters
        params = result.model.get_params(deep=False)
        m = g if m == old_g else min(m, result.docword.X.shape[1])
        shared = {name: params[name] for name in ("device", "n_jobs", "random_state") if name in params}
        model = Nested(g if m == g else (g, m), **shared)
        algorithm, X = model.algorithm, model._check(result.docword.X, reset=True)
        assert isinstance(algorithm, NestedAlgorithm)
        unit = algorithm.usual_unit(X)
        return cls(model, algorithm, data.in_unit(X, unit), unit)


def at_level(result: CoClustering, level: int) -> CoClustering:
    """Return the clusters of one level, 0 the coarsest, as another result with the words of that level."""
    parents = result.tree.parents
    if not isinstance(level, Integral) or not 0 <= level <= len(parents):
        raise UsageError(f"there is no level {level!r}; give a number from 0 to {len(parents)}.")
    if level == len(parents):
        return result
    level = int(level)
    new = _regrouped(result, parents[level], parents[:level], {"at_level": level})
    if (shares := result.fit.get("level_agreement")) is not None:
        new.model.fit_ = replace(new.fit, level_agreement=shares[: level + 1])
    else:
        new.certainty = after_merge(result, new, parents[level])
    return new


def split(
    result: CoClustering,
    cluster: ClusterRef,
    into: int = 2,
    *,
    random_state: int = 0,
    parts: ArrayLike | None = None,
    shares: ArrayLike | None = None,
) -> CoClustering:
    """Divide one document cluster; all others keep their documents and their numbers.

    A consensus groups the documents of the cluster alone, and each goes to the nearest center of these
    groups. The largest part keeps the number of the cluster; the others get the numbers after all clusters.
    Words are grouped again, into as many clusters as before, or as many as document clusters if the numbers
    were equal. The model of the new result is a ``Nested``: new documents go to the nearest center, then to
    the nearest of its parts. This is the rule of consensus, nested and spherical k-means anyway. After any
    other model some documents may be nearer to the center of another cluster. They stay in their cluster,
    and the last of ``docword.notes`` says how many they are.

    Parameters
    ----------
    cluster : int or str
        Number or name of a document cluster.
    into : int, default=2
        Number of parts.
    random_state : int, default=0
        Seed.
    parts, shares : array, optional
        The values of ``parted``, if they are known; without ``shares`` there is no estimate of the confidence
        of the documents of this cluster.

    Returns
    -------
    CoClustering
        The new result; this one does not change.
    """
    cluster = document_cluster(result, cluster)
    if parts is None:
        parts, shares = parted(result, cluster, into, random_state=random_state)
    members, g = _members(result, cluster, into), result.n_clusters[0]
    parts, into = np.asarray(parts), int(into)
    shares = None if shares is None else np.asarray(shares, dtype=np.float64)
    _check_parts(cluster, into, int(members.sum()), parts, shares)
    work = Workspace.of(result, g + into - 1)
    X = work.algorithm.open(work.X)
    nest = _nest_of(result, X)
    with quiet_blas(work.model.n_jobs):
        centres = work.algorithm.centres(work.X[members], parts, into)
        nest = nest.split(cluster, centres, X.get(X @ X.put(centres)))
    if len(np.unique(nest.z[members])) < into:
        raise UsageError(
            f"the documents of cluster {cluster} are too similar for ",
            Keyword("into", into),
            ": choose fewer parts.",
        )
    parents = result.tree.parents
    parents = np.hstack([parents, np.repeat(parents[:, [cluster]], into - 1, axis=1)])
    new = _result_of(result, work, X, nest, parents, {"split": cluster, "into": into})
    if shares is not None:  # the nearest center may be that of another part than the opinions chose
        agrees = new.row_labels_[members] == np.append(cluster, np.arange(g, g + into - 1))[parts]
        shares = np.where(agrees, shares, (1 - shares) / (into - 1))
    new.certainty = after_split(result, new, cluster, members, shares)
    return with_marks(new, result.marks)


def parts_of(
    result: CoClustering, cluster: ClusterRef, into: int = 2, *, random_state: int = 0
) -> np.ndarray:
    """Fit the documents with words of a cluster that is to be split, and return the part of each."""
    return parted(result, cluster, into, random_state=random_state)[0]


def parted(
    result: CoClustering, cluster: ClusterRef, into: int = 2, *, random_state: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Return the parts, and the share of the opinions on these documents that put each into its part."""
    members = _members(result, document_cluster(result, cluster), into)
    work = Workspace.of(result, result.n_clusters[0])
    with quiet_blas(work.model.n_jobs):
        parts, shares = work.algorithm.group(work.X[members], int(into), random_state)
    return parts, np.round(shares, DIGITS)


def _members(result: CoClustering, cluster: int, into: int) -> np.ndarray:
    """Return which documents a split of a cluster divides."""
    if not isinstance(into, Integral) or into < 2:
        raise UsageError(Keyword("into", into), ": expected a number of parts from 2 up.")
    members = (result.fit.row_labels == cluster) & ~without_words(result.docword.X)
    if members.sum() < into:
        raise UsageError(
            f"cluster {cluster} has {members.sum()} documents with words, fewer than ",
            Keyword("into", into),
            ": give a larger cluster or a smaller number.",
        )
    return np.asarray(members)


def merge(result: CoClustering, clusters: Iterable[ClusterRef]) -> CoClustering:
    """Put document clusters together; all others keep their documents.

    The merged cluster gets the smallest of the numbers, and the numbers above the others move down. Words and
    new documents are treated as by :meth:`split`: merging the parts of a split restores the labels.

    Parameters
    ----------
    clusters : iterable of int or str
        Numbers or names of two or more document clusters; with levels, all of one parent.

    Returns
    -------
    CoClustering
        The new result; this one does not change.
    """
    chosen = sorted(set(document_clusters(result, clusters)))
    if len(chosen) < 2:
        raise UsageError(f"merge was given {chosen}; give the numbers of two or more clusters.")
    for depth, parents in enumerate(result.tree.parents):
        if len(above := sorted(set(parents[chosen].tolist()))) > 1:
            raise UsageError(
                f"clusters {chosen} are in clusters {above} of level {depth}: give clusters of one parent, "
                f"or merge the parents, at_level({depth}).merge({above})."
            )
    names = np.arange(result.n_clusters[0])
    names[chosen] = chosen[0]
    names = np.unique(names, return_inverse=True)[1]
    new = _regrouped(result, names, result.tree.parents, {"merge": chosen})
    new.certainty = after_merge(result, new, names)
    return with_marks(new, result.marks.moved(names.tolist()))


def _regrouped(
    result: CoClustering, names: np.ndarray, parents: np.ndarray, step: Mapping[str, object]
) -> CoClustering:
    """Put cluster k into cluster ``names[k]``."""
    work = Workspace.of(result, int(names.max()) + 1)
    X = work.algorithm.open(work.X)
    first = np.unique(names, return_index=True)[1]
    new = _result_of(result, work, X, _nest_of(result, X).renamed(names), parents[:, first], step)
    if result.pieces is not None:
        clusters = result.pieces.clusters
        new.pieces = replace(result.pieces, clusters=np.where(clusters < 0, clusters, names[clusters]))
    return new


def _nest_of(result: CoClustering, X: Matrix) -> Nest:
    """Return the documents in their present clusters, as a tree."""
    fit, algorithm = result.fit, algorithm_of(result.model)
    if fit.get("nodes") is not None:
        tree = Tree(fit.get("nodes"), fit.get("above"), fit.get("leaves"))
        return Nest(tree, fit.row_factor, fit.row_labels, fit.row_shares)
    centres = None if algorithm is None else algorithm.angular_centres(fit)
    if centres is not None:
        return Nest(Tree.flat(centres), fit.row_factor, fit.row_labels, fit.row_shares)
    return _nest_by_labels(X, fit.row_labels, result.n_clusters[0])


def _result_of(
    result: CoClustering,
    work: Workspace,
    X: Matrix,
    nest: Nest,
    parents: np.ndarray,
    step: Mapping[str, object],
) -> CoClustering:
    algorithm = work.algorithm
    with quiet_blas(work.model.n_jobs):
        fit = algorithm.fit_of_tree(X, nest, parents)
        values = algorithm.memberships(work.X, fit)
    has_words = nest.Z.any(axis=1)
    n_elsewhere = int((has_words & (labels_from(values, nest.prior) != nest.z)).sum())
    work.model.fit_ = replace(
        fit,
        scale=work.unit,
        criterion=float(has_words.sum() - nest.Z[has_words, nest.z[has_words]].sum()),
        settled=n_elsewhere == 0,
        **{name: value for name in OF_THE_FIT if (value := result.fit.get(name)) is not None},
    )
    notes = tuple(note for note in result.docword.notes if not note.startswith(BY_CENTER))
    if n_elsewhere:
        notes += (f"{BY_CENTER}center: {n_elsewhere} of {len(nest.z)} documents would move, and stay here",)
    return type(result)(
        work.model,
        replace(result.docword, notes=notes),
        counts=None if result.counts is result.docword.X else result.counts,
        excerpts=result.excerpts,
        texts=result.texts,
        provenance={**result.provenance, "steps": [*result.provenance.get("steps", []), dict(step)]},
        recipe=result.recipe,
    )


def _check_parts(
    cluster: int, into: int, n_members: int, parts: np.ndarray, shares: np.ndarray | None
) -> None:
    if parts.shape != (n_members,) or set(parts.tolist()) - set(range(into)):
        raise UsageError(
            f"parts are not those of cluster {cluster}: expected a number from 0 to {into - 1} for each "
            f"of its {n_members} documents with words."
        )
    if shares is not None and not (shares.shape == parts.shape and ((shares >= 0) & (shares <= 1)).all()):
        raise UsageError(
            f"shares are not those of cluster {cluster}: expected a number from 0 to 1 for each of its "
            f"{n_members} documents with words."
        )


def _nest_by_labels(X: Matrix, z: np.ndarray, g: int) -> Nest:
    """Return the documents in clusters z with the centers of these clusters."""
    centres = unit_columns(X.sums(X.put(np.eye(g)[z])).XtZ)
    values = X.get(X @ centres)
    has_words = values.any(axis=1)
    other = np.flatnonzero(has_words & (values.argmax(axis=1) != z))  # nearer to another center
    values[other, z[other]] = np.nextafter(values[other].max(axis=1), values.dtype.type(2))
    prior = np.bincount(z[has_words], minlength=g) / max(has_words.sum(), 1)
    return Nest(Tree.flat(X.get(centres)), values, z, prior)
