"""What a release and a commit are made of says the same everywhere."""

import re
import tomllib
from pathlib import Path

from cotext import __version__

ROOT = Path(__file__).parents[2]


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_build_reads_the_version_where_python_does():
    settings = tomllib.loads(read("pyproject.toml"))
    assert "version" not in settings["project"]
    assert "version" in settings["project"]["dynamic"]
    source = settings["tool"]["scikit-build"]["metadata"]["version"]["input"]
    assert re.findall(r'^__version__ = "(.+)"$', read(source), re.MULTILINE) == [__version__]


def test_no_other_file_says_the_version_again():
    for name in ("CITATION.cff", "README.md", "CMakeLists.txt"):
        assert __version__ not in read(name)


def test_the_changelog_opens_with_what_is_unreleased_and_then_this_version():
    headings = re.findall(r"^## (.+)$", read("CHANGELOG.md"), re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert headings[1].split(" - ")[0] == __version__


def test_a_commit_runs_the_checks_of_make_lint():
    recipe = re.search(r"^lint:.*\n((?:\t.+\n)+)", read("Makefile"), re.MULTILINE)[1]
    checks = [line.strip().replace("$(BIN)", ".venv/bin") for line in recipe.splitlines()]
    assert len(checks) > 3
    assert re.findall(r"entry: (.+)$", read(".pre-commit-config.yaml"), re.MULTILINE) == checks
