"""What cells work on."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

from cotext.experiments import material
from cotext.experiments.cell import run
from cotext.matrix import Product


def definition(**changes):
    data = {
        "set": "texts",
        "kind": "matrix",
        "weighting": "tf",
        "idf": "plain",
        "context": None,
        "stem": None,
    }
    whole = {
        "data": {**data, **changes.pop("data", {})}, "model": "wc-nmtf", "n_clusters": None,
        "word_clusters": None, "parameters": {}, "on": "matrix", "grid": {}, "start": None, "best_of": 1,
        "starts": 2, "seed": 0, "measures": ["nmi"],
    }  # fmt: skip
    return {**whole, **changes}


def test_windows_are_counted_in_the_texts_with_the_vocabulary_of_the_matrix(load, tmp_path):
    asked = definition(data={"context": "window:3"})
    for piece in material.pieces(asked):
        material.make(piece, material.piece_file(tmp_path, piece))
    found = material.gather(asked, tmp_path)
    ((_, X),) = found.parts
    assert found.side["cooccurrence"].shape == (X.shape[1], X.shape[1])
    assert found.n_classes == 2


def test_models_without_contexts_do_not_count_them(load):
    asked = definition(data={"context": "window:3"}, model="nmf")
    assert [piece["piece"] for piece in material.pieces(asked)] == ["matrix"]


def test_drawn_samples_are_balanced_and_have_the_words_that_were_asked_for(load, tmp_path):
    data = {"kind": "drawn", "groups": ["beta", "alpha"], "per_group": 8, "draws": 2}
    asked = definition(data={**data, "words": {"n": 6, "method": "medoids"}}, model="chi-sim")
    (piece,) = material.pieces(asked)
    material.make(piece, material.piece_file(tmp_path, piece))
    found = material.gather(asked, tmp_path)
    assert [X.shape for _, X in found.parts] == [(16, 6), (16, 6)]
    assert np.bincount(found.labels).tolist() == [8, 8]
    outcome = run(asked, tmp_path)
    assert len(outcome["settings"][0]["scores"]["nmi"]) == 2


def test_headers_are_left_out():
    assert material._without_header("From: me\nSubject: oaks\n\nelms\n\nyews") == "elms\n\nyews"
    assert material._without_header("elms") == "elms"


def test_balanced_slices_differ_by_the_root_of_their_totals():
    small, large = sparse.csr_array(np.eye(4)), sparse.csr_array(np.full((4, 4), 25.0))
    factor = Product(sparse.csr_array(np.full((4, 1), 10.0)))
    one, two, three = material.balanced([small, large, factor])
    totals = [one.sum(), two.sum(), three.expand().sum()]
    assert_allclose(totals, [4, 40, 80])


@pytest.mark.parametrize("best_of", [1, 3])
def test_a_run_may_be_the_best_of_several_starts(load, tmp_path, best_of):
    asked = definition(model="kmeans", data={"set": "noisy"}, starts=4, best_of=best_of)
    for piece in material.pieces(asked):
        material.make(piece, material.piece_file(tmp_path, piece))
    (setting,) = run(asked, tmp_path)["settings"]
    assert len(setting["scores"]["nmi"]) == 4
