import json

import pytest
from starlette.testclient import TestClient

import cotext
from cotext.datasets import make_texts
from cotext.explorer.app import AppState, make_app
from cotext.explorer.auth import ServerAddress

PORT = 8765


@pytest.fixture(scope="session")
def shelved(tmp_path_factory):
    """A folder with two runs of thirty dated texts, some of them hostile, and something that is no run."""
    folder = tmp_path_factory.mktemp("runs")
    data = make_texts(30, 3)
    texts = [*data.texts[:-1], f"{data.texts[-1]} <script>alert(1)</script> \ud800 naïve Orbit-ing"]
    rows = [
        {"id": f"d{i}", "text": text, "label": data.label_names[k], "date": f"20{i % 3 + 10}-01-02"}
        for i, (text, k) in enumerate(zip(texts, data.labels, strict=True))
    ]
    source = folder.parent / "letters.jsonl"
    source.write_text("\n".join(map(json.dumps, rows)))
    for name, k in (("letters", 3), ("other", 2)):
        cotext.cluster(
            source, n_clusters=k, n_init=2, random_state=0, text="text", id="id", label="label", date="date"
        ).save(folder / name)
    (folder / "notes").mkdir()
    return folder


@pytest.fixture
def folder(shelved, tmp_path):
    """A copy that a test may change."""
    import shutil

    return shutil.copytree(shelved, tmp_path / "runs")


@pytest.fixture
def address():
    return ServerAddress(PORT)


@pytest.fixture
def enter(address):
    """Start a server without a socket; who asks has shown the token, unless told otherwise."""
    clients = []

    def start(folder, *, token=True, **settings):
        client = TestClient(
            make_app(AppState(folder, **settings), address),
            base_url=f"http://127.0.0.1:{PORT}",
            raise_server_exceptions=False,
        )
        clients.append(client)
        if token:
            client.get(address.url, follow_redirects=False)
        return client

    yield start
    for client in clients:
        client.close()


@pytest.fixture
def client(enter, folder):
    return enter(folder, run="letters")
