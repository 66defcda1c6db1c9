"""Several relations between the same things: a tensor of sparse slices."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from scipy import sparse

from cotext.corpus import checked_csr
from cotext.datasets import Dataset
from cotext.errors import UsageError
from cotext.matrix.product import Product
from cotext.matrix.relation_fields import read_relations

Slice: TypeAlias = sparse.csr_array | Product


@dataclass(frozen=True, eq=False)
class RelationTensor:
    """Documents x columns x relations, one sparse slice per relation.

    Parameters
    ----------
    slices : sequence of sparse or dense matrices and Products, all of shape (n_documents, n_columns)
        Finite and non-negative, none of them all zero; stored as CSR and :class:`Product`.
    names : sequence of str
        The relation of each slice; "slice 0", "slice 1", ... by default.
    ids : sequence of str
        Identifiers of the documents, if known.
    labels : ndarray of int, shape (n_documents,), or None
        Known classes as codes into ``label_names``.
    label_names : sequence of str
        Names of the classes.
    notes : tuple of str
        The source of each slice, for the user.

    Examples
    --------
    >>> tensor = RelationTensor.of([np.eye(3), Product(np.ones((3, 1)))], names=["cites", "author"])
    >>> tensor.shape, tensor.names
    ((3, 3, 2), ('cites', 'author'))
    >>> tensor["author"].expand()[0].toarray().tolist()
    [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]
    """

    slices: tuple[Slice, ...]
    names: tuple[str, ...] = ()
    ids: Sequence[str] = ()
    labels: np.ndarray | None = None
    label_names: Sequence[str] = ()
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        slices = tuple(self.slices)
        if not slices:
            raise UsageError("a relation tensor of no slices; give at least one matrix or Product")
        names = _checked_names(self.names, len(slices))
        slices = tuple(_checked_slice(X, name) for X, name in zip(slices, names, strict=True))
        _check_shapes(slices, names)
        object.__setattr__(self, "slices", slices)
        object.__setattr__(self, "names", names)
        n = slices[0].shape[0]
        for name, values in (("ids", self.ids), ("labels", self.labels)):
            if values is not None and len(values) not in (0, n):
                raise UsageError(f"{len(values)} {name} for {n} documents; give one per document or none")

    @classmethod
    def of(cls, X: object, names: Sequence[str] | None = None) -> RelationTensor:
        """Make a tensor of any kind of relations.

        Parameters
        ----------
        X : RelationTensor, sequence of slices, ndarray of shape (n, d, v), matrix or Product
            A list or tuple holds equally shaped sparse or dense matrices and Products; a single matrix or
            Product is one slice. A tensor is returned as it is.
        names : sequence of str, optional
            One per slice; they rename those of a tensor.

        Examples
        --------
        >>> RelationTensor.of(np.ones((4, 3, 2))).shape
        (4, 3, 2)
        """
        if isinstance(X, RelationTensor):
            return X if names is None else replace(X, names=tuple(names))
        if isinstance(X, np.ndarray) and X.ndim == 3:
            slices: tuple[Any, ...] = tuple(X[:, :, b] for b in range(X.shape[2]))
        else:
            slices = tuple(X) if isinstance(X, list | tuple) else (X,)
        if names is not None and len(names) != len(slices):
            raise UsageError(f"{len(names)} names for {len(slices)} slices; give one name per slice")
        return cls(slices, tuple(names or ()))

    @classmethod
    def from_documents(
        cls,
        source: str | os.PathLike[str] | Iterable[Mapping[str, Any]],
        *,
        fields: Sequence[str] | Mapping[str, str] | None = None,
        directed: bool = False,
        min_df: int | float | str = "auto",
        max_df: int | float | str = "auto",
        **token_options: Any,
    ) -> RelationTensor:
        """Relate documents by shared title and abstract terms, authors and keywords, and by citations.

        Parameters
        ----------
        source : path or iterable of dicts
            A JSON or JSON lines file (also ``.gz``, ``.xz``), or the records themselves.
        fields : sequence of str or mapping, optional
            Which relations to build, in which order, among "title", "abstract", "authors", "keywords" and
            "references"; a mapping also says in which field each is found. By default all that any
            document has; the abstract is in "abstract" or "text", citations in "references" or
            "citations", as identifiers of other documents.
        directed : bool
            Distinguish who cites whom; by default a citation relates both documents.
        min_df, max_df : int, float or "auto"
            As in :func:`~cotext.matrix.vocabulary`, for title and abstract terms.
        **token_options
            As in :func:`~cotext.tokens.tokenize`: ``stem``, ``language``, ``stop_words``, ``lowercase``.

        Returns
        -------
        RelationTensor
            ``notes`` say how each slice was built, and which relations were left out.

        Examples
        --------
        >>> papers = [
        ...     {"id": "a", "title": "Red roses", "authors": ["Ann", "Bob"]},
        ...     {"id": "b", "title": "Roses and thorns", "authors": "Bob; Cid", "references": ["a"]},
        ... ]
        >>> tensor = RelationTensor.from_documents(papers)
        >>> tensor.names, tensor["authors"].expand()[0].toarray().tolist()
        (('title', 'authors', 'references'), [[2, 1], [1, 2]])
        """

        counting = {"min_df": min_df, "max_df": max_df}
        return cls(**read_relations(source, fields, directed, counting, token_options))

    @classmethod
    def from_dataset(cls, dataset: Dataset) -> RelationTensor:
        """Make a tensor of a data set: a factor F becomes the product of (F > 0) with its transpose.

        An adjacency stays as it is; ``notes`` say if it is directed.

        Examples
        --------
        >>> from cotext.datasets import Dataset
        >>> F = sparse.csr_array([[2, 0], [1, 3]])
        >>> data = Dataset("toy", slices=(F,), slice_names=["terms"], slice_kinds=["factor"])
        >>> RelationTensor.from_dataset(data).expand()[0].toarray().tolist()
        [[1, 1], [1, 2]]
        """
        if not dataset.slices:
            raise UsageError(
                f"data set {dataset.name!r} has no relations; load one of kind tensor, such as 'cora'"
            )
        names, pairs = tuple(dataset.slice_names), list(zip(dataset.slices, dataset.slice_kinds, strict=True))
        slices = tuple(Product((F > 0).astype(np.int32)) if kind == "factor" else F for F, kind in pairs)
        notes = tuple(f"{name}: {_described(*pair)}" for name, pair in zip(names, pairs, strict=True))
        return cls(slices, names, dataset.ids, dataset.labels, dataset.label_names, notes)

    @property
    def shape(self) -> tuple[int, int, int]:
        """Documents, columns, slices."""
        return (*self.slices[0].shape, len(self.slices))

    def __len__(self) -> int:
        return len(self.slices)

    def __iter__(self) -> Iterator[RelationTensor]:
        return (self[b] for b in range(len(self)))

    def __getitem__(self, which: str | int) -> RelationTensor:
        """Return one slice, by name or number, as a tensor."""
        numbers = {name: b for b, name in enumerate(self.names)}
        b = numbers.get(which, len(self)) if isinstance(which, str) else which
        if not -len(self) <= b < len(self):
            listed = ", ".join(map(repr, self.names))
            raise UsageError(f"no slice {which!r}; choose one of {listed} or a number below {len(self)}")
        return replace(self, slices=(self.slices[b],), names=(self.names[b],))

    def expand(self) -> list[sparse.csr_array]:
        """Return every slice as a matrix."""
        return [X.expand() if isinstance(X, Product) else X for X in self.slices]

    def discounted(self, power: float = 0.5) -> RelationTensor:
        """Discount what many documents share; other slices stay as they are.

        Each thing of a :class:`Product` counts 1 / (documents that have it)^power. Without it common
        terms outweigh rare ones, and a slice of terms outweighs one of citations. Counts get fewer, so
        give ``TSPLBM`` an informed start: ``init="skmeans"``.

        Examples
        --------
        >>> tensor = RelationTensor.of([Product(np.ones((16, 1))), np.ones((16, 16))])
        >>> [float(X[0, 1]) for X in tensor.discounted().expand()]
        [0.25, 1.0]
        """
        slices = tuple(X.discounted(power) if isinstance(X, Product) else X for X in self.slices)
        return replace(self, slices=slices)

    def compact(self) -> RelationTensor:
        """Expand the products that have no more entries than their factor; leave the others as they are.

        Examples
        --------
        >>> tensor = RelationTensor.of([Product(np.ones((9, 2))), Product(np.eye(9))])
        >>> [type(X).__name__ for X in tensor.compact().slices]
        ['Product', 'csr_array']
        """
        smaller = tuple(X.expand() if isinstance(X, Product) and not X.sparser else X for X in self.slices)
        return replace(self, slices=smaller)

    def __repr__(self) -> str:
        n, d, v = self.shape
        return f"<RelationTensor {n} x {d} x {v}: {', '.join(self.names)}>"


def _checked_names(names: Sequence[str], count: int) -> tuple[str, ...]:
    if not names:
        return tuple(f"slice {b}" for b in range(count))
    if len(names) != count:
        raise UsageError(f"{len(names)} names for {count} slices; give one name per slice")
    if len(set(names)) < count:
        raise UsageError(f"slice names {', '.join(map(repr, names))}; give each slice a different name")
    return tuple(map(str, names))


def _checked_slice(X: object, name: str) -> Slice:
    checked = X if isinstance(X, Product) else checked_csr(X, f"slice {name!r}")
    factor = checked.B if isinstance(checked, Product) else checked
    if not factor.nnz:
        raise UsageError(f"slice {name!r} relates nothing: all its values are zero; leave it out")
    return checked


def _check_shapes(slices: Sequence[Slice], names: Sequence[str]) -> None:
    first = slices[0]
    for X, name in zip(slices, names, strict=True):
        if X.shape != first.shape:
            square = [k for k, Y in zip(names, slices, strict=True) if isinstance(Y, Product)]
            why = f"; {square[0]!r} is a Product, documents x documents" if square else ""
            raise UsageError(
                f"slice {names[0]!r} is {first.shape[0]} x {first.shape[1]} and slice {name!r} is "
                f"{X.shape[0]} x {X.shape[1]}{why}: give slices of one shape"
            )


def _described(F: sparse.csr_array, kind: str) -> str:
    if kind == "factor":
        return f"what documents share among {F.shape[1]:,} things"
    directed = (F - F.T).count_nonzero() > 0
    return f"{F.nnz:,} {'directed' if directed else 'symmetric'} entries, as given"
