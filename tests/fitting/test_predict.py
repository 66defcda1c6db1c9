"""New documents are treated as the first ones were, one by one."""

import warnings

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.exceptions import ConvergenceWarning

import cotext
from cotext.corpus import DocWord
from cotext.datasets import make_planted, make_texts
from cotext.errors import EmptyInputWarning, UsageError
from cotext.metrics import ari
from cotext.models import all_models, by_name
from cotext.result import CoClustering

MODELS = [model.cli_name for model in all_models() if hasattr(model, "predict")]


@pytest.fixture(scope="module")
def texts():
    return make_texts(30, 3).texts


@pytest.fixture(scope="module", params=MODELS)
def fitted(texts, request):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        starts = {"n_init": 2} if "n_init" in by_name(request.param)().get_params() else {}
        return cotext.cluster(texts, 3, request.param, random_state=0, **starts)


@pytest.mark.parametrize("weighting", ["tf", "tf-norm", "tf-idf", "tf-idf-norm", "log-tf-idf-norm"])
@pytest.mark.parametrize("stem", [None, "porter"])
def test_the_first_documents_get_their_clusters_again(texts, weighting, stem):
    result = cotext.cluster(texts, 3, weighting=weighting, stem=stem, n_init=2, random_state=0)
    table = result.predict(texts)
    assert_array_equal(table.column("cluster"), result.row_labels_)
    assert_allclose(table.column("confidence"), result.confidence, atol=0.02)


def test_every_model_gives_its_own_documents_their_clusters_again(texts, fitted):
    table = fitted.predict(texts)
    if not fitted.model.settled_:
        assert ari(fitted.row_labels_, table.column("cluster")) > 0.8
    else:
        assert_array_equal(table.column("cluster"), fitted.row_labels_)
        atol = 0.02 if fitted.sure.source == "opinions" else 1e-6  # of new documents only the lead is known
        assert_allclose(table.column("confidence"), fitted.confidence, atol=atol)


def test_prediction_does_not_depend_on_the_batch(texts, fitted):
    together = fitted.predict(texts)
    alone = [fitted.predict([text])[0] for text in texts[:8]]
    assert [row["cluster"] for row in alone] == together.column("cluster")[:8]
    assert_allclose([row["confidence"] for row in alone], together.column("confidence")[:8], atol=1e-6)
    backwards = fitted.predict(texts[::-1])
    assert backwards.column("cluster")[::-1] == together.column("cluster")


def test_documents_without_known_words_have_no_cluster(texts):
    with pytest.warns(EmptyInputWarning):
        result = cotext.cluster([*texts[:29], ""], 3, n_init=2, random_state=0)
    table = result.predict(["", "zzz yyy", *texts[:29]])
    assert table.column("cluster")[:2] == [-1, -1]
    assert table.column("confidence")[:2] == [0, 0]
    assert_array_equal(table.column("cluster")[2:], result.row_labels_[:29])
    assert result.row_labels_[29] == -1
    assert result.confidence[29] == 0


def test_a_loaded_run_predicts_as_it_did_in_memory(texts, fitted, tmp_path):
    fitted.save(tmp_path / "run")
    assert CoClustering.load(tmp_path / "run").predict(texts) == fitted.predict(texts)


def test_matrices_are_predicted_by_their_columns():
    data = make_planted(40, 30, 3)
    result = cotext.cluster(data.X, 3, n_init=2, random_state=0)
    assert_array_equal(result.predict(data.X).column("cluster"), result.row_labels_)
    assert_array_equal(result.predict(data.X[5:9]).column("cluster"), result.row_labels_[5:9])


def test_a_matrix_of_another_width_is_refused(fitted):
    with pytest.raises(UsageError, match="the new matrix has 2 words"):
        fitted.predict(np.ones((3, 2)))


def test_texts_are_refused_by_the_run_of_a_matrix(texts):
    result = cotext.cluster(make_planted(40, 30, 3).X, 3, n_init=1, random_state=0)
    with pytest.raises(UsageError, match="give a matrix"):
        result.predict(texts)


def test_a_result_without_settings_takes_the_matrix_as_it_comes(make_result, planted_counts):
    result = make_result()
    new = DocWord(planted_counts / 7.0, result.docword.vocabulary, result.docword.ids)
    table = result.predict(new)
    assert table.column("id") == result.docword.ids
    expected = result.model.predict(new.X)
    expected[7] = -1  # it has no words
    assert_array_equal(table.column("cluster"), expected)


def test_a_model_that_cannot_predict_says_so(make_result, planted_counts, monkeypatch):
    result = make_result()
    monkeypatch.delattr(type(result.model), "predict")
    with pytest.raises(UsageError, match="stand-in cannot place new documents"):
        result.predict(planted_counts)
