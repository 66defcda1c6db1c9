"""Runs are made, watched, cancelled, opened and compared from the browser."""

import pytest
from playwright.sync_api import expect

LONG = 60_000  # milliseconds: a process is started and fits


@pytest.fixture
def runs(served):
    served.open("runs")
    served.get("start").wait_for()
    return served


def new_run(view, name, clusters="4", model="spherical-kmeans"):
    view.get("clusters").fill(clusters)
    view.get("model").select_option(model)
    view.get("more-settings").locator("summary").first.click()
    view.get("new-name").fill(name)
    view.get("start").click()
    return view.get(f"job-{name}")


def test_an_uploaded_table_becomes_a_run_that_opens(runs, table):
    runs.get("file").set_input_files(table)
    job = new_run(runs, "from-the-browser")
    expect(job).to_have_attribute("data-state", "done", timeout=LONG)
    job.get_by_test_id("job-open").click()
    runs.settle("blocks")
    expect(runs.get("run-name")).to_have_text("from-the-browser")
    expect(runs.get("block-table")).to_be_visible()


def test_a_cancelled_job_leaves_no_run(runs, run):
    runs.get("source").get_by_role("button").nth(1).click()
    runs.get("dataset").select_option("pydocs")
    job = new_run(runs, "never-made", clusters="30", model="wc-nmtf")
    expect(job).to_have_attribute("data-state", "running", timeout=LONG)
    job.get_by_test_id("job-cancel").click()
    expect(job).to_have_attribute("data-state", "cancelled", timeout=LONG)
    expect(runs.get("run-never-made")).to_have_count(0)
    assert not list(run.parent.glob("*never-made*"))


def test_an_order_that_cannot_be_is_refused_in_a_sentence(runs, table):
    runs.get("file").set_input_files(table)
    job = new_run(runs, "too-many", clusters="5000")
    expect(job.get_by_test_id("job-error").or_(runs.get("start-error"))).to_contain_text("5000", timeout=LONG)


def test_two_runs_are_compared(served, copied):
    other = copied("its-twin")
    served.open("runs")
    served.get(f"compare-{other}").click()
    expect(served.get("comparison")).to_contain_text(other)
    expect(served.get("comparison").locator("canvas")).to_be_visible()


def test_where_a_run_is_only_shown_none_can_be_made(look, chromium, run):
    with chromium.explorer(run) as address:
        view = look(address)
        view.open("runs")
        expect(view.get("no-new-runs")).to_contain_text("--allow-runs")
        expect(view.get("start")).to_have_count(0)
