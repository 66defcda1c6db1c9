"""A run keeps how its documents were prepared; earlier runs, which did not, still predict."""

import csv
import hashlib
import json
import tomllib

import numpy as np
import pytest
from numpy.testing import assert_array_equal

import cotext
from cotext.datasets import make_texts
from cotext.errors import CotextError
from cotext.result import CoClustering

TEXTS = make_texts(30, 3).texts


@pytest.fixture(scope="module")
def result():
    return cotext.cluster(TEXTS, 3, "nmf", stem="porter", n_init=1, random_state=0)


@pytest.fixture
def run(result, tmp_path):
    result.save(tmp_path / "run")
    return tmp_path / "run"


def rewrite(run, change):
    """Apply ``change(tree, arrays, config)`` to a run and sign it again."""
    with np.load(run / "arrays.npz") as stored:
        arrays = dict(stored)
    tree = json.loads(arrays["tree"].tobytes())
    environment = json.loads((run / "environment.json").read_text())
    change(tree, arrays, environment["config"])
    arrays["tree"] = np.frombuffer(json.dumps(tree).encode(), dtype=np.uint8)
    np.savez_compressed(run / "arrays.npz", **arrays)
    environment["arrays"]["sha256"] = hashlib.sha256((run / "arrays.npz").read_bytes()).hexdigest()
    (run / "environment.json").write_text(json.dumps(environment))


def test_a_saved_recipe_comes_back(run, result):
    recipe, before = CoClustering.load(run).recipe, result.recipe
    assert recipe.settings() == before.settings()
    assert (recipe.vocabulary_, recipe.tokens_) == (before.vocabulary_, before.tokens_)
    assert_array_equal(recipe.idf_, before.idf_)
    assert recipe.idf_.dtype == np.float64
    assert tomllib.loads((run / "config.toml").read_text())["reading"] == {"encoding": "auto"}


def test_words_csv_tells_the_idf_of_each_word(run, result):
    rows = list(csv.DictReader((run / "words.csv").read_text().splitlines()))
    assert list(rows[0]) == ["word", "cluster", "weight", "keyness", "idf"]
    assert [float(row["idf"]) for row in rows] == result.recipe.idf_.tolist()


def test_the_idf_is_the_saved_one_and_not_learned_again(run):
    def double(tree, arrays, config):
        arrays["recipe.idf"] = 2 * arrays["recipe.idf"]

    before = CoClustering.load(run).recipe.idf_
    rewrite(run, double)
    assert_array_equal(CoClustering.load(run).recipe.idf_, 2 * before)


def forget(tree, arrays, config):
    """As runs were written before recipes."""
    del tree["recipe"], arrays["recipe.idf"], config["reading"], tree["fields"], tree["segments"]


def test_a_run_of_before_recipes_still_predicts(run, result):
    rewrite(run, forget)
    old = CoClustering.load(run)
    assert_array_equal(old.recipe.idf_, result.recipe.idf_)
    assert old.predict(TEXTS) == result.predict(TEXTS)
    assert old.recipe.columns_ is None


def test_an_estimator_without_a_recipe_has_none_after_loading(result, tmp_path):
    bare = CoClustering.from_fit(result.model, result.docword, config=dict(result.config))
    assert bare.recipe is None
    bare.save(tmp_path / "bare")
    assert CoClustering.load(tmp_path / "bare").recipe is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"weighting": {"kind": "tf-idf"}},
        {"weighting": {"kind": "bm25", "idf": "plain"}},
        {"weighting": {"kind": ["tf"], "idf": "plain"}},
        {"text": "english"},
        {"text": {"language": 3}},
        {"text": {"language": "en", "stop_words": [3]}},
        {"text": {"lowercase": "yes"}},
        {"text": {"no_such_setting": 1}},
        {"reading": 3},
        {"reading": {"text": 3}},
        {"reading": {"column": "a"}},
        {"reading": {"text": {"a": "twice"}}},
        {"reading": {"text": ["a", "b"]}},
        {"reading": {"group": "country"}},
        {"reading": {"keep": [3]}},
        {"deduplicate": "yes"},
        {"segment": "long"},
        {"segment": 0},
        {"context": "page"},
        {"context": 3},
    ],
)
@pytest.mark.parametrize("old", [True, False])
def test_damaged_settings_are_refused(run, wrong, old):
    def change(tree, arrays, config):
        if old:
            forget(tree, arrays, config)
        config.update(wrong)

    rewrite(run, change)
    with pytest.raises(CotextError, match="is damaged") as error:
        CoClustering.load(run)
    assert "\n" not in str(error.value)


def test_a_weighting_in_words_of_its_user_is_no_recipe(run):
    rewrite(run, lambda tree, arrays, config: config.update(weighting="as always"))
    with pytest.raises(CotextError, match="is damaged"):
        CoClustering.load(run)
    rewrite(run, forget)
    assert CoClustering.load(run).recipe is None


@pytest.mark.parametrize(
    "idf",
    [np.ones(3), np.ones((2, 2)), np.ones(30, dtype=np.float32), np.full(30, np.nan), np.full(30, -1.0)],
)
def test_a_damaged_idf_is_refused(run, result, idf):
    idf = np.resize(idf, len(result.docword.vocabulary)) if idf.size == 30 else idf
    rewrite(run, lambda tree, arrays, config: arrays.update({"recipe.idf": idf}))
    with pytest.raises(CotextError, match="is damaged"):
        CoClustering.load(run)


@pytest.mark.parametrize("recipe", [7, "idf", {"dict": {}}, {"dict": {"idf": 3}}])
def test_a_damaged_tree_is_refused(run, recipe):
    def change(tree, arrays, config):
        tree["recipe"] = recipe
        del arrays["recipe.idf"]

    rewrite(run, change)
    with pytest.raises(CotextError, match="is damaged"):
        CoClustering.load(run)
