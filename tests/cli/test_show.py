"""``cotext show`` prints a run again; ``cotext compare`` says what another fit changed."""

import csv
import io
import json

import pytest

from cotext import CoClustering, cluster
from cotext.errors import UsageError


def kind(word):
    return word.rstrip("0123456789")


def test_a_run_is_shown_as_fit_showed_it(call, corpus, run_folder):
    fitted = call("fit", corpus, "-k", "3", "--n-init", "2", "--out", "again")
    shown = call("show", "again")
    assert shown.out == fitted.out
    assert "agreement with the 3 known classes: NMI 1.000" in shown.err
    fitted = call("fit", corpus, "-k", "3", "--n-init", "2", "--out", "again", "--json")
    assert call("show", "again", "--json").json == fitted.json
    assert all(len(one["words"]) == 2 for one in call("show", run_folder, "-n", 2, "--json").json["clusters"])


def test_a_cluster_is_shown_with_its_words_and_documents(call, run_folder, records):
    text = {record["id"]: record["body"] for record in records}
    topics = set()
    for k in range(3):
        found = call("show", run_folder, "--cluster", k, "-n", 4, "--json").json
        assert found["cluster"] == k
        assert len(found["words"]) == 4
        assert 1 <= len(found["documents"]) <= 4  # near copies of another are not shown
        (topic,) = {kind(word) for word in found["more"]}
        assert topic not in {kind(word) for word in found["less"]}
        assert all(topic in text[one["id"]].lower() for one in found["documents"])
        topics.add(topic)
    assert topics == {"alpha", "beta", "gamma"}
    page = call("show", run_folder, "--cluster", 2, "-n", 4).out.splitlines()
    assert (
        page[0]
        == f"{', '.join(found['words'][:3])} (cluster 2): {found['size']} documents, {found['share']:.1%}"
    )
    assert page[1] == f"words: {', '.join(found['words'])}"
    assert "id\tconfidence\texcerpt" in page


def test_a_word_cluster_is_shown_heaviest_word_first(call, run_folder):
    result = CoClustering.load(run_folder)
    found = call("show", run_folder, "--word-cluster", 1, "-n", 5, "--json").json
    assert found["size"] == (result.column_labels_ == 1).sum()
    assert [row["word"] for row in found["words"]] == result.top_words(1, 5, side="words")
    lines = call("show", run_folder, "-w", 1, "-n", 5).out.splitlines()
    assert lines[0].split("\t") == ["word", "weight", "keyness"]
    assert all(len(line.split("\t")[1].partition(".")[2]) == 3 for line in lines[1:])


def test_documents_are_shown_as_csv(call, run_folder):
    rows = list(csv.DictReader(io.StringIO(call("show", run_folder, "--documents").out)))
    assert [int(row["cluster"]) for row in rows] == CoClustering.load(run_folder).row_labels_.tolist()
    found = call("show", run_folder, "--documents", "--json").json["documents"]
    assert [row["id"] for row in found] == [row["id"] for row in rows]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--cluster", 9], "no document cluster 9; give a number from 0 to 2"),
        (["--word-cluster", 9], "no word cluster 9"),
        (["--cluster", 1, "--documents"], "give one of them"),
    ],
)
def test_what_is_not_there_cannot_be_shown(call, run_folder, args, message):
    outcome = call("show", run_folder, *args)
    assert outcome.code == 2
    assert message in outcome.err


@pytest.fixture
def other(call, corpus, records, tmp_path):
    """The same documents in another order, two left out, one new, in two clusters."""
    lines = [*records[:1:-1], {"id": "new", "body": "alpha1 alpha2"}]
    (tmp_path / "other.jsonl").write_text("\n".join(map(json.dumps, lines)))
    call("fit", "other.jsonl", "-k", "2", "--n-init", "1", "--out", "other", "-q")
    return tmp_path / "other"


def test_two_runs_are_compared_by_the_ids_of_their_documents(call, run_folder, other, tmp_path):
    found = call("compare", run_folder, other, "--json", "--moved", "moved.csv", "--plot", "flows.svg").json
    assert (found["n_documents"], found["only"]) == (28, [2, 1])
    runs = [CoClustering.load(folder) for folder in (run_folder, other)]
    here, there = (dict(zip(run.docword.ids, run.row_labels_.tolist(), strict=True)) for run in runs)
    assert sum(row["documents"] for row in found["flows"]) == 28
    for row in found["flows"]:
        both = [name for name in here if here[name] == row["from"] and there.get(name) == row["to"]]
        assert len(both) == row["documents"]
        assert row["from_words"] == runs[0].top_words(row["from"], 5)
    (gone,) = {row["from"] for row in found["moved"]}  # two clusters cannot match three: one has no partner
    assert {row["id"] for row in found["moved"]} == {name for name in there if here.get(name) == gone}
    rows = list(csv.DictReader(io.StringIO((tmp_path / "moved.csv").read_text())))
    assert [row["id"] for row in rows] == [row["id"] for row in found["moved"]]
    assert "28 documents" in (tmp_path / "flows.svg").read_text()


def test_the_comparison_is_told_in_a_line(call, run_folder, other):
    outcome = call("compare", run_folder, other)
    assert outcome.out.splitlines()[0].split("\t") == [
        "from",
        "from_cluster",
        "to",
        "to_cluster",
        "documents",
    ]
    last = outcome.err.splitlines()[-1]
    assert last.startswith("NMI 0.")
    assert last.endswith("2 only in the first, 1 only in the second")


def test_the_same_run_agrees_with_itself(call, run_folder):
    found = call("compare", run_folder, run_folder, "--json").json
    assert (found["metrics"]["nmi"], found["metrics"]["ari"], found["moved"]) == (1.0, 1.0, [])


def test_documents_without_known_words_have_not_moved(call, records, tmp_path):
    (tmp_path / "gaps.jsonl").write_text("\n".join(map(json.dumps, [{"id": "gap", "body": ""}, *records])))
    for name in ("one", "two"):
        call("fit", "gaps.jsonl", "-k", "3", "--model", "spherical-kmeans", "--out", name, "-q")
    found = call("compare", "one", "two", "--json").json
    assert (found["metrics"], found["moved"]) == ({"nmi": 1.0, "ari": 1.0}, [])
    assert [row["documents"] for row in found["flows"] if row["from"] == -1] == [1]


def test_runs_of_other_documents_and_bad_places_are_refused(call, run_folder, tmp_path):
    cluster(["red oak", "red elm", "cold rain", "cold snow"], 2, random_state=0, min_df=1).save(
        tmp_path / "r"
    )
    outcome = call("compare", run_folder, "r")
    assert outcome.code == 2
    assert "share no document: ids such as 'd0' and '0'" in outcome.err
    outcome = call("compare", run_folder, run_folder, "--moved", "no/such/folder.csv")
    assert (outcome.code, "--moved no/such/folder.csv" in outcome.err) == (2, True)
    with pytest.raises(UsageError, match="share no document"):
        CoClustering.load(run_folder).compare(CoClustering.load(tmp_path / "r"))
