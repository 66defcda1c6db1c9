"""Figures are drawn from the runs, with the CSV of their numbers."""

import csv

import numpy as np
import pytest

from cotext.datasets import make_overlapping
from cotext.experiments import material, reproduce
from cotext.experiments.figures import draw as figures_module
from cotext.experiments.figures.draw import reconstructed
from cotext.metrics import reconstruction_error
from cotext.models import NMF, BinOvNMTF, OvNMTF

FIGURES = """
[[figures]]
name = "lambda"
kind = "sweep"
title = "Along lambda"
data = ["easy"]
models = ["wc-nmtf"]
parameter = "regularization"
values = [0.001, 0.01, 1.0]
measures = ["nmi", "ari"]

[[figures]]
name = "cosines"
kind = "boxes"
title = "Closer together"
data = ["easy"]
models = ["nmf"]
parameter = "n_clusters"
values = [3, 5]
measures = ["word_cosines"]

[[figures]]
name = "documents"
kind = "bars"
title = "Stable"
data = ["easy", "hard"]
models = ["nmf"]
measures = ["stability"]

[[figures]]
name = "spread"
kind = "spread"
title = "All starts"
data = ["easy", "hard"]
models = ["nmf"]
measures = ["nmi"]

[[figures]]
name = "vocabulary"
kind = "vocabulary"
title = "Few words"
data = ["easy", "hard"]
models = ["wc-nmtf", "nmf"]
measures = ["nmi"]

[[figures]]
name = "matrix"
kind = "picture"
picture = "matrix"
title = "Blocks"
data = ["easy"]
models = ["nmf"]
"""


@pytest.fixture
def figures(toml, tmp_path, load):
    toml.write_text(toml.read_text() + FIGURES)
    done = reproduce(str(toml), tmp_path / "out", jobs=0)
    assert done.about["figures_missing"] == {}
    return tmp_path / "out" / "figures"


def test_material_is_kept_for_the_figures_and_then_removed(toml, tmp_path, load, monkeypatch):
    toml.write_text(toml.read_text() + FIGURES)
    honest, made = material.make, []

    def make(piece, path):
        made.append(path.name)
        honest(piece, path)

    monkeypatch.setattr(material, "make", make)
    seen = []
    draw = figures_module.draw_figures
    folder = tmp_path / "out" / "material"
    monkeypatch.setattr(
        figures_module, "draw_figures", lambda run: seen.extend(folder.iterdir()) or draw(run)
    )
    reproduce(str(toml), tmp_path / "out", jobs=0)
    assert (tmp_path / "out" / "figures" / "matrix.svg").is_file()
    assert len(made) == len(set(made)) == len(seen)
    assert list(folder.iterdir()) == []


def rows(path):
    with path.open(newline="") as stream:
        return list(csv.DictReader(stream))


def test_every_figure_is_a_picture_with_its_numbers_beside_it(figures):
    names = {"lambda", "cosines", "documents", "spread", "vocabulary", "matrix"}
    assert {path.stem for path in figures.glob("*.svg")} == names
    assert {path.stem for path in figures.glob("*.csv")} == names


def test_a_sweep_has_a_point_for_each_value_and_measure(figures):
    found = rows(figures / "lambda.csv")
    assert [float(row["regularization"]) for row in found] == [0.001, 0.01, 1.0] * 2
    assert {row["curve"] for row in found} == {"NMI", "ARI"}


def test_boxes_have_quantiles_in_order(figures):
    for row in rows(figures / "cosines.csv"):
        values = [float(row[name]) for name in ("lowest", "quarter", "median", "three_quarters", "highest")]
        assert values == sorted(values)


def test_vocabularies_are_shown_only_where_both_models_were_run(figures):
    assert [row["label"][:4] for row in rows(figures / "vocabulary.csv")] == ["Easy"]


def test_a_figure_that_cannot_be_drawn_says_why(toml, tmp_path, load):
    toml.write_text(toml.read_text() + FIGURES.replace('kind = "bars"', 'kind = "pie"'))
    done = reproduce(str(toml), tmp_path / "out", jobs=0)
    assert "no figure of kind 'pie'" in done.about["figures_missing"]["documents"]


@pytest.mark.parametrize("Model", [NMF, OvNMTF, BinOvNMTF])
@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
def test_what_factors_give_back_is_as_far_off_as_the_criterion_says(Model):
    X = make_overlapping("II").X.astype(float)
    model = Model(3, random_state=0, n_init=1, max_iter=20, tol=1).fit(X)
    off = np.linalg.norm(X.toarray() - reconstructed(model))
    assert off**2 / 2 == pytest.approx(model.criterion_, rel=1e-6, abs=1e-6)
    if Model is NMF:
        error = reconstruction_error(X, model.row_factor_, model.block_, model.column_factor_)
        assert off == pytest.approx(error, abs=1e-5)
