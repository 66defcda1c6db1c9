"""A browser without the token, or a page of another host, is told nothing of a run."""

import http.client
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect


def asked(address, path, **headers):
    parts = urlsplit(address)
    connection = http.client.HTTPConnection("127.0.0.1", parts.port, timeout=30)
    try:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


@pytest.mark.parametrize("path", ["/", "/app.js", "/api/session", "/api/runs/notes/documents"])
def test_without_the_token_nothing_is_told(address, path):
    status, text = asked(address, path)
    assert status == 401
    assert "note-1" not in text


@pytest.mark.parametrize(
    "headers",
    [{"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Referer": "http://evil.example/"}],
)
def test_a_page_of_another_host_is_refused_even_with_the_token(address, headers):
    parts = urlsplit(address)
    cookie = f"cotext-{parts.port}={parts.query.removeprefix('token=')}"
    assert asked(address, "/api/session", Cookie=cookie)[0] == 200
    assert asked(address, "/api/session", Cookie=cookie, **headers)[0] == 403


def test_a_browser_without_the_token_is_told_what_to_open(browser, address):
    context = browser.new_context()
    try:
        tab = context.new_page()
        assert tab.goto(address.split("?")[0]).status == 401
        expect(tab.locator("body")).to_contain_text("printed in the terminal")
    finally:
        context.close()


def test_the_token_does_not_stay_in_the_address(served):
    served.tab.goto(served.start)
    served.open("blocks")
    assert "token" not in served.tab.url
    assert served.tab.evaluate("document.cookie") == ""


def test_nothing_can_be_changed_where_the_server_only_shows(look, shown):
    view = look(shown)
    view.open("clusters")
    expect(view.get("how-to-edit")).to_be_visible()
    expect(view.get("rename-0")).to_have_count(0)
    answer = view.tab.evaluate(
        "fetch('api/runs/notes/edits', {method: 'POST', headers: {'content-type': 'application/json'},"
        " body: JSON.stringify({edit: 'rename', cluster: 0, name: 'x'})}).then(a => a.status)"
    )
    assert answer == 403
    view.troubles.clear()  # the browser itself notes the refusal
