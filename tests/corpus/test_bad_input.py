"""What cannot be read is refused in one line that says what to do."""

from __future__ import annotations

import gzip
import io
import lzma
import os
import sys
from pathlib import Path

import pytest

from cotext.corpus import read
from cotext.errors import CotextError, NoUsableDocuments, UsageError


def refusal(source: object, kind: type[CotextError] = CotextError, **options: object) -> str:
    with pytest.raises(kind) as caught:
        read(source, **options)  # type: ignore[arg-type]
    assert type(caught.value).__module__.startswith("cotext")
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 600
    return message


def written(folder: Path, name: str, content: bytes) -> Path:
    (folder / name).write_bytes(content)
    return folder / name


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    assert "no file or folder" in refusal(tmp_path / "nowhere.csv", UsageError)
    assert "'The cat sat'" in refusal("The cat sat", UsageError)


def test_an_unknown_kind_of_file_lists_what_is_read(tmp_path: Path) -> None:
    for name in ("a.xyz", "a", "a.parquet.gz", "a.npz.xz"):
        message = refusal(written(tmp_path, name, b"x"), UsageError)
        assert ".jsonl" in message
        assert ".parquet" in message


@pytest.mark.parametrize("source", [3, None, b"bytes", {"text": ["a"]}, ["a", 3], [["a"]], [b"a"]])
def test_other_objects_are_refused(source: object) -> None:
    assert "strings" in refusal(source, UsageError)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", b""),
        ("a.csv", b"id,text\n"),
        ("a.tsv", b"\n\n"),
        ("a.json", b""),
        ("a.json", b"[]"),
        ("a.json", b" [ ] "),
        ("a.jsonl", b"\n\n"),
        ("a.txt", b" \n\n"),
        ("a.csv.gz", gzip.compress(b"", mtime=0)),
        ("a.jsonl.xz", lzma.compress(b"")),
    ],
)
def test_empty_files_hold_no_documents(tmp_path: Path, name: str, content: bytes) -> None:
    assert name in refusal(written(tmp_path, name, content), NoUsableDocuments)


def test_empty_folders_lists_and_frames_hold_no_documents(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    written(tmp_path, "a.png", b"x")
    assert "no file in it of a kind to read (.csv" in refusal(tmp_path, NoUsableDocuments)
    refusal([], NoUsableDocuments)
    refusal(polars.DataFrame({"text": []}), NoUsableDocuments)


def test_empty_standard_input_holds_no_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\n")))
    refusal("-", NoUsableDocuments)


@pytest.mark.parametrize("ending", ["", ".gz", ".xz"])
@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.jsonl", "a.json", "a.txt"])
@pytest.mark.parametrize("before", [10, 3_000_001])
def test_undecodable_bytes_are_located(tmp_path: Path, name: str, ending: str, before: int) -> None:
    opening = b'["' if name == "a.json" else b'"' if name == "a.jsonl" else b"text\n"
    content = opening + b"a" * (before - len(opening)) + b"\xe9t\xe9" + (b'"]' if "json" in name else b"\n")
    pack = {
        "": bytes,
        ".gz": lambda data: gzip.compress(data, 1),
        ".xz": lambda data: lzma.compress(data, preset=0),
    }
    path = written(tmp_path, name + ending, pack[ending](content))
    message = refusal(path, encoding="utf-8")
    assert str(path) in message
    assert f"byte {before} is not utf-8" in message
    assert 'encoding="latin-1" (--encoding latin-1)' in message


def test_undecodable_files_of_a_folder_and_standard_input_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, "a.txt", b"ok")
    written(tmp_path, "b.txt", b"d\xe9j\xe0")
    assert "b.txt: byte 1 is not utf-8" in refusal(tmp_path, encoding="utf-8", strict_input=True)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"d\xe9j\xe0\n")))
    assert "standard input: byte 1 is not utf-8" in refusal("-", encoding="utf-8")


def test_utf_16_is_suggested_for_a_file_that_starts_like_it(tmp_path: Path) -> None:
    path = written(tmp_path, "a.txt", "text".encode("utf-16"))
    assert "--encoding utf-16" in refusal(path, encoding="utf-8")


