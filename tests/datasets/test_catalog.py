"""The catalog and the errors when the data are not there."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from cotext import datasets
from cotext.datasets.catalog import CATALOG
from cotext.errors import CotextError, UsageError

NAMES = (
    "cstr classic3 classic4 ng20 ng2_dcc m2 m5 m10 ng1 ng2 ng3 reuters4 reuters65 tr41 la12 nips14-17 "
    "pnc_toy pnc_3topics pubmed_diabetes acmdl_tensor acm3025 cora wikipedia pydocs"
)
FROM_FILES = [name for name in NAMES.split() if name not in ("pydocs", "ng20")]


def test_every_promised_name_is_in_the_catalog() -> None:
    assert datasets.names() == NAMES.split()


def test_without_data_only_what_is_built_in_is_available(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COTEXT_DATA", raising=False)
    assert [row["name"] for row in datasets.describe() if row["available"]] == ["pydocs"]


def test_a_file_in_the_folder_makes_its_set_available(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COTEXT_DATA", str(tmp_path))
    (tmp_path / "cstr").mkdir()
    (tmp_path / "cstr" / "cstr.npz").touch()
    assert [row["name"] for row in datasets.describe() if row["available"]] == ["cstr", "pydocs"]


@pytest.mark.parametrize("name", FROM_FILES)
def test_missing_data_are_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.delenv("COTEXT_DATA", raising=False)
    with pytest.raises(UsageError, match=r"COTEXT_DATA is not set; get the data from \w+"):
        datasets.load(name)
    monkeypatch.setenv("COTEXT_DATA", str(tmp_path))
    with pytest.raises(UsageError, match=r"COTEXT_DATA=.*: no file .*; get the data from \w+"):
        datasets.load(name)


def test_an_unknown_name_lists_the_known_ones() -> None:
    meant = r"unknown data set .cstrr. \(did you mean .cstr.\?\); choose one of cstr, classic3, .*pydocs"
    with pytest.raises(UsageError, match=meant):
        datasets.load("cstrr")


def test_a_damaged_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COTEXT_DATA", str(tmp_path))
    (tmp_path / "cstr").mkdir()
    (tmp_path / "cstr" / "cstr.npz").write_bytes(b"PK\x03\x04 not a zip")
    with pytest.raises(CotextError, match=r"cstr\.npz"):
        datasets.load("cstr")


def test_ng20_comes_from_scikit_learn_when_there_is_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    from sklearn.utils import Bunch

    def fetch(**options: object) -> Bunch:
        assert options == {"subset": "all", "shuffle": False}
        return Bunch(
            data=["god and god", "space"],
            target=np.array([1, 0]),
            target_names=["sci.space", "alt.atheism"],
            filenames=np.array(["/x/alt.atheism/1", "/x/sci.space/2"]),
        )

    monkeypatch.delenv("COTEXT_DATA", raising=False)
    monkeypatch.setattr("sklearn.datasets.fetch_20newsgroups", fetch)
    data = datasets.load("ng20")
    assert data.vocabulary == ["and", "god", "space"]
    np.testing.assert_array_equal(data.X.toarray(), [[1, 2, 0], [0, 0, 1]])
    np.testing.assert_array_equal(data.labels, [1, 0])
    assert data.ids == ["alt.atheism/1", "sci.space/2"]
    assert data.texts == ["god and god", "space"]


def test_a_failed_download_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    def fetch(**options: object) -> None:
        raise OSError("no route")

    monkeypatch.delenv("COTEXT_DATA", raising=False)
    monkeypatch.setattr("sklearn.datasets.fetch_20newsgroups", fetch)
    with pytest.raises(UsageError, match=r"no route.*COTEXT_DATA"):
        datasets.load("ng20")


def test_no_path_of_this_machine_is_in_the_catalog() -> None:
    files = [file for entry in CATALOG for file in (entry.matrix, entry.texts) if file]
    assert not any(os.path.isabs(file) or ".." in file for file in files)
