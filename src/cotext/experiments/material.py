"""Data made ready once and kept as files, so that every cell starts from the same bytes.

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

# Where the papers' PMI comes from, as far as we have it.
EXTERNAL = {"corpus": "wikipedia", "context": "window:5"}

PARTS = ("data", "indices", "indptr", "shape")  # of a sparse matrix in a file
LARGEST = 10**8  # cells of a slice that is written out for models of one matrix


@dataclass(frozen=True)
class Material:
    """What a cell works on: named matrices (several for samples or slices), classes, things beside them."""

    parts: list[tuple[str, Any]]
    labels: np.ndarray | None
    n_classes: int
    beside: dict[str, Any] = field(default_factory=dict)
    external: sparse.csr_array | None = None


def pieces(definition: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The files a cell needs."""
    data, Model = definition["data"], by_name(definition["model"])
    if not _from_files(definition):
        return []
    matrix = {key: v for key, v in data.items() if key not in ("context", "stem") and v is not None}
    if matrix["weighting"] == "auto":
        matrix["weighting"] = Model.weighting
    if "groups" in data or "words" in data:
        matrix["seed"] = definition["seed"]
    found: list[dict[str, Any]] = [{"piece": "matrix", **matrix}]
    if data["context"] and Model.algorithm_type.uses_cooccurrence:
        found.append({"piece": "contexts", **{key: data[key] for key in ("set", "context", "stem")}})
    if "pmi" in definition["measures"]:
        found.append({"piece": "external", "set": data["set"], "stem": data["stem"], **EXTERNAL})
    return found


def make(piece: Mapping[str, Any], path: Path) -> None:
    """Prepare a piece and write its file."""
    arrays = {"matrix": _matrix, "contexts": _contexts, "external": _outside}[piece["piece"]](piece)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, lambda stream: np.savez(stream, **arrays))


def piece_file(cache: Path, piece: Mapping[str, Any]) -> Path:
    """Where a piece is kept."""
    return cache / f"{piece['set']}.{piece['piece']}.{digest(piece)}.npz"


def gather(definition: Mapping[str, Any], cache: Path) -> Material:
    """What the cell works on, from the files of its pieces; those that are not there yet are made."""
    kind, name = definition["data"]["kind"], definition["data"]["set"]
    if kind == "overlapping":
        data = datasets.make_overlapping(name)
        assert data.X is not None
        return Material([("", data.X.astype(np.float64))], data.labels, len(data.label_names))
    if kind == "tensor" and definition["on"] != "matrix":
        return _relations(datasets.load(name), definition["on"], by_name(definition["model"]))
    found = {}
    for piece in pieces(definition):
        if not (path := piece_file(cache, piece)).is_file():
            make(piece, path)
        found[piece["piece"]] = np.load(path)
    matrix = found["matrix"]
    parts = [(str(label), _csr(matrix, f"part{i}_")) for i, label in enumerate(matrix["names"])]
    beside = {"cooccurrence": _csr(found["contexts"], "")} if "contexts" in found else {}
    external = _csr(found["external"], "") if "external" in found else None
    return Material(parts, matrix["labels"], int(matrix["n_classes"]), beside, external)


def _from_files(definition: Mapping[str, Any]) -> bool:
    """Whether the data are worth a file: generated bases and relations are made in no time."""
    kind = definition["data"]["kind"]
    return bool(kind != "overlapping" and (kind != "tensor" or definition["on"] == "matrix"))


def _relations(data: datasets.Dataset, on: str, Model: type[Estimator]) -> Material:
    """The whole tensor, or its slices one by one."""
    classes = (data.labels, len(data.label_names))
    tensor = RelationTensor.from_dataset(data)
    if on.startswith("discounted"):
        tensor = tensor.discounted()
    if not on.endswith("slices"):
        return Material([("", tensor)], *classes)
    if Model.algorithm_type.takes_slices:
        return Material([(name, tensor[name]) for name in tensor.names], *classes)
    n = tensor.shape[0]
    written = [one.expand()[0] for one in tensor] if n**2 <= LARGEST else list(data.slices)
    as_factor = [kind == "factor" and n**2 > LARGEST for kind in data.slice_kinds]
    names = [
        f"{name} (the factor itself)" if f else name for name, f in zip(tensor.names, as_factor, strict=True)
    ]
    return Material(list(zip(names, (X.astype(np.float32) for X in written), strict=True)), *classes)


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
    """The published counts, or our own where there are only texts."""
    if data.X is not None:
        return data.X
    return Recipe(debris="keep").fit_transform(data.texts).counts


