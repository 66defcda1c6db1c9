"""A cluster that is set aside as noise leaves map, legends, shares and charts; one switch shows it again."""

import pytest
from playwright.sync_api import expect

from cotext.runfolder.edits import add_edit

pytestmark = pytest.mark.usefixtures("browser")


@pytest.fixture
def noisy(served, run, copied, request):
    """A run of this test's own whose cluster 3 is noise."""
    name = copied(request.node.name.replace("_", "-"))
    add_edit(run.with_name(name), edit="noise", cluster=3, noise=True)
    return lambda place: served.open(f"{place}{'&' if '?' in place else '?'}run={name}") or served


def test_noise_is_on_no_page_until_it_is_shown(noisy):
    for place, there, gone in (
        ("blocks", "row-2", "row-3"),
        ("map", "legend-2", "legend-3"),
        ("documents", "facet-cluster-2", "facet-cluster-3"),
        ("words", "multiple-2", "multiple-3"),
        ("time", "legend-2", "legend-3"),
    ):
        view = noisy(place)
        expect(view.get(there)).to_be_visible()
        expect(view.get(gone)).to_have_count(0)
    view.get("noise-show").check()
    expect(view.get("legend-3")).to_be_visible()
    view.get("nav-map").click()
    expect(view.get("legend-3")).to_be_visible()
    assert "noise=show" in view.tab.url


def test_shares_are_of_what_is_not_noise(noisy, collection):
    view = noisy("blocks")
    aside = view.get("noise").inner_text()
    assert "1 cluster" in aside
    expect(view.get("found")).not_to_contain_text(f"{collection.DOCUMENTS} documents")
    expect(view.get("found")).to_contain_text("3 clusters")
    view.get("nav-quality").click()
    expect(view.get("sizes")).to_be_visible()
    expect(view.get("sizes").locator(".cluster-number")).to_have_text(["0", "1", "2"])


def test_a_cluster_of_noise_can_still_be_read_and_unmarked(noisy):
    view = noisy("documents?c=3")
    expect(view.get("doc-row").first).to_be_visible()
    view.get("nav-clusters").click()
    view.get("noise-3").click()
    expect(view.get("noise")).to_have_count(0)


def test_fitting_again_without_noise_is_offered_and_done(noisy):
    view = noisy("map")
    view.get("noise-again").click()
    expect(view.get("source-run")).to_have_attribute("aria-pressed", "true")
    assert view.get("clusters").input_value() == "3"
    view.get("model").select_option("spherical-kmeans")
    view.get("start").click()
    name = view.get("run-name").inner_text()
    job = view.get(f"job-{name}-without-noise")
    expect(job.get_by_test_id("job-state")).to_have_text("done", timeout=120_000)
    job.get_by_test_id("job-open").click()
    expect(view.tab.locator("header.top")).to_contain_text("in 3 clusters")
