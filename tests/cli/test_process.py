"""The command as a real process: imports, signals, pipes."""

import json
import os
import pty
import select
import signal
import subprocess
import sys

import pytest

from cotext.datasets import make_texts

COTEXT = [sys.executable, "-m", "cotext"]


def run(*args, **more):
    return subprocess.run([*COTEXT, *map(str, args)], capture_output=True, text=True, timeout=120, **more)


def test_help_imports_nothing_heavy():
    code = (
        "import sys\n"
        "from cotext.cli import main\n"
        "heavy = {'numpy', 'scipy', 'sklearn', 'duckdb', 'pandas', 'matplotlib', 'fastapi'}\n"
        "for asked in sys.argv[1:]:\n"
        "    try:\n        main(asked.split())\n    except SystemExit as end:\n        assert not end.code\n"
        "    assert not heavy & set(sys.modules), f'{asked} imported {heavy & set(sys.modules)}'\n"
    )
    pages = [f"{command} --help" for command in ("fit", "demo", "plot", "explore", "report")]
    asked = ("--version", "--help", "fit -h", *pages)
    done = subprocess.run([sys.executable, "-c", code, *asked], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Usage: cotext") == len(asked) - 1


def test_setting_up_the_usual_fit_imports_no_more_of_scikit_learn_than_it_needs():
    code = (
        "import sys\n"
        "from cotext.api import set_up\n"
        "set_up('auto', 8, {}, {})\n"
        "needless = {'matplotlib', *(f'sklearn.{part}' for part in sys.argv[1:])} & set(sys.modules)\n"
        "sys.exit(f'imported {needless}' if needless else 0)"
    )
    parts = ("decomposition", "linear_model", "preprocessing", "metrics")
    done = subprocess.run([sys.executable, "-c", code, *parts], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def at_exit(corpus, tmp_path_factory):
    """What a whole fit leaves when its process ends: the modules, and whether most objects are frozen."""
    code = (
        "import atexit, gc, json, sys\n"
        "from cotext.__main__ import main\n"
        "frozen = lambda: gc.get_freeze_count() > len(gc.get_objects())\n"
        "atexit.register(lambda: print(json.dumps({'frozen': frozen(), 'modules': list(sys.modules)})))\n"
        "main()"
    )
    asked = [sys.executable, "-c", code, "fit", corpus, "-k", "3", "--quiet"]
    folder = tmp_path_factory.mktemp("whole_fit")
    done = subprocess.run(asked, capture_output=True, text=True, timeout=60, cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_a_whole_fit_imports_no_more_of_scikit_learn_than_it_needs(at_exit):
    parts = ("feature_extraction", "preprocessing", "decomposition", "linear_model")
    assert not {"matplotlib", *(f"sklearn.{part}" for part in parts)} & set(at_exit["modules"])


def test_a_fit_does_not_look_for_garbage_in_modules_and_leaves_none(at_exit):
    assert at_exit["frozen"]


def test_the_module_is_the_command(corpus, tmp_path):
    done = run("fit", corpus, "-k", "3", "--n-init", "1", "--json", cwd=tmp_path)
    assert done.returncode == 0
    assert json.loads(done.stdout)["run"] == "runs/letters"


def test_an_error_is_one_line_and_an_exit_code(tmp_path):
    done = run("fit", "missing.csv", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("cotext: error: no file or folder 'missing.csv'")
    assert done.stderr.count("\n") == 1


def test_an_error_names_its_place_when_debugging(tmp_path):
    done = run("fit", "missing.csv", cwd=tmp_path, env={**os.environ, "COTEXT_DEBUG": "1"})
    assert done.returncode == 1
    assert "Traceback" in done.stderr


def test_an_interrupt_is_one_line_and_leaves_nothing(tmp_path):
    text = "\n".join(make_texts(500, 5).texts)
    (tmp_path / "long.txt").write_text(text)
    endless = ["--n-init", "100000", "-k", "5", "-v"]
    process = subprocess.Popen(
        [*COTEXT, "fit", "long.txt", *endless],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        said = [next(process.stderr)]
        while "fitting" not in said[-1]:
            said.append(next(process.stderr))
        process.send_signal(signal.SIGINT)
        out, rest = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130
    assert out == ""
    assert rest.splitlines()[-1] == "cotext: interrupted"
    assert "Traceback" not in rest
    assert [path.name for path in tmp_path.iterdir()] == ["long.txt"]


ENDINGS = {signal.SIGINT: (130, "cotext: interrupted\n"), signal.SIGTERM: (143, "cotext: terminated\n")}


def test_sigterm_is_one_line_and_leaves_nothing(tmp_path):
    (tmp_path / "long.txt").write_text("\n".join(make_texts(500, 5).texts))
    endless = ["--n-init", "100000", "-k", "5", "-v"]
    process = subprocess.Popen(
        [*COTEXT, "fit", "long.txt", *endless], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    )
    try:
        while "fitting" not in next(process.stderr):
            pass
        process.send_signal(signal.SIGTERM)
        _, rest = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, rest.splitlines(keepends=True)[-1]) == ENDINGS[signal.SIGTERM]
    assert "Traceback" not in rest
    assert [path.name for path in tmp_path.iterdir()] == ["long.txt"]


@pytest.mark.parametrize("number", ENDINGS)
@pytest.mark.parametrize("module", ["typer", "numpy", "cotext.cli.output"])
def test_a_signal_during_an_import_is_one_line(tmp_path, module, number):
    """It comes while a module is loaded that catches all there is, as some do."""
    (tmp_path / "long.txt").write_text("\n".join(make_texts(500, 5).texts))
    (tmp_path / "greedy.py").write_text(
        f"import os\ntry:\n    os.kill(os.getpid(), {int(number)})\n    import decimal\n"
        "except BaseException:\n    pass\n"
    )
    (tmp_path / "hook.py").write_text(f"""
import builtins, sys
real = builtins.__import__
def hooked(name, *args, **named):
    if name == {module!r}:
        real("greedy")
    return real(name, *args, **named)
builtins.__import__ = hooked
sys.argv = ["cotext", "fit", "long.txt", "-k", "2", "-q"]
from cotext.__main__ import main
main()
""")
    done = subprocess.run(
        [sys.executable, "hook.py"], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr, done.stdout) == (*ENDINGS[number], "")


def test_a_terminal_is_not_told_what_ids_tell_it(call, run_folder, tmp_path):
    new = tmp_path / "new.jsonl"
    odd = "\x1b]0;owned\x07\x9b31mred\r"
    new.write_text(json.dumps({"id": odd, "body": "oak"}) + "\n")
    code, screen = _in_terminal(["predict", str(run_folder), str(new), "-q"], tmp_path)
    assert code == 0
    assert "]0;owned" in screen
    assert not {"\x1b", "\x07", "\x9b"} & set(screen)
    assert odd.rstrip("\r") in call("predict", run_folder, new, "-q").out


@pytest.mark.parametrize("command", ["datasets", "fit --help"])
def test_a_closed_pipe_is_no_error(command, tmp_path):
    process = subprocess.Popen(
        [*COTEXT, *command.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    said = process.stderr.read()
    assert (process.wait(timeout=60), said) == (0, b"")
    process.stderr.close()


def test_a_terminal_gets_a_table_with_progress(corpus, tmp_path):
    code, screen = _in_terminal(["fit", str(corpus), "-k", "3", "--n-init", "1"], tmp_path)
    assert code == 0
    assert "30 documents in 3 clusters, 40 words in 3, by consensus" in screen
    assert "starting" in screen
    assert "\x1b[?25h" in screen, "the cursor must come back"


def _in_terminal(args, folder):
    parent, child = pty.openpty()
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    process = subprocess.Popen([*COTEXT, *args], stdout=child, stderr=child, stdin=child, cwd=folder, env=env)
    os.close(child)
    seen = b""
    try:
        while select.select([parent], [], [], 60)[0]:
            chunk = os.read(parent, 65536)
            if not chunk:
                break
            seen += chunk
    except OSError:  # the other side is closed
        pass
    finally:
        os.close(parent)
    return process.wait(timeout=60), seen.decode(errors="replace")
