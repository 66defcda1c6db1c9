"""Files made to fill a memory, to hang a reader or to lead it astray are stopped, and named."""

import bz2
import io
import os
import sys
import tracemalloc
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cotext.corpus import read
from cotext.corpus.files import limits
from cotext.corpus.files.limits import TooLarge
from cotext.errors import CotextError, NoUsableDocuments, UsageError

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


@pytest.fixture
def small(monkeypatch):
    """Limits that are reached in no time."""
    monkeypatch.setattr(limits, "FREE", 1 << 20)
    monkeypatch.setattr(limits, "LONGEST", 1 << 21)
    monkeypatch.delenv("COTEXT_MAX_BYTES", raising=False)


def skipped(found):
    return {one.name: one.what for one in found.files if not one.documents}


def written(path, content):
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


LOTS = "oak " * 10**6
EXPLODING = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
BOMBS = {  # small files that hold a lot
    "a.txt.bz2": lambda kinds: bz2.compress(LOTS.encode()),
    "a.txt.zst": lambda kinds: kinds.needed("zstd").compress(LOTS.encode()),
    "a.html.bz2": lambda kinds: bz2.compress(LOTS.encode()),
    "a.csv.bz2": lambda kinds: bz2.compress(f"text\n{LOTS}\n".encode()),
    "a.docx": lambda kinds: with_member(kinds.word("oak"), "word/document.xml", LOTS),
    "a.xlsx": lambda kinds: with_member(kinds.sheets(one=[]), "xl/worksheets/sheet1.xml", LOTS),
    "a.zip": lambda kinds: kinds.archive({"a.txt": LOTS}),
    "many.zip": lambda kinds: kinds.archive({f"{n}.txt": "oak " * 10**5 for n in range(10)}),
    "packed.zip": lambda kinds: kinds.archive({"a.txt.bz2": bz2.compress(LOTS.encode())}),
    "laugh.xml": lambda kinds: f'<!DOCTYPE a [<!ENTITY e0 "oak">{EXPLODING}]><a>&e9;</a>',
    "long.xml": lambda kinds: f'<!DOCTYPE a [<!ENTITY e "{"oak " * 1000}">]><a>{"&e;" * 10**5}</a>',
}


def desert(kinds):
    """A sheet with a text in its first and one in its last possible cell."""
    cell = '<row><c r="%s" t="inlineStr"><is><t>oak</t></is></c></row>'
    rows = (cell % "A1" + cell % "XFD1048576").join(["<sheetData>", "</sheetData>"])
    kind = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    sheet = f'<worksheet xmlns="{kind}">{rows}</worksheet>'
    return with_member(kinds.sheets(one=[]), "xl/worksheets/sheet1.xml", sheet)


