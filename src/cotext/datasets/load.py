"""Load a data set by name."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from cotext.corpus import Documents, checked_csr, load_arrays, read, sparse_from
from cotext.datasets.catalog import VARIABLE, Dataset, Entry, entry_of, file_of
from cotext.errors import UsageError

_WORDS_SLICE = {"acmdl_tensor": 1}  # its first slice holds titles


def load(name: str) -> Dataset:
    """Load a data set.

    Parameters
    ----------
    name : str
        One of :func:`names`, or ``reuters``, ``nips``, ``pnc``.

    Examples
    --------
    >>> from cotext import datasets
    >>> pydocs = datasets.load("pydocs")
    >>> "numpy.linalg" in pydocs.label_names
    True
    """
    entry = entry_of(name)
    if entry.name == "pydocs":
        from cotext.datasets.pydocs import load_pydocs

        return load_pydocs()
    if entry.name == "ng20" and not os.environ.get(VARIABLE):
        return _fetch_ng20()
    if entry.matrix is None:
        return _texts_only(entry)
    path = file_of(entry, entry.matrix)
    return _with_matrix(entry, load_arrays(path), str(path))


def _texts_only(entry: Entry) -> Dataset:
    docs = _read_texts(file_of(entry, entry.texts or ""))
    return Dataset(
        entry.name, labels=docs.labels, label_names=docs.label_names, texts=docs.texts, ids=docs.ids
    )


def _with_matrix(entry: Entry, arrays: Mapping[str, np.ndarray], where: str) -> Dataset:
    labels = arrays["labels"].astype(np.int64)
    ids = _listed(arrays.get("doc_ids")) or [str(row) for row in range(len(labels))]
    parts = {"matrix": _matrix, "samples": _samples, "tensor": _tensor}[entry.kind](entry, arrays, where)
    return Dataset(
        name=entry.name,
        labels=labels,
        label_names=_listed(arrays["label_names"]) or [],
        ids=ids,
        texts=_aligned_texts(entry, ids),
        **parts,
    )


def _matrix(entry: Entry, arrays: Mapping[str, np.ndarray], where: str) -> dict[str, Any]:
    return {"X": _csr(arrays, where), "vocabulary": _listed(arrays.get("vocabulary"))}


def _samples(entry: Entry, arrays: Mapping[str, np.ndarray], where: str) -> dict[str, Any]:
    samples = tuple(_csr(arrays, where, f"sample{i}_") for i in range(int(arrays["n_samples"].item())))
    return {"X": samples[0], "samples": samples, "duplicate_of": arrays["duplicate_of"]}


def _tensor(entry: Entry, arrays: Mapping[str, np.ndarray], where: str) -> dict[str, Any]:
    numbers = range(int(arrays["n_slices"].item()))
    slices = tuple(_csr(arrays, where, f"slice{k}_") for k in numbers)
    vocabularies = [_listed(arrays.get(f"slice{k}_vocabulary")) for k in numbers]
    words = _WORDS_SLICE.get(entry.name, 0)
    return {
        "X": slices[words],
        "vocabulary": vocabularies[words],
        "slices": slices,
        "slice_names": _listed(arrays["slice_names"]),
        "slice_kinds": _listed(arrays["slice_kinds"]),
        "slice_vocabularies": vocabularies,
    }


def _csr(arrays: Mapping[str, np.ndarray], where: str, prefix: str = "") -> sparse.csr_array:
    return checked_csr(sparse_from(arrays, where, prefix), where)


def _aligned_texts(entry: Entry, ids: Sequence[str]) -> list[str] | None:
    """Return the texts of the rows, matched by id, or None without the file."""
    if entry.texts is None or not (path := Path(os.environ[VARIABLE], entry.texts)).is_file():
        return None
    documents = _read_texts(path)
    text_of = dict(zip(documents.ids, documents.texts, strict=True))
    return [text_of[name] for name in ids] if text_of.keys() >= set(ids) else None


def _read_texts(path: Path) -> Documents:
    documents = read(path, text="text", id="id", label="label", keep_na=True)
    assert isinstance(documents, Documents)
    return documents


def _fetch_ng20() -> Dataset:
    """Load 20 Newsgroups through scikit-learn, which stores its downloads."""
    from sklearn.datasets import fetch_20newsgroups
    from sklearn.feature_extraction.text import CountVectorizer

    try:
        bunch = fetch_20newsgroups(subset="all", shuffle=False)
    except OSError as error:
        raise UsageError(
            f"data set 'ng20': the download failed ({error}); set {VARIABLE} to a folder with ng20/ng20.npz"
        ) from error
    counter = CountVectorizer(dtype=np.int32)
    X = sparse.csr_array(counter.fit_transform(bunch.data))
    return Dataset(
        "ng20",
        X=X,
        labels=np.asarray(bunch.target, dtype=np.int64),
        label_names=list(bunch.target_names),
        vocabulary=counter.get_feature_names_out().tolist(),
        texts=list(bunch.data),
        ids=[f"{Path(name).parent.name}/{Path(name).name}" for name in bunch.filenames],
    )


def _listed(values: np.ndarray | None) -> list[str] | None:
    return None if values is None else [str(value) for value in values.tolist()]
