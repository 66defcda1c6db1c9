"""A table from a stranger writes where it was told to, and nowhere else."""

import os
import subprocess
import sys
import time

import pytest

from cotext.errors import UsageError
from cotext.experiments import reproduce
from cotext.experiments.runner import exchange_folder

FIGURE = """
[[figures]]
name = "NAME"
kind = "bars"
title = "Bars"
data = ["easy"]
models = ["nmf"]
measures = ["nmi"]
"""
ODD = [
    "../../out",
    "/tmp/absolute",
    "a/b",
    "..",
    ".hidden",
    "a\\\\b",
    "",
    "a\\u0000b",
    "a\\u001bb",
    "x" * 300,
]
PLACES = {
    "set": lambda text, name: text.replace('set = "planted"', f'set = "{name}"'),
    "data": lambda text, name: text.replace(".easy]", f'."{name}"]'),
    "model": lambda text, name: text.replace("nmf = {", f'"{name}" = {{ model = "nmf",', 1),
    "figure": lambda text, name: text + FIGURE.replace("NAME", name),
}


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("place", PLACES)
def test_a_name_that_leads_elsewhere_is_refused_before_anything_is_written(toml, tmp_path, load, place, name):
    toml.write_text(PLACES[place](toml.read_text(), name))
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(UsageError, match="cannot be part of a file name: expected a letter"):
        reproduce(str(toml), tmp_path / "one" / "two", jobs=0)
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("text", ["title = 3\ndata = 4\nmodels = 5", "data = []", "\x00", "[data]\nx = 1"])
def test_a_table_of_another_shape_is_refused_in_one_line(toml, tmp_path, text):
    head = 'title = "a"\nabout = "a"\nmeasures = []\nstarts = {}\nmodels = {}\n'
    toml.write_text(text if "title" in text else head + text)
    with pytest.raises(UsageError, match="is not a table of experiments"):
        reproduce(str(toml), tmp_path / "out", jobs=0)


def test_the_folders_of_runs_that_were_killed_are_removed_by_the_next(toml, tmp_path, load):
    out = tmp_path / "out"
    dead, young = out / ".workdead", out / ".workyoung"
    for folder in (dead, young):
        folder.mkdir(parents=True)
        (folder / "cell.job").write_text("{}")
    os.utime(dead, (time.time() - 60,) * 2)
    with exchange_folder(out) as alive:
        os.utime(alive, (time.time() - 60,) * 2)
        reproduce(str(toml), out, jobs=0)
        assert {path.name for path in out.glob(".work*")} == {".workyoung", alive.name}
    assert {path.name for path in out.glob(".work*")} == {".workyoung"}


def test_a_killed_process_lets_go_of_its_folder(toml, tmp_path, load):
    out = tmp_path / "out"
    out.mkdir()
    code = "import os, sys; from pathlib import Path; from cotext.experiments.runner import exchange_folder\n"
    code += "with exchange_folder(Path(sys.argv[1])):\n    os._exit(9)"
    assert subprocess.run([sys.executable, "-c", code, str(out)], check=False).returncode == 9
    (left,) = out.glob(".work*")
    os.utime(left, (time.time() - 60,) * 2)
    reproduce(str(toml), out, jobs=0)
    assert list(out.glob(".work*")) == []
