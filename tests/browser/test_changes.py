"""Clusters are named, merged, split and marked by hand, and all can be undone; a report is only read."""

import csv

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.usefixtures("browser")


@pytest.fixture
def edited(served, copied, request):
    """The page of clusters of a run of this test's own."""
    served.open(f"clusters?run={copied(request.node.name.replace('_', '-'))}")
    return served


def cards(view):
    return view.tab.locator("article.cluster-card")


def test_a_name_is_kept_and_shown_on_every_page(edited):
    edited.get("rename-1").click()
    edited.get("name-input-1").fill("the <b>kitchen</b>")
    edited.tab.keyboard.press("Enter")
    expect(edited.get("cluster-name-1")).to_contain_text("the <b>kitchen</b>")
    edited.get("nav-documents").click()
    expect(edited.get("facet-cluster-1")).to_contain_text("the <b>kitchen</b>")
    edited.tab.reload()
    edited.settle("documents")
    expect(edited.get("facet-cluster-1")).to_contain_text("the <b>kitchen</b>")


def test_escape_leaves_a_name_as_it_was(edited):
    before = edited.get("cluster-name-1").inner_text()
    edited.get("rename-1").click()
    edited.get("name-input-1").fill("something else")
    edited.tab.keyboard.press("Escape")
    expect(edited.get("cluster-name-1")).to_have_text(before)
    expect(edited.get("undo")).to_be_disabled()


def test_two_clusters_are_merged_and_come_apart_again(edited, collection):
    n = len(collection.TOPICS)
    expect(cards(edited)).to_have_count(n)
    edited.get("choose-0").check()
    edited.get("choose-2").check()
    edited.get("merge-chosen").click()
    expect(cards(edited)).to_have_count(n - 1)
    edited.get("undo").click()
    expect(cards(edited)).to_have_count(n)


def test_a_split_makes_one_more_cluster_and_can_be_undone(edited, collection):
    n = len(collection.TOPICS)
    edited.get("split-0").click()
    edited.get("keep").click()
    expect(cards(edited)).to_have_count(n + 1)
    edited.get("undo").click()
    expect(cards(edited)).to_have_count(n)


def test_notes_and_noise_are_kept_and_the_history_tells_what_was_undone(edited):
    edited.get("note-2").click()
    edited.get("note-input-2").fill("mostly of spring")
    edited.get("keep").click()
    expect(edited.get("cluster-note-2")).to_contain_text("mostly of spring")
    noise = edited.get("noise-3").inner_text()
    edited.get("noise-3").click()
    expect(edited.get("noise-3")).not_to_have_text(noise)
    edited.get("undo").click()
    expect(edited.get("noise-3")).to_have_text(noise)
    edited.get("history").locator("summary").click()
    expect(edited.get("history-line")).to_have_count(2)
    expect(edited.get("history").locator("s")).to_have_count(1)


def test_a_change_writes_nothing_but_the_edits_of_the_run(edited, run):
    folder = run.with_name(edited.get("run-name").inner_text())
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    edited.get("noise-0").click()
    expect(edited.get("undo")).to_be_enabled()
    after = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert {name for name in after if after[name] != before.get(name)} == {"edits.jsonl"}


def test_a_report_says_how_clusters_can_be_changed(look, report):
    view = look(report)
    view.open("clusters")
    expect(view.get("how-to-edit")).to_contain_text("cotext explore")
    expect(view.get("rename-0")).to_have_count(0)


def test_the_table_of_clusters_is_saved(view, collection, tmp_path):
    view.open("clusters")
    with view.tab.expect_download() as started:
        view.get("clusters-csv").click()
    started.value.save_as(tmp_path / "clusters.csv")
    with (tmp_path / "clusters.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(collection.TOPICS)


def test_a_color_is_kept_and_shown_on_every_page(edited):
    edited.get("color-1").click()
    edited.get("hue-3").click()
    swatch = edited.get("cluster-1").locator(".swatch").first
    expect(swatch).to_have_css("background-color", "rgb(213, 94, 0)")
    edited.get("nav-time").click()
    expect(edited.get("legend-1").locator(".swatch")).to_have_css("background-color", "rgb(213, 94, 0)")
