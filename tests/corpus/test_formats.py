"""Every format gives the same documents."""

from __future__ import annotations

import csv
import gzip
import io
import json
import lzma
import sys
from pathlib import Path

import numpy as np
import pytest

from cotext.corpus import Documents, read

TEXTS = ["the cat, the dog", 'a "quoted"\nsecond line', "", "café naïve 😀 Ωmega", "bonds; stocks | gold"]
IDS = ["007", "b", "c", "d", "e"]
CLASSES = ["pets", "money", "pets", "", "money"]
RECORDS = [
    {"id": i, "category": c or None, "title": "short", "body": t or None}
    for i, c, t in zip(IDS, CLASSES, TEXTS, strict=True)
]


def check(documents: object) -> None:
    assert isinstance(documents, Documents)
    assert list(documents.texts) == TEXTS
    assert list(documents.ids) == IDS
    assert list(documents.label_names) == ["money", "pets"]
    np.testing.assert_array_equal(documents.labels, [1, 0, 1, -1, 0])
    assert documents.notes == (
        "text from column 'body', ids from 'id', labels from 'category', titles from 'title' (guessed)",
    )


def as_csv(delimiter: str = ",", newline: str = "\n") -> str:
    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(RECORDS[0]), delimiter=delimiter, lineterminator=newline)
    writer.writeheader()
    writer.writerows(RECORDS)
    return stream.getvalue()


CONTENT = {
    "a.csv": as_csv(),
    "semicolon.csv": as_csv(";"),
    "windows.csv": as_csv(newline="\r\n").replace("\nsecond", "\nsecond"),
    "a.tsv": as_csv("\t"),
    "a.json": json.dumps(RECORDS, indent=1),
    "one-line.json": json.dumps(RECORDS),
    "lines.json": "\n".join(map(json.dumps, RECORDS)),
    "a.jsonl": "\n" + "\n\n".join(json.dumps(record, ensure_ascii=False) for record in RECORDS) + "\n",
}


@pytest.mark.parametrize("ending", ["", ".gz", ".xz"])
@pytest.mark.parametrize("name", CONTENT)
def test_tables_are_read_alike_plain_and_compressed(tmp_path: Path, name: str, ending: str) -> None:
    opener = {"": open, ".gz": gzip.open, ".xz": lzma.open}[ending]
    path = tmp_path / (name + ending)
    with opener(path, "wb") as stream:
        stream.write(CONTENT[name].encode())
    check(read(path))
    check(read(str(path)))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "UTF8", "cp1252"])
@pytest.mark.parametrize("name", ["a.csv", "a.jsonl", "a.json"])
def test_tables_are_read_in_other_encodings(tmp_path: Path, name: str, encoding: str) -> None:
    content = CONTENT[name] if encoding != "cp1252" else CONTENT[name].replace("😀 Ω", "")
    (tmp_path / name).write_bytes(content.encode(encoding))
    documents = read(tmp_path / name, encoding=encoding)
    expected = TEXTS[3] if encoding != "cp1252" or name == "a.json" else "café naïve mega"
    assert documents.texts[3] == expected
    assert documents.ids == IDS


def test_a_byte_order_mark_is_not_part_of_the_first_column(tmp_path: Path) -> None:
    for name in ("a.csv", "a.jsonl"):
        (tmp_path / name).write_bytes(b"\xef\xbb\xbf" + CONTENT[name].encode())
        check(read(tmp_path / name))


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames_and_parquet_are_read_alike(tmp_path: Path, library: str) -> None:
    module = pytest.importorskip(library)
    frame = module.DataFrame(RECORDS)
    check(read(frame))
    polars = pytest.importorskip("polars")
    polars.DataFrame(RECORDS).write_parquet(tmp_path / "a.parquet")
    check(read(tmp_path / "a.parquet"))
    check(read(polars.DataFrame(RECORDS).lazy()))


def test_missing_values_and_numbers_of_pandas_are_understood() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(
        {
            "key": [10, 11, 12],
            "Text": pandas.array(["x y", pandas.NA, "z"], dtype="string"),
            "class": [2.0, float("nan"), 1.0],
        }
    )
    documents = read(frame)
    assert documents.texts == ["x y", "", "z"]
    assert documents.ids == ["10", "11", "12"]
    assert documents.label_names == ["1", "2"]
    np.testing.assert_array_equal(documents.labels, [1, -1, 0])


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_column_of_a_frame_is_a_list_of_texts(library: str) -> None:
    module = pytest.importorskip(library)
    assert read(module.Series(["one", None, "three"])).texts == ["one", "", "three"]


