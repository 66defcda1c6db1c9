"""The research data have the sizes their papers give."""

from __future__ import annotations

import os

import numpy as np
import pytest
from scipy import sparse

from cotext import datasets

pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not os.environ.get("COTEXT_DATA"), reason="COTEXT_DATA is not set"),
]

SIZES = {
    "cstr": ((475, 1000), [101, 71, 178, 125]),
    "classic3": ((3891, 4303), [1033, 1460, 1398]),
    "classic4": ((7095, 5896), [3204, 1460, 1398, 1033]),
    "ng20": ((18846, 26214), None),
    "ng2_dcc": ((500, 2000), [250, 250]),
    "m2": ((500, 2000), [250] * 2),
    "m5": ((500, 2000), [100] * 5),
    "m10": ((500, 2000), [50] * 10),
    "ng1": ((400, 2000), [200] * 2),
    "ng2": ((1000, 2000), [200] * 5),
    "ng3": ((1600, 2000), [200] * 8),
    "reuters4": ((6387, 16921), [3713, 2055, 321, 298]),
    "reuters65": ((8293, 18933), None),
    "tr41": ((878, 7454), None),
    "la12": ((6279, 31472), [1042, 642, 521, 1848, 1497, 729]),
    "nips14-17": ((555, 6881), [209, 47, 50, 40, 16, 68, 66, 26, 33]),
    "pnc_toy": ((300, 6764), [100] * 3),
    "pnc_3topics": ((960, None), [320] * 3),
    "pubmed_diabetes": ((19717, 500), [4103, 7739, 7875]),
    "acmdl_tensor": ((2223, 3679), [741] * 3),
    "acm3025": ((3025, 1870), [1061, 965, 999]),
    "cora": ((2708, 1433), None),
    "wikipedia": ((8095, None), [1548, 5258, 1289]),
}
WITH_TEXTS = {
    "classic3", "classic4", "ng20", "reuters4", "reuters65", "pnc_toy", "pnc_3topics", "acmdl_tensor",
    "wikipedia",
}  # fmt: skip
WITH_WORDS = {
    "classic3", "classic4", "ng20", "reuters4", "reuters65", "tr41", "la12", "pnc_toy", "acmdl_tensor",
}  # fmt: skip
DENSITY = {
    "cstr": 3.40, "classic3": 1.05, "classic4": 0.591, "ng20": 0.342, "ng2_dcc": 3.10, "reuters4": 0.251,
    "reuters65": 0.248, "tr41": 2.62, "la12": 0.475, "nips14-17": 7.37, "pnc_toy": 2.20,
    "pubmed_diabetes": 10.0,
}  # fmt: skip


@pytest.fixture(scope="module", params=SIZES)
def loaded(request: pytest.FixtureRequest) -> datasets.Dataset:
    return datasets.load(request.param)


def test_sizes_are_those_of_the_papers(loaded: datasets.Dataset) -> None:
    (documents, words), sizes = SIZES[loaded.name]
    row = next(row for row in datasets.describe() if row["name"] == loaded.name)
    assert row["available"]
    assert (row["documents"], row["words"]) == (documents, words)
    assert row["classes"] == len(loaded.label_names)
    assert len(loaded) == len(loaded.ids) == len(set(loaded.ids)) == documents
    found = np.bincount(loaded.labels, minlength=row["classes"])
    assert len(found) == row["classes"]
    assert found.min() > 0
    if sizes is not None:
        assert found.tolist() == sizes


def test_counts_are_positive_integers(loaded: datasets.Dataset) -> None:
    documents, words = SIZES[loaded.name][0]
    if words is None:
        assert loaded.X is None
        return
    assert isinstance(loaded.X, sparse.csr_array)
    assert loaded.X.shape == (documents, words)
    assert loaded.X.dtype.kind == "i"
    assert loaded.X.data.min() >= 1
    if loaded.name in DENSITY:
        assert 100 * loaded.X.nnz / (documents * words) == pytest.approx(DENSITY[loaded.name], rel=0.01)


