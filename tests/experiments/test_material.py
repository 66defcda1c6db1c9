"""What cells work on."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

from cotext.datasets import Dataset
from cotext.experiments import material
from cotext.experiments.cell import run


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
    assert found.fit_params["cooccurrence"].shape == (X.shape[1], X.shape[1])
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


def test_slices_may_be_discounted_whole_and_one_by_one(monkeypatch, tmp_path):
    F, A = sparse.csr_array(np.ones((4, 2))), sparse.csr_array(np.eye(4))
    relations = Dataset(
        "toy", slices=(F, A), slice_names=["terms", "cites"], slice_kinds=["factor", "adjacency"],
        labels=np.array([0, 0, 1, 1]), label_names=["a", "b"],
    )  # fmt: skip
    monkeypatch.setattr(material.datasets, "load", lambda name: relations)

    def parts(on, model="tsplbm"):
        return material.gather(definition(model=model, data={"kind": "tensor"}, on=on), tmp_path).parts

    ((_, whole),) = parts("discounted")
    assert_allclose([X.toarray() for X in whole.expand()], [np.ones((4, 4)), np.eye(4)])
    for model in ("tsplbm", "itcc"):
        assert [name for name, _ in parts("discounted slices", model)] == ["terms", "cites"]
    assert_allclose(parts("discounted slices", "itcc")[0][1].toarray(), np.ones((4, 4)))
    assert_allclose(parts("slices", "itcc")[0][1].toarray(), np.full((4, 4), 2))


@pytest.mark.parametrize("best_of", [1, 3])
def test_a_run_may_be_the_best_of_several_starts(load, tmp_path, best_of):
    asked = definition(model="kmeans", data={"set": "noisy"}, starts=4, best_of=best_of)
    for piece in material.pieces(asked):
        material.make(piece, material.piece_file(tmp_path, piece))
    (setting,) = run(asked, tmp_path)["settings"]
    assert len(setting["scores"]["nmi"]) == 4
