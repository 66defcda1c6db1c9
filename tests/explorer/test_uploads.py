"""Files that a browser sends."""

import asyncio

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from cotext.explorer.app import AppState, add_jobs
from cotext.explorer.http_errors import HttpError, add_error_handlers
from cotext.explorer.uploads import MOST, Uploads


@pytest.fixture
def anyio_backend():
    return "asyncio"


async def pieces(*given):
    for piece in given:
        yield piece


def left(uploads):
    return [path for path in uploads._folder().rglob("*") if path.is_file()]


@pytest.fixture
def uploads():
    made = Uploads(limit=10)
    yield made
    made.close()


@pytest.mark.anyio
async def test_a_file_is_kept_under_its_last_name_and_goes_with_the_server(uploads):
    kept = await uploads.receive("../../etc/my file.csv", pieces(b"abc", b"def"), 6)
    assert kept.names == ["my-file.csv"]
    assert (kept.folder / "my-file.csv").read_bytes() == b"abcdef"
    assert uploads.get(kept.key) == kept
    room = kept.folder.parent.parent
    uploads.close()
    assert not room.exists()
    with pytest.raises(ValueError, match="send the file again"):
        uploads.get(kept.key)


@pytest.mark.anyio
async def test_a_file_that_says_it_is_too_large_is_not_read(uploads):
    async def read():
        raise AssertionError("it was read")
        yield b""

    with pytest.raises(HttpError, match="more than 0 MB"):
        await uploads.receive("a.csv", read(), 11)
    assert uploads.room is None


@pytest.mark.anyio
async def test_a_file_that_turns_out_to_be_too_large_leaves_nothing(uploads):
    with pytest.raises(HttpError):
        await uploads.receive("a.csv", pieces(b"123456", b"123456"), None)
    assert (left(uploads), uploads.received) == ([], {})


@pytest.mark.anyio
async def test_a_file_that_breaks_off_leaves_nothing(uploads):
    async def broken():
        yield b"123"
        raise ConnectionResetError

    with pytest.raises(OSError, match="cannot be written"):
        await uploads.receive("a.csv", broken(), None)
    assert (left(uploads), uploads.received) == ([], {})


@pytest.mark.anyio
async def test_several_files_lie_together_each_under_a_name_of_its_own(uploads):
    first = await uploads.receive("a/note.txt", pieces(b"one"), None)
    again = await uploads.receive("b/note.txt", pieces(b"two"), None, to=first.key)
    assert (again.key, again.names) == (first.key, ["note.txt", "note-2.txt"])
    with pytest.raises(HttpError, match="the files sent with it"):
        await uploads.receive("c.txt", pieces(b"12345"), None, to=first.key)
    assert uploads.get(first.key).names == ["note.txt", "note-2.txt"]
    with pytest.raises(ValueError, match="send the file again"):
        await uploads.receive("d.txt", pieces(b"1"), None, to="../..")


@pytest.mark.anyio
async def test_all_files_together_are_limited_too(uploads):
    for _ in range(MOST):
        await uploads.receive("a.csv", pieces(b"1234567890"), None)
    with pytest.raises(HttpError, match="holds 5 times"):
        await uploads.receive("a.csv", pieces(b"1"), 1)


async def held(first, go, *rest):
    """A file of which the first piece has come, and the others come when they may."""
    yield first
    await go.wait()
    for piece in rest:
        yield piece


@pytest.mark.anyio
async def test_files_that_arrive_at_the_same_time_count_together(uploads):
    go, outcomes = asyncio.Event(), []
    sending = [asyncio.create_task(uploads.receive("a", held(b"123456", go, b"7"), None)) for _ in range(9)]
    for _ in range(20):
        await asyncio.sleep(0)
    refused = [task for task in sending if task.done()]
    assert len(refused) == 1, "eight times six bytes fit into fifty, nine do not"
    go.set()
    for task in sending:
        try:
            outcomes.append((await task).size)
        except HttpError:
            outcomes.append(0)
    assert sum(outcomes) <= MOST * uploads.limit
    assert sorted(outcomes) == [0, 0, *[7] * 7]
    assert sum(path.stat().st_size for path in left(uploads)) == 49
    assert uploads.arriving == {}


@pytest.mark.anyio
async def test_what_was_announced_is_kept_free_until_it_is_there(uploads):
    go = asyncio.Event()
    sending = [asyncio.create_task(uploads.receive("a", held(b"1", go), 10)) for _ in range(MOST)]
    for _ in range(5):
        await asyncio.sleep(0)
    with pytest.raises(HttpError, match="holds 5 times"):
        await uploads.receive("b", pieces(b"1"), 1)
    go.set()
    await asyncio.gather(*sending)
    await uploads.receive("b", pieces(b"1"), 1)


@pytest.mark.anyio
async def test_files_of_one_upload_that_arrive_at_the_same_time_count_together(uploads):
    first, go = await uploads.receive("a", pieces(b"12"), None), asyncio.Event()
    second = asyncio.create_task(uploads.receive("b", held(b"12345", go), None, to=first.key))
    for _ in range(5):
        await asyncio.sleep(0)
    with pytest.raises(HttpError, match="the files sent with it"):
        await uploads.receive("c", pieces(b"1234"), None, to=first.key)
    go.set()
    await second
    assert first.size == 7


@pytest.mark.parametrize(
    ("settings", "code"),
    [({"run": "x"}, 403), ({"read_only": True}, 403), ({"run": "x", "allow_runs": True}, 200)],
)
def test_files_and_jobs_are_taken_only_where_runs_are_allowed(tmp_path, settings, code):
    app, state = FastAPI(), AppState(tmp_path, **settings)
    add_jobs(app, state)
    add_error_handlers(app)
    with state.at_end, TestClient(app) as client:
        sent = client.post("/api/uploads?name=a.csv", content=b"text\n")
        assert sent.status_code == code
        assert ("upload" if code == 200 else "error") in sent.json()
        if code == 403:
            assert "--allow-runs" in sent.json()["error"]
            for path in ("/api/jobs", "/api/jobs/x/cancel"):
                assert client.post(path, json={}).status_code == 403
