"""How much co-occurrence should weigh beside the documents, found without labels."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse
from sklearn.base import clone

from cotext.backend import open_matrix, quiet_blas
from cotext.models._halves import sample, shared_information
from cotext.models._input import generator
from cotext.models._loop import run_group

SHARES = (0.0, 0.1, 0.3, 1.0, 3.0, 10.0, 100.0)  # weight of M's term in units of |X|^2 / |M|^2
DOCUMENTS, WORDS = 2000, 30_000  # rare words belong to the picture: without them any weight looks good
FEWEST = 100, 200  # documents and words; halves of fewer say little, and USUAL is taken
USUAL = 3.0
STARTS, SWEEPS = 2, 30


def choose_weight(
    model: Any, X: sparse.csr_array, M: sparse.csr_array
) -> tuple[float, list[tuple[float, float]]]:
    """The weight of M's term in a model with ``regularization``, and every share tried with its score."""
    rng = generator(model.random_state).spawn(1)[0]
    some, columns = sample(X, DOCUMENTS, WORDS, rng)
    if some.shape[0] < FEWEST[0] or some.shape[1] < FEWEST[1]:
        return relative_weight(X, M, USUAL), []
    near, seed = sparse.csr_array(M[columns][:, columns]), int(rng.integers(2**31))
    choices = []
    for share in SHARES:

        def group(part: Any, own: Any, share: float = share) -> list[np.ndarray]:
            return _labels(model, part, sparse.csr_array(near[own][:, own]), share, seed)

        with quiet_blas(model.n_jobs):
            choices.append((share, shared_information(some, group, np.random.default_rng(seed))))
    best = max(choices, key=lambda choice: choice[1])[0]
    return relative_weight(X, M, best), choices


def relative_weight(X: Any, M: Any, share: float) -> float:
    """The lambda at which M's term weighs ``share`` times as much as that of X, both at zero."""
    squares = (float(np.square(A.data, dtype=np.float64).sum()) for A in (X, M))
    xx, mm = squares
    return share * xx / mm if mm > 0 else 0.0


def _labels(model: Any, X: Any, M: Any, share: float, seed: int) -> list[np.ndarray]:
    """Clusters of the documents, one labelling per start."""
    trial = clone(model).set_params(max_iter=SWEEPS, init="skmeans", screen=False)
    trial.regularization_ = relative_weight(X, M, share)
    data = open_matrix(X, model.device, model.n_jobs)
    runs = run_group(trial, data, generator(seed).spawn(STARTS), M=data.beside(M))
    return [trial._document_side(data.get(run.Z[0]))[2] for run in runs]
