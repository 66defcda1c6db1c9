"""Phrases that read like a translation become fewer in every file, never more.

After you remove some, run ``python -m tests.docs.phrases --write``.
"""

import pytest
from tests.docs import phrases


@pytest.fixture(scope="module")
def now():
    return phrases.counts()[0]


def test_no_file_has_more_phrases_than_the_table_allows(now):
    table = phrases.allowed()
    more = {name: number for name, number in now.items() if number > table.get(name, 0)}
    assert not more, "python -m tests.docs.phrases FILE lists the phrases of each of these files"


def test_the_table_allows_no_more_than_there_is(now):
    table = phrases.allowed()
    assert table == phrases.lowered(table, now), "python -m tests.docs.phrases --write lowers the numbers"


def test_a_phrase_in_a_docstring_a_comment_or_a_message_is_counted(source):
    before = phrases.counts()[0]
    source.write_text(
        '"""The rows lie beside the columns."""\n'
        "# What is left goes on.\n"
        'MESSAGE = "the user is told"\n'
        'beside = "beside"\n'  # names, and strings without a space, are not read
    )
    name = source.relative_to(phrases.ROOT).as_posix()
    assert phrases.counts()[0] == {**before, name: 4}


def test_a_phrase_on_a_page_is_counted_but_not_in_its_code(source):
    page = source.with_name("page.md")
    page.write_text("It stands beside the `beside` of\n\n```\nbeside\n```\n")
    assert len(phrases.PATTERN.findall(phrases.markdown(page))) == 2


def test_the_table_falls_but_never_rises():
    table, now = {"better": 3, "worse": 1, "clean": 2}, {"better": 2, "worse": 5, "new": 4}
    assert phrases.lowered(table, now) == {"better": 2, "worse": 1}


@pytest.fixture
def source(tmp_path, monkeypatch):
    """A planted module in an otherwise empty repository."""
    monkeypatch.setattr(phrases, "ROOT", tmp_path)
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        (tmp_path / name).write_text("Nothing here.")
    (tmp_path / "src").mkdir()
    return tmp_path / "src" / "planted.py"
