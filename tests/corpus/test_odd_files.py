"""Things in a folder of texts that are no texts, and texts where a file should have ended."""

import os
import socket

import pytest

from cotext.corpus import read
from cotext.errors import CotextError, NoUsableDocuments


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "texts" / "a").mkdir(parents=True)
    (tmp_path / "texts" / "a" / "one.txt").write_text("one")
    (tmp_path / "secret.txt").write_text("secret")
    return tmp_path / "texts"


def add_link(folder, target):
    (folder / "odd.txt").symlink_to(target)


def add_socket(folder):
    here = os.getcwd()
    os.chdir(folder)  # names of sockets are short
    try:
        with socket.socket(socket.AF_UNIX) as one:
            one.bind("odd.txt")
    finally:
        os.chdir(here)


ODD = {
    "a link to nowhere": lambda folder: add_link(folder, "nowhere.txt"),
    "a link to itself": lambda folder: add_link(folder, "odd.txt"),
    "a link out of the folder": lambda folder: add_link(folder, folder.parent / "secret.txt"),
    "a link up and out": lambda folder: add_link(folder, "../secret.txt"),
    "a link to a device": lambda folder: add_link(folder, "/dev/zero"),
    "a link to a folder": lambda folder: add_link(folder, "a"),
    "a pipe": lambda folder: os.mkfifo(folder / "odd.txt"),
    "a link to a pipe": lambda folder: (os.mkfifo(folder / "pipe"), add_link(folder, "pipe")),
    "a socket": add_socket,
}


@pytest.mark.parametrize("what", ODD)
def test_what_is_no_text_in_a_folder_is_left_out_and_counted(folder, what):
    ODD[what](folder)
    found = read(folder)
    assert (found.ids, found.texts) == (["a/one"], ["one"])
    why = {one.name: one.what for one in found.files if not one.documents}
    odd = "a link out of the folder or to nowhere, or no plain file"
    expected = {} if what == "a link to a folder" else {"odd.txt": odd}  # that is no name of a file at all
    assert {name: why[name] for name in why if name != "pipe"} == expected
    assert not expected or "1 read (1 .txt)" in found.notes[0]


def test_a_link_within_the_folder_is_read(folder):
    (folder / "a" / "again.txt").symlink_to("one.txt")
    assert read(folder).texts == ["one", "one"]
    assert read(folder).notes == ("2 files: 2 read (2 .txt)", "ids from file names, labels from sub-folders")


def test_a_folder_that_is_itself_a_link_is_read(folder, tmp_path):
    (tmp_path / "link").symlink_to(folder)
    assert read(tmp_path / "link").texts == ["one"]


def test_a_linked_folder_is_not_entered(folder, tmp_path):
    (folder / "b").symlink_to(tmp_path)
    assert read(folder).texts == ["one"]


def test_a_folder_of_nothing_but_odd_files_is_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe.txt")
    with pytest.raises(NoUsableDocuments, match=r"nothing in it could be read: pipe\.txt"):
        read(tmp_path)


@pytest.mark.parametrize("rest", ['{"text": "c"}', "]", ', "c"', "x", "\n\n" + " " * (3 << 20) + "[]"])
def test_text_after_a_json_array_is_told(tmp_path, rest):
    (tmp_path / "a.json").write_text('["a", "b"]' + rest)
    with pytest.raises(
        CotextError, match=r"a\.json: text after the end of the array \('.+'\), expected nothing; put"
    ):
        read(tmp_path / "a.json")


def test_space_after_a_json_array_is_not(tmp_path):
    (tmp_path / "a.json").write_text('["a", "b"] \n\t\n' + " " * (3 << 20))
    assert read(tmp_path / "a.json").texts == ["a", "b"]
