"""What a file that is mailed may hold."""

import json

import numpy as np
import pytest

from cotext.errors import UsageError
from cotext.pictures import QUESTIONS
from cotext.pictures.prepare import numbers_of, pictures_of
from cotext.report.report import SHORTEST, Report, in_page, length_that_fits, near_rows, sampled_rows
from cotext.result import CoClustering


def long(result, times):
    """The same result with longer texts."""
    return CoClustering(
        result.model,
        result.docword,
        provenance=result.provenance,
        counts=result.counts,
        excerpts=result.excerpts,
        recipe=result.recipe,
        texts=[np.random.default_rng(i).bytes(times).hex() for i in range(len(result.docword.ids))],
    )


def test_a_small_run_is_in_it_whole(result, deck_in):
    deck = deck_in(Report(result, "letters").page())
    assert deck["documents"]["ids"] == list(result.docword.ids)
    assert deck["texts"] == list(result.texts)
    assert deck["overview"]["sampled"] is None
    assert "shortened" not in deck["overview"]


def test_a_sample_is_stated_and_rows_are_those_of_the_page(result, deck_in):
    deck = deck_in(Report(result, "letters").page(documents=40))
    ids = deck["documents"]["ids"]
    assert deck["overview"]["sampled"] == {"shown": 40, "of": 100}
    assert len(ids) == len(deck["texts"]) == len(deck["similar"]) == 40
    for cluster in deck["overview"]["clusters"]:
        typical = result.representative_documents(cluster["cluster"], 5).column("id")
        assert [ids[row] for row in cluster["typical"]] == typical
    drawn = deck["pictures"]["map"]
    assert [ids[row] for row in drawn["rows"]] == drawn["ids"]
    plain = deck["pictures"]["map-plain"]
    assert (plain["rows"], plain["ids"]) == (drawn["rows"], drawn["ids"])
    assert plain["points"] != drawn["points"]
    assert deck["texts"][7] == result.texts[list(result.docword.ids).index(ids[7])]


def test_every_cluster_has_its_share_of_a_sample(result):
    rows = sampled_rows(result, 30)
    shares = np.bincount(result.row_labels_[rows]) / np.bincount(result.row_labels_)
    assert len(rows) == 30
    np.testing.assert_allclose(shares, 0.3, atol=0.05)


def test_those_that_must_be_there_are_and_those_wanted_come_before_others(result):
    rows = sampled_rows(result, 10, always=[99, 98, 0], first=range(20, 40))
    assert {0, 98, 99} <= set(rows.tolist()) <= {0, 98, 99, *range(20, 40)}
    assert sampled_rows(result, 2, always=range(5)).tolist() == [0, 1, 2, 3, 4]


def test_neighbours_are_those_that_a_server_would_name(result):
    near = near_rows(result, np.arange(100))
    for row in (0, 41, 99):
        told = result.near_documents(row, 10)
        np.testing.assert_allclose([value for _, value in near[row]], [v for _, v in told], atol=1e-3)
        assert row not in [other for other, _ in near[row]]


def test_long_texts_are_shortened_before_any_is_left_out(result, deck_in):
    small = len(Report(result.without_texts(), "letters").page())
    page = Report(long(result, 4000), "letters").page(most=small + 300_000)
    deck = deck_in(page)
    assert len(page) <= small + 300_000
    assert deck["overview"]["sampled"] is None
    letters = deck["overview"]["shortened"]
    assert SHORTEST <= letters < 8000
    assert {len(text) for text in deck["texts"]} == {letters + 1}


def test_where_texts_would_be_too_short_there_are_fewer(result, deck_in):
    small = len(Report(result.without_texts(), "letters").page())
    page = Report(long(result, 4000), "letters").page(most=small + 50_000)
    deck = deck_in(page)
    assert len(page) <= small + 50_000
    assert deck["overview"]["sampled"]["shown"] < 100
    assert deck["overview"]["shortened"] >= SHORTEST
    assert {c for c in deck["documents"]["cluster"] if c >= 0} == {0, 1, 2}


def test_letters_are_shared_out_so_that_short_texts_stay_whole():
    texts = ["short one", np.random.default_rng(0).bytes(5000).hex()]
    assert 10 < length_that_fits(texts, 2000) < 4000


@pytest.mark.parametrize("size", [2, 3])
def test_the_list_of_pictures_is_true(result, size):
    merged = result if size == 3 else result.merge([0, 1])
    listed = pictures_of(merged)
    for name in set(QUESTIONS) - {"clusters"}:
        try:
            numbers_of(name, merged, **({"method": "svd"} if name == "map" else {}))
        except UsageError:
            assert name not in listed
        else:
            assert name in listed


def test_a_report_without_texts_holds_no_text(result, deck_in):
    bare = result.without_texts()
    page = json.dumps(deck_in(Report(bare, "letters").page()))
    for text in result.excerpts:
        assert text[:40] not in page


def test_a_picture_leaves_out_documents_that_are_not_in_the_page():
    drawn = {
        "rows": [0, 2],
        "ids": ["a", "c"],
        "clusters": [1, 0],
        "points": [[0, 0], [1, 1]],
        "note": "All.",
    }
    matrix = {"row_documents": [2, 1]}
    places = np.array([-1, 1, 0])
    found = in_page({"map": drawn, "matrix": matrix}, places)
    assert (found["map"]["rows"], found["map"]["ids"]) == ([0], ["c"])
    assert found["map"]["note"] == "All. Of these, the 1 in this file are shown."
    assert found["matrix"]["row_documents"] == [0, 1]


def test_the_same_result_gives_the_same_file(result):
    assert Report(result, "letters").page(documents=30) == Report(result, "letters").page(documents=30)
