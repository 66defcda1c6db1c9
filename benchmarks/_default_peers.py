"""What users would take instead of ``cotext fit``, each on the input that suits it best."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.cluster import KMeans, SpectralCoclustering
from sklearn.decomposition import NMF, TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.preprocessing import normalize

from cotext.matrix import Weighting
from cotext.models import Consensus

PEERS = ("NMF", "KMeans", "Spectral", "LSA", "vectors")
STARTS = 10  # of every k-means
FREQUENT = 10  # documents
RANK = 100
RAW = "raw texts"
WEIGHTS = ("counts", "logs", "tf-idf", "ours")


def input_names(who: str, texts: bool) -> list[str]:
    """The inputs that a peer is tried on."""
    if who == "vectors":
        return ["vectors"] if texts else []
    names = [name + words for words in ("", f" of {FREQUENT}+") for name in WEIGHTS]
    return [RAW, *names] if who == "LSA" and texts else names


def made(name: str, counts: Any, texts: Any) -> Any:
    """What a careful user might give to scikit-learn."""
    if name == "vectors":
        return mean_vectors(texts)
    if name == RAW:
        return TfidfVectorizer(sublinear_tf=True).fit_transform(texts)
    X = counts.astype(np.float64)
    if name.endswith("+"):
        X = X[:, np.bincount(X.indices, minlength=X.shape[1]) >= FREQUENT]
    match name.split(" of ")[0]:
        case "counts":
            return X
        case "logs":
            return X.log1p()
        case "tf-idf":
            return Weighting("tf-idf-norm").fit_transform(X)
        case _:
            return Weighting(Consensus.weighting).fit_transform(X)


def cluster(who: str, X: Any, g: int, seed: int) -> np.ndarray:
    """The clusters of a peer; documents and words without entries are kept from SpectralCoclustering."""
    if who == "NMF":
        return np.asarray(NMF(g, random_state=seed).fit_transform(X).argmax(axis=1))
    if who == "Spectral":
        used, met = np.diff(X.indptr) > 0, np.bincount(X.indices, minlength=X.shape[1]) > 0
        labels = np.zeros(X.shape[0], dtype=int)
        model = SpectralCoclustering(g, n_init=STARTS, random_state=seed)
        labels[used] = model.fit(X[used][:, met]).row_labels_
        return labels
    if who == "LSA":
        svd = TruncatedSVD(min(RANK, X.shape[1] - 1), random_state=seed)
        X = normalize(svd.fit_transform(X))
    return np.asarray(KMeans(g, n_init=STARTS, random_state=seed).fit_predict(X))


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
    ids_of = (tokenizer.encode(text, add_special_tokens=False).ids for text in texts)
    blank = np.zeros(vectors.shape[1])
    return normalize([vectors[ids].mean(axis=0, dtype=np.float64) if ids else blank for ids in ids_of])
