"""Data that need no file: docstrings and planted co-clusters."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import time
import tracemalloc

import numpy as np
import pytest

from cotext import datasets
from cotext.errors import UsageError


def test_pydocs_is_a_corpus_of_a_million_words() -> None:
    start = time.process_time()
    data = datasets.load("pydocs")
    assert time.process_time() - start < 6
    assert 2_000 < len(data) < 3_000
    assert 700_000 < sum(len(text.split()) for text in data.texts) < 1_500_000
    assert len(set(data.texts)) > 0.99 * len(data)
    assert len(set(data.ids)) == len(data)
    assert min(len(text.split()) for text in data.texts) >= 50
    assert data.X is None


def test_pydocs_is_labelled_by_sub_package() -> None:
    data = datasets.load("pydocs")
    assert {"numpy.linalg", "scipy.stats", "sklearn.cluster"} < set(data.label_names)
    assert data.label_names == sorted(data.label_names)
    assert np.bincount(data.labels, minlength=len(data.label_names)).min() >= 15
    where = data.ids.index("scipy.stats.norm")
    assert data.label_names[data.labels[where]] == "scipy.stats"
    assert "normal" in data.texts[where]


def test_pydocs_is_the_same_in_every_process() -> None:
    show = (  # and whatever was imported before: scikit-learn's checks turn its experiments on
        "import hashlib, sklearn.utils.estimator_checks; from cotext.datasets import load; "
        "data = load('pydocs'); "
        "print(hashlib.sha256(repr((data.ids, data.texts, data.labels.tolist())).encode()).hexdigest())"
    )
    elsewhere = subprocess.run(
        [sys.executable, "-c", show],
        env={**os.environ, "PYTHONHASHSEED": "1"},
        check=True,
        capture_output=True,
        text=True,
    )
    data = datasets.load("pydocs")
    here = hashlib.sha256(repr((data.ids, data.texts, data.labels.tolist())).encode())
    assert elsewhere.stdout.strip() == here.hexdigest()


@pytest.mark.parametrize("n_clusters", [1, 3, np.int64(3), (2, 3), (5, 3), (4, 15)])
def test_planted_counts_have_no_empty_row_or_column(n_clusters: int | tuple[int, int]) -> None:
    data = datasets.make_planted(200, 150, n_clusters, density=0.01)
    g, m = n_clusters if isinstance(n_clusters, tuple) else (n_clusters, n_clusters)
    assert data.X.shape == (200, 150)
    assert data.X.dtype.kind == "i"
    assert data.X.data.min() >= 1
    assert np.diff(data.X.indptr).min() >= 1
    assert np.diff(data.X.tocsc().indptr).min() >= 1
    assert set(data.labels) == set(range(g))
    assert set(data.column_labels) == set(range(m))
    assert (np.diff(data.labels) < 0).any() == (g > 1)


def test_planted_blocks_stand_out_by_the_amount_asked() -> None:
    for noise in (0.0, 0.3):
        data = datasets.make_planted(600, 300, 3, density=0.1, noise=noise)
        rows, columns = data.X.nonzero()
        inside = (data.labels[rows] == data.column_labels[columns]).mean()
        assert inside == pytest.approx(1 - noise * 2 / 3, abs=0.03)
    assert 0.07 < data.X.nnz / (600 * 300) <= 0.1


@pytest.mark.parametrize("n_clusters", [(3, 5), (7, 3), (2, 3)])
def test_planted_clusters_all_differ(n_clusters: tuple[int, int]) -> None:
    data = datasets.make_planted(700, 300, n_clusters, density=0.2, noise=0.0)
    g, m = n_clusters
    sums = np.array(
        [[data.X[data.labels == k][:, data.column_labels == h].sum() for h in range(m)] for k in range(g)]
    )
    used = sums > 0
    assert len({tuple(row) for row in used}) == g
    assert len({tuple(column) for column in used.T}) == m


def test_planted_data_depend_on_the_seed_alone() -> None:
    first, again, other = (datasets.make_planted(random_state=seed) for seed in (4, 4, 5))
    assert abs(first.X - again.X).nnz == 0
    np.testing.assert_array_equal(first.labels, again.labels)
    assert abs(first.X - other.X).nnz > 0


def test_planted_data_of_any_size_are_never_dense() -> None:
    tracemalloc.start()
    data = datasets.make_planted(100_000, 50_000, 20, density=2e-4)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert data.X.nnz > 900_000
    assert peak < 300e6


@pytest.mark.parametrize(
    "wrong",
    [
        {"n_clusters": 300},
        {"n_clusters": (3, 9)},
        {"n_clusters": 0},
        {"density": 0},
        {"noise": 1.5},
    ],
)
def test_what_cannot_be_planted_is_refused(wrong: dict) -> None:
    with pytest.raises(UsageError, match="use at most"):
        datasets.make_planted(**wrong)


def test_texts_carry_the_words_of_their_cluster() -> None:
    data = datasets.make_texts(40, 4, random_state=2)
    assert data.label_names == ["alpha", "beta", "gamma", "delta"]
    assert len(data.texts) == len(data) == 40
    assert len(set(data.texts)) == 40
    for text, label in zip(data.texts, data.labels, strict=True):
        counts = [text.lower().count(name) for name in data.label_names]
        assert int(np.argmax(counts)) == label
        assert sum(counts) == max(counts) > 8
        assert text.count(".") == 3
    assert data.texts == datasets.make_texts(40, 4, random_state=2).texts
    with pytest.raises(UsageError, match="use 1 to 24"):
        datasets.make_texts(40, 25)
