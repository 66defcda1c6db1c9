import json
from dataclasses import dataclass

import pytest

from cotext import datasets
from cotext.datasets import make_planted, make_texts
from cotext.experiments import material

TOML = """
title = "A table of planted data"
about = "Table 1 of nobody"
seed = 3
measures = ["nmi", "ari"]
starts = { quick = 3, full = 5 }

[data.easy]
title = "Easy"
set = "planted"

[data.hard]
set = "noisy"

[models]
nmf = { title = "NMF" }
wc-nmtf = { title = "WC-NMTF", context = "document", parameters = { regularization = 0.01 } }

[paper.easy]
nmf = [[0.5, 0.1], 0.4]
wc-nmtf = [0.5, 0.4]

[paper.hard]
nmf = [0.99, 0.99]

[[notes]]
data = "hard"
text = "Half of it is noise."

[[cannot]]
data = "hard"
model = "wc-nmtf"
text = "nobody knows how"
"""


@dataclass
class Counted:
    """Stands in for ``datasets.load`` and counts how often it was asked."""

    asked: list

    def __call__(self, name):
        self.asked.append(name)
        if name == "texts":
            data = make_texts(40, 2, random_state=1)
            return data
        noise = {"planted": 0.05, "noisy": 0.6}[name]
        return make_planted(60, 40, 3, noise=noise, random_state=1)


@pytest.fixture
def load(monkeypatch):
    counted = Counted([])
    monkeypatch.setattr(material.datasets, "load", counted)
    assert datasets.load is counted
    return counted


@pytest.fixture
def toml(tmp_path):
    path = tmp_path / "planted.toml"
    path.write_text(TOML, encoding="utf-8")
    return path


@pytest.fixture
def kept():
    def read(out):
        return {path.name: json.loads(path.read_text()) for path in (out / "cells").glob("*.json")}

    return read
