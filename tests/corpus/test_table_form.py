"""How delimited tables are written: with a line of names or none, by which separators and quotes."""

from __future__ import annotations

import gzip
import zipfile
from pathlib import Path

import pytest

import cotext
from cotext import Recipe, Store
from cotext.corpus import Columns, TableForm, read, table_form
from cotext.corpus.table_form import head_of
from cotext.errors import CotextError, UsageError
from cotext.result import CoClustering

# Two columns, a label and a text, without a line of names: as collections of news are published.
NEWS = (
    "Etat;Der Sender zahlt, wie es heißt, ab August mehr Geld an viele Künstler\n"
    "Web;'Das ''alte'' Netz; am Rand der Welt, wo keiner mehr wohnt, fällt aus'\n"
    "Etat;Die Zeitung hat, so der Verlag, im Mai mehr Leser und mehr Geld\n"
    "Web;'Der Chef sagt: ''Nein''; dann legt er auf und geht in das Haus'\n"
    "Sport;Die Elf gewinnt das Spiel gegen Bonn mit viel Glück und zwei Toren\n"
    "Sport;'Ein \"großer\" Tag; der Läufer war noch nie so schnell wie heute'\n"
)
TEXTS = [
    "Der Sender zahlt, wie es heißt, ab August mehr Geld an viele Künstler",
    "Das 'alte' Netz; am Rand der Welt, wo keiner mehr wohnt, fällt aus",
    "Die Zeitung hat, so der Verlag, im Mai mehr Leser und mehr Geld",
    "Der Chef sagt: 'Nein'; dann legt er auf und geht in das Haus",
    "Die Elf gewinnt das Spiel gegen Bonn mit viel Glück und zwei Toren",
    'Ein "großer" Tag; der Läufer war noch nie so schnell wie heute',
]
FORM = TableForm("no", ";", "'")
AS_WRITTEN = {"header": False, "sep": ";", "quote": "'"}


def stored(text: str, folder: Path, kind: str) -> Path:
    path = folder / f"news.csv{kind}"
    if kind == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    elif kind == ".zip":
        path = folder / "news.zip"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("news.csv", text)
    else:
        path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("kind", ["", ".gz", ".zip"])
@pytest.mark.parametrize("options", [{}, AS_WRITTEN, {"quote": "'"}, {"sep": ";"}])
def test_a_table_without_names_in_single_quotes_is_read_whole(
    kind: str, options: dict, tmp_path: Path
) -> None:
    found = read(stored(NEWS, tmp_path, kind), **options)
    assert found.texts == TEXTS
    assert found.columns == Columns("2", form=FORM)
    labelled = read(stored(NEWS, tmp_path, kind), label="1", **options)
    assert labelled.label_names == ["Etat", "Sport", "Web"]


def test_what_was_decided_is_told_with_the_option_that_decides_otherwise(tmp_path: Path) -> None:
    path = stored(NEWS, tmp_path, "")
    assert read(path).notes[0] == (
        "the first line ('Etat', 'Der Sender zahlt, wi') is like the others: it is a document, and columns "
        "are called 1 to 2; --header (header=True) reads it as names"
    )
    assert len(read(path, header=False).notes) == 1
    named = read(path, header=True, label="Etat")
    assert named.texts == TEXTS[1:]


@pytest.mark.parametrize(
    ("text", "headless"),
    [
        ("1,a b c d e f g\n2,h i j k l m n\n3,o p q r s t u\n", True),
        ("s1\ta b c d e f g\ns2\th i j k l m n\ns30\to p q r s t u\n", True),
        ("2021-03-01,a b c d e f g\n2021-03-02,h i j k l m n\n2021-03-07,o p q r s t u\n", True),
        ("x|a b c d e f g\ny|h i j k l m n\nx|o p q r s t u\ny|v w x y z a b\n", True),
        (",a b c d e f g\n1,h i j k l m n\n2,o p q r s t u\n", True),
        ("id,text\n1,a b c d e f g\n2,h i j k l m n\n", False),
        ("id,What do you like best about us?\n1,a b c d e f g\n2,h i j k l m n\n", False),
        ("0,1\nx,a b c d e f g\ny,h i j k l m n\nx,a b c\n", False),
        (",text\n0,a b c d e f g\n1,h i j k l m n\n", False),
        ("word,2019,2020\noak,1,2\nelm,3,4\nyew,5,6\n", False),
        ("text\na b c d e f g\nh i j k l m n\n", False),
        ("Sport,text\nSport,a b c d e f g\n,h i j k l m n\nSport,o p q\n", False),
        ("label,text\nx,a b c d e f g\nlabel,text\ny,h i j k l m n\n", False),
        ("1,a b c d e f g\n", False),
        ("1,a b c d e f g\n2,h i j k l m n\n", False),
    ],
)
def test_a_first_line_is_a_document_only_if_no_cell_looks_like_a_name(
    text: str, headless: bool, tmp_path: Path
) -> None:
    head = head_of(text, True, TableForm(), (), tabs=False)
    assert head.header is not headless
    if headless:
        found = read(stored(text, tmp_path, ""))
        assert len(found) == text.count("\n")


