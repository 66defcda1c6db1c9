"""Files of every kind, several at once: read, told, clustered, and found again."""

import csv

import pytest

import cotext
from cotext.datasets import make_texts
from cotext.result import CoClustering

QUICK = ("-k", "3", "--n-init", "2")


@pytest.fixture(scope="module")
def mixture(kinds, tmp_path_factory):
    """Sixty planted texts, in files of every kind; a bad one and one that is no text."""
    folder = tmp_path_factory.mktemp("mixture")
    names = [*kinds.ONE, *kinds.ROWS]
    for number, text in enumerate(make_texts(60, 3, random_state=0).texts):
        kinds.write(folder / f"shelf{number // len(names)}", names[number % len(names)], text)
    (folder / "scan.pdf").write_bytes(kinds.pdf(""))
    (folder / "photo.png").write_bytes(b"\x89PNG")
    return folder


def clusters(text):
    return [(row["id"], row["cluster"]) for row in csv.DictReader(text.splitlines())]


def test_a_folder_of_every_kind_is_clustered_and_found_again(call, mixture, tmp_path):
    done = call("fit", mixture, *QUICK, "--out", "run", "-v")
    assert done.code == 0
    assert "65 files: 63 read (" in done.err
    assert "2 skipped: scan.pdf (no text in it, only images), 1 of a kind that is not read" in done.err
    assert "\nshelf0/f.pdf: 1 document\n" in done.err
    assert "\nshelf0/l.txt: 1 document, read as cp1252 (guessed)\n" in done.err
    fitted = clusters((tmp_path / "run" / "documents.csv").read_text())
    assert len({cluster for _, cluster in fitted}) == 3
    again = call("predict", "run", mixture)
    assert clusters(again.out) == fitted
    assert "65 files: 63 read (" in again.err


def test_the_run_says_what_became_of_files_if_there_is_anything_to_say(call, mixture, corpus, tmp_path):
    assert call("fit", mixture, *QUICK, "--out", "run").code == 0
    with open(tmp_path / "run" / "files.csv", encoding="utf-8") as stream:
        rows = {row["name"]: row for row in csv.DictReader(stream)}
    assert len(rows) == 65
    assert rows["shelf0/l.txt"]["encoding"] == "cp1252"
    assert (rows["scan.pdf"]["documents"], rows["scan.pdf"]["remark"][:13]) == ("0", "no text in it")
    result = CoClustering.load("run")
    assert {one.name: one.what for one in result.docword.files}["scan.pdf"].startswith("no text in it")
    result.save("again")
    assert (tmp_path / "again" / "files.csv").read_bytes() == (tmp_path / "run" / "files.csv").read_bytes()
    assert call("fit", corpus, *QUICK, "--out", "run", "-q").code == 0
    assert not (tmp_path / "run" / "files.csv").exists()


def test_files_are_told_where_texts_are_cut_into_pieces_too(call, mixture, tmp_path):
    assert call("fit", mixture, *QUICK, "--segment", "10", "--out", "run", "-q").code == 0
    assert (tmp_path / "run" / "segments.csv").exists()
    assert "scan.pdf,.pdf,,0,no text in it" in (tmp_path / "run" / "files.csv").read_text().replace('"', "")


def test_several_inputs_are_one_collection(call, mixture, tmp_path):
    some = [mixture / "shelf0", mixture / "shelf1" / "m.csv", f"{mixture}/shelf2/*.pdf"]
    done = call("fit", *some, *QUICK, "--out", "run")
    assert done.code == 0
    fitted = clusters((tmp_path / "run" / "documents.csv").read_text())
    assert [name for name, _ in fitted][-2:] == ["shelf1/m.csv/0", "shelf2/f.pdf"]
    assert clusters(call("predict", "run", *some).out) == fitted
    assert call("fit", mixture / "shelf0", mixture / "shelf1", *QUICK, "-q").code == 0
    assert (tmp_path / "runs" / "shelf0").is_dir()


def test_a_file_that_cannot_be_read_is_fatal_to_those_who_ask(call, mixture, tmp_path):
    done = call("fit", mixture, *QUICK, "--strict-input")
    assert (done.code, done.out) == (3, "")
    assert done.err.splitlines()[-1].startswith("cotext: error: ")
    assert "scan.pdf: no text in it, only images; recognize its text (OCR) first" in done.err
    assert not (tmp_path / "runs").exists()
    assert call("fit", mixture, *QUICK, "--out", "run", "-q").code == 0
    assert call("predict", "run", mixture, "--strict-input").code == 3


def test_a_folder_is_the_same_after_a_run_was_saved_in_it(call, kinds, tmp_path):
    for number, text in enumerate(make_texts(30, 3, random_state=0).texts):
        kinds.write(tmp_path / f"t{number:02}", "a.txt", text)
    assert call("fit", ".", *QUICK, "--out", "runs/first").code == 0
    done = call("fit", ".", *QUICK, "--out", "runs/second")
    assert "31 files: 30 read (30 .txt), 1 skipped: 1 run folder of cotext" in done.err
    first, second = ((tmp_path / "runs" / name / "documents.csv").read_text() for name in ("first", "second"))
    assert first == second


def test_python_takes_a_list_of_paths(mixture, tmp_path):
    paths = [mixture / "shelf0", mixture / "shelf1" / "m.csv"]
    result = cotext.cluster(paths, 2, random_state=0, model="spherical-kmeans")
    assert result.docword.ids[-1] == "shelf1/m.csv/0"
    assert result.predict(paths).column("cluster") == result.row_labels_.tolist()
    result.save(tmp_path / "run")
    assert CoClustering.load(tmp_path / "run").config["input"] == ", ".join(map(str, paths))


def test_nothing_is_written_but_the_run(call, mixture, tmp_path, monkeypatch):
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    monkeypatch.setattr("tempfile.tempdir", None)
    before = sorted(mixture.rglob("*"))
    assert call("fit", mixture, *QUICK, "--out", "run", "-q").code == 0
    assert sorted(mixture.rglob("*")) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run", "tmp"]
    assert not list((tmp_path / "tmp").iterdir())
