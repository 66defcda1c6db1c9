"""Seed words: a collection that can be divided in two ways is divided in the way that was asked for."""

import numpy as np
import pytest

import cotext
from cotext import CoClustering
from cotext.errors import UsageError
from cotext.metrics import nmi
from cotext.recipe import SeedWords

SEEDS = {"cats": ["cat1", "cat2"], "dogs": ["dog1", "Dog2"]}


@pytest.fixture(scope="module")
def two_ways():
    """Texts of two colours, which make most of their words, and two animals, across the colours."""
    rng = np.random.default_rng(0)
    kinds = [("red", "cat"), ("red", "dog"), ("blue", "cat"), ("blue", "dog")]
    texts = [
        " ".join(
            [f"{colour}{i}" for i in rng.choice(15, 8, replace=False)]
            + [f"{animal}{i}" for i in rng.choice(15, 5, replace=False)]
        )
        for colour, animal in kinds * 40
    ]
    return texts, [colour for colour, _ in kinds * 40], [animal for _, animal in kinds * 40]


@pytest.mark.parametrize("model", ["auto", "spherical-kmeans", "nmtf"])
def test_clusters_follow_the_seeds_and_carry_their_names(two_ways, model):
    texts, colours, animals = two_ways
    plain = cotext.cluster(texts, 2, model, random_state=0)
    assert nmi(colours, plain.row_labels_) == pytest.approx(1.0)
    seeded = cotext.cluster(texts, 2, model, random_state=0, seed_words=SEEDS)
    assert nmi(animals, seeded.row_labels_) == pytest.approx(1.0)
    (cats,) = set(seeded.row_labels_[np.array(animals) == "cat"].tolist())
    assert seeded.names == {cats: "cats", 1 - cats: "dogs"}
    assert seeded.predict(texts).column("cluster") == seeded.row_labels_.tolist()


