"""Run the tests of what changed: ``make quick``.

A change in ``src/cotext/X`` or ``tests/X`` calls for ``tests/X`` and for the examples in the file itself; a
model's file for its contract and for the tests that name its class; what lies in ``web/src`` for the tests in
a browser, elsewhere for ``tests/docs``. What is not committed counts; if all is, what the branch changed
since it left main. Tests that read the research data or take long are left out:
``make test`` and ``make slow`` run them.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
MODEL = re.compile(r"src/cotext/models/[a-z]\w*\.py")
NOTHING_FOUND = 5  # pytest's exit code where a file has no example


def changed() -> list[str]:
    """Files that are not committed, else those of the branch."""
    new = git("ls-files", "--others", "--exclude-standard")
    return git("diff", "--name-only", "HEAD") + new or git("diff", "--name-only", "main...HEAD")


def git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def called_for(file: str) -> set[str]:
    """What to run for a file, of what is there.

    Examples
    --------
    >>> sorted(called_for("src/cotext/tokens/tokenizer.py")), sorted(called_for("README.md"))
    (['src/cotext/tokens/tokenizer.py', 'tests/tokens'], ['tests/docs'])
    """
    top, *rest = Path(file).parts
    if top == "web":
        return {"tests/browser"} if rest[0] == "src" else {"tests/docs"}
    if top not in ("src", "tests"):
        return set() if top == "benchmarks" else {"tests/docs"}
    if MODEL.fullmatch(file) and (ROOT / file).exists():
        return {file, *naming(re.findall(r"^class (\w+)\(", read(file), re.MULTILINE))}
    room = Path(rest[1] if top == "src" else rest[0]).stem
    found = {f"tests/{room}", f"tests/test_{room}.py", file if file.endswith(".py") else ""}
    return {test for test in found if test and (ROOT / test).exists()}


def naming(classes: list[str]) -> list[str]:
    """The tests of models in which one of some classes is named."""
    tests = [path.relative_to(ROOT).as_posix() for path in ROOT.glob("tests/models/test_*.py")]
    return [test for test in tests if re.search(rf"\b({'|'.join(classes)})\b", read(test))]


def read(file: str) -> str:
    return (ROOT / file).read_text(encoding="utf-8")


def contracts_of(files: Iterable[str]) -> str:
    """An expression for the contract tests of the models among some files, by their first parameter.

    Examples
    --------
    >>> contracts_of(["src/cotext/models/wc_nmtf.py", "README.md"])
    '[wc-nmtf- or [wc-nmtf]'
    """
    models = [file for file in files if MODEL.fullmatch(file) and (ROOT / file).exists()]
    texts = "\n".join(map(read, models))
    names = re.findall(r'^    cli_name = "(.+)"', texts, re.MULTILINE)
    return " or ".join(f"[{name}- or [{name}]" for name in names)


def run(*words: str) -> int:
    usual = ["-q", "-n", "2", "--dist", "worksteal", "-m", "not data and not slow"]
    code = subprocess.run([sys.executable, "-m", "pytest", *usual, *words], cwd=ROOT).returncode
    return 0 if code == NOTHING_FOUND else code


def main() -> int:
    files = changed()
    tests = sorted(set().union(*map(called_for, files)))
    contracts = contracts_of(files)
    sys.stdout.write(f"{len(files)} files changed: {' '.join(tests) or 'no tests'} {contracts}\n")
    return (run(*tests) if tests else 0) or (run("tests/contract", "-k", contracts) if contracts else 0)


if __name__ == "__main__":
    sys.exit(main())
