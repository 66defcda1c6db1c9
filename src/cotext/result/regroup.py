"""Clusters split and merged by hand, and the clusters of a coarser level: each makes a new result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from numbers import Integral
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy import sparse

from cotext.backend import Matrix, quiet_blas, unit_columns
from cotext.errors import UsageError
from cotext.models.engine import Fit, data, labels_from
from cotext.models.families.tree import Nest, Tree
from cotext.models.nested import Nested, NestedAlgorithm
from cotext.result.cluster_lookup import ClusterRef, document_cluster, document_clusters
from cotext.result.edited_confidence import after_merge, after_split
from cotext.result.estimators import algorithm_of
from cotext.result.marks import with_marks

if TYPE_CHECKING:
    from cotext.result.coclustering import CoClustering

DIGITS = 3  # of the shares that are kept with a split
# what a fit says of itself; documents moved by hand since do not make it untrue
OF_THE_FIT = (
    "criteria", "losses", "n_iter", "converged", "restart_losses", "restart_labels",
    "opinions", "opinion_labels", "opinion_kinds", "halves_agreement",
)  # fmt: skip
KEPT = "after a split or merge new documents go to the nearest centre:"


class Workplace(NamedTuple):
    """A model for the new clusters, its algorithm, and the documents in the unit that it computes in."""

    model: Nested
    algorithm: NestedAlgorithm
    X: sparse.csr_array
    unit: float

    @classmethod
    def of(cls, result: CoClustering, g: int) -> Workplace:
        """For g document clusters of a result."""
        before, m = result.n_clusters
        known = result.model.get_params(deep=False)
        given = {name: known[name] for name in ("device", "n_jobs", "random_state") if name in known}
        m = g if m == before else min(m, result.docword.X.shape[1])
        model = Nested(g if m == g else (g, m), **given)
        algorithm, X = model.algorithm, model._check(result.docword.X, reset=True)
        assert isinstance(algorithm, NestedAlgorithm)
        unit = algorithm.usual_unit(X)
        return cls(model, algorithm, data.in_unit(X, unit), unit)


def at_level(result: CoClustering, level: int) -> CoClustering:
    """The clusters of one level, 0 the coarsest, as a result of its own, with the words of that level."""
    coarser = result.tree.parents
    if not isinstance(level, Integral) or not 0 <= level <= len(coarser):
        raise UsageError(f"there is no level {level!r}; give a number from 0 to {len(coarser)}.")
    if level == len(coarser):
        return result
    new = _regrouped(result, coarser[int(level)], coarser[: int(level)], {"at_level": int(level)})
    if (shares := result.fit.get("level_agreement")) is not None:
        new.model.fit_ = replace(new.fit, level_agreement=shares[: int(level) + 1])
    else:
        new.certainty = after_merge(result, new, coarser[int(level)])
    return new


def split(
    result: CoClustering,
    cluster: ClusterRef,
    into: int = 2,
    *,
    random_state: int = 0,
    parts: Any = None,
    shares: Any = None,
) -> CoClustering:
    """Divide one document cluster; all others keep their documents and their numbers.

    The documents of the cluster are grouped by the consensus of these documents alone, and go to the
    nearest of the centres of these groups. The largest part keeps the number of the cluster, the others
    come after all. Words are grouped anew, into as many clusters as before, or as there are document
    clusters where the numbers were equal. The new result has a model of its own, ``Nested``: new
    documents go to the nearest centre, then to the nearest of its parts. For consensus, nested and
    spherical k-means that is what they did before; after any other model some documents may be nearer to
    another centre than that of their cluster. They stay where they are, and the last of ``docword.notes``
    says how many they are.

    Parameters
    ----------
    cluster : int or str
        Number or name of a document cluster.
    into : int, default=2
        Parts.
    random_state : int, default=0
        Seed.
    parts, shares : array, optional
        What ``parted`` has found, if that was done before; without ``shares`` the confidence of the
        documents of this cluster is not estimated.

    Returns
    -------
    CoClustering
        A new one; this one is not changed.
    """
    cluster = document_cluster(result, cluster)
    if parts is None:
        parts, shares = parted(result, cluster, into, random_state=random_state)
    members, g = _members(result, cluster, into), result.n_clusters[0]
    parts, into = np.asarray(parts), int(into)
    shares = None if shares is None else np.asarray(shares, dtype=np.float64)
    _check_parts(cluster, into, int(members.sum()), parts, shares)
    place = Workplace.of(result, g + into - 1)
    opened = place.algorithm.open(place.X)
    nest = _begun(result, opened)
    with quiet_blas(place.model.n_jobs):
        centres = place.algorithm.centres(place.X[members], parts, into)
        nest = nest.split(cluster, centres, opened.get(opened @ opened.put(centres)))
    if len(np.unique(nest.z[members])) < into:
        raise UsageError(
            f"the documents of cluster {cluster} are too much alike for into={into}: ask for fewer."
        )
    up = result.tree.parents
    up = np.hstack([up, np.repeat(up[:, [cluster]], into - 1, axis=1)])
    new = _settled(result, place, opened, nest, up, {"split": cluster, "into": into})
    if shares is not None:  # some go to the centre of another part than the opinions put them into
        there = new.row_labels_[members] == np.append(cluster, np.arange(g, g + into - 1))[parts]
        shares = np.where(there, shares, (1 - shares) / (into - 1))
    new.certainty = after_split(result, new, cluster, members, shares)
    return with_marks(new, result.marks)


def parts_of(
    result: CoClustering, cluster: ClusterRef, into: int = 2, *, random_state: int = 0
) -> np.ndarray:
    """The part of each document with words of a cluster that is to be split; finding out takes a fit."""
    return parted(result, cluster, into, random_state=random_state)[0]


def parted(
    result: CoClustering, cluster: ClusterRef, into: int = 2, *, random_state: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """The same, and the share of the opinions on these documents alone that put each into its part."""
    members = _members(result, document_cluster(result, cluster), into)
    place = Workplace.of(result, result.n_clusters[0])
    with quiet_blas(place.model.n_jobs):
        parts, shares = place.algorithm.group(place.X[members], int(into), random_state)
    return parts, np.round(shares, DIGITS)


def _members(result: CoClustering, cluster: int, into: int) -> np.ndarray:
    """Which documents take part in a split of a cluster."""
    if not isinstance(into, Integral) or into < 2:
        raise UsageError(f"into={into!r}: expected a number of parts from 2 up.")
    members = (result.fit.row_labels == cluster) & (np.diff(result.docword.X.indptr) > 0)
    if members.sum() < into:
        raise UsageError(
            f"cluster {cluster} has {members.sum()} documents with words, fewer than into={into}: give a "
            "larger cluster or a smaller number."
        )
    return np.asarray(members)


def merge(result: CoClustering, clusters: Iterable[ClusterRef]) -> CoClustering:
    """Put document clusters together; all others keep their documents.

    The merged cluster has the smallest of the numbers, and those above the ones that go close up. Words
    and new documents are treated as by :meth:`split`: merging the parts of a split gives the labels back.

    Parameters
    ----------
    clusters : iterable of int or str
        Numbers or names of two or more document clusters, of one parent where there are levels.

    Returns
    -------
    CoClustering
        A new one; this one is not changed.
    """
    chosen = sorted(set(document_clusters(result, clusters)))
    if len(chosen) < 2:
        raise UsageError(f"merge was given {chosen}; give the numbers of two or more clusters.")
    coarser = result.tree.parents
    for depth, up in enumerate(coarser):
        if len(homes := sorted(set(up[chosen].tolist()))) > 1:
            raise UsageError(
                f"clusters {chosen} lie in clusters {homes} of level {depth}: give clusters of one, or "
                f"merge these, at_level({depth}).merge({homes})."
            )
    names = np.arange(result.n_clusters[0])
    names[chosen] = chosen[0]
    names = np.unique(names, return_inverse=True)[1]
    new = _regrouped(result, names, coarser, {"merge": chosen})
    new.certainty = after_merge(result, new, names)
    return with_marks(new, result.marks.moved(names.tolist()))


def _regrouped(
    result: CoClustering, names: np.ndarray, coarser: np.ndarray, step: Mapping[str, Any]
) -> CoClustering:
    """Cluster k in cluster ``names[k]``."""
    place = Workplace.of(result, int(names.max()) + 1)
    opened = place.algorithm.open(place.X)
    first = np.unique(names, return_index=True)[1]
    new = _settled(result, place, opened, _begun(result, opened).renamed(names), coarser[:, first], step)
    if result.pieces is not None:
        now = result.pieces.clusters
        new.pieces = replace(result.pieces, clusters=np.where(now < 0, now, names[now]))
    return new


def _begun(result: CoClustering, opened: Matrix) -> Nest:
    """The documents where they are now, in a tree."""
    fit, algorithm = result.fit, algorithm_of(result.model)
    if fit.get("nodes") is not None:
        return Nest(tree_of(fit), fit.row_factor, fit.row_labels, fit.row_shares)
    centres = None if algorithm is None else algorithm.angular_centres(fit)
    if centres is not None:
        return Nest(Tree.flat(centres), fit.row_factor, fit.row_labels, fit.row_shares)
    return _by_labels(opened, fit.row_labels, result.n_clusters[0])


def _settled(
    result: CoClustering,
    place: Workplace,
    opened: Matrix,
    nest: Nest,
    parents: np.ndarray,
    step: Mapping[str, Any],
) -> CoClustering:
    algorithm = place.algorithm
    with quiet_blas(place.model.n_jobs):
        fit = algorithm.fit_of_tree(opened, nest, parents)
        values = algorithm.memberships(place.X, fit)
    says = nest.Z.any(axis=1)
    elsewhere = int((says & (labels_from(values, nest.prior) != nest.z)).sum())
    place.model.fit_ = replace(
        fit,
        scale=place.unit,
        criterion=float(says.sum() - nest.Z[says, nest.z[says]].sum()),
        settled=elsewhere == 0,
        **{name: value for name in OF_THE_FIT if (value := result.fit.get(name)) is not None},
    )
    notes = tuple(note for note in result.docword.notes if not note.startswith(KEPT))
    if elsewhere:
        notes += (f"{KEPT} {elsewhere} of {len(nest.z)} documents would go elsewhere, and stay here",)
    return _remade(result, place.model, notes, step)


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


def tree_of(fit: Fit) -> Tree:
    """The centres that documents answer to."""
    return Tree(fit.get("nodes"), fit.get("above"), fit.get("leaves"))


def _by_labels(opened: Matrix, z: np.ndarray, g: int) -> Nest:
    """Documents where they are, and the centres of their clusters."""
    Z = opened.put(np.eye(g)[z])
    centres = unit_columns(opened.sums(Z).XtZ)
    values = opened.get(opened @ centres)
    says = values.any(axis=1)
    apart = np.flatnonzero(says & (values.argmax(axis=1) != z))
    values[apart, z[apart]] = np.nextafter(values[apart].max(axis=1), values.dtype.type(2))
    return Nest(
        Tree.flat(opened.get(centres)), values, z, np.bincount(z[says], minlength=g) / max(says.sum(), 1)
    )


def _remade(
    old: CoClustering, model: Nested, notes: tuple[str, ...], step: Mapping[str, Any]
) -> CoClustering:
    return type(old)(
        model,
        replace(old.docword, notes=notes),
        counts=None if old.counts is old.docword.X else old.counts,
        excerpts=old.excerpts,
        texts=old.texts,
        provenance={**old.provenance, "steps": [*old.provenance.get("steps", []), dict(step)]},
        recipe=old.recipe,
    )
