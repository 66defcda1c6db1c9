import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from cotext.corpus import DocWord
from cotext.errors import UsageError
from cotext.matrix import Product, RelationTensor
from cotext.models import NMTF
from cotext.result import CoClustering
from cotext.result.slices import block_masses, slice_blocks

N, G = 30, 3


@pytest.fixture
def tensor():
    rng = np.random.default_rng(0)
    B = sparse.csr_array(rng.integers(0, 3, (N, 8)))
    return RelationTensor.of([rng.integers(0, 4, (N, N)), Product(B)], names=["cites", "terms"])


@pytest.fixture
def labels():
    rng = np.random.default_rng(1)
    return rng.integers(0, G, N), rng.integers(0, G, N)


def test_block_masses_equal_dense_sums(tensor, labels):
    rows, columns = labels
    masses = block_masses(tensor, rows, columns, (G, G))
    for X, mass in zip(tensor.expand(), masses, strict=True):
        dense = X.toarray()
        expected = [[dense[rows == k][:, columns == l].sum() for l in range(G)] for k in range(G)]
        assert_allclose(mass, expected)


def test_block_masses_add_up_to_the_total_of_each_slice(tensor, labels):
    totals = [X.sum() for X in tensor.expand()]
    assert_allclose(block_masses(tensor, *labels, (G, G)).sum(axis=(1, 2)), totals)


def test_the_table_equals_a_dense_computation(tensor, labels):
    rows, columns = labels
    table = list(slice_blocks(tensor, rows, columns, G))
    assert [(row["relation"], row["cluster"]) for row in table] == [
        (name, k) for name in ("cites", "terms") for k in range(G)
    ]
    for row in table:
        X, k = tensor[row["relation"]].expand()[0].toarray(), row["cluster"]
        block = X[rows == k][:, columns == k]
        outgoing, incoming = X[rows == k].sum(), X[:, columns == k].sum()
        assert_allclose(row["mass"], block.sum())
        assert_allclose(row["share"], block.sum() / outgoing)
        assert_allclose(row["density"], block.mean())
        assert_allclose(row["lift"], block.sum() * X.sum() / (outgoing * incoming))


def test_a_product_is_never_expanded(monkeypatch, tensor, labels):
    expected = slice_blocks(tensor, *labels, G)
    monkeypatch.setattr(Product, "expand", lambda self: pytest.fail("expanded"))
    assert slice_blocks(tensor, *labels, (G, G)) == expected


def test_an_empty_cluster_has_zeros_and_no_warning(tensor, labels):
    table = slice_blocks(tensor, *labels, G + 1)
    empty = [row for row in table if row["cluster"] == G]
    assert all(row[name] == 0 for row in empty for name in ("mass", "share", "density", "lift"))


def test_the_relation_that_holds_a_cluster_together_has_the_largest_lift():
    rows = np.repeat([0, 1], 5)
    blocks = np.kron(np.eye(2), np.ones((5, 5)))
    table = slice_blocks(blocks, rows, rows, 2)
    assert table.column("lift") == [2.0, 2.0]
    assert slice_blocks(np.ones((10, 10)), rows, rows, 2).column("lift") == [1.0, 1.0]


def test_rows_and_columns_may_be_different_things():
    masses = block_masses(np.arange(1, 7).reshape(2, 3), [0, 1], [0, 0, 1], (2, 2))
    assert_array_equal(masses[0], [[3, 3], [9, 6]])


def test_unequal_numbers_of_clusters_are_refused(tensor, labels):
    with pytest.raises(UsageError, match=r"3 document and 4 column clusters have no diagonal"):
        slice_blocks(tensor, *labels, (3, 4))


def test_labels_of_other_documents_are_refused(tensor, labels):
    with pytest.raises(UsageError, match=r"29 column labels for 30 columns"):
        slice_blocks(tensor, labels[0], labels[1][1:], G)


def test_a_result_tells_which_relation_holds_its_clusters():
    X = sparse.csr_array(np.kron(np.eye(2), np.ones((4, 4))))
    docword = DocWord(X, vocabulary=list("abcdefgh"), ids=list("12345678"))
    result = CoClustering.from_fit(NMTF(2, random_state=0).fit(X), docword)
    table = result.relations(RelationTensor.of([X, np.ones((8, 8))], names=["blocks", "all"]))
    assert table.column("relation") == ["blocks", "blocks", "all", "all"]
    order = np.unique(result.column_labels_[:4])  # word clusters may be numbered the other way round
    matched = order == np.unique(result.row_labels_[:4])
    assert_allclose(table.column("lift"), [2.0 if matched else 0.0] * 2 + [1.0, 1.0])
