"""Measures are numbers or absent, never NaN."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

import cotext
from cotext.datasets import make_texts
from cotext.selection.score import measures


def test_a_fitted_run_has_every_measure():
    data = make_texts(30, 3)
    found = measures(cotext.cluster(data.texts, 3, n_init=2, random_state=0))
    assert {"criterion", "npmi", "topic_diversity", "reconstruction_error"} <= set(found)
    assert -1 <= found["npmi"] <= 1
    assert 0 < found["topic_diversity"] <= 1


def test_the_error_is_that_of_the_dense_product(result):
    model = result.model
    dense = model.row_factor_ @ model.block_ @ model.column_factor_.T
    error = np.linalg.norm(result.docword.X.toarray() - dense)
    assert_allclose(measures(result)["reconstruction_error"], error, rtol=1e-8)


def test_known_classes_are_judged_as_in_the_metrics(result):
    found = measures(result)
    assert {name: found[name] for name in result.metrics} == result.metrics


@pytest.mark.parametrize("n_words", [0, 1])
def test_less_than_two_words_have_no_coherence(result, n_words):
    found = measures(result, n_words)
    assert "npmi" not in found
    assert "topic_diversity" not in found
    assert "reconstruction_error" in found


@pytest.mark.parametrize("name", ["row_factor_", "block_", "column_factor_"])
def test_a_model_that_is_no_product_has_no_error(result, name):
    delattr(result.model, name)
    found = measures(result)
    assert "reconstruction_error" not in found
    assert "npmi" in found


@pytest.mark.parametrize("shape", [(2,), (2, 2), (3, 2), (2, 3, 1)])
def test_blocks_of_another_shape_have_no_error(result, shape):
    result.model.block_ = np.ones(shape)
    assert "reconstruction_error" not in measures(result)


def test_what_is_not_a_number_is_left_out(result):
    result.metrics["criterion"] = math.nan
    assert all(math.isfinite(value) for value in measures(result).values())
    assert "criterion" not in measures(result)
