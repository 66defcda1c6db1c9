"""The page of reproductions comes from the CSV files beside it, and from nothing else."""

import importlib.util
import shutil
from pathlib import Path

import pytest

from cotext.experiments import reproduce

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture
def script():
    spec = importlib.util.spec_from_file_location("make_reproduction", DOCS / "make_reproduction.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_regenerates_byte_for_byte(script, tmp_path):
    shutil.copytree(DOCS / "results", tmp_path / "results")
    page = script.main([], tmp_path)
    assert page.read_bytes() == (DOCS / "reproduction.md").read_bytes()


def test_a_run_is_taken_into_the_page(script, tmp_path, monkeypatch):
    toml = tmp_path / "bases.toml"
    toml.write_text(
        'title = "Bases"\nabout = "Table I of nobody"\nmeasures = ["error"]\n'
        "starts = { quick = 2, full = 2 }\n"
        '[data.I]\nkind = "overlapping"\n[models]\nnmf = { title = "NMF" }\n[paper.I]\nnmf = [0.0]\n'
    )
    reproduce(str(toml), tmp_path / "run", jobs=0)
    monkeypatch.setattr(script, "names", lambda: ["bases", "later"])
    read = script.read_table
    monkeypatch.setattr(script, "read_table", lambda name: read(str(toml)))
    about = (tmp_path / "run" / "provenance.json").read_text().replace(str(toml), "bases")
    (tmp_path / "run" / "provenance.json").write_text(about)
    text = script.main([str(tmp_path / "run")], tmp_path).read_text()
    assert "| I | NMF | 0 | 0.000 |" in text
    assert "Not run yet: later." in text
    assert "seed 0" in text
    assert str(tmp_path) not in text
