"""Data prepared once and saved as files, so that every cell starts from the same bytes.

A piece is one such file: the weighted matrix (or samples) of a data set, or the co-occurrences of its words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from cotext import datasets
from cotext.cooccurrence import count_contexts
from cotext.errors import UsageError
from cotext.experiments.table import digest
from cotext.files import write_atomic
from cotext.matrix import RelationTensor, select_words
from cotext.models import by_name
from cotext.models.engine import Estimator
from cotext.recipe import Recipe
from cotext.tokens import tokenize

EXTERNAL = {"corpus": "wikipedia", "context": "window:5"}  # for PMI, as close to the papers as possible
PARTS = ("data", "indices", "indptr", "shape")  # of a sparse matrix in a file
LARGEST = 10**8  # cells of a slice that is expanded for models of one matrix


@dataclass(frozen=True)
class Material:
    """The data of a cell: named matrices (several for samples or slices), classes, and more for the fit."""

    parts: list[tuple[str, Any]]
    labels: np.ndarray | None
    n_classes: int
    fit_params: dict[str, Any] = field(default_factory=dict)
    external: sparse.csr_array | None = None


def pieces(definition: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the pieces that a cell needs; generated bases and relations need none."""
    data, Model = definition["data"], by_name(definition["model"])
    if data["kind"] == "overlapping" or (data["kind"] == "tensor" and definition["on"] != "matrix"):
        return []
    matrix = {key: v for key, v in data.items() if key not in ("context", "stem") and v is not None}
    if matrix["weighting"] == "auto":
        matrix["weighting"] = Model.weighting
    if "groups" in data or "words" in data:
        matrix["seed"] = definition["seed"]
    needed: list[dict[str, Any]] = [{"piece": "matrix", **matrix}]
    if data["context"] and Model.algorithm_type.uses_cooccurrence:
        needed.append({"piece": "contexts", **{key: data[key] for key in ("set", "context", "stem")}})
    if "pmi" in definition["measures"]:
        needed.append({"piece": "external", "set": data["set"], "stem": data["stem"], **EXTERNAL})
    return needed


def make(piece: Mapping[str, Any], path: Path) -> None:
    """Prepare a piece and write its file."""
    arrays = {"matrix": _matrix, "contexts": _contexts, "external": _external}[piece["piece"]](piece)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, lambda stream: np.savez(stream, **arrays))


def piece_file(cache: Path, piece: Mapping[str, Any]) -> Path:
    return cache / f"{piece['set']}.{piece['piece']}.{digest(piece)}.npz"


def gather(definition: Mapping[str, Any], cache: Path) -> Material:
    """Read the data of a cell from the files of its pieces, and make missing ones."""
    kind, name = definition["data"]["kind"], definition["data"]["set"]
    if kind == "overlapping":
        data = datasets.make_overlapping(name)
        assert data.X is not None
        return Material([("", data.X.astype(np.float64))], data.labels, len(data.label_names))
    if kind == "tensor" and definition["on"] != "matrix":
        return _relations(datasets.load(name), definition["on"], by_name(definition["model"]))
    files = {}
    for piece in pieces(definition):
        if not (path := piece_file(cache, piece)).is_file():
            make(piece, path)
        files[piece["piece"]] = np.load(path)
    matrix = files["matrix"]
    parts = [(str(label), _csr(matrix, f"part{i}_")) for i, label in enumerate(matrix["names"])]
    fit_params = {"cooccurrence": _csr(files["contexts"], "")} if "contexts" in files else {}
    external = _csr(files["external"], "") if "external" in files else None
    return Material(parts, matrix["labels"], int(matrix["n_classes"]), fit_params, external)


def _relations(data: datasets.Dataset, on: str, Model: type[Estimator]) -> Material:
    """Return the whole tensor, or its slices one by one."""
    classes = (data.labels, len(data.label_names))
    tensor = RelationTensor.from_dataset(data)
    if on.startswith("discounted"):
        tensor = tensor.discounted()
    if not on.endswith("slices"):
        return Material([("", tensor)], *classes)
    if Model.algorithm_type.takes_slices:
        return Material([(name, tensor[name]) for name in tensor.names], *classes)
    small = tensor.shape[0] ** 2 <= LARGEST
    matrices = [relation.expand()[0] for relation in tensor] if small else list(data.slices)
    names = [
        name if small or kind != "factor" else f"{name} (the factor itself)"
        for name, kind in zip(tensor.names, data.slice_kinds, strict=True)
    ]
    return Material(list(zip(names, (X.astype(np.float32) for X in matrices), strict=True)), *classes)


