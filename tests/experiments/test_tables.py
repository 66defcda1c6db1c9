"""The TOML files: they parse, name what exists, and say what the papers say."""

import inspect
from pathlib import Path

import pytest

from cotext import datasets, models
from cotext.errors import UsageError
from cotext.experiments import describe, names, read_table
from cotext.experiments.measures import TITLES

PRINTED = [
    ("wc-nmtf", "cstr", "wc-nmtf-chosen", {"nmi": (0.76, 0.01), "ari": (0.81, 0.01)}),
    ("wc-nmtf", "la12", "spherical-kmeans", {"nmi": (0.52, None), "ari": (0.49, None)}),
    ("wc-nmtf", "ng20", "gnmtf", {"nmi": (0.43, None), "ari": (0.28, None)}),
    ("wc-nmtf", "classic4", "wc-nmtf-chosen", {"nmi": (0.72, 0.06), "ari": (0.71, 0.08)}),
    ("semantic-nmf", "reuters4", "semantic-nmf", {"nmi": (0.61, 0.02), "ari": (0.57, 0.02)}),
    ("vem-st", "acmdl_tensor", "tsplbm", {"acc": (0.89, None), "nmi": (0.61, None), "ari": (0.70, None)}),
    ("vem-st", "dblp2", "itcc", {"acc": (0.80, None), "nmi": (0.45, None), "ari": (0.50, None)}),
    ("ov-nmtf", "II", "ov-nmtf-synthetic", {"error": (0.0, 0.001)}),
    ("ov-nmtf", "nips-tf-idf-norm", "ov-nmtf", {"ari": (0.174, None)}),
    ("chi-sim", "m10", "chi-sim-best", {"acc": (0.80, None)}),
    ("chi-sim", "raw-ng3", "chi-sim", {"acc": (0.64, None)}),
    ("chi-sim", "ng2", "snos", {"acc": (0.24, None)}),
]


@pytest.mark.parametrize("name", names())
def test_every_table_names_models_and_data_sets_that_exist(name):
    table = read_table(name)
    known = [*datasets.names(), *datasets.ALIASES, "I", "II", "III"]
    for full in (False, True):
        for cell in table.cells(full):
            Model = models.by_name(cell.definition["model"])
            assert cell.definition["data"]["set"] in known
            own = set(inspect.signature(Model).parameters) | {"word_clusters"}
            assert {*cell.definition["parameters"], *cell.definition["grid"]} <= own, cell.key
            assert set(cell.definition["measures"]) <= set(TITLES)


@pytest.mark.parametrize("name", names())
def test_cells_have_files_of_their_own(name):
    keys = [cell.key for cell in read_table(name).cells()]
    assert len(keys) == len(set(keys)) > 0


@pytest.mark.parametrize(("name", "data", "model", "printed"), PRINTED)
def test_the_paper_s_figures_are_those_it_printed(name, data, model, printed):
    (cell,) = [c for c in read_table(name).table_cells() if (c.data, c.model) == (data, model)]
    assert cell.paper == printed


def test_the_table_of_wc_nmtf_has_45_cells_with_two_figures_each():
    printed = [cell.paper for cell in read_table("wc-nmtf").table_cells() if cell.paper]
    assert len(printed) == 45
    assert all(set(figures) == {"nmi", "ari"} for figures in printed)


def test_the_table_of_everything_has_every_model_and_every_labelled_data_set():
    cells = read_table("all-models").table_cells()
    found = {cell.definition["model"] for cell in cells}
    one_level = {models.NESTED}  # is the consensus
    assert found == {model.cli_name for model in models.all_models()} - one_level
    texts_only = {"wikipedia", "pnc_3topics"}  # no classes of subject, and the texts behind pnc_toy
    assert {cell.definition["data"]["set"] for cell in cells} == set(datasets.names()) - texts_only


@pytest.mark.parametrize("name", names())
def test_the_paper_of_every_table_is_in_the_references(name):
    key = read_table(name).raw.get("reference")
    bib = (Path(__file__).parents[2] / "docs" / "references.bib").read_text(encoding="utf-8")
    assert key is None or f"{{{key}," in bib


def test_an_unknown_table_is_answered_with_the_list():
    with pytest.raises(UsageError, match=r"no table 'wc'; give one of .*wc-nmtf"):
        read_table("wc")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seed = 3", "sead = 3", "'sead' is not one of"),
        ("[paper.hard]", "[paper.soft]", "'soft' is not one of easy, hard"),
        ('model = "wc-nmtf"', 'model = "wc"', "'wc' is not one of"),
        ('title = "A table of planted data"', "", "title is missing"),
    ],
)
def test_misspelt_tables_are_refused(toml, old, new, message):
    toml.write_text(toml.read_text().replace(old, new, 1))
    with pytest.raises(UsageError, match=message):
        read_table(str(toml))


def test_every_table_is_described_in_a_line():
    for row in describe():
        assert row["title"]
        assert "\n" not in row["title"] + row["about"]


def test_full_runs_have_the_paper_s_starts(toml):
    table = read_table(str(toml))
    assert {cell.definition["starts"] for cell in table.cells()} == {3}
    assert {cell.definition["starts"] for cell in table.cells(full=True)} == {5}
    assert not {cell.key for cell in table.cells()} & {cell.key for cell in table.cells(full=True)}
