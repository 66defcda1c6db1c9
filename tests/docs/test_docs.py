"""What the docs say is true: pages exist, examples run, addresses and budgets hold."""

import importlib.util
import re
from functools import cache
from pathlib import Path

import pytest

from cotext import cluster
from cotext.corpus import Documents
from cotext.datasets import make_texts, pydocs
from cotext.models import all_models
from cotext.pictures import QUESTIONS

ROOT = Path(__file__).parents[2]


def load_script(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_model_gets_a_reference_page_with_its_source(tmp_path):
    pages = load_script(ROOT / "docs" / "make_reference.py").main(tmp_path)
    assert {page.stem for page in pages} == {model.cli_name for model in all_models()}
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert "bibtex" in text
        assert "n_clusters : int" in text


@pytest.mark.slow
def test_the_gallery_shows_every_picture_that_undated_texts_have_and_says_what_is_missing(tmp_path):
    texts = make_texts(60, 3, random_state=0)
    documents = Documents(texts.texts, texts.ids, texts.labels, texts.label_names)
    result = cluster(documents, 3, n_init=2, random_state=0)
    load_script(ROOT / "docs" / "make_gallery.py").write_gallery(result, tmp_path)
    text = (tmp_path / "gallery.md").read_text(encoding="utf-8")
    pictures = re.findall(r"^!\[(.+)\]\((gallery/.+\.png)\)$", text, re.MULTILINE)
    assert [Path(file).stem for _, file in pictures] == [name for name in QUESTIONS if name != "stream"]
    assert "`stream`: not here, because the run has no dates of the documents" in text
    assert all((tmp_path / file).stat().st_size > 5000 for _, file in pictures)
    assert all(question in text for question in QUESTIONS.values())
    assert "<text" in (tmp_path / "blocks.svg").read_text(encoding="utf-8")


def test_the_picture_of_the_readme_is_small_and_has_alt_text():
    picture = (ROOT / "docs" / "blocks.svg").read_text(encoding="utf-8")
    assert len(picture) < 150_000
    assert "<desc>" in picture


def test_links_between_pages_lead_somewhere():
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} -> {target}"


def test_links_to_headings_lead_to_a_heading():
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        for target, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", page.read_text(encoding="utf-8")):
            assert anchor in anchors((page.parent / target).resolve() if target else page), (
                page.name,
                target,
                anchor,
            )


def test_the_list_of_decisions_names_every_page_by_its_title():
    folder = ROOT / "docs" / "decisions"
    titles = {
        path.name: path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
        for path in folder.glob("0*.md")
    }
    listed = re.findall(r"^- \[(.+)\]\((.+)\)$", (folder / "README.md").read_text("utf-8"), re.MULTILINE)
    assert {name: title for title, name in listed} == titles


@cache
def anchors(page):
    """Of all headings, as GitHub makes them, and of ``<a id="...">``."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    given = re.findall(r'<a id="(.+?)">', text)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings} | {*given}


@pytest.mark.parametrize(
    "packages", [["numpy"], pytest.param(pydocs.PACKAGES, marks=pytest.mark.slow)], ids=len
)
def test_the_readme_s_python_example_runs(tmp_path, monkeypatch, packages):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pydocs, "PACKAGES", packages)
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    exec(compile(blocks[0], "README.md", "exec"), {})  # our own README


@pytest.mark.parametrize(("folder", "budget"), [("src", 400), ("tests", 500), ("benchmarks", 400)])
def test_files_keep_to_their_budget_of_lines(folder, budget):
    for path in (ROOT / folder).rglob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= budget, path


def test_nothing_in_the_package_unpickles_or_evaluates():
    forbidden = re.compile(r"\bpickle\b|joblib\.load|\beval\(|\bexec\(|allow_pickle=True|yaml\.load")
    for path in (ROOT / "src").rglob("*.py"):
        text = re.sub(r'""".*?"""|#.*', "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not forbidden.search(text), path


def test_importing_the_package_imports_nothing_heavy():
    import subprocess
    import sys

    heavy = ("numpy", "scipy", "sklearn", "duckdb", "matplotlib")
    code = f"import cotext, sys; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
