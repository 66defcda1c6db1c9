"""Source and wheel carry the pages of explorer and report, and these ask no other host for anything."""

import importlib.util
import json
import re
import subprocess
import sys
import tarfile
import zipfile
from importlib.resources import files
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STATIC = files("cotext") / "explorer/static"
PAGES = {"app.css", "app.js", "index.html", "licenses.txt"}
# what a browser fetches without being asked: addresses in tags, styles and calls
FETCHED = re.compile(
    r"""(?:\b(?:src|href|action|data)\s*=\s*|\burl\(\s*|@import\s+|\b(?:import|fetch|Worker|open)\(\s*|\bfrom\s*)"""
    r"""["'`]?\s*(?:https?:)?//[^"'`)\s]+"""
)

built = pytest.mark.skipif(
    not STATIC.joinpath("index.html").is_file(), reason="the pages are not built: make web"
)


def packed(hook, folder, **settings):
    """What a hook of the build makes of the project in a folder."""
    code = f"from scikit_build_core.build import {hook}; {hook}({str(folder)!r}, {settings!r})"
    return [sys.executable, "-W", "ignore", "-c", code]


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """The archive of the source, unpacked."""
    folder = tmp_path_factory.mktemp("source")
    subprocess.run(packed("build_sdist", folder), cwd=ROOT, check=True, capture_output=True)
    [archive] = folder.glob("*.tar.gz")
    with tarfile.open(archive) as packing:
        packing.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz")


@pytest.fixture
def build():
    return loaded(ROOT / "web/build.py")


def loaded(path):
    spec = importlib.util.spec_from_file_location("web_build", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@built
def test_the_source_carries_the_pages_and_what_they_are_made_of(source):
    assert {path.name for path in source.glob("src/cotext/explorer/static/*")} == PAGES
    made_of = {path.relative_to(ROOT).as_posix() for path in (ROOT / "web/src").rglob("*.*")}
    assert made_of <= {path.relative_to(source).as_posix() for path in source.rglob("*.*")}
    assert not (source / "web/node_modules").exists()


@built
def test_a_wheel_is_made_of_the_source_without_building_the_pages_again(source, tmp_path):
    assert not loaded(source / "web/build.py").stale()
    settings = {"wheel.cmake": "false"}
    subprocess.run(packed("build_wheel", tmp_path, **settings), cwd=source, check=True, capture_output=True)
    [wheel] = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packing:
        names = packing.namelist()
        notices = packing.read("cotext/explorer/static/licenses.txt").decode()
    assert {f"cotext/explorer/static/{name}" for name in PAGES} <= set(names)
    assert not missing_notices(notices)


@built
def test_the_notices_are_those_of_all_that_is_needed_to_run_the_pages():
    assert not missing_notices(STATIC.joinpath("licenses.txt").read_text(encoding="utf-8"))


def missing_notices(text):
    """Packages that the pages are made of, by the lock file, whose name or copyright a text does not have."""
    packages = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))["packages"]
    needed = [name for name, package in packages.items() if name and not package.get("dev")]
    bundled = [name.removeprefix("node_modules/") for name in needed]
    assert {"echarts", "zrender", "preact"} <= set(bundled)
    parts = re.split(r"^(\S+) [\d.]+ \(.*\)\n\n=+$", text, flags=re.MULTILINE)
    told = dict(zip(parts[1::2], parts[2::2], strict=True))
    return [name for name in bundled if "Copyright" not in told.get(name, "")]


@built
def test_the_pages_load_nothing_from_another_host():
    assert {path.name for path in STATIC.iterdir()} == PAGES
    for path in STATIC.iterdir():
        assert FETCHED.findall(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line",
    [
        '<script src="https://cdn.example/x.js">',
        '<link href="//cdn.example/x.css">',
        "a{background:url(https://cdn.example/x.png)}",
        '@import "http://cdn.example/x.css"',
        'import("https://cdn.example/x.js")',
        "fetch(`https://cdn.example/x`)",
        'import a from"https://cdn.example/x.js"',
    ],
)
def test_an_address_elsewhere_would_be_found(line):
    assert FETCHED.search(line)


def test_the_lock_file_names_no_host_to_install_from():
    packages = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert len(packages) > 10
    assert not [name for name, package in packages.items() if "resolved" in package]


@pytest.fixture
def nothing_runs(build, monkeypatch, tmp_path):
    """Pages that are not built, on a machine that has no Node and no network."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(build, "BUILT", tmp_path / "index.html")
    monkeypatch.setattr(build.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(build, "ROOT", tmp_path)
    failed = subprocess.CompletedProcess([], 1)
    monkeypatch.setattr(build.subprocess, "run", lambda *words, **settings: failed)


@pytest.mark.parametrize(("options", "code"), [([], 0), (["--check"], 0), (["--strict"], 1)])
def test_no_node_is_an_error_only_where_the_pages_were_asked_for(nothing_runs, build, options, code, capsys):
    assert build.main(options) == code
    assert "there is no Node" in capsys.readouterr().err


def test_pages_newer_than_what_they_are_made_of_are_not_built_again(build, monkeypatch, tmp_path):
    page = tmp_path / "index.html"
    monkeypatch.setattr(build, "BUILT", page)
    monkeypatch.setattr(build, "NOTICES", page.with_name("licenses.txt"))
    assert build.stale()
    page.touch()
    assert build.stale()
    page.with_name("licenses.txt").touch()
    assert not build.stale()
    monkeypatch.setattr(build, "installed", lambda: pytest.fail("asked for Node"))
    assert build.main([]) == 0
