"""``cotext choose``: the planted number, told, drawn and as JSON."""

import pytest

from cotext.cli.options import parse_range
from cotext.errors import UsageError

QUICK = ("--model", "spherical-kmeans", "--resamples", "2")


def test_the_planted_number_is_recommended(call, corpus, tmp_path):
    outcome = call("choose", corpus, "-k", "2-5", *QUICK, "--plot", "curve.png")
    assert outcome.code == 0
    header, *rows = [line.split("\t") for line in outcome.out.splitlines()]
    assert header == ["documents", "words", "criterion", "stability", "coherence", "score"]
    assert [row[0] for row in rows] == ["2", "3", "4", "5"]
    assert "recommended: -k 3, by spherical-kmeans (highest modularity, a second opinion: 3)" in outcome.err
    assert (tmp_path / "curve.png").is_file()
    assert (tmp_path / "curve.csv").read_text().splitlines()[0] == ",".join(header)


def test_json_holds_the_number_and_the_curve(call, corpus):
    settings = ("--set", "n_init=3", "--set", "min_df=1")
    found = call("choose", corpus, "-k", "2,3", *QUICK, *settings, "--json", "-q").json
    assert (found["n_clusters"], found["model"], found["by_modularity"]) == (3, "spherical-kmeans", 3)
    assert [row["documents"] for row in found["table"]][:2] == [2, 3]
    assert set(found["table"][0]) == {"documents", "words", "criterion", "stability", "coherence", "score"}


def test_what_has_an_option_is_not_set(call, corpus):
    outcome = call("choose", corpus, "--set", "random_state=3")
    assert (outcome.code, "use --seed 3" in outcome.err) == (2, True)


def test_ranges_are_read():
    assert parse_range("2-5") == [2, 3, 4, 5]
    assert parse_range("2-30:7") == [2, 9, 16, 23, 30]
    assert parse_range("16,4,8") == [4, 8, 16]
    for wrong in ("5-2", "x", "", "0-3", "2-9:0", "2--3", "4,"):
        with pytest.raises(UsageError, match="expected numbers to try such as 2-12"):
            parse_range(wrong)