def test_texts_and_words_are_there_where_they_are_known(loaded: datasets.Dataset) -> None:
    assert (loaded.texts is not None) == (loaded.name in WITH_TEXTS)
    assert (loaded.vocabulary is not None) == (loaded.name in WITH_WORDS)
    if loaded.vocabulary is not None:
        assert len(loaded.vocabulary) == loaded.X.shape[1]
    if loaded.texts is not None:
        assert len(loaded.texts) == len(loaded)


@pytest.mark.parametrize("name", ["classic3", "reuters4", "pnc_toy", "reuters65"])
def test_texts_belong_to_their_rows(name: str) -> None:
    """Most words counted in a row are found in its text, and rarely in that of another row."""
    data = datasets.load(name)
    rng = np.random.default_rng(0)
    texts = [text.lower() for text in data.texts]

    def share(row: int, text: str) -> float:
        words = [data.vocabulary[j].lower() for j in data.X[[row]].indices]
        return sum(word in text for word in words) / max(1, len(words))

    rows = rng.integers(len(data), size=60)
    own = np.median([share(row, texts[row]) for row in rows])
    other = np.median([share(row, texts[row - 1 - len(data) // 2]) for row in rows])
    assert own > 0.9
    assert other < 0.6


def test_reuters4_is_the_beginning_of_reuters65() -> None:
    four, all_of_it = datasets.load("reuters"), datasets.load("reuters65")
    assert four.name == "reuters4"
    assert list(four.texts) == list(all_of_it.texts)[:6387]
    np.testing.assert_array_equal(four.labels, all_of_it.labels[:6387])


def test_aliases_are_the_sets_they_stand_for() -> None:
    assert datasets.load("nips").name == "nips14-17"
    assert datasets.load("pnc").name == "pnc_toy"


@pytest.mark.parametrize(
    ("name", "distinct"), [("m2", 5), ("m5", 10), ("m10", 10), ("ng1", 10), ("ng2", 10), ("ng3", 9)]
)
def test_newsgroup_subsets_have_ten_draws(name: str, distinct: int) -> None:
    data = datasets.load(name)
    assert len(data.samples) == 10
    assert {sample.shape for sample in data.samples} == {data.X.shape}
    assert abs(data.X - data.samples[0]).nnz == 0
    assert int((data.duplicate_of == -1).sum()) == distinct
    for number, earlier in enumerate(data.duplicate_of):
        if earlier >= 0:
            assert abs(data.samples[number] - data.samples[earlier]).nnz == 0


@pytest.mark.parametrize(
    ("name", "kinds", "widths"),
    [
        ("pubmed_diabetes", ["factor", "adjacency"], [500, 19717]),
        ("acmdl_tensor", ["factor"] * 4, [1527, 3679, 4246, 4153]),
        ("acm3025", ["factor", "adjacency", "factor"], [1870, 3025, None]),
        ("cora", ["factor", "adjacency"], [1433, 2708]),
    ],
)
def test_tensors_have_their_relations(name: str, kinds: list[str], widths: list[int | None]) -> None:
    data = datasets.load(name)
    assert list(data.slice_kinds) == kinds
    assert len(data.slices) == len(data.slice_names) == len(data.slice_vocabularies) == len(kinds)
    for slice_, width, words in zip(data.slices, widths, data.slice_vocabularies, strict=True):
        assert slice_.shape[0] == len(data)
        assert width is None or slice_.shape[1] == width
        assert words is None or len(words) == slice_.shape[1]


def test_citations_are_all_there() -> None:
    assert datasets.load("cora").slices[1].nnz == 5429
    citations = datasets.load("pubmed_diabetes").slices[1]
    assert citations.nnz == 2 * 44324
    assert abs(citations - citations.T).nnz == 0


def test_the_empty_row_of_classic4_is_kept() -> None:
    assert np.flatnonzero(datasets.load("classic4").X.sum(axis=1) == 0).tolist() == [1551]
