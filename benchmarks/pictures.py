"""The reordered matrix of 100,000 documents x 50,000 words, 20 M nonzeros: prepared and drawn within 3 s."""

from __future__ import annotations

import time

import numpy as np
from scipy import sparse

from cotext.corpus import DocWord
from cotext.models import NMTF
from cotext.pictures.display import display_class
from cotext.pictures.prepare import numbers_of
from cotext.pictures.save import render
from cotext.result import CoClustering

N, D, NNZ, G = 100_000, 50_000, 20_000_000, 20


def synthetic() -> CoClustering:
    """Planted blocks: three counts in five lie in the block of their document; nothing is fitted."""
    rng = np.random.default_rng(0)
    z, w = rng.integers(G, size=N), rng.integers(G, size=D)
    per_row = NNZ // N
    members = [np.flatnonzero(w == k) for k in range(G)]
    columns = rng.integers(D, size=(N, per_row), dtype=np.int32)
    own = rng.random((N, per_row)) < 0.6
    for k in range(G):
        inside = own & (z == k)[:, None]
        columns[inside] = rng.choice(members[k], size=int(inside.sum()))
    indptr = np.arange(0, N * per_row + 1, per_row, dtype=np.int64)
    X = sparse.csr_array((np.ones(N * per_row, np.float32), columns.ravel(), indptr), shape=(N, D))
    model = NMTF(G)
    model.row_labels_, model.column_labels_ = z, w
    model.row_factor_ = (np.eye(G)[z] + 0.1 * rng.random((N, G))).astype(np.float32)
    model.column_factor_ = (np.eye(G)[w] * rng.random((D, 1))).astype(np.float32)
    model.block_, model.criterion_ = np.eye(G), 0.0
    words = [f"word{j}" for j in range(D)]
    return CoClustering(model, DocWord(X, words, [str(i) for i in range(N)]), provenance={}, metrics={})


def main() -> None:
    render(display_class("sizes").from_result(_tiny()), "png")  # fonts are found once per process
    result = synthetic()
    print(f"{N:,} x {D:,}, {result.counts.nnz:,} nonzeros, {G} clusters")
    began = time.perf_counter()
    numbers = numbers_of("matrix", result)
    prepared = time.perf_counter()
    content = render(display_class("matrix")(numbers), "png")
    drawn = time.perf_counter()
    print(f"prepare {prepared - began:5.2f} s   {numbers.pixels.shape[0]} x {numbers.pixels.shape[1]} pixels")
    print(f"draw    {drawn - prepared:5.2f} s   {len(content) / 1e3:.0f} kB of PNG")
    print(f"total   {drawn - began:5.2f} s   budget 3 s")


def _tiny() -> CoClustering:
    X = sparse.csr_array(np.kron(np.eye(2), np.ones((3, 2))))
    model = NMTF(2, n_init=1, random_state=0).fit(X)
    return CoClustering.from_fit(model, DocWord(X, list("abcd"), list("uvwxyz")))


if __name__ == "__main__":
    main()
