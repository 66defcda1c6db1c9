"""``TextCoClusterer``: raw strings as scikit-learn handles them."""

import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone, is_clusterer
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline

import cotext
from cotext import TextCoClusterer
from cotext.datasets import make_texts
from cotext.errors import UsageError

DATA = make_texts(90, 3, random_state=0)
TEXTS, Y = list(DATA.texts), DATA.labels
QUICK = {"model": "nmtf", "random_state": 0, "model_params": {"n_init": 2}}


@pytest.fixture(scope="module")
def fitted():
    return TextCoClusterer(3, **QUICK).fit(TEXTS)


def test_it_finds_what_cluster_finds(fitted):
    expected = cotext.cluster(TEXTS, 3, "nmtf", random_state=0, n_init=2)
    assert_array_equal(fitted.labels_, expected.row_labels_)
    assert_array_equal(fitted.predict(TEXTS), fitted.labels_)
    assert fitted.result_.summary() == expected.summary()
    assert cotext.metrics.nmi(Y, fitted.fit_predict(TEXTS)) == pytest.approx(1.0)


def test_memberships_add_up_to_one_and_point_to_the_cluster(fitted):
    shares = fitted.transform(np.array(TEXTS[:20], dtype=object))
    assert shares.shape == (20, 3)
    assert_allclose(shares.sum(axis=1), 1)
    assert_array_equal(shares.argmax(axis=1), fitted.labels_[:20])


def test_texts_without_known_words_have_no_cluster(fitted):
    assert fitted.predict(["", "zzyzx", TEXTS[0]]).tolist() == [-1, -1, fitted.labels_[0]]


def test_parameters_of_the_recipe_are_parameters_of_its_own():
    model = TextCoClusterer(4, min_df=3, stop_words="none", model_params={"n_init": 5})
    again = clone(model)
    assert again.get_params() == model.get_params()
    assert again.set_params(max_df=0.9, min_df=1).max_df == 0.9
    assert (model.min_df, again.min_df) == (3, 1)
    assert "min_df=3" in repr(model)
    with pytest.raises(TypeError, match=r"no parameter 'n_init'.*model_params"):
        TextCoClusterer(n_init=3)
    with pytest.raises(ValueError, match="n_init"):
        model.set_params(n_init=3)


def test_settings_reach_the_words(fitted):
    words = TextCoClusterer(3, min_df=20, **QUICK).fit(TEXTS).result_.docword.vocabulary
    assert 0 < len(words) < len(fitted.result_.docword.vocabulary)


def test_it_is_a_step_of_a_pipeline(fitted):
    pipeline = make_pipeline(TextCoClusterer(3, **QUICK), LogisticRegression())
    assert pipeline.fit(TEXTS, Y).score(TEXTS, Y) > 0.95
    assert pipeline[:-1].get_feature_names_out().tolist() == ["cluster_0", "cluster_1", "cluster_2"]
    assert is_clusterer(fitted)


def test_memberships_can_be_a_frame(fitted):
    frame = clone(fitted).set_output(transform="pandas").fit(TEXTS).transform(TEXTS[:4])
    assert frame.columns.tolist() == ["cluster_0", "cluster_1", "cluster_2"]
    assert_allclose(frame.to_numpy(), fitted.transform(TEXTS[:4]))


@pytest.mark.parametrize("labels", [Y, None], ids=["with labels", "without"])
def test_a_grid_finds_the_planted_number_of_clusters(labels):
    search = GridSearchCV(TextCoClusterer(**QUICK), {"n_clusters": [2, 3, 6]}, cv=2)
    search.fit(TEXTS, labels)
    assert search.best_params_ == {"n_clusters": 3}
    assert search.best_score_ > 0.8


def test_the_score_without_labels_is_low_for_word_salad(fitted):
    rng = np.random.default_rng(0)
    words = rng.permutation(" ".join(TEXTS).split())
    salad = [" ".join(part) for part in np.array_split(words, 90)]
    assert fitted.score(TEXTS) > 0.8
    assert TextCoClusterer(3, **QUICK).fit(salad).score(salad) < 0.2


def test_it_can_be_pickled(fitted):
    again = pickle.loads(pickle.dumps(fitted))
    assert_array_equal(again.predict(TEXTS), fitted.labels_)
    assert again.result_.documents() == fitted.result_.documents()


def test_what_is_not_a_list_of_texts_or_not_fitted_is_refused():
    with pytest.raises(UsageError, match=r"X is one str; give a list of texts"):
        TextCoClusterer().fit("reviews.csv")
    with pytest.raises(NotFittedError):
        TextCoClusterer().predict(TEXTS)
    lsa = TextCoClusterer(3, model="lsa").fit(TEXTS)
    with pytest.raises(UsageError, match="lsa cannot place new documents"):
        lsa.transform(TEXTS)
