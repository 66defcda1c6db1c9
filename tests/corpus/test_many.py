"""Several files, folders, archives and patterns are one collection, whatever lies among them."""

from pathlib import Path

import numpy as np
import pytest

from cotext.corpus import Columns, read
from cotext.errors import CotextError, NoUsableDocuments, UsageError


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def make(folder, **texts):
    for name, text in texts.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_a_folder_of_everything_is_read_in_sorted_order(kinds, folder):
    names = [*kinds.ONE, *kinds.ROWS]
    for name in names:
        kinds.write(folder, name, f"text of {name}")
    make(folder, x_png="x")
    (folder / ".git").mkdir()
    found = read(folder)
    assert len(found) == len(names) + 1  # two in the archive
    assert all(f"text of {name}" in text for name, text in zip(names, found.texts, strict=False))
    assert [one.name for one in found.files if not one.documents] == [".git", "x.png"]
    assert found.notes[0].startswith(f"{len(names) + 3} files: {len(names) + 1} read (")
    assert "2 skipped: 1 hidden, 1 of a kind that is not read" in found.notes[0]
    assert "1 with a remark: l.txt (read as cp1252 (guessed))" in found.notes
    assert sum(one.documents for one in found.files) == len(found)


def test_files_of_a_folder_keep_their_names_and_rows_theirs(folder):
    make(folder, a_txt="one", b_md="two", c_csv="id,text\n7,three\n8,four\n", c__d_txt="five")
    assert read(folder).ids == ["a", "b.md", "c.csv/7", "c.csv/8", "c/d"]


def test_text_files_are_lines_alone_and_documents_among_others(folder):
    make(folder, a_txt="one\ntwo\n", b_txt="three\nfour\n")
    assert read("a.txt").texts == ["one", "two"]
    assert read(folder).texts == ["one\ntwo\n", "three\nfour\n"]
    assert read([Path("a.txt"), Path("b.txt")]).texts == read("*.txt").texts == read(folder).texts


def test_a_pattern_is_its_files_in_order_each_once(folder):
    make(folder, p__b_txt="b", p__a_txt="a", p__c_md="c", p__q__d_txt="d")
    assert read("p/*.txt").ids == ["a", "b"]
    assert read("p/**/*.txt").texts == ["a", "b", "d"]
    assert read([Path("p/*.txt"), Path("p/a.txt"), Path("p")]).texts == ["a", "b", "c", "d"]
    with pytest.raises(UsageError, match=r"no file matches 'p/\*\.pdf'"):
        read("p/*.pdf")


def test_a_name_with_a_star_is_a_name_before_it_is_a_pattern(folder):
    make(folder, ab_txt="wrong")
    (folder / "a*.txt").write_text("right")
    assert read("a*.txt").texts == ["right"]


def test_names_are_what_files_do_not_have_in_common(folder):
    make(folder, x__pos__a_txt="oak", x__neg__a_txt="elm", x__neg__b_txt="yew")
    found = read([Path("x/pos"), Path("x/neg")])
    assert found.ids == ["pos/a", "neg/a", "neg/b"]
    assert [found.label_names[code] for code in found.labels] == ["pos", "neg", "neg"]
    assert read([Path("x/pos/a.txt"), folder / "x/neg/b.txt"]).ids == ["pos/a", "neg/b"]
    assert read([Path("x/pos/a.txt")]).ids == ["a"]


def test_labels_of_tables_go_before_those_of_folders(folder):
    make(folder, a__one_csv="text,class\noak,tree\nrain,sky\n", b__two_txt="elm")
    found = read(folder)
    assert found.label_names == ["sky", "tree"]
    np.testing.assert_array_equal(found.labels, [1, 0, -1])


def test_named_columns_are_those_of_the_tables_among_the_files(folder):
    make(folder, a_csv="id,text,body\n1,wrong,right\n", b_jsonl='{"body": "also", "text": "no"}\n', c_txt="c")
    found = read(folder, text="body")
    assert found.texts == ["right", "also", "c"]
    assert found.columns == Columns(text="body")
    assert read(folder, like=found.columns).texts == found.texts
    make(folder, b_jsonl='{"text": "no"}\n')
    found = read(folder, text="body")
    assert found.texts == ["right", "c"]
    assert "no column 'body'" in {one.name: one.what for one in found.files}["b.jsonl"]
    (folder / "a.csv").unlink()
    with pytest.raises(UsageError, match=r"b\.jsonl: no column 'body'"):
        read(folder, text="body")
    (folder / "b.jsonl").unlink()
    with pytest.raises(UsageError, match="has none: drop them"):
        read(folder, text="body")


