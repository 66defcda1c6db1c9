"""Confidence goes on after an edit by hand, and on every level; what nobody knows is not estimated."""

import json
import warnings

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from tests.runfolder.rewrite import put, replace_arrays

from cotext.corpus import DocWord
from cotext.errors import CotextError
from cotext.metrics import match_labels
from cotext.models import by_name
from cotext.report import documents_of, overview_of
from cotext.result import CoClustering
from cotext.runfolder.edits import Edit, add_edit, apply_edits, settled
from cotext.runfolder.validate import saved_confidence


def overlapping(n=240, g=6, words=24, length=24):
    """Counts of documents of one topic, whose neighbour has a part in every third; the last has no words."""
    rng = np.random.default_rng(0)
    own = rng.integers(g, size=n)
    share = np.where(np.arange(n) % 3 == 0, 0.55, 0.9)[:, None]
    topics = 0.6 * (share * np.eye(g)[own] + (1 - share) * np.eye(g)[own ^ 1]) + 0.4 / g
    counts = np.array([rng.multinomial(length, np.repeat(p, words) / words) for p in topics], dtype=float)
    counts[-1] = 0
    return sparse.csr_array(counts)


X = overlapping()
DOCWORD = DocWord(X, [f"w{j}" for j in range(X.shape[1])], [f"d{i}" for i in range(X.shape[0])])
ASKED = ["consensus", "spherical-kmeans", "nmf"]
pytestmark = pytest.mark.filterwarnings("ignore::cotext.errors.EmptyInputWarning")


def fitted(name, seed=0, **given):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return CoClustering.from_fit(by_name(name)(6, random_state=seed, **given).fit(X), DOCWORD)


@pytest.fixture(scope="module", params=ASKED)
def result(request):
    return fitted(request.param)


@pytest.fixture(scope="module")
def flat():
    return fitted("consensus")


@pytest.fixture(scope="module")
def nested():
    return fitted("nested", levels=[3, 6])


def in_clusters(result, *clusters):
    return np.isin(result.row_labels_, clusters)


def test_a_merge_leaves_other_documents_as_sure_as_they_were(result):
    merged = result.merge([1, 4])
    others = ~in_clusters(result, 1, 4)
    assert merged.sure.source == result.sure.source
    assert_array_equal(merged.confidence[others], result.confidence[others])


@pytest.mark.parametrize("chosen", [[0, 1], [2, 5], [0, 3, 4], [0, 1, 2, 3, 4, 5]])
def test_no_merge_lowers_the_confidence_of_any_document(result, chosen):
    once = result.merge(chosen)
    assert (once.confidence >= result.confidence).all()
    if once.n_clusters[0] > 1:
        assert (once.merge([0, 1]).confidence >= once.confidence).all()


def test_whoever_puts_a_document_into_any_part_means_the_merged_cluster(flat):
    one, other = 0, int(np.argmax([flat.votes[flat.row_labels_ == 0, k].sum() for k in range(1, 6)])) + 1
    merged = flat.merge([one, other])
    mine = in_clusters(flat, one, other)
    votes = flat.votes[:, [one, other]].sum(axis=1)
    assert_allclose(merged.votes[mine, merged.row_labels_[mine]], votes[mine], rtol=1e-6)
    assert merged.confidence[mine].mean() > flat.confidence[mine].mean()


def test_votes_are_those_by_which_the_fit_is_sure(result):
    own = result.votes[np.arange(239), result.row_labels_[:239]]
    if result.sure.source == "opinions":
        assert_allclose(own, result.model.agreement_[:239], rtol=1e-6)
    assert ((result.votes >= 0) & (result.votes.sum(axis=1, keepdims=True) <= 1 + 1e-9)).all()


def test_merging_the_parts_of_a_split_gives_the_confidence_back(flat):
    split = flat.split(2, 3)
    assert_allclose(split.merge([2, 6, 7]).confidence, flat.confidence, atol=1e-6)


