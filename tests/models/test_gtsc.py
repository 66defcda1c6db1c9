"""GTSC against its definition on a dense cube."""

import itertools
import os

import numpy as np
import pytest
from scipy import sparse

from cotext.datasets import load
from cotext.matrix import RelationTensor
from cotext.metrics import acc, ari
from cotext.models import GTSC
from cotext.models.gtsc import GTSCAlgorithm, Surfer, symmetric


def cube(slices, same):
    """P of the paper: every entry at all permutations of its indices, columns scaled to sum 1."""
    n, d = slices[0].shape
    first_word, first_relation = (0, n) if same else (n, n + d)
    N = first_relation + len(slices)
    T = np.zeros((N, N, N))
    for b, one in enumerate(slices):
        for i, j in itertools.product(range(n), range(d)):
            for place in itertools.permutations((i, first_word + j, first_relation + b)):
                T[place] += one[i, j]
    sums = T.sum(axis=0)
    return np.divide(T, sums, out=np.zeros_like(T), where=sums > 0)


def toy(same, seed=0):
    rng = np.random.default_rng(seed)
    slices = [rng.poisson(1.0, (5, 5 if same else 4)) + np.eye(5, 5 if same else 4) for _ in range(2)]
    return [one + one.T if same else one for one in slices]


@pytest.mark.parametrize("same", [True, False])
def test_the_surfer_rests_where_its_equation_says(same):
    slices = toy(same)
    P = cube(slices, same)
    nodes, found = symmetric([sparse.csr_array(one) for one in slices])
    assert found == same
    surfer = Surfer.at_rest(nodes, 0.8, 0.2, 1e-13, 1000)
    x = surfer.x
    assert surfer.converged
    moved = 0.8 * np.einsum("ijk,j,k->i", P, x, x) + 0.2 / len(x) + 0.2 * x
    np.testing.assert_allclose(moved / moved.sum(), x, atol=1e-12)
    np.testing.assert_allclose(surfer.R.toarray(), np.einsum("ijk,k->ji", P, x), atol=1e-12)


@pytest.mark.parametrize("same", [True, False])
def test_conductances_equal_brute_force(same):
    surfer = GTSCAlgorithm().surf(symmetric([sparse.csr_array(one) for one in toy(same)])[0])
    x, N = surfer.x, len(surfer.x)
    step = x[:, None] * (surfer.R.toarray() + np.outer(1 - surfer.R.sum(axis=1), x))
    order = np.random.default_rng(1).permutation(N)
    found = surfer.conductances(order)
    for k in range(1, N):
        inside, outside = order[:k], order[k:]
        leave = step[np.ix_(inside, outside)].sum() / x[inside].sum()
        enter = step[np.ix_(outside, inside)].sum() / x[outside].sum()
        assert found[k - 1] == pytest.approx(max(leave, enter))


def test_the_cut_is_the_best_of_all_that_have_documents_on_both_sides():
    nodes, _ = symmetric([sparse.csr_array(one) for one in toy(False, seed=3)])
    surfer = GTSCAlgorithm().surf(nodes)
    is_document = np.arange(len(surfer.x)) < 5
    order = np.argsort(surfer.second_eigenvector(), kind="stable")
    sides = surfer.cut(is_document)
    assert np.concatenate(sides).tolist() == order.tolist()
    values = surfer.conductances(order)
    allowed = [k for k in range(1, len(order)) if 0 < is_document[order[:k]].sum() < 5]
    assert values[len(sides[0]) - 1] == min(values[k - 1] for k in allowed)


def test_arpack_and_the_dense_way_give_the_same_eigenvector(monkeypatch):
    rng = np.random.default_rng(0)
    surfer = GTSCAlgorithm().surf(
        symmetric([sparse.csr_array(rng.poisson(0.5, (30, 25)).astype(float))] * 2)[0]
    )
    dense = surfer.second_eigenvector()
    monkeypatch.setattr("cotext.models.gtsc.SMALL", 0)
    sparse_way = surfer.second_eigenvector()
    cosine = abs(dense @ sparse_way) / np.linalg.norm(dense) / np.linalg.norm(sparse_way)
    assert cosine == pytest.approx(1, abs=1e-8)


def planted(g, v, inside=3.0, outside=0.02, n=90, same=True):
    rng = np.random.default_rng(0)
    rows = np.arange(n) % g
    slices = [rng.poisson(np.where(rows[:, None] == rows, inside, outside)).astype(float) for _ in range(v)]
    return [sparse.csr_array(one + one.T if same else one) for one in slices], rows


@pytest.mark.parametrize("same", [True, False])
def test_two_planted_blocks_are_found_exactly(same):
    slices, rows = planted(2, 3, same=same)
    model = GTSC(2).fit(slices)
    assert ari(rows, model.row_labels_) == 1
    assert ari(rows, model.column_labels_) == 1
    assert model.criterion_ < 0.05


def test_more_planted_blocks_are_found_but_for_a_few_at_the_border():
    slices, rows = planted(3, 2)
    model = GTSC(3).fit(slices)
    assert ari(rows, model.row_labels_) > 0.8
    assert ari(rows, model.predict(slices)) > 0.9


def test_one_matrix_is_cut_as_a_graph():
    slices, rows = planted(4, 1, same=False)
    model = GTSC(4).fit(slices[0])
    assert ari(rows, model.row_labels_) == 1


@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
def test_fewer_documents_with_entries_than_clusters_end_the_cutting():
    X = np.zeros((4, 6))
    X[:2] = 1
    with pytest.warns(UserWarning, match="2 of 4 documents"):
        model = GTSC(3).fit(X)
    assert len(set(model.labels_)) <= 2


@pytest.mark.data
@pytest.mark.skipif(not os.environ.get("COTEXT_DATA"), reason="COTEXT_DATA is not set")
def test_it_sorts_the_papers_of_the_acm_tensor():
    data = load("acmdl_tensor")
    model = GTSC(3).fit(RelationTensor.from_dataset(data))
    assert acc(data.labels, model.labels_) > 0.73
