"""Runs are made, cancelled, opened and compared on a page; where they may not be made, it says why."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.usefixtures("browser")
LONG = 120_000  # milliseconds that a fit may take on a busy computer


@pytest.fixture
def runs(served):
    served.open("runs")
    expect(served.get("start")).to_be_visible()
    return served


def begin(view, file, name, model, **settings):
    """Fill in the form and press Start."""
    view.get("file").set_input_files(file)
    view.get("clusters").fill("3")
    view.get("model").select_option(model)
    view.get("more-settings").locator("> summary").click()
    view.get("new-name").fill(name)
    for field, value in settings.items():
        view.get(f"field-{field}").fill(value)
    view.get("start").click()
    return view.get(f"job-{name}")


def test_a_file_becomes_a_run_that_can_be_opened(runs, table):
    job = begin(runs, table, "from-a-file", "spherical-kmeans", n_init="2")
    expect(job.get_by_test_id("job-state")).to_have_text("done", timeout=LONG)
    expect(runs.get("run-from-a-file")).to_contain_text("spherical-kmeans")
    job.get_by_test_id("job-open").click()
    runs.settle("blocks")
    expect(runs.get("run-name")).to_have_text("from-a-file")
    expect(runs.tab.locator("header.top")).to_contain_text("in 3 clusters")


def test_the_form_offers_the_columns_of_the_file(runs, table):
    runs.get("file").set_input_files(table)
    expect(runs.get("columns")).to_be_visible()
    expect(runs.get("field-text")).to_contain_text("guessed: body")
    options = runs.get("field-label").locator("option").all_inner_texts()
    assert options[:2] == ["none", "name: note-0"]
    assert "kind: space" in options
    runs.get("field-label").select_option("kind")
    runs.get("field-group").locator("summary").click()
    runs.get("group-desk").check()
    runs.get("group-day").check()
    runs.get("clusters").fill("4")
    runs.get("model").select_option("spherical-kmeans")
    runs.get("more-settings").locator("> summary").click()
    expect(runs.get("field-label")).to_have_count(1)
    runs.get("new-name").fill("by-columns")
    runs.get("start").click()
    job = runs.get("job-by-columns")
    expect(job.get_by_test_id("job-state")).to_have_text("done", timeout=LONG)
    expect(runs.get("run-by-columns")).to_contain_text("NMI")
    job.get_by_test_id("job-open").click()
    runs.settle("blocks")
    runs.open("time?run=by-columns&by=desk")
    expect(runs.get("groups-table")).to_contain_text("north")


def test_another_file_has_its_own_columns(runs, table):
    runs.get("file").set_input_files(table)
    expect(runs.get("field-label")).to_contain_text("kind")
    runs.get("field-label").select_option("kind")
    other = {"name": "other.csv", "mimeType": "text/csv", "buffer": b"a,b\nred oak,1\ncold rain,2\n"}
    runs.get("file").set_input_files(other)
    expect(runs.get("field-label")).not_to_contain_text("kind")
    assert runs.get("field-label").input_value() == ""
    texts = {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"red oak\ncold rain\n"}
    runs.get("file").set_input_files(texts)
    expect(runs.get("columns")).to_have_count(0)


def test_a_job_shows_its_progress_and_can_be_canceled(runs, table, run):
    endless = {"n_init": "20000", "max_iter": "1000000", "tol": "0"}
    job = begin(runs, table, "endless", "nmtf", **endless)
    expect(job.locator("progress[value]")).to_be_visible(timeout=LONG)
    expect(job.get_by_test_id("job-stage")).to_contain_text("sweeps")
    job.get_by_test_id("job-cancel").click()
    expect(job.get_by_test_id("job-state")).to_have_text("canceled", timeout=LONG)
    expect(runs.get("run-endless")).to_have_count(0)
    assert not [path for path in run.parent.iterdir() if "endless" in path.name]


def test_a_job_that_fails_says_why(runs):
    sent = {"name": "bad.csv", "mimeType": "text/csv", "buffer": b"a,b\n1,2\n"}
    job = begin(runs, sent, "bad", "nmf")
    expect(job.get_by_test_id("job-error")).to_contain_text("no text column", timeout=LONG)
    expect(job.get_by_test_id("job-state")).to_have_text("failed")


def test_each_model_has_the_fields_of_its_class(runs):
    runs.get("more-settings").locator("> summary").click()
    runs.get("model").select_option("chi-sim")
    expect(runs.get("model-title")).to_contain_text("Documents compared by words")
    assert runs.get("field-normalization").locator("option").all_inner_texts() == ["l1", "pseudo"]
    runs.get("model").select_option("nmf")
    expect(runs.get("field-normalization")).to_have_count(0)
    expect(runs.get("field-solver")).to_be_visible()


def test_the_list_of_runs_has_no_part_that_must_be_scrolled_to(runs, copied):
    copied("interviews_of_2023_and_2024_final_version_with_all_appendices")
    runs.open(f"runs?run={copied('seen')}")
    expect(runs.get("run-list")).to_contain_text("with_all_appendices")
    wide, seen = runs.get("run-list").evaluate("list => [list.scrollWidth, list.clientWidth]")
    assert wide <= seen


def test_two_runs_are_compared_by_flows_and_a_sentence(runs, copied):
    runs.open(f"runs?run={copied('compared')}")
    runs.get("compare-notes").click()
    expect(runs.get("comparison")).to_contain_text("notes and compared on 200 documents: NMI 1.00, ARI 1.00")
    expect(runs.get("comparison").get_by_role("img")).to_be_visible()
    with runs.tab.expect_download() as got:
        runs.get("comparison").get_by_role("button", name="CSV").click()
    assert got.value.suggested_filename == "notes-compared.csv"


def test_where_runs_may_not_be_made_the_page_says_why(look, shown):
    view = look(shown)
    view.open("runs")
    expect(view.get("no-new-runs")).to_contain_text("--allow-runs")
    expect(view.get("start")).to_have_count(0)


def test_a_corpus_that_the_server_was_given_is_chosen_and_nothing_starts_by_itself(look, chromium, table):
    with chromium.explorer(table) as printed:
        view = look(printed)
        view.open("runs")
        expect(view.get("source-input")).to_have_attribute("aria-pressed", "true")
        expect(view.get("new-run")).to_contain_text(table.name)
        expect(view.get("start")).to_be_enabled()
        expect(view.get("jobs")).to_have_count(0)
