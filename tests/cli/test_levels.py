"""``cotext fit -k 2/4``: clusters within clusters on the command line."""

import json

import pytest

from cotext import CoClustering
from cotext.datasets import make_texts


@pytest.fixture
def corpus(tmp_path):
    """Forty texts of four letters; the first two and the last two share words of their own."""
    data = make_texts(40, 4, random_state=0)
    pair = ["low1 low2 low3 low4", "high1 high2 high3 high4"]
    rows = [
        {"body": f"{text} {pair[k // 2]}", "class": data.label_names[k]}
        for text, k in zip(data.texts, data.labels, strict=True)
    ]
    path = tmp_path / "letters.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    return path


def test_levels_go_from_the_option_to_json_tables_run_and_prediction(call, corpus, tmp_path):
    found = call("fit", corpus, "-k", "2/4", "--out", "run", "--json", "-q").json
    assert (found["model"], found["n_clusters"], found["levels"]) == ("nested", 4, [2, 4])
    assert found["metrics"]["nmi"] == pytest.approx(1.0)
    assert [cluster["level_1"] for cluster in found["clusters"]] == [0, 0, 1, 1]
    result = CoClustering.load(tmp_path / "run")
    assert result.levels == [2, 4]
    assert "levels = [" in (tmp_path / "run/config.toml").read_text()
    placed = call("predict", "run", corpus, "--json", "-q").json["documents"]
    known = ["known_words", "known_share"]
    columns = ["id", "level_1", "cluster", "confidence", "second", *known, "class", "excerpt"]
    assert list(placed[0]) == columns
    again = call("predict", "run", corpus, "-q").out.splitlines()
    assert again[0] == ",".join(columns)
    assert [int(row.split(",")[2]) for row in again[1:]] == result.row_labels_.tolist()


def test_the_table_shows_the_level_above_first(call, corpus):
    lines = call("fit", corpus, "-k", "2/4").out.splitlines()
    assert lines[0].split("\t") == ["name", "level_1", "cluster", "size", "share", "words"]
    assert [line.split("\t")[1:3] for line in lines[1:]] == [["0", "0"], ["0", "1"], ["1", "2"], ["1", "3"]]


def test_a_pair_is_still_documents_by_words(call, corpus):
    found = call("fit", corpus, "-k", "2,4", "--json", "-q").json
    assert (found["model"], found["n_clusters"], "levels" in found) == ("consensus", [2, 4], False)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["-k", "5/8"], "-k 5/8: 8 is less than twice 5"),
        (["-k", "5/x"], "-k 5/x: expected levels such as 5/20"),
        (["-k", "0/4"], "-k 0/4: expected whole numbers from 1 up"),
        (["-k", "2/4", "--model", "nmf"], "nmf has no parameter 'levels'"),
        (["-k", "4", "--set", "levels=2"], "this parameter has an option; use -k"),
        (["-k", "x"], "two such as 8,12, or levels such as 5/20"),
        (["-k", "20/41"], "more than the number of documents"),
    ],
)
def test_levels_that_cannot_be_are_refused_in_one_line(call, corpus, args, message):
    outcome = call("fit", corpus, "-q", *args)
    assert outcome.code == 2
    assert message in outcome.err
    assert outcome.err.count("\n") == 1
