"""Surroundings in which a command cannot do its work: a sentence says why, never a raw error."""

import os
import re
import shlex
import subprocess
import sys

import pytest

resource = pytest.importorskip("resource")
slow = pytest.mark.slow
COTEXT = f"{shlex.quote(sys.executable)} -m cotext"


@pytest.fixture
def filled(run_folder, corpus):
    """Put the names that a test needs into a command."""
    names = {"run": shlex.quote(str(run_folder)), "corpus": shlex.quote(str(corpus)), "cotext": COTEXT}
    return lambda command: command.format(**names)


def shell(command, folder, **more):
    """Run a command in a shell: its exit code, its output, and the last line of errors."""
    done = subprocess.run(
        command, shell=True, cwd=folder, capture_output=True, text=True, timeout=120, check=False, **more
    )
    assert "Traceback" not in done.stderr
    assert not re.search(r"\w+Error\b|COTEXT_DEBUG", done.stderr), done.stderr
    return done.returncode, done.stdout, (done.stderr.splitlines() or [""])[-1]


CLOSED = "cotext: error: standard output is closed, so nothing can be printed"


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        pytest.param("{cotext} show {run} <&-", 0, "", marks=slow),
        pytest.param("{cotext} show {run} 2>&-", 0, "", marks=slow),
        ("{cotext} show {run} >&-", 1, CLOSED),
        pytest.param("{cotext} predict {run} {corpus} -q >&-", 1, CLOSED, marks=slow),
        pytest.param("{cotext} predict {run} {corpus} -q --out p.csv >&-", 0, "", marks=slow),
        ("{cotext} predict {run} {corpus} -q --out p.csv <&- >&- 2>&-", 0, ""),
        pytest.param("{cotext} show {run} <&- >&- 2>&-", 1, "", marks=slow),
        ("{cotext} fit - -k 2 <&-", 2, "cotext: error: '-' is standard input, which is closed"),
        ("{cotext} --help >&-", 1, CLOSED),
        ("{cotext} nonsense >&- 2>&-", 2, ""),
    ],
)
def test_closed_standard_files(filled, tmp_path, command, code, said):
    found, out, err = shell(filled(command), tmp_path)
    assert found == code
    assert err.startswith(said) if said else not err.startswith("cotext: error")
    if "--out" in command:
        assert (tmp_path / "p.csv").read_text().startswith("id,cluster,")
    elif code == 0:
        assert "cluster" in out


def test_a_full_standard_output_is_told(filled, tmp_path):
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here")
    code, _, err = shell(filled("{cotext} show {run} > /dev/full"), tmp_path)
    assert (code, err) == (
        1,
        "cotext: error: the disk is full: free some space, also for temporary files (TMPDIR).",
    )


@pytest.mark.parametrize(
    ("command", "left"),
    [
        ("{cotext} fit {corpus} -k 2 --model nmf --n-init 1 --language en --out run", []),
        pytest.param("{cotext} predict {run} {corpus} --out p.csv", [], marks=slow),
        pytest.param("{cotext} report {run} --out r.html", [], marks=slow),
        pytest.param("{cotext} plot blocks {run} --out b.svg", [], marks=slow),
        ("{cotext} shard {corpus} --language en --out letters.store", ["letters.store"]),
    ],
)
def test_a_limit_to_the_size_of_files_is_told_and_leaves_nothing(filled, tmp_path, command, left):
    def limited():
        resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))

    code, _, err = shell(f"exec {filled(command)}", tmp_path, preexec_fn=limited)
    assert (code, "ulimit -f" in err) == (1, True), err
    assert os.listdir(tmp_path) == left


LONG = "x" * 300


@pytest.mark.parametrize(
    "args",
    [
        ["fit", "CORPUS", "-k", "2", "--out", LONG],
        ["fit", "CORPUS", "-k", "2", "--model", "nmf", "--n-init", "1", "--out", f"runs/{LONG[:250]}"],
        ["fit", "CORPUS", "-k", "2", "--memberships", LONG],
        ["fit", "CORPUS", "--stop-words", LONG],
        ["fit", "CORPUS", "--seed-words", LONG],
        ["fit", "CORPUS", "--context-from", LONG],
        ["fit", LONG],
        ["shard", "CORPUS", "--out", LONG],
        ["predict", "RUN", "CORPUS", "--out", LONG],
        ["predict", LONG, "CORPUS"],
        ["report", "RUN", "--out", LONG],
        ["plot", "blocks", "RUN", "--out", f"{LONG}.png"],
        ["plot", "--all", "RUN", "--out", LONG],
        ["show", LONG],
        ["label", LONG, "--undo"],
        ["split", "RUN", "0", "--out", LONG],
        ["evaluate", "RUN", "--labels", LONG],
        ["explore", LONG, "--no-browser"],
        ["--config", LONG, "models"],
        ["choose", "CORPUS", "--plot", f"{LONG}.png"],
        ["compare", "RUN", LONG],
        ["reproduce", LONG],
    ],
)
def test_a_name_that_is_too_long_is_told_in_a_sentence(call, run_folder, corpus, args):
    places = {"RUN": run_folder, "CORPUS": corpus}
    outcome = call(*[places.get(arg, arg) for arg in args])
    assert outcome.code in (1, 2)
    last = outcome.err.splitlines()[-1]
    assert last.startswith("cotext: error: ")
    assert not re.search(r"\w+Error\b|COTEXT_DEBUG", last), last


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("{cotext} fit text.txt -k 2", 1),
        pytest.param("{cotext} fit {corpus} -k 2 --language en --model nmf --n-init 1", 1, marks=slow),
        pytest.param("{cotext} predict {run} {corpus} --out p.csv", 1, marks=slow),
        pytest.param("{cotext} report {run} --out r.html", 1, marks=slow),
        pytest.param("{cotext} shard {corpus} --out s", 1, marks=slow),
        pytest.param("{cotext} explore --no-browser", 1, marks=slow),
        ("{cotext} show {run}", 0),
    ],
)
def test_a_current_folder_that_was_removed_is_told(filled, tmp_path, command, code):
    found, _, err = shell(f"mkdir gone && cd gone && rmdir ../gone && {filled(command)}", tmp_path)
    assert found == code, err
    assert err.startswith("cotext: error: the current folder has been removed: ") is (code == 1), err
