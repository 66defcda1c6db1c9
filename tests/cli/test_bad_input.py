"""Whatever is wrong: one line that names the thing and the remedy, the right exit code, nothing on disk."""

import io
import sys

import numpy as np
import pytest
from scipy import sparse

FAILURE, USAGE, NO_DOCUMENTS = 1, 2, 3


def matrix_file(path, *, indices=(0, 1, 0, 1), data=(1.0, 2.0, 3.0, 4.0), **more):
    arrays = {"indptr": np.array([0, 2, 4]), "shape": np.array([2, 2]), "format": b"csr"}
    np.savez(path, data=np.array(data), indices=np.array(indices), **arrays, **more)


def make_files(folder):
    """One example of each kind of bad input."""
    (folder / "empty").mkdir()
    (folder / "latin.txt").write_bytes("un \xe9t\xe9\n".encode("latin-1") * 3)
    (folder / "numbers.csv").write_text("a,b\n1,2\n3,4\n")
    (folder / "one.txt").write_text("a single document about trees\n")
    (folder / "blank.csv").write_text('text\n""\n" "\n""\n')
    (folder / "stop.txt").write_text("the of and\nis it the\nand of is\n")
    (folder / "same.txt").write_text("red oak tree\n" * 4)
    (folder / "good.txt").write_text("red oak tree\nred oak leaf\ncold rain snow\ncold snow ice\n")
    (folder / "file.docx").write_text("x")
    (folder / "file.xyz").write_text("x")
    matrix_file(folder / "negative.npz", data=(1.0, -2.0, 3.0, 4.0))
    matrix_file(folder / "nan.npz", data=(1.0, np.nan, 3.0, 4.0))
    matrix_file(folder / "outside.npz", indices=(0, 10**9, 0, 1))
    np.savez(folder / "pickled.npz", data=np.array([{"a": 1}], dtype=object))
    (folder / "torn.npz").write_bytes((folder / "nan.npz").read_bytes()[:100])
    head = "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n"
    (folder / "negative.mtx").write_text(head + "2 2 -1\n")
    (folder / "nan.mtx").write_text(head + "2 2 nan\n")
    sparse.save_npz(folder / "good.npz", sparse.csr_array(np.kron(np.eye(2), np.ones((3, 2)))))
    (folder / "taken").mkdir()
    (folder / "taken" / "thesis.txt").write_text("mine")


CASES = {
    "a missing file": (["missing.csv"], USAGE, "missing.csv"),
    "a folder without texts": (["empty"], NO_DOCUMENTS, ".txt"),
    "another encoding": (["latin.txt", "--encoding", "utf-8"], FAILURE, "--encoding latin-1"),
    "an unknown encoding": (["good.txt", "--encoding", "klingon"], USAGE, "klingon"),
    "a table without texts": (["numbers.csv"], USAGE, "--text"),
    "a column that is not there": (["numbers.csv", "--text", "body"], USAGE, "'body'"),
    "columns of a file without columns": (["good.txt", "--text", "body"], USAGE, "--text"),
    "an unknown kind of file": (["file.xyz"], USAGE, ".docx"),
    "a file that is not of its kind": (["file.docx"], FAILURE, "save or copy it again"),
    "a pattern that nothing matches": (["*.odt"], USAGE, "no file matches '*.odt'"),
    "a missing file among others": (["good.txt", "missing.csv"], USAGE, "missing.csv"),
    "standard input among others": (["good.txt", "-"], USAGE, "read alone"),
    "a bad file among others": (["good.txt", "file.docx", "--strict-input"], FAILURE, "file.docx"),
    "columns where no file has them": (["good.txt", "one.txt", "--text", "body"], USAGE, "--text"),
    "one document": (["one.txt"], NO_DOCUMENTS, "more documents"),
    "one document with a weight": (["one.txt", "--idf", "smooth"], USAGE, "the number of documents"),
    "empty documents": (["blank.csv"], NO_DOCUMENTS, "no words are left"),
    "stop words only": (["stop.txt", "--language", "en"], NO_DOCUMENTS, "--stop-words 'none'"),
    "documents that are all the same": (["same.txt", "-k", "2"], NO_DOCUMENTS, "--idf 'smooth'"),
    "more clusters than documents": (["good.txt", "-k", "5"], USAGE, "--n-clusters 5"),
    "no cluster": (["good.txt", "-k", "0"], USAGE, "-k 0"),
    "letters for a number of clusters": (["good.txt", "-k", "abc"], USAGE, "-k abc"),
    "three numbers of clusters": (["good.txt", "-k", "2,2,2"], USAGE, "-k 2,2,2"),
    "a pair for a two-factor model": (["good.txt", "-k", "2,3", "--model", "nmf"], USAGE, "nmf"),
    "a negative value in npz": (["negative.npz", "-k", "2"], FAILURE, "negative"),
    "a NaN in npz": (["nan.npz", "-k", "2"], FAILURE, "NaN"),
    "an index outside the matrix": (["outside.npz", "-k", "2"], FAILURE, "outside.npz"),
    "a pickle in npz": (["pickled.npz", "-k", "2"], FAILURE, "pickled.npz"),
    "a torn npz": (["torn.npz", "-k", "2"], FAILURE, "torn.npz"),
    "a negative value in mtx": (["negative.mtx", "-k", "2"], FAILURE, "negative"),
    "a NaN in mtx": (["nan.mtx", "-k", "2"], FAILURE, "finite"),
    "an unknown model": (["good.txt", "--model", "lda"], USAGE, "wc-nmtf"),
    "an unknown parameter": (["good.txt", "--set", "speed=9"], USAGE, "n_starts"),
    "an option of the command as parameter": (["good.txt", "--set", "weighting=tf"], USAGE, "weighting"),
    "a value of another type": (["good.txt", "--set", "shift=abc"], USAGE, "'shift'"),
    "a value out of range": (["good.txt", "--set", "n_starts=0"], USAGE, "'n_starts'"),
    "a parameter without value": (["good.txt", "--set", "tol"], USAGE, "PARAM=VALUE"),
    "a parameter that has an option": (["good.txt", "--set", "n_init=3"], USAGE, "--n-init 3"),
    "a negative seed": (["good.txt", "--seed", "-1"], USAGE, "random_state"),
    "no restart": (["good.txt", "--n-init", "0"], USAGE, "n_init"),
    "an unknown weighting": (["good.txt", "--weighting", "bm25"], USAGE, "tf-idf-norm"),
    "an unknown idf": (["good.txt", "--idf", "rough"], USAGE, "smooth"),
    "an unknown context": (["good.txt", "--context", "page"], USAGE, "window:10"),
    "a window of one word": (["good.txt", "--context", "window:1"], USAGE, "window:1"),
    "an unknown context for any model": (["good.txt", "--model", "nmf", "--context", "page"], USAGE, "page"),
    "an unknown stemmer": (["good.txt", "--stem", "latin"], USAGE, "porter"),
    "an unknown language": (["good.txt", "--language", "xx"], USAGE, "'xx'"),
    "an unknown list of stop words": (["good.txt", "--stop-words", "mine"], USAGE, "'mine'"),
    "a min_df that is no number": (["good.txt", "--min-df", "few"], USAGE, "--min-df 'few'"),
    "a max_df of none": (["good.txt", "--max-df", "none"], USAGE, "--max-df"),
    "a min_df of nan": (["good.txt", "--min-df", "nan"], USAGE, "--min-df"),
    "a window on a matrix": (["good.npz", "-k", "2", "--context", "window:5"], USAGE, "--context 'document'"),
    "a run name that is a file": (["good.txt", "-k", "2", "--out", "one.txt"], USAGE, "one.txt"),
    "a run name that is another folder": (["good.txt", "-k", "2", "--out", "taken"], USAGE, "taken"),
    "a run name below a file": (["good.txt", "-k", "2", "--out", "one.txt/run"], USAGE, "one.txt/run"),
    "an unknown option": (["good.txt", "--colour"], USAGE, "--colour"),
    "a data set that is not here": (["cstr"], USAGE, "COTEXT_DATA"),
}  # fmt: skip


