"""Clusters within clusters: planted ones are found, and every cluster lies in one of the level above."""

from itertools import pairwise

import numpy as np
import pytest
from scipy import sparse

import cotext
from cotext.console import Console
from cotext.errors import UsageError
from cotext.metrics import ari
from cotext.models import Consensus, Nested
from cotext.models.engine.loop import Progress
from cotext.models.families.nested_progress import LevelSteps
from cotext.models.families.tree import Nest, Tree

GROUPS = np.array([0, 0, 1, 1, 1, 2, 2])  # of each of seven subgroups


def plant(n=210, seed=0):
    """Documents of seven subgroups in three groups: words of their own, words of the group, noise."""
    rng = np.random.default_rng(seed)
    z, rate = rng.permutation(np.arange(n) % 7), np.full((7, 160), 0.02)
    for k, group in enumerate(GROUPS):
        rate[k, 10 * k : 10 * k + 10] = 1.0
        rate[k, 70 + 30 * group : 100 + 30 * group] = 0.6
    return sparse.csr_array(rng.poisson(rate[z]).astype(float)), z


@pytest.fixture(scope="module")
def planted():
    return plant()


@pytest.fixture(scope="module")
def model(planted):
    return Nested(levels=[3, 7], random_state=0).fit(planted[0])


def test_a_planted_hierarchy_is_found_on_both_levels(planted, model):
    z = planted[1]
    assert ari(z, model.labels_) == 1
    assert ari(GROUPS[z], model.parents_[0][model.labels_]) == 1
    assert sorted(np.bincount(model.parents_[0])) == [2, 2, 3]


def test_words_of_both_levels_are_those_that_were_planted(model):
    own, group = np.repeat(np.arange(7), 10), np.repeat(np.arange(3), 30)
    assert ari(own, model.column_labels_[:70]) > 0.9
    assert ari(group, model.level_words_[0, 70:]) > 0.9
    assert set(model.level_words_[0]) == {0, 1, 2}


@pytest.mark.parametrize("levels", [[1, 2], [2, 4, 9], [3, 12]])
def test_every_cluster_lies_in_one_of_the_level_above_which_has_two_or_more(planted, levels):
    X, _ = planted
    found = Nested(levels=levels, random_state=0).fit(X)
    each = [*found.parents_, np.arange(levels[-1])]
    assert [up.max() + 1 for up in each] == levels
    for upper, lower in pairwise(each):
        pairs = set(zip(upper.tolist(), lower.tolist(), strict=True))
        assert len(pairs) == lower.max() + 1
        assert min(np.bincount([up for up, _ in pairs])) >= 2
        assert (np.diff(upper) >= 0).all()
    np.testing.assert_array_equal(found.predict(X), found.labels_)


def test_a_cluster_of_documents_that_are_alike_has_two_and_the_rest_goes_where_there_is_more_to_tell():
    rng = np.random.default_rng(0)
    rate = np.zeros((100, 60))
    rate[:40, :10] = 50.0  # all of one kind
    for k in range(5):
        rate[40 + 12 * k : 52 + 12 * k, 10 + 8 * k : 18 + 8 * k] = 2.0
    rate[40:, 50:] = 2.0
    found = Nested(levels=[2, 6], random_state=0).fit(rng.poisson(rate).astype(float))
    alike = found.parents_[0][found.labels_[0]]
    assert (found.parents_[0][found.labels_[:40]] == alike).all()
    assert np.bincount(found.parents_[0])[alike] == 2


def test_new_documents_go_to_the_planted_clusters_from_the_top_down(planted, model):
    X, z = plant(140, seed=1)
    assert ari(z, model.predict(X)) > 0.95
    scores = X @ model.nodes_ / np.linalg.norm(X.toarray(), axis=1, keepdims=True)
    top = scores[:, model.above_ < 0].argmax(axis=1)
    np.testing.assert_array_equal(model.parents_[0][model.predict(X)], top)


def test_the_coarsest_level_is_the_consensus(planted, model):
    top = Consensus(3, random_state=0).fit(planted[0])
    np.testing.assert_array_equal(model.parents_[0][model.labels_], top.labels_)
    np.testing.assert_array_equal(model.level_words_[0], top.column_labels_)


def test_levels_depend_neither_on_threads_nor_on_precision(planted, model):
    one = Nested(levels=[3, 7], random_state=0, n_jobs=1).fit(planted[0])
    np.testing.assert_array_equal(one.row_factor_, model.row_factor_)
    half = Nested(levels=[3, 7], random_state=0).fit(planted[0].astype(np.float32))
    assert half.row_factor_.dtype == half.nodes_.dtype == np.float32
    np.testing.assert_array_equal(half.labels_, model.labels_)


def test_one_level_is_the_consensus(planted):
    one, flat = (Model((4, 6), random_state=0).fit(planted[0]) for Model in (Nested, Consensus))
    for name in ("row_labels_", "column_labels_", "row_factor_", "block_"):
        np.testing.assert_array_equal(getattr(one, name), getattr(flat, name))
    assert one.parents_.shape == (0, 4)


@pytest.mark.parametrize(
    ("levels", "message"),
    [
        ([5, 8], r"levels=\[5, 8\]: 8 is less than twice 5"),
        ([2, 4, 7], "7 is less than twice 4"),
        ([], "expected numbers of clusters, the coarsest level first"),
        ([0, 4], "whole numbers from 1 up"),
        ([2.0, 4], "whole numbers from 1 up"),
        ([True, 4], "whole numbers from 1 up"),
        (7, "levels"),
    ],
)
def test_levels_that_cannot_nest_are_refused(planted, levels, message):
    with pytest.raises(UsageError, match=message):
        Nested(levels=levels).fit(planted[0])
    with pytest.raises(UsageError, match=message):
        cotext.cluster(planted[0], levels=levels)