def test_a_part_of_a_split_is_less_sure_than_the_cluster_and_others_are_as_sure(flat):
    split = flat.split(2, 2)
    mine = in_clusters(flat, 2)
    assert_array_equal(split.confidence[~mine], flat.confidence[~mine])
    assert (split.confidence[mine] <= flat.confidence[mine]).all()
    assert (split.confidence[mine] > 0).all()


def test_a_merge_of_a_cluster_that_was_split_and_of_others_lowers_nothing(flat):
    split = flat.split(2, 2)
    assert (split.merge([0, 6]).confidence >= split.confidence).all()


def test_every_level_says_how_often_other_seeds_agree(nested):
    others = [fitted("nested", seed, levels=[3, 6]) for seed in range(1, 5)]
    for level, most in ((0, 0.1), (1, 0.15)):
        here = nested.at_level(level)
        known = ~here.is_empty
        labels = here.row_labels_
        seen = np.mean(
            [match_labels(labels, o.at_level(level).row_labels_) == labels for o in others], axis=0
        )
        assert here.sure.source == "opinions"
        assert here.confidence[known].mean() == pytest.approx(seen[known].mean(), abs=most)


def test_a_document_is_in_its_cluster_only_if_it_goes_the_right_way_on_every_level(nested):
    coarse = nested.at_level(0)
    assert (nested.confidence <= coarse.confidence).all()
    assert coarse.sure.documents is not None
    assert coarse.confidence[~coarse.is_empty].mean() > nested.confidence[~nested.is_empty].mean()


def test_nested_clusters_of_one_parent_are_as_sure_as_it_when_they_are_merged(nested):
    parents = nested.model.parents_[0]
    children = np.flatnonzero(parents == 0).tolist()
    merged = nested.merge(children)
    mine = in_clusters(nested, *children)
    assert_allclose(merged.confidence[mine], nested.at_level(0).confidence[mine], atol=0.05)
    assert (merged.confidence >= nested.confidence).all()


def test_a_split_that_nobody_can_judge_is_not_estimated(tmp_path):
    tree = CoClustering.from_fit(by_name("cosine")(3).fit(X), DOCWORD)
    split = tree.split(0, 2)
    mine = in_clusters(tree, 0)
    assert np.isnan(split.confidence[mine]).all()
    assert_array_equal(split.confidence[~mine], tree.confidence[~mine])
    assert any("confidence of" in remark and "not estimated" in remark for remark in split.remarks)
    assert {split.documents()[i]["confidence"] for i in np.flatnonzero(mine)} == {None}
    assert {documents_of(split)["confidence"][i] for i in np.flatnonzero(mine)} == {None}
    assert set(split.representative_documents(0).column("confidence")) == {None}
    new = split.predict(X)
    unknown = np.isin(new.column("cluster"), split.row_labels_[mine])
    assert [value is None for value in new.column("confidence")] == unknown.tolist()
    split.save(tmp_path / "run")
    assert_array_equal(CoClustering.load(tmp_path / "run").confidence, split.confidence)


def test_if_nothing_is_estimated_the_source_says_so():
    once = CoClustering.from_fit(by_name("cosine")(2).fit(X), DOCWORD)
    both = once.split(0, 2).split(1, 2)
    assert both.sure.source == "none"
    assert np.isnan(both.confidence[:-1]).all()
    assert both.confidence[-1] == 0
    assert set(both.predict(X[:5]).column("confidence")) == {None}


def test_a_split_from_before_shares_were_kept_is_not_estimated(flat):
    split = flat.split(2, 2, parts=flat.parts_of(2, 2))
    mine = in_clusters(flat, 2)
    assert np.isnan(split.confidence[mine]).all()
    assert np.isfinite(split.confidence[~mine]).all()


