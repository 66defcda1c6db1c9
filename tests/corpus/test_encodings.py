"""Encodings are found file by file, said, and never guessed where they were named."""

import io
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotext.corpus import read
from cotext.corpus.files.encodings import AUTO, decode
from cotext.errors import CotextError

SENTENCES = {
    "cp1252": "Où êtes-vous allés cet été ? Nous étions près du phare fermé depuis des années.",
    "cp1250": "Każdy człowiek ma prawo do życia, wolności i bezpieczeństwa; źdźbło trawy rośnie wśród łąk.",
    "cp1251": "Все люди рождаются свободными и равными в своём достоинстве и правах.",
    "koi8-r": "Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства.",
    "cp1253": "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.",
    "cp932": "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。",
    "gb18030": "人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。",
    "euc-kr": "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.",
    "utf-16": "Every text may begin with a mark, été.",
    "utf-32": "Every text may begin with a mark, été.",
    "utf-16-le": "Some texts have no mark, but zeros in every other place, été.",
}


@pytest.mark.parametrize("kind", ["a.txt", "a.csv", "a.jsonl", "folder"])
@pytest.mark.parametrize("encoding", SENTENCES)
def test_an_encoding_is_found_and_said(tmp_path, encoding, kind):
    sentence = SENTENCES[encoding]
    name = "a.md" if kind == "folder" else kind
    content = {"a.txt": sentence, "a.md": sentence, "a.csv": f'text\n"{sentence}"\n'}
    data = content.get(name, f'{{"text": "{sentence}"}}\n').encode(encoding)
    (tmp_path / name).write_bytes(data)
    found = read(tmp_path if kind == "folder" else tmp_path / name)
    assert found.texts == [sentence]
    marked = encoding in ("utf-16", "utf-32")
    assert ("guessed" in found.files[0].what) is not marked
    assert any("(guessed)" in note and name in note for note in found.notes) is not marked


def test_a_few_bad_bytes_do_not_make_another_encoding_of_utf_8(tmp_path):
    (tmp_path / "a.txt").write_bytes("naïve café über 😀\n".encode() * 5 + b"na\xefve\n")
    found = read(tmp_path / "a.txt")
    assert found.texts == ["naïve café über 😀"] * 5 + ["na\ufffdve"]
    assert found.files[0].what == "bytes that are not UTF-8 replaced"
    assert found.files[0].encoding == "utf-8/replace"


def test_the_last_line_of_a_long_table_decides_for_all_of_it(tmp_path):
    rows = ["text", *["plain words"] * 200_000, "la fenêtre fermée près de l'allée"]
    (tmp_path / "a.csv").write_bytes("\n".join(rows).encode("cp1252"))
    found = read(tmp_path / "a.csv")
    assert (len(found), found.texts[-1]) == (200_000 + 1, rows[-1])


def test_few_letters_are_taken_for_those_of_the_west_if_they_can_be(tmp_path):
    for number, text in enumerate(["déjà vu", "l'été à Nîmes", "Fußgänger", "El niño", "“quoted” – so"]):
        path = tmp_path / f"{number}.md"
        path.write_bytes(text.encode("cp1252"))
        assert read(path).texts == [text]


def test_what_is_no_text_is_refused_alone_and_skipped_among_others(tmp_path):
    (tmp_path / "a.txt").write_bytes(bytes(range(256)) * 50)
    with pytest.raises(CotextError, match=r"a\.txt: byte 128 is not utf-8"):
        read(tmp_path / "a.txt")
    (tmp_path / "b.txt").write_text("oak")
    assert read(tmp_path).texts == ["oak"]


def test_a_named_encoding_is_not_questioned(tmp_path):
    (tmp_path / "a.txt").write_bytes("été".encode("latin-1"))
    (tmp_path / "b.txt").write_bytes(b"oak")
    found = read(tmp_path, encoding="utf-8")
    assert found.texts == ["oak"]
    assert "byte 0 is not utf-8" in found.files[0].what
    assert read(tmp_path, encoding="cp1251").texts == ["йtй", "oak"]


def test_standard_input_is_guessed_too(monkeypatch):
    sentence = SENTENCES["cp1251"]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(sentence.encode("cp1251"))))
    assert read("-").texts == [sentence]


@given(st.text())
def test_utf_8_is_always_read_as_it_is(text):
    plain = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    if "\0" not in text:  # that may be UTF-16
        found, encoding = decode(text.encode(), AUTO, "here")
        assert (found, encoding.remark) == (plain, "")


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused_and_ascii_is_always_read(data):
    try:
        text, encoding = decode(data, AUTO, "here")
    except CotextError:
        assert not data.isascii()
    else:
        assert isinstance(text, str)
        assert encoding.name