def with_member(archive, name, content):
    """An archive with another content of one of its files."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for member in old.namelist():
            new.writestr(member, content if member == name else old.read(member))
    return out.getvalue()


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_stopped_before_it_fills_the_memory(kinds, tmp_path, small, name):
    path = written(tmp_path / name, BOMBS[name](kinds))
    tracemalloc.start()
    try:
        with pytest.raises(CotextError, match=rf"{name}.*: (its .* unpack to|its entity|more than)"):
            read(path, strict_input=True)
        assert tracemalloc.get_traced_memory()[1] < 2 * 10**7
    finally:
        tracemalloc.stop()
    written(tmp_path / "oak.txt", "oak")
    if not name.endswith((".bz2", ".zst")):  # those are counted together
        found = read(tmp_path)
        assert found.texts[-1] == "oak"
        assert name in "".join(skipped(found))


@pytest.mark.parametrize("kind", ["zip", "docx", "xlsx"])
def test_many_small_files_that_unpack_are_counted_together(kinds, tmp_path, small, kind, monkeypatch):
    monkeypatch.setattr(limits, "RATIO", 1)
    text = "oak " * 50_000
    rows = [["text"], *[[text[:10_000]]] * 20]
    make = {"zip": lambda: kinds.archive({"a.txt": text}), "docx": lambda: kinds.word(text)}
    content = make.get(kind, lambda: kinds.sheets(one=rows))()
    for number in range(20):
        written(tmp_path / f"{number}.{kind}", content)
    with pytest.raises(TooLarge, match="its 20 compressed files together"):
        read(tmp_path)


def test_an_archive_that_lies_about_a_size_is_no_way_around(kinds, tmp_path, small):
    data = bytearray(with_member(kinds.sheets(one=[["text"]]), "xl/worksheets/sheet1.xml", "x" * 10**7))
    for name in (b"PK\x01\x02", b"PK\x03\x04"):  # sizes in both directories
        at = -1
        while (at := data.find(name, at + 1)) >= 0:
            size = at + (24 if name == b"PK\x01\x02" else 22)
            if int.from_bytes(data[size : size + 4], "little") == 10**7:
                data[size : size + 4] = (1000).to_bytes(4, "little")
    with pytest.raises(CotextError, match=r"a\.xlsx: damaged \.xlsx file"):
        read(written(tmp_path / "a.xlsx", bytes(data)))


def test_odd_members_of_an_archive_are_skipped_and_named(kinds, tmp_path):
    members = {
        "c/good.txt": "oak",
        "../out.txt": "x",
        "/root.txt": "x",
        "C:/windows.txt": "x",
        "..\\back.txt": "x",
        "__MACOSX/._good.txt": "x",
        "c/.hidden.txt": "x",
        "c/inner.zip": kinds.archive({"a.txt": "x"}),
        "c/p.parquet": kinds.parquet(["x"]),
        "c/image.png": "x",
        "c/torn.pdf": "x",
    }
    path = written(tmp_path / "a.zip", kinds.archive(members))
    before = sorted(tmp_path.rglob("*"))
    found = read(path)
    assert (found.texts, found.ids) == (["oak"], ["good"])
    why = skipped(found)
    assert len(why) == 10
    out = {name for name, what in why.items() if what == "its name leads out of the archive"}
    assert len(out) == 4
    assert why["c/inner.zip"] == "an archive within an archive; unpack it"
    assert "within an archive is not read; take it out" in why["p.parquet"]
    assert sorted(tmp_path.rglob("*")) == before


def test_a_member_that_is_encrypted_or_packed_oddly_is_skipped(kinds, tmp_path):
    data = bytearray(kinds.archive({"a.txt": "oak", "b.txt": "elm"}))
    data[data.find(b"PK\x01\x02") + 8] |= 1  # says encrypted
    found = read(written(tmp_path / "a.zip", bytes(data)))
    assert skipped(found) == {"a.txt": "encrypted; make the archive without a password"}
    with pytest.raises(CotextError, match=r"not all of it can be read: a\.txt \(encrypted\)"):
        read(tmp_path / "a.zip", strict_input=True)
    odd = written(tmp_path / "b.zip", kinds.archive({"a.txt": "oak"}, zipfile.ZIP_LZMA))
    with pytest.raises(NoUsableDocuments, match=r"could be read: a\.txt \(packed in an unusual way"):
        read(odd)


def test_names_of_members_are_shown_without_what_a_terminal_would_obey(kinds, tmp_path):
    data = kinds.archive({"ab.txt": "oak", "c": "elm"}).replace(b"ab.txt", b"a\x1b.txt")
    central = bytearray(data)
    at = central.rfind(b"PK\x01\x02")
    central[at + 28] = 0  # a member without a name
    del central[at + 46]
    end = central.rfind(b"PK\x05\x06")
    central[end + 12] -= 1
    found = read(written(tmp_path / "a.zip", bytes(central)))
    assert found.ids == ["a\ufffd"]
    assert [one.what for one in found.files if not one.documents] == ["it has no name"]


def test_ten_thousand_members_are_read(kinds, tmp_path):
    path = written(tmp_path / "a.zip", kinds.archive({f"{n:05}.txt": f"oak {n}" for n in range(10_000)}))
    found = read(path)
    assert len(found) == 10_000
    assert found.texts[1234] == "oak 1234"


@pytest.mark.parametrize("cut", ["torn", "garbage", "empty", "damaged member"])
def test_a_damaged_archive_is_refused(kinds, tmp_path, cut):
    data = kinds.archive({"a.txt": "oak " * 1000})
    middle = len(data) // 4
    damaged = {"torn": data[:-30], "garbage": b"garbage" * 9, "empty": b""}
    content = damaged.get(cut, data[:middle] + b"\xff\xff\xff" + data[middle + 3 :])
    with pytest.raises(CotextError, match=r"a\.zip.*: damaged"):
        read(written(tmp_path / "a.zip", content))


KEYS = b"/O <%s> /U <%s>" % (b"01" * 32, b"02" * 32)
ENCRYPTED = b"/Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -4 %s >> /ID [<00> <00>]" % KEYS


@pytest.mark.parametrize(
    ("name", "make", "why"),
    [
        ("a.pdf", lambda kinds: kinds.pdf("oak", extra=ENCRYPTED), "encrypted; remove its password"),
        ("a.pdf", lambda kinds: kinds.pdf(""), "no text in it, only images; recognize its text"),
        ("a.pdf", lambda kinds: b"%PDF-1.4 torn", "cannot be read as a PDF"),
        ("a.pdf", lambda kinds: b"", "cannot be read as a PDF"),
        ("a.docx", lambda kinds: OLE + b"x" * 1000, "encrypted, or of before 2007"),
        ("a.docx", lambda kinds: kinds.archive({"a.xml": "<a/>"}), "cannot be read as a .docx file"),
        ("a.xlsx", lambda kinds: OLE + b"x" * 1000, "encrypted, or of before 2007"),
        ("a.xlsx", lambda kinds: kinds.archive({"a.xml": "<a/>"}), "cannot be read as .xlsx"),
        ("a.xlsx", lambda kinds: kinds.sheets(one=[["a"], [1]]), "no text column among 'a'"),
        ("a.xlsx", lambda kinds: kinds.sheets(), "no sheet in it"),
        ("a.xlsx", lambda kinds: desert(kinds), "a sheet of 17,179,869,184 cells with 2 that are not empty"),
        ("a.html", lambda kinds: "<div>" * 200_000, "more than 1000 elements within each other"),
        ("a.xml", lambda kinds: "<a>" * 200_000, "more than 1000 elements within each other"),
        ("a.xml", lambda kinds: "<a><b></a>", "not valid XML"),
        ("a.txt.bz2", lambda kinds: b"garbage", "damaged .bz2 file"),
        ("a.txt.bz2", lambda kinds: bz2.compress(b"oak " * 9)[:-5], "damaged .bz2 file"),
        ("a.txt.zst", lambda kinds: b"garbage", "damaged .zst file"),
        ("a.txt.zst", lambda kinds: kinds.needed("zstd").compress(b"oak " * 9)[:-5], "damaged .zst file"),
    ],
)
def test_a_bad_file_is_refused_alone_and_skipped_among_others(kinds, tmp_path, name, make, why):
    path = written(tmp_path / name, make(kinds))
    with pytest.raises(CotextError) as told:
        read(path)
    assert name in str(told.value)
    assert why in str(told.value)
    assert "\n" not in str(told.value)
    written(tmp_path / "oak.txt", "oak")
    found = read(tmp_path)
    assert found.texts == ["oak"]
    assert why in skipped(found)[name]
    assert "1 skipped" in found.notes[0]
    with pytest.raises(CotextError, match=name):
        read(tmp_path, strict_input=True)


@pytest.mark.parametrize("name", ["c.html", "e.xml", "f.pdf", "g.docx", "h.eml", "o.xlsx", "q.mbox", "s.zip"])
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_a_file_with_a_few_other_bytes_is_read_or_refused_in_a_line(kinds, tmp_path, name, data):
    path = kinds.write(tmp_path, name, "red oak, tall elm")
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    path.write_bytes(content)
    try:
        assert len(read(path)) >= 1
    except CotextError as error:
        line = str(error)
        assert name in line
        assert line.isprintable()


def test_a_window_that_would_fill_the_memory_is_refused(kinds, tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "DICTIONARY", 1 << 20)
    zstd = kinds.needed("zstd")
    packer = zstd.ZstdCompressor(options={zstd.CompressionParameter.window_log: 25})
    path = written(tmp_path / "a.txt.zst", packer.compress(b"oak\n" * 10**6) + packer.flush())
    with pytest.raises(TooLarge, match=r"dictionary of more than 1\.05 MB"):
        read(path)


@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.jsonl", "a.md", "a.mbox"])
def test_a_line_or_a_document_that_no_memory_holds_is_refused(tmp_path, small, name):
    with open(tmp_path / name, "wb") as stream:
        stream.truncate(10**9)  # a line of zeros that takes no room on the disk
    tracemalloc.start()
    try:
        with pytest.raises(CotextError, match=name):
            read(tmp_path / name)
        assert tracemalloc.get_traced_memory()[1] < 5 * 10**7
    finally:
        tracemalloc.stop()


def test_a_bad_byte_at_the_start_of_a_long_line_is_no_way_around(tmp_path, small):
    with open(tmp_path / "a.txt", "wb") as stream:
        stream.write(b"\xe9t\xe9 ")
        stream.truncate(10**9)
    tracemalloc.start()
    try:
        with pytest.raises(CotextError, match=r"a\.txt: "):
            read(tmp_path / "a.txt")
        assert tracemalloc.get_traced_memory()[1] < 5 * 10**7
    finally:
        tracemalloc.stop()


def test_standard_input_has_a_limit(monkeypatch):
    monkeypatch.setenv("COTEXT_MAX_BYTES", "1000")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"oak\n" * 1000)))
    with pytest.raises(TooLarge, match="standard input: more than 1 kB"):
        read("-")


def test_a_pipe_or_a_device_is_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "a.txt")
    os.mkfifo(tmp_path / "a.csv")
    (tmp_path / "b.txt").symlink_to("/dev/zero")
    for name in ("a.txt", "a.csv", "b.txt"):
        with pytest.raises(UsageError, match="expected a plain file"):
            read(tmp_path / name)


def test_folders_that_link_to_themselves_are_read_once(tmp_path):
    written(tmp_path / "a.txt", "oak")
    (tmp_path / "again").symlink_to(tmp_path)
    (tmp_path / "loop").symlink_to("loop")
    assert read(tmp_path).texts == ["oak"]
