"""``cotext evaluate --labels``: classes that are known later than the run."""

import pytest

from cotext import CoClustering
from cotext.errors import UsageError
from cotext.result.compare import with_labels


@pytest.fixture
def unlabelled(call, records, tmp_path):
    lines = ["id,body", *(f'{record["id"]},"{record["body"]}"' for record in records)]
    (tmp_path / "plain.csv").write_text("\n".join(lines))
    call("fit", "plain.csv", "-k", "3", "--n-init", "1", "--out", "run", "-q")
    return tmp_path / "run"


def test_a_table_is_matched_by_id(call, unlabelled, records, tmp_path):
    assert "nmi" not in call("evaluate", unlabelled, "--json").json["metrics"]
    rows = [f"{record['id']},{record['class']}" for record in reversed(records[2:])]
    (tmp_path / "classes.csv").write_text("\n".join(["id,label", "d0,", "stranger,alpha", *rows]))
    outcome = call("evaluate", unlabelled, "--labels", "classes.csv", "--json")
    assert outcome.json["metrics"]["nmi"] == pytest.approx(1.0)
    assert "2 of 30 documents have no label and are left out" in outcome.err
    assert "1 labels are of documents that are not in the run" in outcome.err
    wrong = [f"{record['id']},{i % 3}" for i, record in enumerate(records)]
    (tmp_path / "wrong.tsv").write_text("\n".join(["name\tkind", *(row.replace(",", "\t") for row in wrong)]))
    found = call("evaluate", unlabelled, "--labels", "wrong.tsv", "--id", "name", "--label", "kind", "--json")
    assert found.json["metrics"]["ari"] < 0.2


def test_a_plain_file_is_matched_by_order(call, unlabelled, records, tmp_path):
    lines = ["", *(record["class"] for record in records[1:])]
    (tmp_path / "classes.txt").write_text("\n".join(lines) + "\n")
    outcome = call("evaluate", unlabelled, "--labels", "classes.txt", "--json")
    assert outcome.json["metrics"]["acc"] == pytest.approx(1.0)
    assert "1 of 30 documents" in outcome.err
    (tmp_path / "classes.txt").write_text("\n".join(lines[:-1]) + "\n")
    outcome = call("evaluate", unlabelled, "--labels", "classes.txt")
    assert outcome.code == 2
    assert "classes.txt has 29 labels; expected one for each of the 30 documents" in outcome.err


def test_new_classes_take_the_place_of_the_old_ones(run_folder):
    result = CoClustering.load(run_folder)
    new = with_labels(result, ["one"] * 15 + ["two"] * 15)
    assert (result.metrics["nmi"], new.docword.label_names) == (pytest.approx(1.0), ["one", "two"])
    assert new.metrics["nmi"] < 0.9
    assert new.metrics["criterion"] == result.metrics["criterion"]
    with pytest.raises(UsageError, match="no document of the run has a label"):
        with_labels(result, [""] * 30)


def test_a_column_that_is_not_there_is_named(call, unlabelled, tmp_path):
    (tmp_path / "classes.csv").write_text("id,labels\nd0,a\n")
    outcome = call("evaluate", unlabelled, "--labels", "classes.csv")
    assert outcome.code == 2
    assert "no column 'label' (did you mean 'labels'?)" in outcome.err
