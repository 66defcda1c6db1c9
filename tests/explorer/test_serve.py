"""The server as a process: where it listens, what it says, how it ends."""

import http.client
import re
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager

import pytest
from starlette.testclient import TestClient

from cotext.cli import main
from cotext.errors import UsageError
from cotext.explorer.app import make_app
from cotext.explorer.server import HOST, listening_socket, who_is_there

EXPLORE = [sys.executable, "-m", "cotext", "explore", "--no-browser"]


@contextmanager
def started(*args, command=EXPLORE, cwd=None):
    process = subprocess.Popen(
        [*command, *map(str, args)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd
    )
    try:
        address = process.stdout.readline().strip()
        yield process, address, int(re.search(r":(\d+)/", address)[1])
    finally:
        process.kill()
        process.communicate(timeout=30)


def get(port, path, **headers):
    connection = http.client.HTTPConnection(HOST, port, timeout=30)
    try:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        connection.close()


def test_the_printed_address_opens_the_run_and_ctrl_c_ends_it_quietly(shelved):
    with started(shelved / "letters") as (process, address, port):
        status, headers, _ = get(port, address.partition(str(port))[2])
        assert status == 303
        cookie = headers["set-cookie"].partition(";")[0]
        assert get(port, "/api/runs/letters/overview", cookie=cookie)[0] == 200
        assert get(port, "/api/runs/letters/overview")[0] == 401
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=30)
        assert process.returncode == 0
        assert told == "this address opens the explorer; Ctrl-C ends it\n"


@pytest.mark.parametrize(
    ("number", "code"), [pytest.param(signal.SIGINT, 0, marks=pytest.mark.slow), (signal.SIGTERM, 143)]
)
def test_it_ends_though_a_page_still_waits_for_something_long(shelved, number, code):
    forever = (
        "import threading\n"
        "import cotext.explorer.run_cache as opened\n"
        "from cotext.cli import main\n"
        "def wait(*args, **more):\n    print('asked', flush=True)\n    threading.Event().wait()\n"
        "opened.numbers_of = wait\n"
        f"main(['explore', {str(shelved / 'letters')!r}, '--no-browser'])\n"
    )
    with started(command=[sys.executable, "-c", forever]) as (process, address, port):
        cookie = get(port, address.partition(str(port))[2])[1]["set-cookie"].partition(";")[0]
        connection = http.client.HTTPConnection(HOST, port)
        connection.request("GET", "/api/runs/letters/pictures/map", headers={"cookie": cookie})
        assert process.stdout.readline() == "asked\n"
        process.send_signal(number)
        process.communicate(timeout=60)
        connection.close()
        assert process.returncode == code


def test_a_second_start_on_the_same_port_says_who_is_there(shelved, capsys):
    with started(shelved / "letters") as (_, _, port), pytest.raises(SystemExit) as stop:
        main(["explore", "--no-browser", str(shelved / "other"), "--port", str(port)])
    assert stop.value.code == 2
    there = "cotext explore of the run 'letters' uses it"
    todo = "open the address that it printed, or give another port."
    assert capsys.readouterr().err == f"cotext: error: --port {port} cannot be used: {there}; {todo}\n"


def test_a_port_of_another_program_is_told_apart():
    with socket.create_server((HOST, 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(UsageError, match="give another, or none for a free one"):
            listening_socket(port)


def test_nobody_answers_on_a_free_port():
    with listening_socket(None) as listener:
        port = listener.getsockname()[1]
    assert who_is_there(port) is None


def test_only_the_loopback_address_listens_and_a_free_port_is_found():
    with listening_socket(None) as one, listening_socket(None) as other:
        assert {listener.getsockname()[0] for listener in (one, other)} == {"127.0.0.1"}
        assert one.getsockname()[1] != other.getsockname()[1]


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["lettres"], "did you mean 'letters'"),
        (["letters", "--read-only", "--allow-runs"], "give one of them"),
        (["letters", "--port", "70000"], "--port 70000 cannot be used"),
    ],
)
def test_what_cannot_be_explored_is_one_line(shelved, monkeypatch, capsys, args, told):
    monkeypatch.chdir(shelved)
    with pytest.raises(SystemExit) as stop:
        main(["explore", *args])
    error = capsys.readouterr().err
    assert stop.value.code == 2
    assert told in error
    assert error.count("\n") == 1


def test_a_run_that_cannot_be_read_is_one_line(folder, capsys):
    (folder / "letters" / "arrays.npz").write_bytes(b"nothing")
    with pytest.raises(SystemExit) as stop:
        main(["explore", str(folder / "letters"), "--no-browser"])
    printed = capsys.readouterr()
    assert stop.value.code == 1
    assert printed.out == ""
    assert printed.err.startswith("cotext: error: ")
    assert "damaged" in printed.err
    assert printed.err.count("\n") == 1


def test_without_the_built_pages_it_says_how_to_build_them(shelved, monkeypatch, capsys, tmp_path):
    monkeypatch.setattr("cotext.report.report.files", lambda package: tmp_path)
    with pytest.raises(SystemExit) as stop:
        main(["explore", str(shelved / "letters"), "--no-browser"])
    assert stop.value.code == 1
    assert "make web" in capsys.readouterr().err


@pytest.fixture
def session(monkeypatch, address):
    """What the pages are sent first when ``cotext explore`` is called with something."""

    def read(what):
        states = []
        monkeypatch.setattr("cotext.explorer.serve", lambda state, **settings: states.append(state))
        with pytest.raises(SystemExit) as stop:
            main(["explore", "--no-browser", str(what)])
        assert stop.value.code == 0
        with TestClient(make_app(states[0], address), base_url=address.url.partition("/?")[0]) as client:
            client.get(address.url, follow_redirects=False)
            return client.get("/api/session").text

    return read


def test_a_corpus_is_offered_for_a_new_run(session, shelved, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    corpus = shelved.parent / "letters.jsonl"
    told = session(corpus)
    assert f'"input": "{corpus}"' in told
    assert '"run": null' in told
    assert '"allow_runs": true' in told


def test_a_folder_of_runs_opens_their_list(session, shelved):
    told = session(shelved)
    assert '"input": null' in told
    assert '"run": "letters"' in told
    assert '"run": "other"' in told
