"""Every kind of file gives the text that is in it, and nothing of what is around it."""

import pytest

from cotext.corpus import read
from cotext.corpus.files.extras import MODULES
from cotext.errors import CotextError, NoUsableDocuments, UsageError

TEXT = "red oak, tall elm"
NAMES = (
    "a.txt", "b.md", "c.html", "d.htm.bz2", "e.xml", "f.pdf", "g.docx", "h.eml", "i.txt.gz", "j.txt.xz",
    "k.txt.zst", "l.txt", "m.csv", "n.jsonl", "o.xlsx", "p.parquet", "q.mbox", "r.txt",
)  # fmt: skip
MORE = {"h.eml": "news", "q.mbox": "news", "l.txt": "déjà für"}  # in the text


def test_no_kind_is_forgotten_here(kinds):
    assert [*NAMES, "s.zip"] == [*kinds.ONE, *kinds.ROWS]


@pytest.mark.parametrize("name", NAMES)
def test_a_file_of_each_kind_gives_its_text(kinds, tmp_path, name):
    found = read(kinds.write(tmp_path, name, TEXT))
    assert [set(text.split()) for text in found.texts] == [{*TEXT.split(), *MORE.get(name, "").split()}]
    (note,) = found.files
    assert (note.name, note.documents) == (name, 1)
    assert read(tmp_path).texts == found.texts  # alone or in a folder


@pytest.mark.parametrize(
    ("library", "name"),
    [
        ("selectolax", "c.html"),
        ("pypdfium2", "f.pdf"),
        ("python-docx", "g.docx"),
        ("python-calamine", "o.xlsx"),
        ("zstd", "k.txt.zst"),
    ],
)
def test_a_missing_library_is_named_with_what_to_install(kinds, tmp_path, monkeypatch, library, name):
    path = kinds.write(tmp_path, name, TEXT)
    monkeypatch.setitem(MODULES, library, ("no_such_module",))
    with pytest.raises(CotextError, match=rf"{library} is not installed, .* pip install 'cotext\[files\]'"):
        read(path)
    kinds.write(tmp_path, "a.txt", "an oak")
    found = read(tmp_path)
    assert found.texts == ["an oak"]
    assert f"1 skipped: {name} ({library} is not installed" in found.notes[0]


def write(path, content):
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_a_page_is_read_by_its_blocks_without_menus(tmp_path):
    page = (
        "<nav>menu</nav><h1>A <b>w</b>ord</h1><table><tr><td>one<td>two</table>three<br>four<ul><li>five"
        "<li>six</ul><aside>advert</aside><p>fish &amp; chips&nbsp;here"
    )
    (text,) = read(write(tmp_path / "a.html", page)).texts
    lines = ["A word", "one", "two", "three", "four", "five", "six", "fish & chips\xa0here"]
    assert text.splitlines() == lines


@pytest.mark.parametrize("said", ['<meta charset="koi8-r">', '<meta content="text/html; charset=koi8-r">'])
def test_a_page_says_its_encoding(tmp_path, said):
    found = read(write(tmp_path / "a.html", f"{said}<p>Привет".encode("koi8-r")))
    assert found.texts == ["Привет"]
    assert found.files[0].what == "read as koi8-r, as it says"


def test_tei_is_read_without_its_header_and_with_what_an_editor_chose(tmp_path):
    text = (
        "<teiCorpus><teiHeader>corpus</teiHeader><TEI><teiHeader>one</teiHeader><text><p>a<lb/>b under<lb "
        "break='no'/>wood <choice><sic>und</sic><corr>and</corr></choice> 1<hi>er</hi></p></text></TEI>"
        "<TEI><text><l>c</l><l>d&eacute;j&agrave; &amp; e</l></text></TEI></teiCorpus>"
    )
    path = write(tmp_path / "a.xml", f"<!DOCTYPE teiCorpus SYSTEM 'tei.dtd'>{text}")
    found = read(path)
    assert [" ".join(one.split()) for one in found.texts] == ["a b underwood and 1er", "c déjà & e"]
    assert found.ids == ["a.xml/0", "a.xml/1"]


def test_other_xml_is_one_text_in_the_encoding_that_it_declares(tmp_path):
    content = "<?xml version='1.0' encoding='iso-8859-1'?><x><name>été</name><date>hi<b>ver</b></date></x>"
    found = read(write(tmp_path / "a.xml", content.encode("latin-1")))
    assert found.texts == ["été\nhiver"]


