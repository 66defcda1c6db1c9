"""The model that CONTRIBUTING shows to newcomers is a model: found by name, and true to the contract."""

import re
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score

import cotext.models
from cotext.datasets import make_planted

ROOT = Path(__file__).parents[2]
PLANTED = make_planted(90, 60, 3, density=0.3, noise=0.05, random_state=0)


def shown():
    """The code that follows the heading, whatever it says."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = page.split("## Add a model in one file", 1)[1].split("\n## ", 1)[0]
    return "\n\n".join(re.findall(r"```python\n(.*?)```", section, re.DOTALL))


@pytest.fixture(scope="module")
def my_model(tmp_path_factory):
    """The class, from a file of its own in the folder of models."""
    folder = tmp_path_factory.mktemp("models")
    (folder / "my_model.py").write_text(shown(), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cotext.models, "__path__", [*cotext.models.__path__, str(folder)])
        cotext.models._discovered.cache_clear()
        yield cotext.models.by_name("my-model")
    cotext.models._discovered.cache_clear()
    sys.modules.pop("cotext.models.my_model", None)
    vars(cotext.models).pop("my_model", None)


@pytest.fixture(scope="module")
def fitted(my_model):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return my_model(n_clusters=3, n_init=3, random_state=0).fit(PLANTED.X)


def test_the_example_is_found_like_any_other_model(my_model):
    assert my_model in cotext.models.all_models()
    assert getattr(cotext.models, my_model.__name__) is my_model
    assert my_model.__module__ == "cotext.models.my_model"


def test_the_example_recovers_planted_blocks(fitted):
    assert adjusted_rand_score(PLANTED.labels, fitted.row_labels_) == 1
    assert adjusted_rand_score(PLANTED.column_labels, fitted.column_labels_) == 1


def test_the_example_s_criterion_never_rises(fitted):
    assert len(fitted.losses_) > 1
    assert np.diff(fitted.losses_).max() <= 1e-6 * fitted.losses_[0]


def test_the_example_predicts_the_labels_of_what_it_was_fitted_on(fitted):
    np.testing.assert_array_equal(fitted.predict(PLANTED.X), fitted.labels_)
