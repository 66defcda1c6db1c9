"""``cotext.cluster`` talks where somebody looks, and only there."""

import io
import sys
from types import SimpleNamespace

import pytest

import cotext
from cotext.talk import somebody_looks

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
