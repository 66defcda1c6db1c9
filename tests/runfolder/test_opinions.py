"""What each opinion of a consensus said is kept with the run."""

import json

import numpy as np
import pytest
from tests.runfolder.rewrite import edit_tree, put, replace_arrays

import cotext
from cotext import CoClustering
from cotext.datasets import make_texts
from cotext.errors import CotextError


@pytest.fixture(scope="module")
def result():
    return cotext.cluster(make_texts(60, 3).texts, 3, random_state=0)


@pytest.fixture
def run(result, tmp_path):
    result.save(tmp_path / "run")
    return tmp_path / "run"


def test_a_run_keeps_every_opinion(run, result):
    again = CoClustering.load(run).model
    assert again.opinion_labels_.dtype == np.int8
    np.testing.assert_array_equal(again.opinion_labels_, result.model.opinion_labels_)
    np.testing.assert_array_equal(again.opinion_kinds_, result.model.opinion_kinds_)
    assert str(again.opinions_) == str(result.model.opinions_)


def without(*names):
    def change(arrays):
        model = json.loads(arrays["tree"].tobytes())["model"]
        for name in names:
            del model["dict"][name]
            arrays.pop(f"model.{name}", None)
        edit_tree(arrays, model=model)

    return change


def told(opinions):
    def change(arrays):
        model = json.loads(arrays["tree"].tobytes())["model"]
        model["dict"]["opinions_"] = opinions
        edit_tree(arrays, model=model)

    return change


SAID = "model.opinion_labels_"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put(SAID, np.zeros((27, 59), dtype=np.int8)), "opinion_labels_ has shape"),
        (put(SAID, np.zeros((26, 60), dtype=np.int8)), r"opinion_(labels|kinds)_ has shape"),
        (put(SAID, np.zeros((27, 60))), "opinion_labels_ holds float64"),
        (put(SAID, np.full((27, 60), -2, dtype=np.int8)), "opinion_labels_ goes down to -2"),
        (put(SAID, np.full((27, 60), 2**40)), "opinion_labels_ goes up to"),
        (put("model.opinion_kinds_", np.full(27, 9)), "opinion_kinds_ goes up to 9"),
        (put("model.opinion_kinds_", np.full(27, -1)), "opinion_kinds_ goes down to -1"),
        (without("opinion_kinds_"), "opinion_kinds_ is missing"),
        (without("opinions_"), "opinion_kinds_ goes up to 8"),
        (told([["one", 0.5, 0.0]] * 9), "gives no opinion any weight"),
        (told([["one", 0.5, -1.0]] * 9), "values other than a name"),
        (told([["one", 0.5]] * 9), "values other than a name"),
        (told([[1, 0.5, 1.0]] * 9), "values other than a name"),
        (told(7), "values other than a name"),
    ],
)
def test_opinions_that_cannot_be_are_refused(run, change, message):
    replace_arrays(run, change)
    with pytest.raises(CotextError, match=message):
        CoClustering.load(run)


def test_a_run_of_format_2_loads_without_opinions(run, result):
    def change(arrays):
        without("opinion_labels_", "opinion_kinds_")(arrays)

    replace_arrays(run, change)
    environment = json.loads((run / "environment.json").read_text()) | {"format": 2}
    (run / "environment.json").write_text(json.dumps(environment))
    again = CoClustering.load(run)
    assert again.confidence.tolist() == result.confidence.tolist()
    assert not hasattr(again.model, "opinion_labels_")
