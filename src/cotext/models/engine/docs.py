"""The part of every model's docstring and constructor that is the same, written once."""

from __future__ import annotations

import inspect

FIRST_PARAMETER = """\
n_clusters : int or (int, int), default=3
    Document clusters and word clusters; one number stands for both."""

RESTARTS = """\
n_init : int, default=10
    Restarts; the one with the lowest criterion is kept."""

REMAINING_PARAMETERS = """\
max_iter : int, default=100
    Sweeps per restart, at most.
tol : float, default=1e-5
    A restart ends when a sweep lowers the criterion by less than this share of it.
random_state : int, RandomState, Generator or None, default=None
    Seed; the same seed gives the same result on any number of threads.
init : str or tuple of arrays
    Start: "skmeans" (spherical k-means), "itcc", "random", "nndsvda", or the factors (Z, W) or (Z, W, S).
    k-means itself, spherical or not, starts from "k-means++" or "random" documents.
screen : bool, default=False
    Give up two restarts in three after ten sweeps, those of the highest criterion.
device : {"cpu", "cuda"}, default="cpu"
    Where to compute; "cuda" needs CuPy and a GPU.
n_jobs : int or None, default=None
    Threads; None means all cores. The result does not depend on it.
verbose : int, default=0
    1 reports each restart on stderr, 2 each sweep."""

OTHER_PARAMETERS = f"{RESTARTS}\n{REMAINING_PARAMETERS}"

ATTRIBUTES = """\
row_labels_, column_labels_ : ndarray of int
    Cluster of each document and of each word; ``labels_`` is ``row_labels_``.
row_factor_ : ndarray of shape (n_documents, g)
    Memberships Z; labels are the argmax after scaling each column to unit length.
block_ : ndarray of shape (g, m)
    Block summary S; the identity for two-factor models.
column_factor_ : ndarray of shape (n_words, m)
    Word factor W.
criterion_, criteria_ : float, ndarray of shape (n_init,)
    Final criterion of the best restart and of all of them; lower is better.
losses_ : ndarray
    Criterion of the best restart after each sweep, and once more after the last answers.
restart_losses_, restart_labels_ : ndarray, one row per restart
    The curve of every restart (NaN after its end) and the clusters it gave the documents.
n_iter_, converged_ : int, bool
    Sweeps of the best restart, and whether it met ``tol`` or ended where it was meant to.
rows_, columns_ : ndarray of bool
    Members of each co-cluster, as in scikit-learn's biclustering."""

LEAST_SQUARES = """\
solver : {"cd", "mu"}
    Coordinate descent, which reaches the same criterion several times sooner and is the default where
    documents alone are factorised, or the papers' multiplicative updates, the default where a
    co-occurrence term dominates: there a lower criterion is not a better clustering.
inner : int, default=1
    Repeats of each update while its sums are at hand."""

CONTEXTS = """\
shift : float, default=2.0
    PMI below log(shift) counts as none (the papers' N)."""

WEIGHT = """\
regularization : float or "auto", default=1.0
    Weight of the co-occurrence term (the papers' lambda). With "auto" it outweighs the documents by far, as
    in the papers, but the fit stops as soon as random halves of the words tell about as much of the clusters
    from all words as they ever do: early where co-occurrence misleads"""

WEIGHT_ATTRIBUTES = """\
regularization_ : float
    The weight used.
stop_, choices_ : int, list of (sweeps, score)
    Where "auto" stops, and what it tried; there only where it was asked for."""

SIMILARITY = """\
clustering : str, default="ward"
    "ward", "kmeans" or "spectral", on the similarities.
memory : float or None, default=None
    Gigabytes that may be used; None means most of what is free. What cannot fit is refused beforehand.
random_state : int or None, default=None
    For k-means and spectral clustering.
n_jobs : int or None, default=None
    Threads; None means all cores. The result does not depend on it.
verbose : int, default=0
    1 prints the memory needed and each iteration on stderr."""

X_GIVEN = """\
X : array-like or sparse matrix of shape (n_documents, n_words)
    Non-negative, weighted as it comes.
y : ignored"""

CONTEXTS_GIVEN = """\
cooccurrence : sparse matrix of shape (n_words, n_words), optional
    Symmetric counts of how often two words share a context, from these documents or others;
    counted from X with whole documents as contexts when absent."""

SHARED = {
    "{X}": X_GIVEN,
    "{contexts}": CONTEXTS_GIVEN,
    "{similarity parameters}": SIMILARITY,
    "{solver parameters}": LEAST_SQUARES,
    "{context parameters}": CONTEXTS,
    "{weight parameter}": WEIGHT,
    "{weight attributes}": WEIGHT_ATTRIBUTES,
    "{first parameter}": FIRST_PARAMETER,
    "{remaining parameters}": REMAINING_PARAMETERS,
    "{other parameters}": OTHER_PARAMETERS,
    "{shared parameters}": f"{FIRST_PARAMETER}\n{OTHER_PARAMETERS}",
    "{attributes}": ATTRIBUTES,
}


def complete_docstring(doc: str | None) -> str | None:
    """Fill the marks of a docstring with the shared text."""
    doc = doc and inspect.cleandoc(doc)  # newer Pythons take the indentation away, older ones do not
    for mark, text in SHARED.items():
        doc = doc and doc.replace(mark, text)
    return doc


def complete_signature(cls: type) -> None:
    """Spell out the ``**shared`` of a model's constructor, because scikit-learn reads the signature."""
    if "__init__" not in vars(cls):
        return
    own = inspect.signature(cls.__init__).parameters  # type: ignore[misc]
    above = next(base for base in cls.__mro__[1:] if "__init__" in vars(base))
    shared = inspect.signature(above.__init__).parameters  # type: ignore[misc]
    listed = [p for p in own.values() if p.kind is not p.VAR_KEYWORD]
    if len(listed) < len(own):
        listed += [p for name, p in shared.items() if name not in own]
        cls.__init__.__signature__ = inspect.Signature(listed)  # type: ignore[misc]
