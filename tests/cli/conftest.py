import json
from dataclasses import dataclass

import pytest

from cotext.cli import main
from cotext.datasets import make_texts


@dataclass
class Outcome:
    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)


@pytest.fixture
def call(capsys, monkeypatch, tmp_path):
    """Run the command in this process, inside an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*args):
        capsys.readouterr()
        with pytest.raises(SystemExit) as stop:
            main([str(arg) for arg in args])
        printed = capsys.readouterr()
        return Outcome(stop.value.code, printed.out, printed.err)

    return run


@pytest.fixture(scope="session")
def records():
    data = make_texts(30, 3)
    return [
        {"id": f"d{i}", "body": text, "class": data.label_names[k]}
        for i, (text, k) in enumerate(zip(data.texts, data.labels, strict=True))
    ]


@pytest.fixture(scope="session")
def corpus(tmp_path_factory, records):
    """Thirty labelled texts in three clusters."""
    path = tmp_path_factory.mktemp("corpus") / "letters.jsonl"
    path.write_text("\n".join(map(json.dumps, records)))
    return path


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory, corpus):
    """A run made by the command line."""
    folder = tmp_path_factory.mktemp("runs") / "letters"
    with pytest.raises(SystemExit) as stop:
        main(["fit", str(corpus), "-k", "3", "--n-init", "2", "--out", str(folder), "-q"])
    assert stop.value.code == 0
    return folder
