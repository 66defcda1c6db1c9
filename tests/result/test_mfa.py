import os

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from cotext import datasets
from cotext.errors import UsageError
from cotext.matrix import Product, RelationTensor
from cotext.result.slices import SMALL, document_map


def transcription(slices, k):
    """Multiple factor analysis, dense: centre, divide by the first singular value, side by side, SVD."""
    centred = [X - X.mean(axis=0) for X in slices]
    table = np.hstack([A / np.linalg.svd(A, compute_uv=False)[0] for A in centred])
    U, s, _ = np.linalg.svd(table, full_matrices=False)
    return U[:, :k] * s[:k]


def groups(n, seed=0):
    """Three relations that agree on two unequal groups, with noise."""
    rng = np.random.default_rng(seed)
    labels = rng.permutation((np.arange(n) % 5 < 2).astype(int))
    same = labels[:, None] == labels
    plain = rng.poisson(np.where(same, 2.0, 0.5))
    B = rng.random((n, 12)) < np.where(labels[:, None] == (np.arange(12) % 2), 0.6, 0.2)
    return RelationTensor.of([plain, Product(B), rng.poisson(1.0, (n, n))]), labels


@pytest.mark.parametrize("n", [SMALL - 20, SMALL + 20])
def test_the_map_equals_a_dense_transcription_up_to_sign(n):
    tensor, _ = groups(n)
    expected = transcription([X.toarray() for X in tensor.expand()], 3)
    found = document_map(tensor, 3)
    assert_allclose(abs(found), abs(expected), atol=1e-8)
    assert_allclose(found @ np.diag(np.sign((found * expected).sum(axis=0))), expected, atol=1e-8)


@pytest.mark.parametrize("n", [SMALL - 20, SMALL + 20])
def test_slices_may_have_other_columns_than_documents(n):
    rng = np.random.default_rng(2)
    X = rng.poisson(1.0, (n, 17, 2))
    assert_allclose(abs(document_map(X)), abs(transcription([X[:, :, 0], X[:, :, 1]], 2)), atol=1e-8)


@pytest.mark.parametrize("n", [SMALL - 20, SMALL + 20])
def test_reordered_documents_give_the_reordered_map(n):
    tensor, _ = groups(n)
    order = np.random.default_rng(3).permutation(n)
    moved = [Product(X.B[order]) if isinstance(X, Product) else X[order][:, order] for X in tensor.slices]
    assert_allclose(document_map(moved), document_map(tensor)[order], atol=1e-8)


def test_the_first_coordinate_separates_the_groups():
    tensor, labels = groups(80)
    first = document_map(tensor)[:, 0]
    middle = (first[labels == 0].mean() + first[labels == 1].mean()) / 2
    right = ((first > middle) == labels).mean()
    assert max(right, 1 - right) > 0.95


def test_the_scale_of_a_slice_does_not_matter():
    tensor, _ = groups(60)
    scaled = [1000.0 * tensor.slices[0], *tensor.slices[1:]]
    assert_allclose(document_map(scaled), document_map(tensor), atol=1e-8)


def test_the_same_seed_gives_the_same_map_and_another_hardly_another():
    tensor, _ = groups(90)
    assert_array_equal(document_map(tensor), document_map(tensor))
    assert_allclose(document_map(tensor, random_state=1), document_map(tensor), atol=1e-8)


def test_coordinates_are_centred_ordered_and_their_largest_magnitude_is_positive():
    found = document_map(groups(70)[0], 4)
    spread = found.std(axis=0)
    assert_allclose(found.mean(axis=0), 0, atol=1e-12)
    assert (np.diff(spread) <= 0).all()
    assert (found.max(axis=0) >= -found.min(axis=0)).all()


@pytest.mark.parametrize("n", [SMALL - 20, SMALL + 20])
def test_a_slice_that_relates_all_documents_alike_adds_nothing(n):
    tensor, _ = groups(n)
    with_constant = [*tensor.slices, Product(np.full((n, 3), 0.1))]
    assert_allclose(document_map(with_constant), document_map(tensor), atol=1e-8)
    assert_array_equal(document_map(np.full((n, n), 0.1)), np.zeros((n, 2)))


def test_products_are_never_expanded(monkeypatch):
    tensor, _ = groups(60)
    monkeypatch.setattr(Product, "expand", lambda self: pytest.fail("expanded"))
    assert document_map(tensor).shape == (60, 2)


@pytest.mark.parametrize("wrong", [0, 4])
def test_an_impossible_number_of_coordinates_is_refused(wrong):
    with pytest.raises(UsageError, match=rf"n_components={wrong} for 3 documents; give a number from 1 to 3"):
        document_map(sparse.csr_array(np.eye(3)), wrong)


@pytest.mark.data
@pytest.mark.skipif(not os.environ.get("COTEXT_DATA"), reason="COTEXT_DATA is not set")
def test_the_acm_papers_are_mapped_with_their_classes_apart():
    tensor = RelationTensor.from_dataset(datasets.load("acmdl_tensor"))
    places = document_map(tensor, 3)
    centres = np.stack([places[tensor.labels == k].mean(axis=0) for k in range(3)])
    nearest = ((places[:, None] - centres) ** 2).sum(axis=2).argmin(axis=1)
    assert (nearest == tensor.labels).mean() > 0.7
