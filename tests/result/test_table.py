import builtins
import csv

import numpy as np
import pytest

from cotext.errors import UsageError
from cotext.result import Table


@pytest.fixture
def table():
    return Table(("word", "count", "others"), [("red", 3, ["a", "b"]), ("blue", 0.123456, [])])


def test_rows_are_dicts_when_iterated_and_indexed(table):
    assert table.to_dict()[0] == table[0] == {"word": "red", "count": 3, "others": ["a", "b"]}
    assert len(table) == 2
    assert table.column("count") == [3, 0.123456]


def test_a_slice_is_a_table_of_rows(table):
    assert (table[:1].rows, table[:1].columns) == ([("red", 3, ["a", "b"])], table.columns)
    assert table[-1:].column("word") == ["blue"]
    assert table[::-1].column("word") == ["blue", "red"]
    assert table[:3] == table[:5] == table  # as many rows as columns, or more
    assert len(table[5:]) == 0
    noted = Table(["word"], [("red",), ("blue",)], ["a note"])
    assert noted[:1].notes == ("a note",)


def test_negative_and_numpy_numbers_are_rows(table):
    assert table[-1] == table[1] == table[np.int64(1)]
    with pytest.raises(IndexError):
        table[2]


def test_text_is_aligned_numbers_to_the_right(table):
    assert str(table).splitlines() == ["word  count  others", "red       3  a, b", "blue  0.123"]


def test_text_fits_the_terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    text = str(Table(("a", "b", "n"), [("x" * 80, "y" * 90, 1), ("z", "y", 2)]))
    assert max(map(len, text.splitlines())) == 40
    assert "…" in text


def test_long_tables_say_what_is_left_out():
    table = Table(("n",), [(i,) for i in range(73)])
    assert str(table).endswith("... and 23 more rows")
    assert "23 more rows" in table._repr_html_()


def test_an_empty_table_shows_its_columns():
    assert str(Table(("a", "b"), [])) == "a  b"


def test_text_holds_no_control_characters():
    assert "\x1b" not in str(Table(("id",), [("\x1b[31mred\nnext",)]))


def test_html_is_escaped():
    page = Table(("<i>",), [("<script>alert(1)</script>",), (["<b>"],)])._repr_html_()
    assert "<script>" not in page
    assert "<b>" not in page
    assert "<i>" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_csv_cells_are_no_formulas(tmp_path, cell):
    Table(("id", "n"), [(cell, -1)]).to_csv(tmp_path / "t.csv")
    with open(tmp_path / "t.csv", newline="", encoding="utf-8") as stream:
        assert list(csv.reader(stream))[1] == ["'" + cell.replace("\r", "\n"), "-1"]


def test_csv_quotes_what_needs_quoting(tmp_path):
    rows = [('say "a, b"', 1), ("two\nlines", 2), ("été", 3)]
    Table(("id", "n"), rows).to_csv(tmp_path / "t.csv")
    with open(tmp_path / "t.csv", newline="", encoding="utf-8") as stream:
        assert list(csv.reader(stream))[1:] == [[text, str(n)] for text, n in rows]


def test_lone_surrogates_are_replaced(tmp_path):
    table = Table(("id",), [("bad \ud800",)])
    table.to_csv(tmp_path / "t.csv")
    assert (tmp_path / "t.csv").read_text(encoding="utf-8") == "id\nbad ?\n"
    str(table).encode("utf-8")
    table._repr_html_().encode("utf-8")


def test_frames_hold_the_same_values(table):
    for frame in (table.to_pandas(), table.to_polars()):
        assert list(frame.columns) == list(table.columns)
        assert list(frame["word"]) == ["red", "blue"]
        assert list(frame["count"]) == [3, 0.123456]


def test_a_missing_package_is_named(table, monkeypatch):
    real = builtins.__import__
    monkeypatch.setattr("importlib.import_module", lambda name: real(f"{name}_is_not_there"))
    with pytest.raises(UsageError, match="pip install pandas"):
        table.to_pandas()