def test_names_that_a_person_gives_decide_what_the_first_line_is(tmp_path: Path) -> None:
    text = "2021,a b c d e f g\n2022,h i j k l m n\n2023,o p q r s t u\n"
    path = stored(text, tmp_path, "")
    assert len(read(path)) == 3
    assert len(read(path, id="2021")) == 2
    assert len(read(path, text="2", id="1")) == 3


def test_a_first_line_that_may_be_a_document_is_told(tmp_path: Path) -> None:
    text = "1,Oaks\n2,Elms and yews\n3,Ash trees in the north\n"
    found = read(stored(text, tmp_path, ""))
    assert len(found) == 2
    assert found.notes[0] == (
        "the first line ('1', 'Oaks') is read as names of columns; --no-header (header=False) reads it "
        "as a document"
    )
    assert len(read(stored(text, tmp_path, ""), header=False)) == 3


def test_a_sheet_without_names_keeps_its_first_row(tmp_path: Path) -> None:
    from cotext.corpus.columns import Wanted
    from cotext.corpus.formats.sheets import with_names

    rows = [[1.0, "a b c d e f g"], [2.0, "h i j k l m n"], [3.0, "o p q r s t u"]]
    values, _, wanted = with_names(rows, "a sheet", Wanted())
    assert [row["1"] for row in values] == [1, 2, 3]
    assert wanted.found is not None
    assert wanted.found.header == "no"
    values, *_ = with_names(rows, "a sheet", Wanted(Columns(form=TableForm("yes"))))
    assert len(list(values)) == 2


@pytest.mark.parametrize(
    ("text", "options", "texts"),
    [
        ("id~text\n1~an, oak\n2~an; elm\n", {"sep": "~"}, ["an, oak", "an; elm"]),
        ("id,text\n1,an\toak\n2,elm\n", {"sep": ","}, ["an\toak", "elm"]),
        ("id\ttext\n1\tan, oak\n2\telm, yew\n", {"sep": "tab"}, ["an, oak", "elm, yew"]),
        ('id\ttext\n1\t"an oak\n2\telm"s\n', {"sep": "\\t", "quote": "none"}, ['"an oak', 'elm"s']),
        ("id,text\n1,$an, oak$\n2,elm\n", {"quote": "$"}, ["an, oak", "elm"]),
    ],
)
@pytest.mark.parametrize("kind", ["", ".zip"])
def test_separators_and_quotes_can_be_named(
    text: str, options: dict, texts: list[str], kind: str, tmp_path: Path
) -> None:
    assert read(stored(text, tmp_path, kind), **options).texts == texts


def test_apostrophes_are_no_quotes(tmp_path: Path) -> None:
    text = "id,text\n1,'tis an oak\n2,the oak's leaf\n3,'an elm'\n4,'yew'\n"
    assert read(stored(text, tmp_path, "")).texts == ["'tis an oak", "the oak's leaf", "'an elm'", "'yew'"]


@pytest.mark.parametrize(
    "options",
    [{"sep": ";;"}, {"sep": "\n"}, {"quote": "''"}, {"sep": ";", "quote": ";"}, {"header": "maybe"}],
)
def test_what_no_table_has_is_refused(options: dict) -> None:
    with pytest.raises(UsageError, match=r"expected one character|use True"):
        table_form(**options)


@pytest.mark.parametrize("options", [{"sep": ";"}, {"header": False}, {"quote": "'"}])
def test_how_a_table_is_written_is_refused_for_what_is_none(options: dict, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("an oak\n")
    (tmp_path / "a.jsonl").write_text('{"text": "an oak"}\n')
    for source in (tmp_path / "a.txt", tmp_path / "a.jsonl", ["an oak"]):
        with pytest.raises(UsageError, match=rf"{next(iter(options))}= \(--"):
            read(source, **options)


def test_a_row_of_another_length_is_named_by_its_line(tmp_path: Path) -> None:
    with pytest.raises(CotextError, match="Line: 3"):
        read(stored("a,text\n1,oak\n2,elm,yew\n", tmp_path, ".zip"), strict_input=True)


def test_a_run_reads_new_files_as_it_read_the_first(tmp_path: Path) -> None:
    path = stored(NEWS * 4, tmp_path, "")
    result = cotext.cluster(path, 2, "nmtf", n_init=1, random_state=0)
    result.save(tmp_path / "run")
    assert result.config["reading"]["header"] == "no"
    again = CoClustering.load(tmp_path / "run")
    one = tmp_path / "one.csv"
    one.write_text("Etat;'Der Sender; ab August'\n")
    assert again.predict(one).column("excerpt") == ["Der Sender; ab August"]
    one.write_text("kind,text\nEtat,Der Sender\n")
    told: list[str] = []
    assert len(again.predict(one, header=True, sep=",", text="text", note=told.append)) == 1


def test_a_store_is_read_in_the_same_way(tmp_path: Path) -> None:
    path = stored(NEWS * 2, tmp_path, "")
    for number, options in enumerate(({}, AS_WRITTEN)):
        store = Store.write(tmp_path / str(number), path, recipe=Recipe(label="1", **options))
        assert store.names(0).excerpts == TEXTS * 2
        assert store.names(0).labels == ["Etat", "Web", "Etat", "Web", "Sport", "Sport"] * 2
        assert store.recipe is not None
        assert store.recipe.columns_ == Columns("2", label="1", form=FORM)
        store.append(path)
        assert store.shape[0] == 24