def _samples(data: datasets.Dataset, most: int | None) -> dict[str, sparse.csr_array]:
    """The draws that are not copies of earlier ones."""
    if data.duplicate_of is None:
        raise UsageError(f"data set {data.name!r} has no samples; its kind is not 'samples'.")
    own = [i for i in range(len(data.samples)) if data.duplicate_of[i] < 0]
    return {str(i): data.samples[i] for i in own[:most]}


def _draws(piece: Mapping[str, Any]) -> tuple[dict[str, sparse.csr_array], np.ndarray, int]:
    """Samples drawn from the raw posts of some groups: headers ignored, words chosen draw by draw."""
    data = datasets.load(piece["set"])
    if data.texts is None or data.labels is None:
        raise UsageError(f"data set {piece['set']!r} has no texts here, and its groups are drawn from texts.")
    codes = [list(data.label_names).index(group) for group in piece["groups"]]
    parts, size = {}, piece["per_group"]
    for draw in range(piece["draws"]):
        rng = np.random.default_rng([piece["seed"], draw])
        rows = [rng.choice(np.flatnonzero(data.labels == code), size, replace=False) for code in codes]
        texts = [_without_header(data.texts[i]) for i in np.concatenate(rows)]
        recipe = Recipe(language="en", stop_words=piece.get("stop_words", "auto"), debris="keep")
        X = recipe.fit_transform(texts).counts
        chosen = select_words(X, piece["words"]["n"], piece["words"]["method"], random_state=piece["seed"])
        parts[str(draw)] = X[:, chosen]
    return parts, np.repeat(np.arange(len(codes)), size), len(codes)


def _without_header(text: str) -> str:
    """A post below the first empty line; all of it where there is none."""
    return text.partition("\n\n")[2] or text


def _contexts(piece: Mapping[str, Any]) -> dict[str, Any]:
    data = datasets.load(piece["set"])
    if piece["context"] == "document":
        return _flat(count_contexts(counts_of(data)), "")
    if data.texts is None:
        raise UsageError(f"data set {piece['set']!r} has no texts here: {piece['context']} needs them.")
    if data.vocabulary is not None:
        return _meetings(data.texts, data.vocabulary, piece)
    recipe = Recipe(stem=piece["stem"], context=piece["context"], debris="keep")
    found = recipe.fit_transform(data.texts, contexts=True).cooccurrence
    assert found is not None
    return _flat(found, "")


def _outside(piece: Mapping[str, Any]) -> dict[str, Any]:
    """How often the words of a data set meet in another corpus."""
    data, corpus = datasets.load(piece["set"]), datasets.load(piece["corpus"])
    if data.vocabulary is None:
        raise UsageError(f"data set {piece['set']!r} has no words, so they cannot be looked up elsewhere.")
    return _meetings(corpus.texts or (), data.vocabulary, piece, language="en")


def _meetings(
    texts: Sequence[str], words: Sequence[str], piece: Mapping[str, Any], language: str = "auto"
) -> dict[str, Any]:
    """How often words that others have chosen meet in texts."""
    tokens = tokenize(list(texts), language=language, stem=piece["stem"], debris="keep")
    return _flat(count_contexts(tokens, context=piece["context"], vocabulary=words), "")


def _flat(X: sparse.csr_array, prefix: str) -> dict[str, Any]:
    return {f"{prefix}{name}": getattr(X, name) for name in PARTS}


def _csr(arrays: Mapping[str, np.ndarray], prefix: str) -> sparse.csr_array:
    data, indices, indptr, shape = (arrays[f"{prefix}{name}"] for name in PARTS)
    return sparse.csr_array((data, indices, indptr), shape=tuple(shape.tolist()))