def test_an_unknown_encoding_is_refused(tmp_path: Path) -> None:
    for encoding in ("klingon", "base64"):
        assert repr(encoding) in refusal(written(tmp_path, "a.txt", b"x"), UsageError, encoding=encoding)


@pytest.mark.parametrize(
    ("name", "content", "place"),
    [
        ("a.jsonl", b'{"text": "a"}\n\n{"text": \n', "line 3"),
        ("a.jsonl", b"\n\n{'text': 1}\n", "line 3"),
        ("a.jsonl", b'{"text": ' + b"[" * 100_000 + b"\n", "line 1"),
        ("a.jsonl", b'{"text": ' + b"9" * 5_000 + b"}\n", "line 1"),
        ("a.jsonl", b'{"text": "a"}\n3\n', "record 2"),
        ("a.json", b'[{"text": "a"}, {"text" 1}]', "record 2"),
        ("a.json", b'[{"text": "a"}', "record 1"),
        ("a.json", b"[" * 100_000, "record 1"),
        ("a.json", b"[1, 2]", "record 1"),
        ("a.json", b'{"text": ["a",\n"b"]}', "line 1"),
    ],
)
def test_broken_json_is_located(tmp_path: Path, name: str, content: bytes, place: str) -> None:
    assert f"{name}, {place}: " in refusal(written(tmp_path, name, content))


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"id,text\n1,a\n2,b,c\n", "Line: 3; Expected Number of Columns: 2 Found: 3"),
        (b"id,text\n1,a\n2\n", "Line: 3; Expected Number of Columns: 2 Found: 1"),
        (b'id,text\n1,a\n2,"b\n3,c\n', "Line: 3; Value with unterminated quote"),
    ],
)
def test_broken_tables_are_located(tmp_path: Path, content: bytes, why: str) -> None:
    assert why in refusal(written(tmp_path, "a.csv", content))


def test_a_row_longer_than_the_limit_is_refused_not_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cotext.corpus.files.limits.LONGEST", 1 << 20)
    for size in (3_000_000, 20_000_000):
        rows = [b"1,a", b"2," + b"b" * size]
        assert "a.csv" in refusal(written(tmp_path, "a.csv", b"\n".join([b"id,text", *rows])))
        assert "a.csv" in refusal(written(tmp_path, "a.csv", b"\n".join([b"id,text", *rows[::-1], b""])))
        assert "a.csv" in refusal(written(tmp_path, "a.csv", b"\n".join([b"id,text", *rows, b""])))


@pytest.mark.parametrize(
    "name", ["a.parquet", "a.csv.gz", "a.jsonl.gz", "a.csv.xz", "a.txt.xz", "a.npz", "a.mtx"]
)
@pytest.mark.parametrize("cut", ["garbage", "truncated"])
def test_damaged_files_are_refused(tmp_path: Path, name: str, cut: str) -> None:
    whole = {".gz": gzip.compress, ".xz": lzma.compress}.get(Path(name).suffix, bytes)(
        b"text\n" + os.urandom(5000).hex().encode()
    )
    content = b"\x00garbage\xff" * 9 if cut == "garbage" else whole[:-40]
    assert name in refusal(written(tmp_path, name, content))


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the superuser may read everything")
def test_an_unreadable_file_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "a.txt", b"x")
    path.chmod(0)
    assert "permission" in refusal(path, UsageError)


def test_no_network_and_no_traces_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cotext.corpus.formats.tables import _connect

    for setting in ("autoinstall_known_extensions", "autoload_known_extensions"):
        assert _connect().execute(f"SELECT current_setting('{setting}')").fetchall() == [(False,)]
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.chdir(tmp_path)
    path = written(tmp_path, "a.csv.xz", lzma.compress(b"text\nhello\n"))
    assert read(path).texts == ["hello"]
    refusal(written(tmp_path, "b.csv.xz", lzma.compress(b"id,text\nhello\n")))
    assert sorted(child.name for child in tmp_path.iterdir()) == ["a.csv.xz", "b.csv.xz"]
