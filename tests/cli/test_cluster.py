"""``cotext fit --cluster``: the same files, and one line where it cannot be done."""

import pytest

from cotext.backend.dask import cluster
from cotext.datasets import make_texts

pytest.importorskip("distributed")


@pytest.fixture
def store(call, tmp_path):
    texts = make_texts(60, 3).texts
    (tmp_path / "texts.txt").write_text("\n".join(" ".join(text.split()) for text in texts), "utf-8")
    assert call("shard", "texts.txt", "--out", "texts.store", "--block-entries", 200, "-q").code == 0
    return tmp_path / "texts.store"


def test_two_workers_write_the_same_documents_as_one_process(call, store, tmp_path):
    fit = ("fit", store, "-k", 3, "--set", "n_starts=2")
    assert call(*fit, "--out", "one").code == 0
    there = call(*fit, "--out", "two", "--cluster", "local:2", "--verbose")
    assert there.code == 0, there.err
    assert "one process would be quicker here: a sweep takes it about" in there.err
    assert "the slowest worker, tcp://127.0.0.1:" in there.err
    for name in ("documents.csv", "words.csv", "losses.csv"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--cluster", "127.0.0.1:9"), "no cluster answers at 127.0.0.1:9"),
        (("--cluster", "example.org:8786"), "not encrypted"),
        (("--cluster", "tls://127.0.0.1:9"), "is encrypted, and Dask knows no certificates for it: name"),
        (("--cluster", "local:2", "--model", "splbm"), "splbm needs all documents at once"),
        (("--cluster", "local:two"), "names no number of workers"),
        (("--dashboard",), "--dashboard: only a fit with --cluster has a dashboard"),
    ],
)
def test_a_cluster_that_cannot_be_used_is_told_before_anything_is_done(
    call, store, tmp_path, options, told, monkeypatch
):
    monkeypatch.setattr(cluster, "ANSWER_WITHIN", 0.5)
    there = call("fit", store, "-k", 3, "--out", "run", *options)
    assert there.code == 2
    assert told in there.err
    assert there.err.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_documents_that_are_no_store_are_refused_with_the_remedy(call, tmp_path):
    (tmp_path / "texts.txt").write_text("red oak\n", "utf-8")
    there = call("fit", "texts.txt", "--cluster", "local:2")
    assert there.code == 2
    assert "write the documents to a store with 'cotext shard'" in there.err


def test_certificates_that_cannot_be_used_are_told(call, store, tmp_path):
    dask = pytest.importorskip("dask")
    (tmp_path / "ca.pem").write_text("no certificate")
    for name in ("ca.pem", "missing.pem"):
        settings = dict.fromkeys(("ca-file", "client.cert", "client.key"), str(tmp_path / name))
        with dask.config.set({f"distributed.comm.tls.{key}": value for key, value in settings.items()}):
            there = call("fit", store, "-k", 3, "--out", "run", "--cluster", "tls://127.0.0.1:9")
        assert there.code == 2
        assert "is encrypted, and its certificates cannot be used (" in there.err
        assert there.err.count("\n") == 1