def test_an_edit_that_was_kept_is_as_sure_as_the_one_that_was_made(flat, tmp_path):
    flat.save(tmp_path / "run")
    kept = settled(flat, {"edit": "split", "cluster": 1, "into": 2})
    add_edit(tmp_path / "run", **kept)
    add_edit(tmp_path / "run", edit="merge", clusters=[0, 3])
    here = apply_edits(flat, [Edit(kept, 0), Edit({"edit": "merge", "clusters": [0, 3]}, 0)])
    again = CoClustering.load(tmp_path / "run")
    assert_array_equal(again.confidence, here.confidence)
    again.save(tmp_path / "other")
    other = CoClustering.load(tmp_path / "other")
    assert_array_equal(other.confidence, here.confidence)
    assert other.sure.source == "opinions"
    assert_array_equal(other.merge([0, 1]).confidence, here.merge([0, 1]).confidence)


@pytest.mark.parametrize("shares", [["a"], [2], [-0.1], [None], "0.5", [True]])
def test_shares_that_are_none_are_refused(flat, tmp_path, shares):
    flat.save(tmp_path / "run")
    line = {**settled(flat, {"edit": "split", "cluster": 1, "into": 2}), "shares": shares}
    (tmp_path / "run" / "edits.jsonl").write_text(json.dumps(line) + "\n")
    with pytest.raises(CotextError, match="line 1"):
        CoClustering.load(tmp_path / "run")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("votes", np.zeros((239, 5), dtype=np.float32)),
        ("votes", np.zeros((240, 4), dtype=np.float32)),
        ("votes", np.full((240, 5), 2, dtype=np.float32)),
        ("votes", np.full((240, 5), np.nan, dtype=np.float32)),
        ("votes", np.zeros((240, 5), dtype=np.int8)),
        ("documents", np.full(240, -0.5)),
    ],
)
def test_votes_that_cannot_be_are_refused(flat, tmp_path, name, value):
    flat.merge([0, 1]).save(tmp_path / "run")
    replace_arrays(tmp_path / "run", put(f"confidence.{name}", value))
    with pytest.raises(CotextError, match="damaged"):
        CoClustering.load(tmp_path / "run")


@pytest.mark.parametrize("mean", [-1.0, 2.0, "0.5", None])
def test_a_mean_share_that_is_none_is_refused(mean):
    with pytest.raises(ValueError, match="mean share"):
        saved_confidence({"mean": mean}, (4, 2))


@pytest.mark.parametrize("edit", [lambda r: r.merge([0, 1]), lambda r: r.split(0, 2)], ids=["merge", "split"])
def test_an_edited_result_is_by_the_model_that_was_fitted(result, tmp_path, edit):
    edited = edit(result)
    name = result.model.cli_name
    assert (edited.fitted_by, edited.made_by) == (name, f"{name}, edited by hand")
    assert repr(edited).startswith(f"CoClustering by {name}, edited by hand:")
    overview = overview_of(edited, "run", [])
    assert overview["model"] == f"{name}, edited by hand"
    assert overview["model_title"] == overview_of(result, "run", [])["model_title"]
    edited.save(tmp_path / "run")
    assert json.loads((tmp_path / "run" / "environment.json").read_text())["model"] == edited.made_by
    assert repr(CoClustering.load(tmp_path / "run")) == repr(edited)


def test_a_level_is_not_an_edit_by_hand(nested):
    assert (nested.at_level(0).made_by, nested.at_level(0).is_edited) == ("nested", False)


def test_what_a_fit_says_of_itself_stays_true_after_an_edit(result, tmp_path):
    edited = result.merge([0, 1])
    edited.save(tmp_path / "run")
    for one in (edited, CoClustering.load(tmp_path / "run")):
        drawn, before = one.plot.convergence().numbers, result.plot.convergence().numbers
        assert (drawn.losses, len(drawn.opinions)) == (before.losses, len(before.opinions))
        assert one.plot.stability().numbers.ari.tolist() == result.plot.stability().numbers.ari.tolist()


def test_every_remark_is_made_once(flat, tmp_path):
    flat.save(tmp_path / "run")
    add_edit(tmp_path / "run", edit="merge", clusters=[0, 1])
    result = CoClustering.load(tmp_path / "run")
    remarks = overview_of(result, "run", [])["remarks"]
    assert len(remarks) == len(set(remarks))
