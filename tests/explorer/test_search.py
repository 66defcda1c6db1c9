"""Full-text search over words cut as the run was cut."""

import pytest

import cotext
from cotext.errors import UsageError
from cotext.explorer.search import LONGEST, MOST_PARTS, Index
from cotext.result import CoClustering

TEXTS = [
    "The rocket reached its orbit. Orbits are curves.",
    "Naïve painters paint orbits of colour",
    'A "quoted" text on paint; orbit and rocket far apart',
    "Rockets, rockets, rockets reached nothing",
    "文字を検索する",
]


@pytest.fixture(scope="module")
def result():
    return cotext.cluster(TEXTS, n_clusters=2, stem="porter", language="en", n_init=1, random_state=0)


def rows(result, query, limit=10):
    return Index(result).search(query, limit)["rows"]


def test_all_words_must_be_there_and_forms_of_a_stem_are_one_word(result):
    assert sorted(rows(result, "orbiting rocket")) == [0, 2]
    assert rows(result, "orbit zebra") == []


def test_the_document_that_is_most_about_it_comes_first(result):
    assert rows(result, "rocket")[0] == 3


def test_a_quoted_phrase_is_found_as_it_stands(result):
    assert rows(result, '"reached its orbit"') == [0]
    assert rows(result, '"orbit rocket"') == []


def test_a_star_finds_beginnings(result):
    assert sorted(rows(result, "pain*")) == [1, 2]
    assert sorted(rows(result, "n*")) == [1, 3]


def test_case_and_accents_are_as_in_the_run(result):
    assert rows(result, "NAÏVE") == [1]


def test_words_of_scripts_without_spaces_are_found(result):
    assert rows(result, "検索") == [4]


def test_an_id_is_found_and_comes_first(result):
    ids = list(result.docword.ids)
    assert rows(result, ids[3])[0] == 3


@pytest.mark.parametrize(
    "query", ["", " ", '"', '""', "*", "AND", "orbit OR", "NEAR(", "words:orbit", "-orbit", "'; --", "\ud800"]
)
def test_no_query_is_a_command_or_an_error(result, query):
    assert Index(result).search(query, 10)["total"] <= len(TEXTS)


def test_the_total_counts_those_beyond_the_limit(result):
    found = Index(result).search("orbit", 2)
    assert (len(found["rows"]), found["total"], found["partial"]) == (2, 3, False)


def test_a_run_without_texts_is_searched_by_its_counted_words(result):
    bare = CoClustering(
        result.model, result.docword, provenance={}, counts=result.counts, recipe=result.recipe
    )
    assert sorted(rows(bare, "orbiting rockets")) == [0, 2]


def test_rows_are_right_beyond_the_first_batch(result, monkeypatch):
    monkeypatch.setattr("cotext.explorer.search.BATCH", 2)
    assert rows(result, '"reached nothing"') == [3]
    assert sorted(rows(result, "orbit")) == [0, 1, 2]


def test_a_part_that_is_repeated_is_looked_for_once(result):
    index = Index(result)
    assert index._expression("or* " * 200 + "rocket Rockets") == '"or"* AND "rocket"'
    assert index.search("or* " * 200, 10)["rows"] == index.search("or*", 10)["rows"]


@pytest.mark.parametrize(
    ("query", "told"),
    [
        (" ".join(f"w{i}*" for i in range(MOST_PARTS + 1)), f"give at most {MOST_PARTS}"),
        ("a" * (LONGEST + 1), "1,001 characters: give at most 1,000"),
    ],
)
def test_a_search_for_too_much_is_refused_in_a_sentence(result, query, told):
    with pytest.raises(UsageError, match=told):
        Index(result).search(query, 10)


def test_a_search_that_takes_too_long_ends_and_the_next_one_is_answered(result, monkeypatch):
    index = Index(result)
    assert index.search("orbit", 10)["total"] == 3
    monkeypatch.setattr("cotext.explorer.search.DEADLINE", -1.0)
    monkeypatch.setattr("cotext.explorer.search.STEPS", 1)
    with pytest.raises(UsageError, match="took more than"):
        index.search("orbit", 10)
    monkeypatch.undo()
    assert index.search("orbit", 10)["total"] == 3


def test_texts_that_are_damaged_are_told_when_somebody_searches(client, folder):
    path = folder / "letters" / "texts.jsonl.gz"
    path.write_bytes(bytes(reversed(path.read_bytes())))
    answer = client.get("/api/runs/letters/search?q=oak")
    assert answer.status_code == 400
    assert "damaged" in answer.json()["error"]


def test_the_server_searches_texts(client):
    found = client.get("/api/runs/letters/search", params={"q": "orbit* d29"})
    assert found.json() == {"rows": [], "total": 0, "partial": False}
    assert client.get("/api/runs/letters/search", params={"q": "d29"}).json()["rows"][0] == 29
