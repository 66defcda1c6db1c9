"""``cotext.cluster`` reports progress if somebody is watching, and only then."""

import io
import sys
from types import SimpleNamespace

import pytest

import cotext
from cotext.console import Console, somebody_looks
from cotext.models.engine.loop import Progress

TABLE = [{"body": text} for text in ["red oak, tall elm"] * 6 + ["cold rain, wet snow"] * 6]


class Screen(io.StringIO):
    def __init__(self, terminal):
        super().__init__()
        self.terminal = terminal

    def isatty(self):
        return self.terminal


@pytest.fixture
def fit(monkeypatch, tmp_path):
    """Fit a table with stderr as a screen; return what was seen there."""
    import json

    path = tmp_path / "table.jsonl"
    path.write_text("\n".join(map(json.dumps, TABLE)))
    monkeypatch.setenv("TERM", "xterm")

    def run(terminal, **options):
        screen = Screen(terminal)
        monkeypatch.setattr("sys.stderr", screen)
        cotext.cluster(path, 2, random_state=0, **options)
        return screen.getvalue()

    return run


def test_a_terminal_sees_progress_and_what_was_guessed(fit):
    seen = fit(True)
    assert "text from column 'body', ids are row numbers, no labels (guessed)\n" in seen
    assert "fitting consensus" in seen
    assert seen.count("(guessed)") == 1


def test_nobody_is_told_where_nobody_looks_or_quiet_is_asked_for(fit):
    assert fit(False) == ""
    assert fit(True, quiet=True) == ""


def test_who_listens_is_told_alone(fit):
    notes = []
    assert fit(True, note=notes.append) == ""
    assert any("(guessed)" in note for note in notes)


def test_a_notebook_sees_stages_and_notes_as_lines(fit, monkeypatch):
    notebook = SimpleNamespace(kernel=1)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: notebook))
    seen = fit(False)
    assert "fitting consensus ...\n" in seen
    assert "(guessed)\n" in seen
    assert "\x1b" not in seen
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: None))
    monkeypatch.setattr("sys.stderr", Screen(False))
    assert not somebody_looks()


def sweeps(restarts, n, n_init, seconds, clock, begun=0):
    """Starts side by side whose sweeps take so many seconds each."""
    for sweep in range(begun + 1, begun + n + 1):
        clock[0] += seconds
        for restart in restarts:
            yield Progress(restart, n_init, sweep, 100, 1.0)


@pytest.mark.parametrize("begun", [0, 40])
def test_those_who_want_to_know_are_told_how_long_it_takes_after_a_few_sweeps(begun, monkeypatch, capsys):
    clock = [1000.0]
    monkeypatch.setattr("cotext.console.time.monotonic", lambda: clock[0])
    console = Console(verbose=True)
    for step in sweeps(range(1, 6), 3, 10, 6.0, clock, begun):
        console.sweep(step)
    assert capsys.readouterr().err == ""
    for step in sweeps(range(1, 6), 50, 10, 6.0, clock, begun + 3):
        console.sweep(step)
    minutes = 2 * 10 - (begun + 3) / 10  # ten starts, five at a time, a hundred sweeps of six seconds
    assert capsys.readouterr().err == f"about {minutes:.0f} min more at this pace, if no start ends early\n"


def test_everybody_is_told_that_a_fit_takes_minutes(monkeypatch, capsys):
    clock = [0.0]
    monkeypatch.setattr("cotext.console.time.monotonic", lambda: clock[0])
    for console in (Console(), Console(quiet=True)):
        for step in sweeps([1], 50, 1, 10.0, clock):
            console.sweep(step)
    assert capsys.readouterr().err == "about 16 min more at this pace, if no start ends early\n"


def test_nobody_is_told_how_long_a_short_fit_takes(monkeypatch, capsys):
    clock = [0.0]
    monkeypatch.setattr("cotext.console.time.monotonic", lambda: clock[0])
    for console, seconds in ((Console(verbose=True), 0.001), (Console(), 0.5)):
        for step in sweeps([1], 50, 1, seconds, clock):
            console.sweep(step)
    assert capsys.readouterr().err == ""