def test_short_entities_stand_for_letters(tmp_path):
    content = '<!DOCTYPE a [<!ENTITY long "&#383;">]><a>Wa&long;&long;er</a>'
    assert read(write(tmp_path / "a.xml", content)).texts == ["Waſſer"]


def test_a_pdf_is_all_its_pages(kinds, tmp_path):
    (text,) = read(write(tmp_path / "a.pdf", kinds.pdf("one oak", "two elms\nthree yews"))).texts
    assert text.splitlines() == ["one oak", "two elms", "three yews"]


def test_words_that_a_pdf_cuts_at_the_end_of_a_line_are_whole(kinds, tmp_path):
    (text,) = read(write(tmp_path / "a.pdf", kinds.pdf("an exam-\nple of a well-known\ncut"))).texts
    assert text.split() == ["an", "example", "of", "a", "well-known", "cut"]


def test_tables_of_word_are_read_in_their_place(kinds, tmp_path):
    path = write(tmp_path / "a.docx", kinds.word("one", "two", cell="three"))
    assert read(path).texts == ["one\ntwo\nthree"]


def test_sheets_are_tables(kinds, tmp_path):
    rows = [["id", "text", "class"], [7, "oak", "tree"], ["", "", ""], [8.5, "rain", "sky"]]
    more = [["id", "text", "class"], [9, "snow", "sky"]]
    path = write(tmp_path / "a.xlsx", kinds.sheets(first=rows, numbers=[["a"], [1]], empty=[], more=more))
    found = read(path)
    assert found.texts == ["oak", "rain", "snow"]
    assert found.ids == ["first/7", "first/8.5", "more/9"]
    assert found.label_names == ["sky", "tree"]
    assert found.files[0].what == "sheets without texts: numbers, empty"
    assert read(path, text="class").texts == ["tree", "sky", "sky"]


def test_an_empty_sheet_is_refused(kinds, tmp_path):
    with pytest.raises(NoUsableDocuments, match=r"a\.xlsx, sheet 'one': no record in it"):
        read(write(tmp_path / "a.xlsx", kinds.sheets(one=[])))


def test_variables_of_an_alceste_corpus_are_columns(tmp_path):
    content = "**** *who_anna *sex_f\none oak\n-*part_2\nan elm\n**** *who_ben *sex_m\nrain\n"
    path = write(tmp_path / "a.txt", content)
    found = read(path, id="who", label="sex")
    assert (found.texts, found.ids) == (["one oak\nan elm", "rain"], ["anna", "ben"])
    assert (found.label_names, found.labels.tolist()) == (["f", "m"], [0, 1])
    write(tmp_path / "b.txt", "snow")
    assert read(tmp_path).ids == ["a.txt/0", "a.txt/1", "b"]


def test_letters_of_a_box_are_told_apart(kinds, tmp_path):
    body = "one\n\n>From here\nFrom there\n\n"
    page = "From x\nContent-Type: text/html; charset=latin-1\n\n<p>été</p><script>x</script>\n\n"
    both = (
        'From x\nContent-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: text/plain\n\nthree\n'
        "--b\nContent-Type: application/pdf\n\nnot read\n--b--\n"
    )
    path = write(tmp_path / "a.mbox", (kinds.letter(body, box=True) + page + both).encode("latin-1"))
    found = read(path)
    assert [text.split() for text in found.texts] == [
        ["news", "one", ">From", "here", "From", "there"],
        ["été"],
        ["three"],
    ]
    assert read(path, label="subject").label_names == ["news"]


@pytest.mark.parametrize("name", ["c.html", "f.pdf", "b.md"])
def test_columns_are_refused_where_there_are_none(kinds, tmp_path, name):
    with pytest.raises(UsageError, match=r"name columns; .* has none: drop them"):
        read(kinds.write(tmp_path, name, TEXT), text="body")


@pytest.mark.parametrize("ending", [".bz2", ".zst"])
@pytest.mark.parametrize("name", ["m.csv", "n.jsonl"])
def test_compressed_tables_are_read_alone_and_among_others(kinds, tmp_path, name, ending):
    plain = kinds.write(tmp_path, name, TEXT).read_bytes()
    pack = kinds.bz2.compress if ending == ".bz2" else kinds.needed("zstd").compress
    path = write(tmp_path / f"z-{name}{ending}", pack(plain))
    assert read(path).texts == [TEXT]
    assert read(tmp_path).texts == [TEXT, TEXT]
