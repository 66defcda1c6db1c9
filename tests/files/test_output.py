"""What the user names is followed to its target: plain files are replaced, devices and pipes written into."""

import os
import socket
import stat
import subprocess
import sys
from threading import Thread

import pytest

from cotext.errors import CannotWrite, CotextError, UsageError
from cotext.files.atomic import check_output, write_output, write_output_text
from cotext.fitting.store_fit import write_tables
from cotext.report import write_report
from cotext.result.memberships import membership_table
from cotext.result.table import Table

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes that have names")

WRITERS = {
    "csv": lambda made, path: made.documents().to_csv(path),
    "shares": lambda made, path: membership_table(made.docword.ids, made.memberships).to_csv(path),
    "several tables": lambda made, path: write_tables(iter([made.documents()]), path),
    "report": lambda made, path: made.report(path),
    "report of a run": lambda made, path: write_report(made, path, run="run"),
    "svg": lambda made, path: made.plot.blocks().save(path),
    "gexf": lambda made, path: made.plot.graph().save(path),
}


@pytest.fixture(params=WRITERS)
def write(request, made):
    """Write to a name whose ending fits, as any command does that lets the user name an output."""

    def to(path):
        WRITERS[request.param](made, path)

    to.ending = {"svg": ".svg", "gexf": ".gexf", "csv": ".csv"}.get(request.param, "")
    return to


def read_pipe(path, then):
    """What comes out of a pipe while something is done."""
    found = []
    reader = Thread(target=lambda: found.append(path.read_bytes()), daemon=True)
    reader.start()
    then()
    reader.join(20)
    return found[0]


def test_a_link_stays_a_link_and_its_target_is_replaced(write, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    target = tmp_path / "elsewhere" / f"target{write.ending}"
    target.write_text("before")
    target.chmod(0o600)
    link, second = tmp_path / f"link{write.ending}", tmp_path / f"second{write.ending}"
    link.symlink_to(f"elsewhere/target{write.ending}")
    second.symlink_to(link)
    number = target.stat().st_ino
    write(second)
    assert link.is_symlink()
    assert second.is_symlink()
    assert not target.is_symlink()
    assert target.stat().st_ino != number, "replaced, so that no reader sees half of it"
    assert target.stat().st_size > 20
    assert stat.S_IMODE(target.stat().st_mode) == 0o600, "who may read it is up to the user"
    assert os.listdir(tmp_path / "elsewhere") == [target.name]


def test_a_link_to_nowhere_leads_to_a_new_file(write, tmp_path):
    link = tmp_path / f"link{write.ending}"
    link.symlink_to(f"new{write.ending}")
    write(link)
    assert link.is_symlink()
    assert (tmp_path / f"new{write.ending}").stat().st_size > 20


@pytest.mark.parametrize("linked", [False, True])
def test_a_pipe_is_written_into(write, tmp_path, linked):
    pipe = path = tmp_path / f"pipe{write.ending}"
    os.mkfifo(pipe)
    if linked:
        path = tmp_path / f"link{write.ending}"
        path.symlink_to(pipe)
    assert len(read_pipe(pipe, lambda: write(path))) > 20
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert path.is_symlink() is linked


@pytest.mark.parametrize("linked", [False, True])
def test_a_device_is_written_into(write, tmp_path, linked, device_at):
    device = path = tmp_path / f"null{write.ending}"
    device_at(device, 3)
    if linked:
        path = tmp_path / f"link{write.ending}"
        path.symlink_to(device)
    write(path)
    assert stat.S_ISCHR(device.stat().st_mode)
    assert path.is_symlink() is linked


def test_a_folder_is_refused(write, tmp_path):
    folder = tmp_path / f"folder{write.ending}"
    folder.mkdir()
    with pytest.raises(UsageError, match="folder"):
        write(folder)
    link = tmp_path / f"link{write.ending}"
    link.symlink_to(folder)
    with pytest.raises(UsageError, match="folder"):
        write(link)
    assert os.listdir(folder) == []


def test_a_circle_of_links_and_a_socket_are_refused(write, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    circle, plug = tmp_path / f"circle{write.ending}", tmp_path / f"socket{write.ending}"
    circle.symlink_to(circle.name)
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(plug.name)
    for path in (circle, plug):
        with pytest.raises(CotextError, match=path.name):
            write(path)
    assert circle.is_symlink()
    assert stat.S_ISSOCK(plug.stat().st_mode)


def test_a_full_device_is_told(tmp_path, device_at):
    device_at(tmp_path / "full", 7)
    with pytest.raises(CannotWrite, match=r"No space left on device\); free some space"):
        write_output_text(tmp_path / "full", "x" * 100_000)


def test_an_output_that_fails_leaves_what_was_there(tmp_path):
    (tmp_path / "target").write_text("before")
    (tmp_path / "link").symlink_to("target")

    def fails(stream):
        stream.write(b"half")
        raise OSError(28, "No space left on device")

    with pytest.raises(CannotWrite, match="link cannot be written"):
        write_output(tmp_path / "link", fails)
    assert (tmp_path / "target").read_text() == "before"
    assert sorted(os.listdir(tmp_path)) == ["link", "target"]


@pytest.mark.parametrize("into", ["a pipe", "a file"])
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_what_is_open_as_standard_output_is_written_into(tmp_path, into, name):
    if not os.path.exists(os.path.dirname(name)):
        pytest.skip(f"no {name} here")
    code = "import sys; sys.stdout.write('first\\n'); sys.stdout.flush()\nfrom cotext.files.atomic import "
    code += f"write_output_text\nwrite_output_text({name!r}, 'second\\n')\nprint('third')"
    with open(tmp_path / "out", "w+b") as file:
        done = subprocess.run(
            [sys.executable, "-c", code],
            stdout=subprocess.PIPE if into == "a pipe" else file,
            check=True,
            timeout=60,
        )
        found = done.stdout if into == "a pipe" else (tmp_path / "out").read_bytes()
    assert found == b"first\nsecond\nthird\n"
    assert os.path.lexists(name)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("x" * 300, "name too long"),
        ("nowhere/out.csv", "not the name of a file"),
        ("file/out.csv", "not the n"),
    ],
)
def test_a_name_that_cannot_be_is_refused_before_the_work(tmp_path, name, why):
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match=rf"(?i)^--out .*{why}"):
        check_output(tmp_path / name, f"--out {name}")
    with pytest.raises(CannotWrite, match="cannot be written"):
        Table(("a",), []).to_csv(tmp_path / name)


@pytest.mark.parametrize("length", [190, 255])
def test_the_longest_names_can_be_written(tmp_path, length):
    Table(("a",), [(1,)]).to_csv(tmp_path / ("x" * length))
    assert os.listdir(tmp_path) == ["x" * length]