def _matrix(piece: Mapping[str, Any]) -> dict[str, Any]:
    if "groups" in piece:
        parts, labels, n_classes = _draws(piece)
    else:
        data = datasets.load(piece["set"])
        labels, n_classes = np.asarray(data.labels), len(data.label_names)
        parts = _samples(data, piece.get("draws")) if piece["kind"] == "samples" else {"": counts_of(data)}
    recipe = Recipe(weighting=piece["weighting"], idf=piece["idf"])
    arrays = {"labels": labels, "n_classes": n_classes, "names": np.array(list(parts))}
    for i, X in enumerate(parts.values()):
        arrays.update(_flat(recipe.fit_transform(X).weighted.X, f"part{i}_"))
    return arrays


def counts_of(data: datasets.Dataset) -> sparse.csr_array:
    """Return the published counts, or our own if the data set has only texts."""
    if data.X is not None:
        return data.X
    return Recipe(debris="keep").fit_transform(data.texts).counts


def _samples(data: datasets.Dataset, most: int | None) -> dict[str, sparse.csr_array]:
    """Return the draws that do not repeat earlier ones."""
    if data.duplicate_of is None:
        raise UsageError(f"data set {data.name!r} has no samples; leave kind = 'samples' out.")
    own = [i for i in range(len(data.samples)) if data.duplicate_of[i] < 0]
    return {str(i): data.samples[i] for i in own[:most]}


def _draws(piece: Mapping[str, Any]) -> tuple[dict[str, sparse.csr_array], np.ndarray, int]:
    """Draw samples from the raw posts of some groups, without headers; choose words for each draw."""
    data = datasets.load(piece["set"])
    if data.texts is None or data.labels is None:
        raise UsageError(f"data set {piece['set']!r} has no texts here; samples of groups need texts.")
    codes = [list(data.label_names).index(group) for group in piece["groups"]]
    parts, size = {}, piece["per_group"]
    for draw in range(piece["draws"]):
        rng = np.random.default_rng([piece["seed"], draw])
        rows = [rng.choice(np.flatnonzero(data.labels == code), size, replace=False) for code in codes]
        posts = [data.texts[i] for i in np.concatenate(rows)]
        texts = list(map(_without_header, posts))
        recipe = Recipe(language="en", stop_words=piece.get("stop_words", "auto"), debris="keep")
        X = recipe.fit_transform(texts).counts
        chosen = select_words(X, piece["words"]["n"], piece["words"]["method"], random_state=piece["seed"])
        parts[str(draw)] = X[:, chosen]
    return parts, np.repeat(np.arange(len(codes)), size), len(codes)


def _without_header(post: str) -> str:
    return post.partition("\n\n")[2] or post


def _contexts(piece: Mapping[str, Any]) -> dict[str, Any]:
    data = datasets.load(piece["set"])
    if piece["context"] == "document":
        return _flat(count_contexts(counts_of(data)), "")
    if data.texts is None:
        raise UsageError(f"data set {piece['set']!r} has no texts here; {piece['context']} needs texts.")
    if data.vocabulary is not None:
        return _pairs_of_words(data.texts, data.vocabulary, piece)
    recipe = Recipe(stem=piece["stem"], context=piece["context"], debris="keep")
    cooccurrence = recipe.fit_transform(data.texts, contexts=True).cooccurrence
    assert cooccurrence is not None
    return _flat(cooccurrence, "")


def _external(piece: Mapping[str, Any]) -> dict[str, Any]:
    """Count co-occurrences of the words of a data set in another corpus."""
    data, corpus = datasets.load(piece["set"]), datasets.load(piece["corpus"])
    if data.vocabulary is None:
        raise UsageError(f"data set {piece['set']!r} has no words; leave the measure 'pmi' out.")
    return _pairs_of_words(corpus.texts or (), data.vocabulary, piece, language="en")


def _pairs_of_words(
    texts: Sequence[str], words: Sequence[str], piece: Mapping[str, Any], language: str = "auto"
) -> dict[str, Any]:
    """Count co-occurrences of given words in texts."""
    tokens = tokenize(list(texts), language=language, stem=piece["stem"], debris="keep")
    return _flat(count_contexts(tokens, context=piece["context"], vocabulary=words), "")


def _flat(X: sparse.csr_array, prefix: str) -> dict[str, Any]:
    return {f"{prefix}{name}": getattr(X, name) for name in PARTS}


def _csr(arrays: Mapping[str, np.ndarray], prefix: str) -> sparse.csr_array:
    data, indices, indptr, shape = (arrays[f"{prefix}{name}"] for name in PARTS)
    return sparse.csr_array((data, indices, indptr), shape=tuple(shape.tolist()))