def test_lists_arrays_and_generators_of_strings_are_read_alike() -> None:
    for source in (TEXTS, tuple(TEXTS), np.array(TEXTS), (text for text in TEXTS)):
        documents = read(source)
        assert documents.texts == TEXTS
        assert documents.ids == ["0", "1", "2", "3", "4"]
        assert documents.labels is None
    assert read([None, "a", float("nan")]).texts == ["", "a", ""]


def test_documents_pass_through() -> None:
    documents = read(["a"])
    assert read(documents) is documents


def test_a_folder_is_read_in_sorted_order_with_sub_folders_as_labels(tmp_path: Path) -> None:
    for name, text in {"b/2.txt": "two", "a/deep/3.txt": "three", "b/1.v1.txt": "one\r\n"}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    (tmp_path / "a" / "4.txt.gz").write_bytes(gzip.compress(b"four"))
    (tmp_path / "a" / "5.TXT.xz").write_bytes(lzma.compress(b"five"))
    (tmp_path / "a" / "notes.odt").write_text("not read")
    (tmp_path / "a" / ".hidden.txt").write_text("not read")
    documents = read(tmp_path)
    assert documents.ids == ["a/4", "a/5", "a/deep/3", "b/1.v1", "b/2"]
    assert documents.texts == ["four", "five", "three", "one\n", "two"]
    assert documents.label_names == ["a", "b"]
    np.testing.assert_array_equal(documents.labels, [0, 0, 0, 1, 1])
    (tmp_path / "loose.txt").write_text("six")
    assert read(tmp_path).labels is None


def test_a_text_file_has_a_document_per_line_that_is_not_blank(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"one\r\n\n  \ntwo \x0c page\n")
    assert read(tmp_path / "a.txt").texts == ["one", "two \x0c page"]


@pytest.mark.parametrize(
    ("given", "texts"),
    [
        ('\n {"text": "one"}\n{"text": "two"}\n', ["one", "two"]),
        ("one\n\ntwo", ["one", "two"]),
        ("[1] one\n{two}", ["[1] one", "{two}"]),
    ],
)
def test_standard_input_is_json_lines_or_plain_lines(
    monkeypatch: pytest.MonkeyPatch, given: str, texts: list[str]
) -> None:
    raw = io.BytesIO(given.encode())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(raw))
    assert read("-").texts == texts
    assert not raw.closed
    monkeypatch.setattr(sys, "stdin", io.StringIO(given))
    assert read("-").texts == texts


def test_lone_surrogates_become_replacement_characters(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"id": "\\udfff", "text": "a \\ud800 b \\ud83d\\ude00"}\n')
    documents = read(tmp_path / "a.jsonl")
    assert documents.texts == ["a \ufffd b 😀"]
    assert documents.ids == ["\ufffd"]
    assert read(["x\ud800"]).texts == ["x\ufffd"]


def test_long_documents_and_long_arrays_are_read_whole(tmp_path: Path) -> None:
    texts = ["word " * 600_000 + "end", "short", *(f"{number} " * 50 for number in range(30_000))]
    (tmp_path / "a.json").write_text(json.dumps(texts))
    assert read(tmp_path / "a.json").texts == texts
    (tmp_path / "a.csv").write_text("text\n" + "\n".join(texts))
    assert read(tmp_path / "a.csv").texts == texts


def test_mixed_line_ends_are_accepted(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(b"id,text\n1,a\r\n2,b\n")
    assert read(tmp_path / "a.csv").texts == ["a", "b"]


def test_a_file_name_is_not_a_pattern(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("text\nwrong\n")
    (tmp_path / "[a]*.csv").write_text("text\nright\n")
    assert read(tmp_path / "[a]*.csv").texts == ["right"]


def test_rows_of_many_lines_are_whole_wherever_a_buffer_ends(tmp_path, monkeypatch):
    monkeypatch.setattr("cotext.corpus.files.limits.LONGEST", 1 << 20)
    rng = np.random.default_rng(0)
    texts = [
        f'He said "{i}",\r\nand é{i}: {"long " * n}\n\n' for i, n in enumerate(rng.integers(0, 2000, 1500))
    ]
    with open(tmp_path / "many.csv", "w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("id", "text"), *(zip(map(str, range(1500)), texts, strict=True))])
    found = read(tmp_path / "many.csv")
    assert (tmp_path / "many.csv").stat().st_size > 5 << 20
    assert found.texts == texts
    assert found.ids == list(map(str, range(1500)))