@pytest.mark.parametrize(("args", "code", "words"), CASES.values(), ids=CASES)
def test_bad_input_to_fit_is_one_line_with_a_remedy(call, tmp_path, monkeypatch, args, code, words):
    monkeypatch.delenv("COTEXT_DATA", raising=False)
    make_files(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    outcome = call("fit", *args)
    assert outcome.code == code
    assert outcome.out == ""
    lines = outcome.err.splitlines()
    assert lines[-1].startswith("cotext: error: ")
    assert words in lines[-1]
    assert len([line for line in lines if "error" in line]) == 1
    assert "Traceback" not in outcome.err
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([], "there is no command"),
        (["--out", "taken"], "taken"),
        (["--model", "lda"], "lda"),
        (["--set", "tol=abc"], "tol"),
    ],
)
def test_what_can_be_refused_at_once_is_refused_before_the_input_is_opened(call, tmp_path, args, words):
    make_files(tmp_path)
    outcome = call("fit", "missing.csv", *args) if args else call("cluster", "good.txt")
    assert outcome.code == USAGE
    assert words in outcome.err
    assert "missing.csv" not in outcome.err


def test_an_out_folder_that_cannot_be_written_is_refused_at_once(call, tmp_path, monkeypatch):
    make_files(tmp_path)
    monkeypatch.setattr("os.access", lambda path, mode: False)
    outcome = call("fit", "good.txt", "-k", "2", "--out", "new/run")
    assert outcome.code == USAGE
    assert "new/run" in outcome.err
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("typed", [b"", b"\n \n"])
def test_empty_standard_input_has_no_documents(call, monkeypatch, typed):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed)))
    outcome = call("fit", "-")
    assert outcome.code == NO_DOCUMENTS
    assert (
        outcome.err == "cotext: error: standard input: no document in it; give a source with at least one\n"
    )


def test_an_unexpected_error_is_one_line_too(call, tmp_path, monkeypatch):
    make_files(tmp_path)

    def fail(*args, **kwargs):
        raise RuntimeError("the disk\nis on fire")

    monkeypatch.setattr("cotext.api.cluster_by", fail)
    monkeypatch.delenv("COTEXT_DEBUG", raising=False)
    outcome = call("fit", "good.txt", "-k", "2")
    assert outcome.code == FAILURE
    assert outcome.err == "cotext: error: RuntimeError: the disk (COTEXT_DEBUG=1 shows the traceback)\n"


def test_a_failed_save_leaves_nothing_behind(call, tmp_path, monkeypatch):
    make_files(tmp_path)

    def full(*args, **kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("cotext.runfolder.save.put_in_place", full)
    outcome = call("fit", "good.txt", "-k", "2", "-q")
    assert outcome.code == FAILURE
    run = tmp_path / "runs" / "good"
    assert f"{run} cannot be written (No space left on device); free some space" in outcome.err
    assert list((tmp_path / "runs").iterdir()) == []


def test_control_characters_of_a_file_name_do_not_reach_the_terminal(call):
    outcome = call("fit", "\x1b[31mred\nnews.csv")
    assert outcome.code == USAGE
    assert "\x1b" not in outcome.err
    assert len(outcome.err.splitlines()) == 1
