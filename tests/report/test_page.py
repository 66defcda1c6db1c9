"""The file: one page that loads nothing, whatever the texts hold."""

import html
import re
import shutil
from dataclasses import replace

import pytest

import cotext
from cotext.cli import main
from cotext.errors import CotextError, UsageError
from cotext.report import NotebookCell, bundle, write_report
from cotext.report.report import page_of

HOSTILE = [
    "</script><script>document.title='owned'</script> oak elm",
    "oak <!-- <script> elm \x00 rain",
    "oak \u2028 elm \u2029 snow",
    "oak \ud800 lone elm",
    "<img src=x onerror=\"document.title='owned'\"> oak snow",
    "{{constructor.constructor('alert(1)')()}} rain elm",
] * 3
QUIET = ("background-networking", "component-update", "sync", "gpu")
FLAGS = ["--no-sandbox", "--no-first-run", *(f"--disable-{one}" for one in QUIET)]


@pytest.fixture(scope="session")
def hostile():
    ids = [f"</title><b>{i}" for i in range(len(HOSTILE))]
    made = cotext.cluster(HOSTILE, n_clusters=2, n_init=1, random_state=0)
    made.docword = replace(made.docword, ids=ids)
    return made.rename(0, "</script><b>name")


def test_hostile_texts_stay_data(hostile, deck_in, tmp_path):
    page = write_report(hostile, tmp_path / "x<y.html").read_text(encoding="utf-8")
    assert deck_in(page)["texts"] == list(hostile.texts)
    assert deck_in(page)["texts"][0] == HOSTILE[0]
    assert page.count("<script") == 2
    assert page.count("</script") == 2
    assert "<title>x&lt;y</title>" in page


def test_no_word_of_the_program_ends_it(monkeypatch):
    monkeypatch.setattr(
        "cotext.report.report.bundle", lambda name: "a = '</SCRIPT><!--'" * (name == "app.js")
    )
    page = page_of({"overview": {"run": "x"}})
    assert r"a = '\x3c/SCRIPT>\x3c!--'" in page


def test_a_report_has_the_notices_of_all_programs_in_it(hostile, tmp_path):
    page = html.unescape(write_report(hostile, tmp_path / "r.html").read_text(encoding="utf-8"))
    assert bundle("licenses.txt") in page
    notices = page.partition('<template id="cotext-licenses">')[2].partition("</template>")[0]
    for name in ("echarts", "zrender", "preact", "tslib", "Apache License", "Mike Bostock"):
        assert name in notices


def test_the_policy_allows_nothing_but_the_program_itself(hostile, tmp_path):
    page = write_report(hostile, tmp_path / "r.html").read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    assert "http" not in policy


def test_a_place_that_cannot_be_written_is_told_before_the_work(result, tmp_path):
    with pytest.raises(UsageError, match="give another"):
        result.report(tmp_path)
    with pytest.raises(UsageError, match="give another"):
        result.report(tmp_path / "nowhere" / "r.html")
    with pytest.raises(UsageError, match=r"r\.pdf: reports end in \.html, \.htm; give one of these"):
        result.report(tmp_path / "r.pdf")
    with pytest.raises(UsageError, match="documents=0"):
        result.report(tmp_path / "r.html", documents=0)


def test_without_the_built_pages_it_says_how_to_build_them_before_the_work(result, tmp_path, monkeypatch):
    monkeypatch.setattr("cotext.report.report.files", lambda package: tmp_path)
    monkeypatch.setattr("cotext.report.report.numbers_for_page", None)
    with pytest.raises(CotextError, match="make web"):
        result.report(tmp_path / "r.html")


def test_a_result_writes_its_report_with_or_without_texts(result, deck_in, tmp_path):
    path = result.report(tmp_path / "letters.html", texts=False)
    deck = deck_in(path.read_text(encoding="utf-8"))
    assert (deck["overview"]["run"], deck["texts"], deck["documents"]["excerpts"]) == ("letters", None, None)


def test_a_cell_is_a_closed_frame_and_a_terminal_is_told_what_to_do(result):
    cell = result.explore()
    assert isinstance(cell, NotebookCell)
    frame = cell._repr_html_()
    assert frame.startswith('<iframe title="cotext" sandbox="allow-scripts allow-downloads" ')
    assert 'srcdoc="&lt;!doctype html&gt;' in frame
    assert "allow-same-origin" not in frame
    assert "result.report('report.html')" in repr(cell)


def test_the_command_writes_it_into_the_run_with_its_edits(result, tmp_path, capsys, deck_in):
    run = tmp_path / "letters"
    result.save(run)
    for args in (["label", run, "--rename", "1=Trees"], ["report", run, "--documents", "20"]):
        with pytest.raises(SystemExit) as stop:
            main([str(arg) for arg in args])
        assert stop.value.code == 0
    assert capsys.readouterr().out.endswith(f"{run / 'report.html'}\n")
    overview = deck_in((run / "report.html").read_text(encoding="utf-8"))["overview"]
    assert overview["clusters"][1]["name"] == "Trees"
    assert [edit["edit"] for edit in overview["edits"]] == ["rename"]
    assert overview["sampled"] == {"shown": 20, "of": 100}
    result.save(run)
    assert not (run / "report.html").exists()  # of another fit, so it goes with it


@pytest.fixture(scope="module")
def browser():
    found = shutil.which("chromium")
    if found is None:
        pytest.skip("no chromium on this machine")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def tab(browser):
    """A page of a browser without a network, and what went wrong in it."""
    context = browser.new_context(offline=True)
    tab, wrong = context.new_page(), []
    tab.on("console", lambda message: message.type in ("error", "warning") and wrong.append(message.text))
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.on("request", lambda request: re.match("https?:", request.url) and wrong.append(request.url))
    yield tab
    context.close()
    assert wrong == []


def test_it_opens_from_the_disk_with_no_error_and_no_request(hostile, tab, tmp_path):
    tab.goto(write_report(hostile, tmp_path / "report.html").as_uri())
    tab.get_by_test_id("run-name").wait_for()
    for link in tab.locator("[data-testid^=nav-]").all():
        link.click()
        tab.wait_for_timeout(100)
    assert "owned" not in tab.title()
    assert tab.locator("main b").count() == 0


def test_it_works_in_the_closed_frame_of_a_notebook(hostile, tab, tmp_path):
    path = tmp_path / "notebook.html"
    path.write_text(f"<!doctype html><meta charset=utf-8>{hostile.explore()._repr_html_()}", encoding="utf-8")
    tab.goto(path.as_uri())
    frame = tab.frame_locator("iframe")
    frame.get_by_test_id("run-name").wait_for()
    frame.get_by_test_id("nav-documents").click()
    frame.get_by_test_id("page-documents").wait_for()
    frame.get_by_test_id("theme").click()