def test_more_clusters_than_documents_are_refused(planted):
    with pytest.raises(UsageError, match="n_clusters=20 is more than the number of documents"):
        Nested(levels=[4, 20]).fit(planted[0][:15])


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_documents_without_words_go_to_the_largest_cluster_of_the_largest(planted):
    X = planted[0].toarray()
    X[[5, 50]] = 0
    found = Nested(levels=[2, 6], random_state=0).fit(X)
    rest = np.delete(found.labels_, [5, 50])
    top = np.bincount(found.parents_[0][rest]).argmax()
    sizes = np.bincount(rest, minlength=6)
    assert found.labels_[5] == found.labels_[50] == np.where(found.parents_[0] == top, sizes, -1).argmax()
    np.testing.assert_array_equal(found.predict(X), found.labels_)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_a_cluster_of_one_document_has_an_empty_cluster_beside_it():
    X = np.zeros((9, 6))
    X[0, :2], X[1:, 2:] = 1, np.random.default_rng(0).random((8, 4))
    found = Nested(levels=[2, 4], random_state=0).fit(X)
    assert np.bincount(found.labels_, minlength=4).min() == 0
    np.testing.assert_array_equal(found.predict(X), found.labels_)


def test_values_lead_down_the_tree():
    tree = Tree(np.eye(5), np.array([-1, -1, 0, 0, 0]), np.array([-1, 3, 0, 1, 2]))
    scores = np.array([[0.9, 0.8, 0.1, 0.2, 0.0], [0.3, 0.8, 0.5, 0.4, 0.1], [0.5, 0.2, 0.0, 0.0, 0.0]])
    assert tree.values(scores).argmax(axis=1).tolist() == [1, 3, 0]


def test_clusters_of_one_name_are_one_and_others_stay():
    values = np.array([[0.5, 0.4, 0.1], [0.1, 0.2, 0.3], [0.0, 0.6, 0.5]])
    nest = Nest(Tree.flat(np.eye(3)), values, values.argmax(axis=1), np.ones(3) / 3)
    merged = nest.renamed(np.array([0, 1, 0]))
    assert merged.z.tolist() == merged.Z.argmax(axis=1).tolist() == [0, 0, 1]
    np.testing.assert_array_equal(merged.tree.values(values), merged.Z)


def test_parts_of_a_cluster_follow_all_clusters_and_the_tree_says_the_same():
    rng = np.random.default_rng(0)
    scores, below = rng.random((40, 3)), rng.random((40, 3))
    nest = Nest(Tree.flat(np.eye(3)), scores, scores.argmax(axis=1), np.array([0.2, 0.5, 0.3]))
    grown = nest.split(1, np.eye(3), below)
    untouched = nest.z != 1
    np.testing.assert_array_equal(grown.z[untouched], nest.z[untouched])
    assert set(grown.z[~untouched]) == {1, 3, 4}
    np.testing.assert_array_equal(grown.tree.values(np.hstack([scores, below])), grown.Z)
    np.testing.assert_array_equal(grown.Z.argmax(axis=1), grown.z)
    assert grown.prior.argmax() in (1, 3, 4)
    np.testing.assert_array_equal(grown.renamed(np.array([0, 1, 2, 1, 1])).z, nest.z)


@pytest.mark.parametrize("n_init", [1, 2])
def test_progress_tells_of_every_level_with_a_total_that_is_known_from_the_first_step(planted, n_init):
    steps = []
    Nested(levels=[2, 4, 9], n_init=n_init, n_starts=1, random_state=0).fit(planted[0], callback=steps.append)
    most = 4 * n_init  # opinions, of too few words to be halved
    assert {(step.n_init, step.max_iter) for step in steps} == {(3, most)}
    done = [(step.restart, step.sweep) for step in steps]
    assert done == sorted(done)
    at = {level: [k for one, k in done if one == level] for level in (1, 2, 3)}
    assert at[1] == list(range(1, most + 1))
    assert [(at[level][0], at[level][-1]) for level in (2, 3)] == [(0, most)] * 2
    said = {step.doing for step in steps}
    assert said >= {
        "level 2 of 3: cluster 2 of 2",
        "level 3 of 3: cluster 4 of 4",
        "level 3 of 3: 9 clusters",
    }


def test_a_terminal_reads_the_level_and_the_lines_of_those_who_asked_do_too(planted, capsys):
    talk = Console(verbose=True)
    cotext.cluster(planted[0], levels=[3, 7], n_starts=1, random_state=0, callback=talk.sweep)
    said = capsys.readouterr().err.splitlines()
    assert [line for line in said if line.startswith("level 2")] == [
        "level 2 of 2: 7 clusters to be shared out",
        *(f"level 2 of 2: cluster {k} of 3" for k in (1, 2, 3)),
        "level 2 of 2: 7 clusters",
    ]
    assert not any("starts" in line for line in said)


def test_levels_have_steps_also_where_the_opinions_of_the_top_were_known_already():
    told = []
    listen = LevelSteps(told.append, 2, 3, 2).within(
        2, 0, [4, 4]
    )  # the top said nothing, as from a checkpoint
    listen(Progress(1, 1, 3, 3, float("nan")))
    assert told == [Progress(2, 2, 3, 6, told[0].loss, "level 2 of 2: cluster 1 of 2")]
