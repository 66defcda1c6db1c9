"""Levels of a result, and clusters split and merged by hand."""

import csv
import json
from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

import cotext
from cotext import CoClustering
from cotext.corpus import DocWord
from cotext.errors import UsageError
from cotext.metrics import ari
from cotext.models import NMF, Consensus, Nested, SphericalKMeans
from cotext.result import values_of
from cotext.runfolder.validate import check_fitted

GROUPS = {"animal": ["cat", "dog"], "sky": ["star", "moon", "sun"], "food": ["soup", "cake"]}


@pytest.fixture(scope="module")
def texts():
    """Texts of seven kinds in three groups, and their kinds."""
    rng = np.random.default_rng(0)
    kinds = [(group, kind) for group, own in GROUPS.items() for kind in own] * 12
    words = [
        " ".join(
            [
                *(f"{kind}{j}" for j in rng.integers(6, size=8)),
                *(f"{group}{j}" for j in rng.integers(6, size=8)),
            ]
        )
        for group, kind in kinds
    ]
    return words, kinds


@pytest.fixture(scope="module")
def nested(texts):
    return cotext.cluster(texts[0], levels=[3, 7], random_state=0)


@pytest.fixture(scope="module")
def flat(texts):
    return cotext.cluster(texts[0], 3, random_state=0)


def fitted(Model, flat):
    model = Model(3, random_state=0, n_init=1).fit(flat.docword.X)
    return CoClustering.from_fit(model, flat.docword, counts=flat.counts, recipe=flat.recipe)