@pytest.mark.parametrize("asked", [{"deduplicate": True}, {"segment": 13}])
def test_seeds_are_found_where_the_fit_sees_texts_once_or_in_pieces(two_ways, asked):
    texts, _, animals = two_ways
    length = 3 if "segment" in asked else 1  # of so many texts of one kind, thirteen words each, a document
    kinds = [texts[kind::4] for kind in range(4)]
    long = [" ".join(kinds[i % 4][i // 4 : i // 4 + length]) for i in range(4 * 36)]
    seeded = cotext.cluster([*long, long[0]], 2, random_state=0, seed_words=SEEDS, **asked)
    assert nmi([*animals[: len(long)], animals[0]], seeded.row_labels_) == pytest.approx(1.0)
    assert seeded.names == {seeded.row_labels_[0]: "cats", seeded.row_labels_[1]: "dogs"}


def test_fewer_seeds_than_clusters_leave_the_others_free(two_ways):
    texts, _, animals = two_ways
    seeded = cotext.cluster(texts, 2, random_state=0, seed_words={"cats": SEEDS["cats"]})
    assert nmi(animals, seeded.row_labels_) > 0.9
    assert seeded.names == {int(seeded.row_labels_[animals.index("cat")]): "cats"}


def test_seeds_are_kept_with_the_run_but_not_as_factors(two_ways, tmp_path):
    cotext.cluster(two_ways[0], 2, "nmtf", random_state=0, seed_words=SEEDS).save(tmp_path / "run")
    again = CoClustering.load(tmp_path / "run")
    assert again.config["seed_words"] == SEEDS
    assert again.model.init == "skmeans"
    assert set(again.names.values()) == {"cats", "dogs"}


def test_a_steered_consensus_is_loaded_as_a_consensus(two_ways, tmp_path):
    result = cotext.cluster(two_ways[0], 2, random_state=0, seed_words=SEEDS)
    assert [name for name, _, _ in result.model.opinions_][-1] == "seed words"
    result.save(tmp_path / "run")
    again = CoClustering.load(tmp_path / "run")
    assert type(again.model).__name__ == "Consensus"
    assert again.row_labels_.tolist() == result.row_labels_.tolist()


@pytest.mark.parametrize("how", [{"segment": 7}, {"deduplicate": True}])
def test_documents_that_are_cut_or_put_together_are_steered(two_ways, how):
    texts, _, animals = two_ways
    result = cotext.cluster(texts + texts[:4], 2, random_state=0, seed_words=SEEDS, **how)
    assert set(result.names.values()) == {"cats", "dogs"}
    assert len(result.row_labels_) == len(texts) + 4
    if "deduplicate" in how:
        assert nmi(animals + animals[:4], result.row_labels_) > 0.9


def test_a_cluster_that_left_its_seeds_has_not_their_name(two_ways):
    """With few documents the criterion of NMTF leads back to the colours."""
    texts, colours, _ = (part[:80] for part in two_ways)
    notes = []
    result = cotext.cluster(texts, 2, "nmtf", random_state=0, seed_words=SEEDS, note=notes.append)
    assert nmi(colours, result.row_labels_) > 0.9
    assert result.names == {}
    told = [note for note in notes if "did not stay together" in note]
    assert [name for name in SEEDS if any(repr(name) in note for note in told)] == ["cats", "dogs"]


def test_unknown_words_are_told_with_the_one_that_was_meant(two_ways):
    notes = []
    cotext.cluster(two_ways[0], 2, "nmtf", random_state=0, seed_words=[["cat1", "cats2"]], note=notes.append)
    assert "the seed word 'cats2' is not in the vocabulary (did you mean 'cat2'?): left out" in notes


@pytest.mark.parametrize(
    ("seeds", "model", "message"),
    [
        ({"a": ["zebra"]}, "nmtf", "none of the seed words zebra of 'a'"),
        ([["cat1"], ["dog1"], ["red1"]], "nmtf", "seed_words has 3 clusters, but n_clusters=2"),
        ([["cat1"], []], "nmtf", "a cluster without words"),
        ([["cat1"]], "chi-sim", "chi-sim cannot start from given clusters"),
        ("no/such/file.txt", "nmtf", "cannot be read"),
    ],
)
def test_seeds_that_cannot_be_are_refused(two_ways, seeds, model, message):
    with pytest.raises(UsageError, match=message):
        cotext.cluster(two_ways[0], 2, model, seed_words=seeds)


def test_a_matrix_is_steered_by_the_names_of_its_columns():
    data = cotext.datasets.make_planted(n_clusters=2, random_state=0)
    word = int(np.flatnonzero(data.column_labels == 1)[0])
    result = cotext.cluster(data.X, 2, "nmtf", random_state=0, seed_words={"mine": [f"word{word}"]})
    (cluster,) = result.names
    assert nmi(data.labels == 1, result.row_labels_ == cluster) > 0.9


def test_a_file_has_a_line_for_each_cluster(tmp_path):
    (tmp_path / "seeds.txt").write_text("space: orbit, nasa\n\ncell dna\n")
    seeds = SeedWords.of(tmp_path / "seeds.txt")
    assert (seeds.names, seeds.words) == (["space", ""], [["orbit", "nasa"], ["cell", "dna"]])
    assert seeds.plain() == {"space": ["orbit", "nasa"], "1": ["cell", "dna"]}


COMMON = [
    f"tree {'oaks' if i % 2 else 'rain'} of the word{i % 7} {'elm' if i % 2 else 'snow'}" for i in range(40)
]


def told_of(seeds, texts=COMMON, **options):
    notes = []
    cotext.cluster(
        texts,
        2,
        "nmtf",
        random_state=0,
        n_init=1,
        language="en",
        seed_words=seeds,
        note=notes.append,
        **options,
    )
    return [note for note in notes if "seed word" in note]


def test_a_seed_word_that_max_df_left_out_is_told_so():
    assert told_of([["elm", "Tree"]]) == [
        "the seed word 'Tree' is in 100 % of the documents, which max_df leaves out (--max-df 1.0 keeps it): "
        "left out"
    ]
    assert told_of([["elm", "trees"]], stem="porter")[0].startswith("the seed word 'trees' is in 100 %")
    assert told_of([["elm", "tree"]], max_df=1.0) == []


def test_a_seed_word_that_is_a_stop_word_is_told_so():
    assert told_of([["elm", "the"]]) == [
        "the seed word 'the' is a stop word (--stop-words none keeps it): left out"
    ]


def test_a_misspelt_seed_word_may_mean_one_that_was_left_out():
    assert "(did you mean 'tree'?)" in told_of([["elm", "treex"]])[0]


def test_a_list_of_seed_words_that_were_all_left_out_is_refused_with_the_reasons():
    with pytest.raises(UsageError, match=r"'tree' is in 100 % of the documents.*'the' is a stop word"):
        told_of([["tree", "the"]])


def test_words_left_out_are_kept_with_the_recipe(tmp_path):
    result = cotext.cluster(COMMON, 2, "nmtf", random_state=0, n_init=1, language="en")
    result.save(tmp_path / "run")
    again = cotext.CoClustering.load(tmp_path / "run").recipe
    assert again.dropped_ == result.recipe.dropped_ == {"tree": 1.0}
    assert result.config["left_out_by_max_df"] == {"tree": 1.0}
