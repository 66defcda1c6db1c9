"""What a run folder is, said once: the corpus leaves it out, a save may replace it, the explorer lists it."""

import json

import numpy as np
import pytest

from cotext.corpus import read
from cotext.errors import UsageError
from cotext.explorer import is_run as is_listed
from cotext.files import RUN_MARKS, finite, is_run
from cotext.runfolder import refuse_foreign


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "corpus" / "made"
    made.mkdir(parents=True)
    (tmp_path / "corpus" / "text.txt").write_text("red oak")
    return made


@pytest.mark.parametrize("marks", [RUN_MARKS, RUN_MARKS[:1], RUN_MARKS[1:]])
def test_all_agree_on_what_a_run_folder_is(folder, marks):
    for name in (*marks, "notes.txt"):
        (folder / name).write_text("tall elm")
    run = marks == RUN_MARKS
    assert is_run(folder) == is_listed(folder) == run
    assert len(read(folder.parent).texts) == (1 if run else 2)
    if run:
        refuse_foreign(folder)
    else:
        with pytest.raises(UsageError, match="is not a cotext run"):
            refuse_foreign(folder)


def test_the_explorer_does_not_list_a_run_that_is_being_written(folder):
    draft = folder.rename(folder.with_name(".made.0123abcd.tmp"))
    for name in RUN_MARKS:
        (draft / name).write_text("{}")
    assert is_run(draft)
    assert not is_listed(draft)


def test_json_gets_plain_numbers_and_null_for_those_that_are_none():
    given = {"a": np.float64(np.nan), 2: (np.int64(3), np.array([1.5, np.inf])), "b": [{"c": float("-inf")}]}
    assert (
        json.dumps(finite(given), allow_nan=False) == '{"a": null, "2": [3, [1.5, null]], "b": [{"c": null}]}'
    )
