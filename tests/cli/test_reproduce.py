"""``cotext reproduce``."""

import pytest

TOML = """
title = "Bases"
about = "Table I of nobody"
measures = ["error"]
starts = { quick = 2, full = 2 }
tolerance = 0.01
[data.I]
kind = "overlapping"
[models]
nmf = { title = "NMF" }
[paper.I]
nmf = [0.0]
"""


@pytest.fixture
def toml(tmp_path):
    (tmp_path / "bases.toml").write_text(TOML)
    return "bases.toml"


def test_without_a_name_the_tables_are_listed(call):
    outcome = call("reproduce")
    assert outcome.code == 0
    assert "wc-nmtf" in outcome.out
    assert "Table 2" in outcome.out


def test_an_unknown_name_is_answered_with_the_tables_there_are(call):
    outcome = call("reproduce", "wc")
    assert outcome.code == 2
    assert "there is no table 'wc'; give one of" in outcome.err


def test_a_table_is_printed_beside_the_paper_and_saved_and_is_one_object_as_json(call, toml, tmp_path):
    outcome = call("reproduce", toml, "--jobs", "1")
    assert outcome.code == 0
    header, line, *_ = outcome.out.splitlines()
    assert header.split("\t")[3:6] == ["paper", "ours", "difference"]
    assert line.startswith("I\tNMF\terror\t0.000\t")
    assert "1 of 1 cells" in outcome.err
    assert "reached: 1 of 1 error" in outcome.err
    assert (tmp_path / "runs" / "reproduce" / "bases" / "results.csv").exists()
    outcome = call("reproduce", toml, "--json", "-q")
    assert outcome.json["reached"] == {"error": {"reached": 1, "of": 1, "cannot_be_run": 0}}
    assert outcome.json["cells"][0]["model"] == "nmf"
    assert outcome.json["provenance"]["seed"] == 0


def test_an_interrupted_run_says_that_it_can_go_on(call, toml, monkeypatch):
    def stop(*args, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("cotext.experiments.reproduction.run_cells", stop)
    outcome = call("reproduce", toml, "--out", "here")
    assert outcome.code == 130
    assert "finished cells saved to here; rerun the same command" in outcome.err
