"""``cotext split`` and ``cotext merge``: other clusters of a run as a new run; clusters by number or name."""

import shutil

import pytest

from cotext import CoClustering


@pytest.fixture
def run(call, run_folder, tmp_path):
    """Three clusters, of which 1 and 2 have names."""
    folder = shutil.copytree(run_folder, tmp_path / "run")
    call("label", folder, "--rename", "1=Late parcels", "--rename", "2=Batteries", "--note", "2=few")
    return folder


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_split_is_a_new_run_and_the_old_one_stays(call, run, tmp_path):
    before = files(run)
    found = call("split", run, "Late parcels", "--into", 3, "--out", "parts", "--json").json
    assert files(run) == before
    assert (found["run"], found["model"], found["n_clusters"]) == ("parts", "consensus", 5)
    assert found["edited"]
    old, new = CoClustering.load(run), CoClustering.load(tmp_path / "parts")
    inside = old.row_labels_ == 1
    assert new.row_labels_[~inside].tolist() == old.row_labels_[~inside].tolist()
    assert set(new.row_labels_[inside].tolist()) == {1, 3, 4}
    assert (new.names, new.notes) == (old.names, old.notes)


def test_a_merge_is_a_new_run_in_which_documents_are_placed(call, run, tmp_path, corpus):
    outcome = call("merge", run, "Batteries", 0, "--out", "merged")
    assert "run folder: merged" in outcome.err
    assert [line.split("\t")[:2] for line in outcome.out.splitlines()[1:]] == [
        ["Batteries", "0"],
        ["Late parcels", "1"],
    ]
    old, new = CoClustering.load(run), CoClustering.load(tmp_path / "merged")
    assert new.row_labels_.tolist() == [{0: 0, 1: 1, 2: 0}[k] for k in old.row_labels_.tolist()]
    placed = call("predict", "merged", corpus, "-q", "--json").json["documents"]
    assert [one["cluster"] for one in placed] == new.row_labels_.tolist()


def test_segments_are_merged_with_their_clusters_and_their_loss_in_a_split_is_told(call, corpus, tmp_path):
    call("fit", corpus, "-k", 3, "--segment", 10, "--n-init", 1, "--out", "long", "-q")
    assert "no segments" not in call("merge", "long", 0, 1, "--out", "merged").err
    assert set(CoClustering.load(tmp_path / "merged").segments().column("cluster")) == {0, 1}
    assert "the new run has no segments" in call("split", "long", 0, "--out", "parts").err
    assert not (tmp_path / "parts/segments.csv").exists()


def test_what_was_split_can_be_merged_again(call, run, tmp_path):
    call("split", run, 0, "--out", "parts")
    call("merge", "parts", 0, 3, "--out", "whole")
    whole = CoClustering.load(tmp_path / "whole")
    assert whole.row_labels_.tolist() == CoClustering.load(run).row_labels_.tolist()
    assert whole.provenance["steps"] == [{"split": 0, "into": 2}, {"merge": [0, 3]}]


def test_a_name_stands_for_its_cluster_wherever_a_cluster_is_asked_for(call, run):
    assert "Late parcels (cluster 1)" in call("show", run, "--cluster", "Late parcels").out
    call("label", run, "--rename", "Late parcels=Parcels", "--note", "Batteries=many")
    call("label", run, "--merge", "Parcels,Batteries")
    merged = CoClustering.load(run)
    assert (merged.n_clusters[0], merged.names, merged.notes) == (2, {1: "Parcels"}, {1: "many"})
    call("label", run, "--split", "Parcels")
    assert CoClustering.load(run).n_clusters[0] == 3


def test_numbers_come_before_names_that_look_like_them(call, run):
    call("label", run, "--rename", "0=2", "--rename", "1=2024")
    assert call("show", run, "--cluster", 2, "--json").json["cluster"] == 2
    assert call("show", run, "--cluster", 2024, "--json").json["cluster"] == 1


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["split", "run", "late-parcel"], "cluster late-parcel (did you mean 'Late parcels'?); give"),
        (["split", "run", "9"], "no document cluster 9; give a number from 0 to 2, or the name of a cluster"),
        (["split", "run", "-1"], "there is no option -1"),
        (["split", "run", "0", "--into", "1"], "--into 1: expected a number of parts from 2 up"),
        (["split", "run", "0", "--into", "99"], "fewer than --into 99: give a larger cluster"),
        (["merge", "run", "Batteries"], "give the numbers of two or more clusters"),
        (["merge", "run", "1", "Late parcels"], "give the numbers of two or more clusters"),
        (["merge", "run", "0", "Baterries"], "(did you mean 'Batteries'?)"),
        (["merge", "run", "0", "1", "--out", "run"], "--out run: this is the run itself; give another"),
        (["merge", "Run-", "0", "1"], "Run- is not a run folder (did you mean 'run'?)"),
        (["show", "run", "--cluster", "Baterries"], "(did you mean 'Batteries'?)"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_refused_in_one_line_before_anything_is_written(
    call, run, tmp_path, args, message
):
    outcome = call(*args, *([] if "--out" in args or args[0] == "show" else ["--out", "new"]))
    assert outcome.code == 2
    assert message in outcome.err
    assert outcome.err.count("\n") == 1
    assert not (tmp_path / "new").exists()


def test_two_clusters_of_one_name_are_told_by_their_numbers(call, run):
    call("label", run, "--rename", "0=Batteries")
    assert "clusters [0, 2] have the name 'Batteries'" in call("split", run, "Batteries", "--out", "new").err
