"""What the way from texts to a matrix costs or gives: the default model on other matrices of the same texts.

NMI with the classes, mean over seeds 0 to 2 (``python -m benchmarks text_stage 5`` for more). "cotext" is the
matrix of ``cotext fit``; the other columns are differences from it. Each changes one thing: windows of 10
words or whole documents as contexts, no stop words, words of one document or of three and more, words of any
number of documents, counts instead of their logarithms, smooth idf. "sklearn" is the matrix that
``TfidfVectorizer()`` makes, "its log" with ``sublinear_tf=True``; both with whole documents as contexts.
Collections are those of COTEXT_DATA that have texts, at most 2,500 of each, and the first twelve words of two
of them. The settings were chosen over all of them: see docs/decisions/0023-text-defaults.md.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.feature_extraction.text import TfidfVectorizer

from cotext import datasets
from cotext.errors import CotextError
from cotext.metrics import nmi
from cotext.models import Consensus
from cotext.recipe import Recipe

COLLECTIONS = (
    "classic3", "classic4", "reuters4", "reuters65", "ng20", "pnc_toy", "pnc_3topics", "acmdl_tensor",
    "pydocs",
)  # fmt: skip
SHORT = ("classic4", "pydocs")
MOST, FIRST = 2500, 12

Matrix = tuple[Any, Any]


def ours(texts: Sequence[str], **changed: Any) -> Matrix:
    """X and co-occurrence as ``cotext fit`` makes them, but for what is changed."""
    ready = Recipe(**{"weighting": Consensus.weighting, **changed}).fit_transform(texts, contexts=True)
    return ready.weighted.X, ready.cooccurrence


def theirs(texts: Sequence[str], **settings: Any) -> Matrix:
    return sparse.csr_array(TfidfVectorizer(**settings).fit_transform(texts)), None


WAYS: dict[str, Callable[[Sequence[str]], Matrix]] = {
    "cotext": ours,
    "window:10": partial(ours, context="window:10"),
    "document": partial(ours, context="document"),
    "no stops": partial(ours, stop_words="none"),
    "min_df 1": partial(ours, min_df=1),
    "min_df 3": partial(ours, min_df=3),
    "max_df 1": partial(ours, max_df=1.0),
    "counts": partial(ours, weighting="tf-idf-norm"),
    "smooth": partial(ours, idf="smooth"),
    "sklearn": theirs,
    "its log": partial(theirs, sublinear_tf=True),
}


def collections() -> Iterator[tuple[str, list[str], np.ndarray]]:
    for name in COLLECTIONS:
        try:
            data = datasets.load(name)
        except CotextError:
            continue
        rng = np.random.default_rng(0)
        kept = np.sort(rng.permutation(len(data.texts))[:MOST])
        texts, labels = [data.texts[i] for i in kept], np.asarray(data.labels)[kept]
        yield name, texts, labels
        if name in SHORT:
            yield f"{name}, {FIRST} words", [" ".join(text.split()[:FIRST]) for text in texts], labels


def scored(matrix: Matrix, labels: np.ndarray, seeds: range) -> float:
    X, C = matrix
    g = len(np.unique(labels))
    fits = [Consensus(g, random_state=seed).fit(X, cooccurrence=C) for seed in seeds]
    return float(np.mean([nmi(labels, fit.row_labels_) for fit in fits]))


def main(n_seeds: int = 3) -> None:
    warnings.simplefilter("ignore")
    print(f"{'':20}" + "".join(f"{way:>10}" for way in WAYS))
    rows = []
    for name, texts, labels in collections():
        scores = [scored(make(texts), labels, range(n_seeds)) for make in WAYS.values()]
        rows.append([scores[0], *(score - scores[0] for score in scores[1:])])
        print(_line(name, rows[-1]), flush=True)
    if rows:
        print(_line("mean", np.mean(rows, axis=0)))


def _line(name: str, row: Sequence[float]) -> str:
    return f"{name:20}{row[0]:10.3f}" + "".join(f"{value:+10.3f}" for value in row[1:])


if __name__ == "__main__":
    main()