def same(one, other):
    """Whether two results are the same in every table, and place documents alike."""
    for name in ("row_labels_", "column_labels_"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
    assert (one.summary(), one.documents(), one.words()) == (
        other.summary(),
        other.documents(),
        other.words(),
    )
    assert one.levels == other.levels
    new = ["cat1 cat2 animal3", "sun1 sun4 sky2", "nothing known"]
    assert one.predict(new) == other.predict(new)


def test_texts_of_kinds_of_kinds_are_found_on_both_levels(nested, texts):
    groups, kinds = zip(*texts[1], strict=True)
    assert nested.levels == [3, 7]
    assert ari(kinds, nested.row_labels_) == 1
    assert ari(groups, nested.at_level(0).row_labels_) == 1


def test_the_summary_shows_the_cluster_above_and_keeps_those_of_one_parent_together(nested):
    table = nested.summary()
    assert table.columns[:3] == ("level_1", "cluster", "size")
    above = table.column("level_1")
    assert above == sorted(above)
    assert above == nested.model.parents_[0][table.column("cluster")].tolist()


def test_documents_words_and_new_documents_are_told_with_the_cluster_above(nested):
    for table in (nested.documents(), nested.predict(["cat1 cat2 animal3", "sun1 sun2 sky2"])):
        np.testing.assert_array_equal(
            nested.model.parents_[0][table.column("cluster")], table.column("level_1")
        )
    words = nested.words()
    by_word = dict(zip(words.column("word"), words.column("level_1"), strict=True))
    assert by_word["animal1"] == by_word["animal4"] != by_word["sky1"]


def test_a_level_is_a_result_of_its_own(nested):
    coarse = nested.at_level(0)
    assert coarse.n_clusters == (3, 3)
    np.testing.assert_array_equal(coarse.row_labels_, nested.model.parents_[0][nested.row_labels_])
    np.testing.assert_array_equal(coarse.column_labels_, nested.model.level_words_[0])
    np.testing.assert_array_equal(coarse.model.predict(coarse.docword.X), coarse.row_labels_)
    assert nested.at_level(1) is nested
    with pytest.raises(UsageError, match="no level 2; give a number from 0 to 1"):
        nested.at_level(2)


@pytest.mark.parametrize("Model", [Consensus, SphericalKMeans, NMF])
def test_a_split_moves_no_other_document_and_leaves_the_first_result_alone(flat, Model):
    first = fitted(Model, flat)
    before, columns = first.row_labels_.copy(), first.column_labels_.copy()
    second = first.split(1, 3)
    others = before != 1
    np.testing.assert_array_equal(second.row_labels_[others], before[others])
    assert set(second.row_labels_[~others]) == {1, 3, 4}
    assert second.n_clusters == (5, 5)
    np.testing.assert_array_equal(first.row_labels_, before)
    np.testing.assert_array_equal(first.column_labels_, columns)
    assert first.n_clusters == (3, 3)


@pytest.mark.parametrize("Model", [Consensus, SphericalKMeans, NMF])
def test_merging_the_parts_of_a_split_gives_the_labels_back(flat, Model):
    first = fitted(Model, flat)
    again = first.split(0, 2).split(3, 2).merge([3, 0, 4])
    np.testing.assert_array_equal(again.row_labels_, first.row_labels_)
    assert again.n_clusters == (3, 3)


@pytest.mark.parametrize("Model", [Consensus, SphericalKMeans])
def test_after_a_split_and_a_merge_documents_answer_as_they_did(flat, Model):
    first = fitted(Model, flat)
    for result in (first.split(2, 2), first.merge([0, 2]), first.split(2, 2).merge([0, 3])):
        np.testing.assert_array_equal(result.model.predict(result.docword.X), result.row_labels_)
        assert result.docword.notes == first.docword.notes
    merged, X = first.merge([0, 2]), first.docword.X
    np.testing.assert_array_equal(merged.model.predict(X), np.array([0, 1, 0])[first.model.predict(X)])


def test_documents_that_another_model_placed_by_other_rules_stay_and_are_counted(flat):
    labels = flat.row_labels_.copy()
    labels[:4] = (labels[:4] + 1) % 3
    model = NMF(3, random_state=0).fit(flat.docword.X)
    model.fit_ = replace(model.fit_, row_labels=labels)
    first = CoClustering.from_fit(model, flat.docword, recipe=flat.recipe)
    second = first.split(0, 2)
    assert "4 of 84 documents would move, and stay here" in second.docword.notes[-1]
    np.testing.assert_array_equal(second.row_labels_[labels != 0], labels[labels != 0])
    assert (second.model.predict(second.docword.X) != second.row_labels_).sum() == 4
    assert second.memberships.argmax(axis=1).tolist() == second.row_labels_.tolist()
    again = second.merge([0, 3])
    np.testing.assert_array_equal(again.row_labels_, labels)
    assert len(again.docword.notes) == len(second.docword.notes)


def test_a_split_finds_the_kinds_within_a_group(flat, texts):
    groups, kinds = (np.array(one) for one in zip(*texts[1], strict=True))
    sky = flat.row_labels_[groups == "sky"][0]
    found = flat.split(sky, 3)
    assert ari(kinds[groups == "sky"], found.row_labels_[groups == "sky"]) == 1


def test_parts_of_a_nested_cluster_lie_where_it_lay(nested):
    found = nested.split(4, 2)
    assert found.levels == [3, 8]
    assert found.model.parents_[0, 7] == nested.model.parents_[0, 4]
    above = found.summary().column("level_1")
    assert above == sorted(above)
    np.testing.assert_array_equal(found.at_level(0).row_labels_, nested.at_level(0).row_labels_)


def test_nested_clusters_of_two_parents_are_not_merged(nested):
    with pytest.raises(
        UsageError, match=r"clusters \[0, 6\] are in clusters \[0, 2\] of level 0.*at_level\(0\)"
    ):
        nested.merge([0, 6])
    assert nested.at_level(0).merge([0, 2]).levels == [2]
    assert nested.merge([0, 1]).levels == [3, 6]


@pytest.mark.parametrize("made", ["nested", "split", "merge", "level"])
def test_what_is_saved_is_loaded(nested, flat, tmp_path, made):
    result = {
        "nested": lambda: nested,
        "split": lambda: nested.split(0, 2),
        "merge": lambda: flat.split(0, 2).merge([1, 3]),
        "level": lambda: nested.at_level(0),
    }[made]()
    result.save(tmp_path / "run")
    again = CoClustering.load(tmp_path / "run")
    same(result, again)
    same(again.split(1, 2), result.split(1, 2))
    assert again.provenance.get("steps") == result.provenance.get("steps")
    head = (tmp_path / "run" / "documents.csv").read_text().splitlines()[0]
    above = "level_1," if len(result.levels) > 1 else ""
    assert head == f"id,{above}cluster,confidence,second,excerpt"


def test_a_run_tells_what_was_split_and_merged(flat, tmp_path):
    flat.split(0, 2).merge([1, 3]).save(tmp_path / "run")
    told = json.loads((tmp_path / "run" / "environment.json").read_text())
    assert told["steps"] == [{"split": 0, "into": 2}, {"merge": [1, 3]}]


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("above_", lambda a: np.arange(len(a))),
        ("above_", lambda a: np.full(len(a), -1)),
        ("leaves_", lambda a: np.where(a == 0, 1, a)),
        ("leaves_", lambda a: np.where(a == 0, 70, a)),
        ("leaves_", lambda a: a.astype(float)),
        ("parents_", lambda a: a[:, 1:]),
        ("parents_", lambda a: a - 1),
        ("level_words_", lambda a: a[:0]),
        ("nodes_", lambda a: a[:, 1:]),
        ("nodes_", lambda a: a * np.nan),
        ("row_labels_", lambda a: a + 1),
    ],
)
def test_a_tree_that_is_none_is_refused(nested, name, change):
    shape = nested.docword.X.shape
    good = values_of(nested.model)
    check_fitted(good, shape, Nested)
    with pytest.raises(ValueError, match=f"{name}|above_|leaves_|row_labels_"):
        check_fitted({**good, name: change(good[name])}, shape, Nested)
    with pytest.raises(ValueError, match=f"{name} is missing|labels"):
        check_fitted({key: value for key, value in good.items() if key != name}, shape, Nested)


