"""Help and lists: readable, complete, quiet about what users do not need."""

import io
import os
import re
import shlex
from pathlib import Path

import pytest

from cotext.backend.native import kernels
from cotext.cli.app import COMMANDS
from cotext.cli.output import print_table, talk
from cotext.datasets import describe
from cotext.models import all_models

NAMES = [command.__name__ for command in COMMANDS]


class Terminal(io.StringIO):
    def isatty(self):
        return True

    def fileno(self):
        raise io.UnsupportedOperation


@pytest.fixture(params=[80, 120])
def terminal(monkeypatch, request):
    """A terminal of 80 or 120 columns for stdout and stderr."""
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", str(request.param))

    def begin():
        screen = Terminal()
        screen.width = request.param
        monkeypatch.setattr("sys.stdout", screen)
        monkeypatch.setattr("sys.stderr", screen)
        return screen

    return begin


@pytest.mark.parametrize("args", [[], ["--help"], ["-h"]])
def test_help_lists_every_command(call, args):
    outcome = call(*args)
    assert outcome.code == 0
    assert all(name in outcome.out for name in NAMES)
    assert outcome.err == ""


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_an_example_on_a_line_of_its_own(call, name):
    for flag in ("-h", "--help"):
        outcome = call(name, flag)
        assert outcome.code == 0
        lines = [line.strip() for line in outcome.out.splitlines()]
        assert any(line.startswith(f"Example: cotext {name}") for line in lines)


@pytest.mark.parametrize("name", [None, *NAMES])
def test_help_shows_no_environment_variables_and_no_types_of_flags_and_arguments(call, name):
    page = call(*([name] if name else []), "--help").out
    assert "env var" not in page
    assert "COTEXT_" not in page
    assert "<" not in page
    assert "{" not in page


def test_the_version_is_one_line_and_not_set_by_the_environment(call, monkeypatch):
    outcome = call("--version")
    assert (outcome.code, outcome.out.split()[0], outcome.err) == (0, "cotext", "")
    monkeypatch.setenv("COTEXT_VERSION", "1")
    assert call("datasets").out.startswith("name")


def test_shells_can_complete_commands_and_options(call, monkeypatch):
    page = call("--help").out
    assert "--install-completion" in page
    assert "--show-completion" not in page
    for typed, place, expected in (("cotext sho", 1, "show"), ("cotext fit --min", 2, "--min-df")):
        monkeypatch.setenv("_COTEXT_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", typed)
        monkeypatch.setenv("COMP_CWORD", str(place))
        assert call().out.split() == [expected]


def test_a_message_is_said_once_and_never_beside_the_bar(terminal):
    screen = terminal()
    with talk() as talking:
        talking.stage("reading the tea leaves")
        talking.progress_of("leaves")(3, 10)
        talking.note("a remark")
        talking.note("a remark")
        talking.stage("still reading")
    cleared = re.sub(r"\x1b\[2K", "\r", screen.getvalue())
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", cleared).split("\n")
    lines = [line.rstrip("\r").rpartition("\r")[2] for line in shown]
    assert [line.strip() for line in lines if "remark" in line] == ["a remark"]
    assert "still reading" in screen.getvalue()


def test_an_unknown_command_suggests_one(call):
    outcome = call("modelz")
    assert outcome.code == 2
    assert outcome.err.startswith("cotext: error: there is no command 'modelz'")
    assert "'models'" in outcome.err
    assert len(outcome.err.splitlines()) == 1


def test_models_are_listed_with_what_they_are_for(call):
    lines = [line.split("\t") for line in call("models").out.splitlines()]
    assert lines[0] == ["name", "class", "about"]
    assert [line[0] for line in lines[1:]] == sorted(model.cli_name for model in all_models())
    assert all(len(line[2]) > 20 for line in lines[1:])


@pytest.mark.parametrize("model", all_models(), ids=lambda model: model.cli_name)
def test_a_model_is_shown_with_all_its_parameters(call, model):
    page = call("models", model.cli_name).out
    defaults = call("models", model.cli_name, "--json").json["parameters"]
    for name, default in defaults.items():
        assert f"\n{name} = {default}" in page
    assert max(map(len, page.splitlines())) <= 80


def test_an_unknown_model_is_answered_with_the_known_ones(call):
    outcome = call("models", "lda")
    assert outcome.code == 2
    assert "wc-nmtf" in outcome.err


def test_data_sets_are_listed(call, monkeypatch):
    monkeypatch.delenv("COTEXT_DATA", raising=False)
    lines = [line.split("\t") for line in call("datasets").out.splitlines()]
    assert lines[0] == ["name", "documents", "words", "classes", "available", "about"]
    assert {line[0]: line[4] for line in lines[1:]}["pydocs"] == "yes"
    assert call("datasets", "--json").json == {"datasets": describe()}


def test_doctor_names_versions_and_what_is_missing(call):
    found = call("doctor", "--json").json
    assert {"cotext", "python", "numpy", "scipy", "BLAS", "cores", "GPU", "COTEXT_DATA"} <= set(found)
    assert found["texts are read by"].startswith("native" if kernels() else "Python")
    assert "numpy\t" in call("doctor").out


def test_tables_fit_the_terminal_and_align_numbers(terminal):
    screen = terminal()
    rows = [[1, 12345, "4.2%", ["signal", "filter"] * 12], [2, 7, "95.8%", ["x"]]]
    print_table("Title", ["cluster", "documents", "share", "words"], rows)
    lines = _without_styles(screen.getvalue()).splitlines()
    assert max(map(len, lines)) <= screen.width
    first, second = (next(line for line in lines if line.split()[:1] == [n]) for n in ("1", "2"))
    assert first.index("12,345") + 6 == second.index("7") + 1
    assert first.index("4.2%") + 4 == second.index("95.8%") + 5


def test_cells_cannot_move_the_cursor(terminal):
    screen = terminal()
    print_table("Title", ["word"], [["a\x1b[2Jb\nc"]])
    assert "a [2Jb c" in screen.getvalue()
    assert "\x1b[2J" not in screen.getvalue()


def test_no_color_is_respected(terminal, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    screen = terminal()
    print_table("Title", ["word"], [["red"]])
    with talk() as talking:
        talking.stage("reading")
    assert "red" in screen.getvalue()
    assert "\x1b[3" not in screen.getvalue()


@pytest.mark.parametrize("quiet", [True, False])
def test_progress_is_shown_in_a_terminal_unless_quiet(terminal, quiet):
    screen = terminal()
    with talk(quiet) as talking:
        talking.stage("reading the tea leaves")
        talking.note("a remark")
    assert ("reading the tea leaves" in screen.getvalue()) == (not quiet)
    assert ("a remark" in screen.getvalue()) == (not quiet)


def test_progress_is_not_shown_elsewhere(capsys):
    with talk() as talking:
        talking.stage("reading the tea leaves")
        talking.note("a remark")
    assert capsys.readouterr().err == "a remark" + os.linesep


def _without_styles(text):
    return "".join(part.partition("m")[2] if i else part for i, part in enumerate(text.split("\x1b[")))


def test_the_guide_s_commands_and_options_exist(call):
    guide = Path(__file__).parents[2] / "docs/guide/commands.md"
    typed = re.findall(r"^\$ cotext (.+?)(?: >.*)?$", guide.read_text(encoding="utf-8"), re.MULTILINE)
    assert {line.split()[0] for line in typed} >= {"choose", "show", "label", "compare", "evaluate"}
    for line in typed:
        assert call(*shlex.split(line), "--help").code == 0, line
