"""Whole clusterings of 20 Newsgroups, ours and the peers': seconds and agreement with the newsgroups.

Default settings on both sides, 20 clusters, one start, every peer beside the model of ours that does the same
job. Peers that are not installed are left out: ``pip install "cotext[bench]"``. Needs COTEXT_DATA with ng20.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np

from cotext.datasets import load
from cotext.matrix import Weighting
from cotext.metrics import ari, nmi
from cotext.models import NMF, SPLBM, SpectralCoClustering, SphericalKMeans

K = 20
warnings.simplefilter("ignore")


def labels_of(Z: Any) -> np.ndarray:
    return np.asarray(Z).argmax(axis=1)


def scikit_nmf(X: Any, counts: Any) -> np.ndarray:
    from sklearn.decomposition import NMF as Peer

    return labels_of(Peer(K, init="nndsvda", random_state=0).fit_transform(X))


def scikit_nmf_mu(X: Any, counts: Any) -> np.ndarray:
    from sklearn.decomposition import NMF as Peer

    return labels_of(Peer(K, init="nndsvda", solver="mu", random_state=0).fit_transform(X))


def scikit_minibatch(X: Any, counts: Any) -> np.ndarray:
    from sklearn.decomposition import MiniBatchNMF

    return labels_of(MiniBatchNMF(K, init="nndsvda", random_state=0).fit_transform(X))


def scikit_spectral(X: Any, counts: Any) -> np.ndarray:
    from sklearn.cluster import SpectralCoclustering

    used, met = np.diff(X.indptr) > 0, np.bincount(X.indices, minlength=X.shape[1]) > 0
    labels = np.zeros(X.shape[0], dtype=int)  # it fails on empty rows and columns
    labels[used] = SpectralCoclustering(K, random_state=0).fit(X[used][:, met]).row_labels_
    return labels


def scikit_kmeans(X: Any, counts: Any) -> np.ndarray:
    from sklearn.cluster import KMeans

    return KMeans(K, n_init=1, random_state=0).fit_predict(X)


def network_louvain(X: Any, counts: Any) -> np.ndarray:
    from scipy import sparse
    from sknetwork.clustering import Louvain

    return Louvain(random_state=0).fit(sparse.csr_matrix(X)).labels_row_


def tomotopy_lda(X: Any, counts: Any) -> np.ndarray:
    import tomotopy

    model = tomotopy.LDAModel(k=K, seed=0)
    rows = np.split(np.repeat(counts.indices, counts.data.astype(int)), np.cumsum(_lengths(counts))[:-1])
    used = np.array([len(row) > 0 for row in rows])
    for row in rows:
        if len(row):
            model.add_doc(row.astype(str).tolist())
    model.train(200)
    labels = np.zeros(len(rows), dtype=int)
    labels[used] = [np.argmax(document.get_topic_dist()) for document in model.docs]
    return labels


def gensim_nmf(X: Any, counts: Any) -> np.ndarray:
    from gensim.matutils import Sparse2Corpus, corpus2dense
    from gensim.models.nmf import Nmf

    corpus = Sparse2Corpus(X, documents_columns=False)
    model = Nmf(corpus, num_topics=K, random_state=0, id2word={i: str(i) for i in range(X.shape[1])})
    return labels_of(corpus2dense(model[corpus], K, num_docs=X.shape[0]).T)


def _lengths(counts: Any) -> np.ndarray:
    return np.asarray(counts.sum(axis=1)).astype(int).ravel()


def ours(model: Any, on_counts: bool = False) -> Callable[[Any, Any], np.ndarray]:
    return lambda X, counts: model.fit(counts.astype(np.float32) if on_counts else X).labels_


NMF_OURS = ours(NMF(K, init="nndsvda", n_init=1, random_state=0))
PAIRS = [
    ("scikit-learn NMF cd", "sklearn", scikit_nmf, "NMF", NMF_OURS),
    ("scikit-learn NMF mu", "sklearn", scikit_nmf_mu, "NMF", NMF_OURS),
    ("scikit-learn MiniBatchNMF", "sklearn", scikit_minibatch, "NMF", NMF_OURS),
    ("gensim Nmf", "gensim", gensim_nmf, "NMF", NMF_OURS),
    (
        "scikit-learn SpectralCoclustering", "sklearn", scikit_spectral,
        "SpectralCoClustering", ours(SpectralCoClustering(K, random_state=0)),
    ),
    (
        "scikit-learn KMeans", "sklearn", scikit_kmeans,
        "SphericalKMeans", ours(SphericalKMeans(K, n_init=1, random_state=0)),
    ),
    (
        "scikit-network Louvain", "sknetwork", network_louvain,
        "SphericalKMeans, 10 starts", ours(SphericalKMeans(K, random_state=0)),
    ),
    (
        "tomotopy LDA, 200 sweeps", "tomotopy", tomotopy_lda,
        "SPLBM", ours(SPLBM(K, init="skmeans", n_init=1, random_state=0), on_counts=True),
    ),
]  # fmt: skip


def timed(fit: Callable[[Any, Any], np.ndarray], X: Any, counts: Any) -> tuple[float, np.ndarray]:
    began = time.perf_counter()
    labels = fit(X, counts)
    return time.perf_counter() - began, labels


def main() -> None:
    data = load("ng20")
    counts = data.X
    X = Weighting().fit(counts).transform(counts)
    print(f"NG20 {X.shape[0]:,} x {X.shape[1]:,}, tf-idf, {K} clusters; agreement with the newsgroups")
    print(f"{'ours':28}|     s | NMI/ARI   | {'peer':34}|     s | NMI/ARI   | ratio of seconds")
    done: dict[str, tuple[float, np.ndarray]] = {}
    for title, package, fit, name, mine in PAIRS:
        if find_spec(package) is None:
            print(f"{title}: not installed, left out")
            continue
        if name not in done:
            done[name] = timed(mine, X, counts)
        sides = done[name], timed(fit, X, counts)
        cells = [f"{s:5.1f} | {nmi(data.labels, z):.3f}/{ari(data.labels, z):.3f}" for s, z in sides]
        ratio = sides[1][0] / sides[0][0]
        print(f"{name:28}| {cells[0]} | {title:34}| {cells[1]} | {ratio:.2f}", flush=True)


if __name__ == "__main__":
    main()