def test_levels_csv_has_every_cluster_of_every_level(nested, tmp_path):
    nested.save(tmp_path / "run")
    rows = list(csv.DictReader((tmp_path / "run" / "levels.csv").read_text().splitlines()))
    assert list(rows[0]) == ["level", "cluster", "above", "documents", "words"]
    assert [(row["level"], row["above"]) for row in rows[:3]] == [("0", "-1")] * 3
    drawn = nested.plot.tree().numbers.table()
    for name in ("level", "cluster", "above", "documents"):
        assert [int(row[name]) for row in rows] == drawn.column(name)
    for depth, coarse in enumerate([nested.at_level(0), nested]):
        own = [row for row in rows if row["level"] == str(depth)]
        assert sum(int(row["documents"]) for row in own) == len(nested.row_labels_)
        for row in own:
            assert row["words"].split(", ") == coarse.top_words(int(row["cluster"]))


def test_a_run_of_one_level_has_no_levels_csv(flat, nested, tmp_path):
    nested.save(tmp_path / "run")
    flat.save(tmp_path / "run")
    assert not (tmp_path / "run" / "levels.csv").exists()


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda r: r.split(3), "no document cluster 3; give a number from 0 to 2"),
        (lambda r: r.split(0, 1), "into=1: expected a number of parts from 2 up"),
        (lambda r: r.split(0, 80), "documents with words, fewer than into=80"),
        (lambda r: r.merge([1]), r"merge was given \[1\]; give the numbers of two or more"),
        (lambda r: r.merge([1, 1]), "two or more"),
        (lambda r: r.merge([0, 9]), "no document cluster 9"),
    ],
)
def test_what_cannot_be_split_or_merged_is_refused(flat, ask, message):
    with pytest.raises(UsageError, match=message):
        ask(flat)


def test_documents_that_are_equal_are_not_split():
    X = sparse.csr_array(np.kron(np.eye(2), np.ones((4, 3))))
    docword = DocWord(X, [f"w{j}" for j in range(6)], [f"d{i}" for i in range(8)])
    result = CoClustering.from_fit(Consensus(2, random_state=0).fit(X), docword)
    with pytest.raises(UsageError, match="too similar for into=2"):
        result.split(0, 2)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_model_keeps_documents_without_words_with_the_largest_part(flat):
    X = flat.docword.X.toarray()
    X[7] = 0
    docword = DocWord(sparse.csr_array(X), flat.docword.vocabulary, flat.docword.ids)
    first = CoClustering.from_fit(Nested(3, random_state=0).fit(X), docword)
    largest = first.model.row_labels_[7]
    second = first.split(largest, 3)
    parts = [largest, 3, 4]
    sizes = np.bincount(np.delete(second.row_labels_, 7), minlength=5)[parts]
    assert second.model.row_labels_[7] == parts[sizes.argmax()]
    assert second.model.predict(X)[7] == second.model.row_labels_[7]
    np.testing.assert_array_equal(second.merge(parts).model.row_labels_, first.model.row_labels_)
    assert first.row_labels_[7] == second.row_labels_[7] == second.merge(parts).row_labels_[7] == -1
