"""Who is answered, and who is not."""

import pytest

from cotext.explorer.auth import BODY, ServerAddress

PATHS = ["/", "/app.js", "/api/session", "/api/runs/letters/overview", "/openapi.json", "/?token=wrong"]


@pytest.mark.parametrize("path", PATHS)
def test_without_the_token_nothing_is_told(enter, shelved, path):
    answer = enter(shelved, token=False).get(path)
    assert answer.status_code == 401
    assert "printed in the terminal" in answer.text
    assert "letters" not in answer.text


def test_the_token_becomes_a_cookie_and_leaves_the_address(enter, shelved, address):
    client = enter(shelved, token=False)
    answer = client.get(address.url, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith(f"cotext-{address.port}=")
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert client.get("/").status_code == 200


def test_the_token_of_another_start_opens_nothing(enter, shelved, address):
    client = enter(shelved, token=False)
    assert client.get(ServerAddress(address.port).url).status_code == 401
    client.cookies.set(address.cookie, ServerAddress(address.port).token)
    assert client.get("/api/session").status_code == 401


def test_the_address_a_browser_is_started_with_opens_once(enter, shelved, address):
    url = address.one_time_url()
    assert address.token not in url
    assert enter(shelved, token=False).get(url).status_code == 200
    assert enter(shelved, token=False).get(url).status_code == 401


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": "evil.example:8765"},
        {"host": "127.0.0.1:80"},
        {"host": "127.0.0.1"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost:3000"},
        {"referer": "https://evil.example/page"},
        {"referer": "http://127.0.0.1:8765.evil.example/"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
@pytest.mark.parametrize("path", ["/", "/api/session", "/api/who"])
def test_other_sites_are_refused_though_the_browser_sends_the_cookie(client, headers, path):
    assert client.get(path, headers=headers).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "localhost:8765"},
        {"origin": "http://127.0.0.1:8765"},
        {"referer": "http://localhost:8765/"},
        {"sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
    ],
)
def test_our_own_pages_are_answered(client, headers):
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    assert client.get("/api/session", headers={**headers, "cookie": cookie}).status_code == 200


@pytest.mark.parametrize("path", ["/", "/app.js", "/api/session", "/nowhere", "/api/runs/none/words"])
def test_every_answer_forbids_what_pages_do_not_need(client, path):
    headers = client.get(path).headers
    rules = headers["content-security-policy"].split("; ")
    assert {"default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"} <= set(
        rules
    )
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-store"
    assert not [name for name in headers if name.startswith("access-control")]


def test_no_other_site_is_given_leave_in_advance(client):
    asked = {"origin": "https://evil.example", "access-control-request-method": "POST"}
    assert client.options("/api/session", headers=asked).status_code == 403


@pytest.mark.parametrize("content", [b"x" * (BODY + 1), iter([b"x" * BODY, b"x"])])
def test_a_long_body_is_refused_whether_or_not_its_length_is_told(client, content):
    answer = client.post("/api/runs/letters/edits", content=content)
    assert answer.status_code == 413
    assert "longer than" in answer.json()["error"]


def test_a_second_start_can_ask_who_is_there_and_nothing_else(enter, shelved):
    answer = enter(shelved, token=False, run="letters").get("/api/who")
    assert answer.json() == {"app": "cotext explore", "run": "letters"}


@pytest.mark.parametrize("path", ["/docs", "/redoc"])
def test_there_are_no_pages_that_would_load_from_elsewhere(client, path):
    assert client.get(path).status_code == 404
