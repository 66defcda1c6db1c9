"""The first thing a newcomer runs."""

import pytest

from cotext.cli.demo import BOILERPLATE


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
    assert len(found["clusters"]) == 16
    assert not {word for cluster in found["clusters"] for word in cluster["words"]} & set(BOILERPLATE.split())
    assert found["metrics"]["nmi"] > 0.4
    assert (tmp_path / "runs/demo/arrays.npz").is_file()
