"""The first thing a newcomer runs."""

import pytest

from cotext.cli.commands.demo import BOILERPLATE
from cotext.errors import CotextError


@pytest.fixture
def small_pydocs(monkeypatch):
    """Every tenth docstring: the same path in a fraction of the time."""
    from dataclasses import replace

    from cotext.datasets import load

    def load_few(name):
        data = load(name)
        few = slice(None, None, 10)
        return replace(data, texts=data.texts[few], ids=data.ids[few], labels=data.labels[few])

    monkeypatch.setattr("cotext.datasets.load", load_few)


@pytest.mark.usefixtures("small_pydocs")
def test_the_demo_prints_clusters_of_telling_words(call, tmp_path):
    outcome = call("demo", "--json")
    assert outcome.code == 0
    found = outcome.json
    assert found["run"] == "runs/demo"
    assert found["model"] == "consensus", "the demo shows what a user gets who chooses nothing"
    assert len(found["clusters"]) == 16
    assert not {word for cluster in found["clusters"] for word in cluster["words"]} & set(BOILERPLATE.split())
    assert found["metrics"]["nmi"] > 0.4
    assert (tmp_path / "runs/demo/arrays.npz").is_file()
    assert (tmp_path / "runs/demo/report.html").is_file()


def test_the_demo_ends_by_naming_its_report_and_how_to_look_at_it(call, monkeypatch):
    monkeypatch.setattr("cotext.cli.commands.demo.run_fit", lambda *args, **more: None)
    monkeypatch.setattr("cotext.cli.commands.demo.make_report", lambda run, path: path)
    told = "report: runs/demo/report.html\nto open the run in the browser: cotext explore runs/demo\n"
    assert call("demo").err == told
    assert call("demo", "--quiet").err == call("demo", "--json").err == ""


def test_the_demo_does_without_pages_that_were_not_built(call, monkeypatch):
    def not_built(run, path):
        raise CotextError("the pages are not built: run 'make web'.")

    monkeypatch.setattr("cotext.cli.commands.demo.run_fit", lambda *args, **more: None)
    monkeypatch.setattr("cotext.cli.commands.demo.make_report", not_built)
    outcome = call("demo")
    assert outcome.code == 0
    assert outcome.err.startswith("no report was written: the pages are not built: run 'make web'.\n")
