"""What users would take instead of ``cotext fit``, each on the input that suits it best."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.cluster import KMeans, SpectralCoclustering
from sklearn.decomposition import NMF
from sklearn.preprocessing import normalize

from cotext.matrix import Weighting
from cotext.metrics import nmi
from cotext.models import Consensus

PEERS = ("NMF", "KMeans", "Spectral", "vectors")
STARTS = 5  # of every k-means
FREQUENT = 10  # documents


def inputs(counts: Any) -> Iterator[tuple[str, Any]]:
    """What a careful user might give to scikit-learn."""
    counts = counts.astype(np.float64)
    frequent = np.bincount(counts.indices, minlength=counts.shape[1]) >= FREQUENT
    for words, X in (("", counts), (f" of {FREQUENT}+", counts[:, frequent])):
        yield "counts" + words, X
        yield "logs" + words, X.log1p()
        yield "tf-idf" + words, Weighting("tf-idf-norm").fit_transform(X)
        yield "ours" + words, Weighting(Consensus.weighting).fit_transform(X)


def scikit_learn(X: Any, g: int, seed: int) -> list[np.ndarray]:
    """Its clusters; documents and words without entries, which the last one refuses, are kept from it."""
    used, met = np.diff(X.indptr) > 0, np.bincount(X.indices, minlength=X.shape[1]) > 0
    spectral = np.zeros(X.shape[0], dtype=int)
    model = SpectralCoclustering(g, n_init=STARTS, random_state=seed)
    spectral[used] = model.fit(X[used][:, met]).row_labels_
    factors = NMF(g, random_state=seed).fit_transform(X)
    means = KMeans(g, n_init=STARTS, random_state=seed).fit_predict(X)
    return [factors.argmax(axis=1), means, spectral]


def wordllama() -> Path:
    """Folder of the package, whose own loader would ask the network."""
    spec = find_spec("wordllama")
    if spec is None or not spec.submodule_search_locations:
        raise ImportError('mean word vectors need the package wordllama: pip install "cotext[bench]".')
    return Path(spec.submodule_search_locations[0])


def mean_vectors(texts: Any) -> np.ndarray:
    """The mean of the static vectors of a text's tokens, scaled to unit length."""
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer

    vectors = load_file(wordllama() / "weights/l2_supercat_256.safetensors")["embedding.weight"]
    tokenizer = Tokenizer.from_file(str(wordllama() / "tokenizers/l2_supercat_tokenizer_config.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    found = (tokenizer.encode(text, add_special_tokens=False).ids for text in texts)
    blank = np.zeros(vectors.shape[1])
    return normalize([vectors[ids].mean(axis=0, dtype=np.float64) if ids else blank for ids in found])


def theirs(counts: Any, texts: Any, labels: np.ndarray, seeds: range) -> tuple[np.ndarray, list[str]]:
    """NMI, peer x seed, each peer on the input of highest mean over the seeds, and the names of these."""
    g = len(np.unique(labels))
    names, scores = [], []  # scores: input x seed x peer
    for name, X in inputs(counts):
        names.append(name)
        scores.append([[nmi(labels, z) for z in scikit_learn(X, g, seed)] for seed in seeds])
    best = np.mean(scores, axis=1).argmax(axis=0)
    found = [np.array(scores)[i, :, peer] for peer, i in enumerate(best)]
    if texts is None:
        found.append(np.full(len(seeds), np.nan))
    else:
        points = mean_vectors(texts)
        means = (KMeans(g, n_init=STARTS, random_state=seed).fit_predict(points) for seed in seeds)
        found.append(np.array([nmi(labels, z) for z in means]))
    return np.array(found), [names[i] for i in best]