def test_an_archive_is_read_like_a_folder(kinds, folder):
    members = {
        "all/pos/a.txt": "oak",
        "all/neg/b.html": kinds.page("elm"),
        "all/neg/c.csv": "text\nyew\nash\n",
    }
    members |= {
        "all/neg/d.tsv": "id\ttext\n7\tfir\n",
        "all/neg/e.json": '["fig"]',
        "all/neg/f.jsonl": '"pea"\n',
    }
    (folder / "a.zip").write_bytes(kinds.archive(members))
    found = read("a.zip")
    ids = [
        "neg/b.html",
        "neg/c.csv/0",
        "neg/c.csv/1",
        "neg/d.tsv/7",
        "neg/e.json/0",
        "neg/f.jsonl/0",
        "pos/a",
    ]
    assert found.ids == ids
    assert found.texts == ["elm", "yew", "ash", "fir", "fig", "pea", "oak"]
    assert found.label_names == ["neg", "pos"]
    for name, content in members.items():
        make(folder, **{name.replace("/", "__").replace(".", "_"): content})
    assert read(folder / "all").texts == found.texts
    assert read([Path("a.zip"), Path("all/pos")]).ids[-2:] == ["a.zip/all/pos/a", "all/pos/a"]


def test_rows_of_another_width_are_told_in_an_archive_as_elsewhere(kinds, folder):
    (folder / "a.zip").write_bytes(kinds.archive({"a.csv": "id,text\n1,a\n2,b,c\n"}))
    with pytest.raises(CotextError, match=r"a\.zip/a\.csv: cannot .* Line: 3; Expected Number"):
        read("a.zip", strict_input=True)


def test_a_matrix_is_not_read_among_others(folder):
    head = "%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 1\n"
    make(folder, a_mtx=head, b_txt="oak")
    found = read(folder)
    assert found.texts == ["oak"]
    assert found.files[0].what.startswith("a matrix is not read together with other files; give it alone")


def test_when_nothing_can_be_read_the_reasons_are_told(folder):
    make(folder, a_pdf="x", b_docx="x", c_png="x")
    with pytest.raises(NoUsableDocuments, match=r"nothing in it could be read: a\.pdf \(cannot be read"):
        read(folder)


def test_an_empty_file_is_an_empty_document_with_a_remark(folder):
    make(folder, a_txt="", b_txt="oak")
    found = read(folder)
    assert found.texts == ["", "oak"]
    assert found.files[0].what == "empty"


def test_a_list_of_strings_is_still_texts_and_a_mixture_is_refused(folder):
    make(folder, a_txt="oak")
    assert read(["a.txt"]).texts == ["a.txt"]
    with pytest.raises(UsageError, match="expected a string"):
        read(["a.txt", Path("a.txt")])


def test_a_table_that_names_the_files_beside_it_is_told(folder):
    make(folder, a_txt="An oak", b_txt="An elm", x__c_txt="A fir")
    make(
        folder,
        metadata_csv="filename,author,year\na.txt,Ann Arbor,2020\nb,Bob Birch,2021\nx/c.txt,Cy Press,2022\n",
    )
    found = read(folder)
    (remark,) = (note for note in found.notes if "remark" in note)
    assert remark.startswith(
        "1 with a remark: metadata.csv (its rows name 3 of the other files, yet each row is a separate"
    )
    assert len(found) == 6
    (one,) = (one for one in found.files if one.what)
    assert one.what.endswith("take it out")


def test_a_table_of_texts_among_other_files_is_not_remarked(folder):
    make(folder, a_txt="An oak", b_txt="An elm", more_csv="id,text\na.txt,An oak\n1,A fir\n2,A yew\n")
    assert not any(one.what for one in read(folder).files)
    make(folder, more_csv="text\nAn ash\nA fir\n")
    assert not any(one.what for one in read(folder).files)
