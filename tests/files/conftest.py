"""Things that are no plain files, and a limit to how long anything may take."""

import os
import signal
import socket
import stat
from contextlib import contextmanager

import numpy as np
import pytest
from scipy import sparse

from cotext.corpus import DocWord
from cotext.models import NMF
from cotext.result import CoClustering

SECRET = b"not yours\n"
MOST_SECONDS = 30


class Hangs(BaseException):
    """Something waits for a pipe, or reads what never ends."""


@pytest.fixture(autouse=True)
def no_hanging():
    """End a test that waits: no error handler of ours catches this."""

    def stop(number, frame):
        raise Hangs

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(MOST_SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def limit():
    """Give the next piece of work the whole time."""
    return lambda: signal.alarm(MOST_SECONDS)


class Victim:
    """A file outside that must stay as it is, and a name next to it that must stay free."""

    def __init__(self, folder):
        folder.mkdir()
        self.file, self.nothing, self.folder = folder / "secret", folder / "nothing", folder
        self.file.write_bytes(SECRET)

    def check(self):
        assert os.listdir(self.folder) == ["secret"]
        assert self.file.read_bytes() == SECRET
        assert self.file.stat().st_nlink == 1


@pytest.fixture
def victim(tmp_path):
    return Victim(tmp_path / "outside")


def _link(path, victim):
    os.symlink(victim.file, path)


def _dangling_link(path, victim):
    os.symlink(victim.nothing, path)


def _link_to_itself(path, victim):
    os.symlink(path.name, path)


def _link_to_a_folder(path, victim):
    os.symlink(victim.folder, path)


def _pipe(path, victim):
    os.mkfifo(path)


def _link_to_a_pipe(path, victim):
    pipe = victim.folder.parent / "pipe"
    if not pipe.exists():
        os.mkfifo(pipe)
    os.symlink(pipe, path)


def _socket(path, victim):
    before = os.getcwd()
    os.chdir(path.parent)  # the name of a socket must be short
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(before)


def _folder(path, victim):
    path.mkdir()


def make_device(path, minor):
    """Make a device in a folder of the test, 5 is one like /dev/zero; only root may."""
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, minor))
        os.close(os.open(path, os.O_RDWR))
    except OSError as error:
        path.unlink(missing_ok=True)
        pytest.skip(f"no device can be made and opened here: {error.strerror}")


@pytest.fixture
def device_at():
    """Make a device like /dev/null, 3, or /dev/full, 7."""
    return make_device


IMPOSTORS = {
    "a link": _link,
    "a link to nowhere": _dangling_link,
    "a link to itself": _link_to_itself,
    "a link to a folder": _link_to_a_folder,
    "a pipe": _pipe,
    "a link to a pipe": _link_to_a_pipe,
    "a socket": _socket,
    "a folder": _folder,
    "a device": lambda path, victim: make_device(path, 5),
}


@pytest.fixture(params=IMPOSTORS)
def impostor(request, victim):
    """Put something that is no plain file in the place of a name; give the function and what it is called."""

    def put(path):
        if os.path.lexists(path):
            os.unlink(path)
        IMPOSTORS[request.param](path, victim)

    put.kind = request.param.partition(" to ")[0]
    return put


@pytest.fixture
def within():
    """Put a name back as it was afterwards."""

    @contextmanager
    def changed(path):
        before = path.read_bytes() if path.exists() else None
        try:
            yield
        finally:
            path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink(missing_ok=True)
            if before is not None:
                path.write_bytes(before)

    return changed


@pytest.fixture(scope="session")
def made():
    """A result of six documents, with texts."""
    X = sparse.csr_array(np.kron(np.eye(2), np.ones((3, 2))))
    docword = DocWord(X, vocabulary=list("wxyz"), ids=list("abcdef"))
    return CoClustering.from_fit(NMF(2, n_init=1, random_state=0).fit(X), docword, texts=["text"] * 6)
