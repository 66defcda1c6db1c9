"""The numbers of each picture are what they say they are."""

import json
from dataclasses import fields, replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

import cotext
from cotext import choose_clusters
from cotext.datasets import make_planted
from cotext.errors import UsageError
from cotext.metrics import ari
from cotext.models import LSA, NMTF, TSPLBM, Consensus, SpectralCoClustering
from cotext.models.consensus import ConsensusFit
from cotext.models.judging.witnesses import KINDS
from cotext.pictures import QUESTIONS
from cotext.pictures.prepare import numbers_of, pictures_of

FEW = {"clusters": {"grid": [2, 3]}, "stream": {"periods": [2020, 2021, 2022] * 30}}


@pytest.mark.parametrize("name", QUESTIONS)
def test_numbers_say_what_is_seen_and_become_json_and_csv(name, result):
    numbers = numbers_of(name, result, **FEW.get(name, {}))
    assert numbers.title
    assert numbers.title in numbers.alt or name in ("map", "cloud")
    assert numbers.question == QUESTIONS[name]
    told = json.loads(json.dumps(numbers.as_dict(), allow_nan=False))
    assert told["picture"] == name
    table = numbers.table()
    assert len(table) > 0
    assert table.csv().count("\n") > len(table) - 1


def test_the_matrix_is_sorted_by_cluster_and_keeps_every_count(small):
    numbers = numbers_of("matrix", small)
    assert numbers.pixels.shape == (6, 4)
    assert_allclose(numbers.pixels.sum(), small.counts.sum())
    assert numbers.row_ends == [3.0, 6.0]
    assert_allclose(numbers.pixels[:3, :2].sum() + numbers.pixels[3:, 2:].sum(), 36)
    assert numbers.title.startswith("95 % of all counts are in 50 % of the matrix")


def test_pixels_hold_the_mean_count_of_their_cells(read):
    X = make_planted(70, 50, 3, random_state=0).X
    numbers = numbers_of("matrix", read(NMTF(3, random_state=0, n_init=1).fit(X), X), pixels=20)
    assert numbers.pixels.shape == (20, 20)
    cells = np.outer(np.bincount(np.arange(70) * 20 // 70), np.bincount(np.arange(50) * 20 // 50))
    assert_allclose((numbers.pixels * cells).sum(), X.sum())


def test_the_strip_of_known_classes_follows_the_matched_cluster(result):
    numbers = numbers_of("matrix", result)
    matched = np.repeat(range(3), np.diff([0, *numbers.row_ends]).astype(int))
    assert np.mean(np.array(numbers.classes) == matched) > 0.9


def test_blocks_are_those_of_the_result_with_the_largest_lift_on_the_diagonal(result):
    numbers = numbers_of("blocks", result)
    assert_allclose(sorted(numbers.mass.ravel()), sorted(result.blocks().column("mass")))
    assert_array_equal(numbers.lift.argmax(axis=0), range(3))


def test_the_graph_keeps_blocks_above_the_expected(small):
    numbers = numbers_of("graph", small)
    assert [edge[:2] for edge in numbers.edges] == [(0, 0), (1, 1)]
    assert_allclose([edge[2] for edge in numbers.edges], [18 / 38, 18 / 38])
    assert_allclose(sum(numbers.row_mass), 1)
    assert len(numbers_of("graph", small, lift=0, share=0).edges) == 4


def test_words_carry_the_signed_keyness_of_the_result(small):
    numbers = numbers_of("words", small, n=2, under=1)
    rows = {(row[0], row[1]): row[2] for row in numbers.rows}
    for (cluster, word), keyness in rows.items():
        assert_allclose(keyness, small.word_keyness[cluster, small.docword.vocabulary.index(word)])
    assert rows[0, "oak"] > 0 > rows[1, "oak"]
    one = numbers_of("words", small, cluster=1)
    assert one.clusters == [1]
    assert one.title.startswith("Words of “red, blue, oak · 1”: red")


def test_the_cloud_holds_the_counts_in_the_cluster(small):
    numbers = numbers_of("cloud", small, cluster=0)
    assert {(word, count) for _, word, count in numbers.rows} >= {("oak", 12.0), ("elm", 6.0)}


def test_convergence_shows_every_restart_and_where_it_rose(read):
    X = make_planted(60, 40, 3, random_state=0).X
    model = NMTF(3, n_init=4, random_state=0).fit(X)
    numbers = numbers_of("convergence", read(model, X))
    assert len(numbers.losses) == 4
    assert numbers.best == int(np.argmin(model.criteria_))
    assert_allclose(numbers.losses[numbers.best][:1], model.losses_[:1])
    assert numbers.rises == []


def test_a_consensus_shows_its_opinions(result, read):
    numbers = numbers_of("convergence", result)
    assert [row["opinion"] for row in numbers.table()] == KINDS
    assert "too few documents or words to compare them" in numbers.note
    assert f"{100 * result.model.agreement_.mean():.0f} % of the opinions" in numbers.title
    X = make_planted(120, 250, 3, random_state=0).X
    model = Consensus(3, random_state=0).fit(X)
    numbers = numbers_of("convergence", read(model, X))
    assert numbers.table().column("weight") == [weight for _, _, weight in model.opinions_]
    best = max(model.opinions_, key=lambda opinion: opinion[2])
    assert f"The witness with the largest weight is {best[0]}: it and the other witnesses" in numbers.note


def test_a_rise_of_the_criterion_is_flagged(small):
    curves = np.array([[5.0, 4.0, 4.5, 3.0, 3.0], [5.0, 4.0, 4.0, np.nan, np.nan]])
    small.model.fit_ = replace(small.fit, restart_losses=curves)
    numbers = numbers_of("convergence", small)
    assert numbers.rises == [(0, 3)]
    assert "rose at 1 step" in numbers.alt


def test_runs_without_curves_or_restarts_say_so(read):
    X = make_planted(30, 20, 2, random_state=0).X
    lsa = read(LSA(2).fit(X), X)
    with pytest.raises(UsageError, match="one step"):
        numbers_of("convergence", lsa)
    for model in (LSA(2), SpectralCoClustering(2, random_state=0), NMTF(2, n_init=1, random_state=0)):
        with pytest.raises(UsageError, match="only one start"):
            numbers_of("stability", read(model.fit(X), X))
    one = numbers_of("convergence", read(NMTF(2, n_init=1, random_state=0).fit(X), X))
    assert "The run has one start" in one.note


def test_equal_documents_have_cosine_one_inside_and_zero_across(read, relabelled):
    X = np.kron(np.eye(2), np.ones((5, 3)))
    result = relabelled(
        read(NMTF(2, random_state=0, n_init=1).fit(X), X), [0] * 5 + [1] * 5, [0] * 3 + [1] * 3
    )
    numbers = numbers_of("similarity", result, pairs=50)
    assert_allclose(numbers.within, 1)
    assert_allclose(numbers.between, 0)
    assert numbers.n_between == [50, 50]
    assert max(numbers.n_within) < 50  # no document is compared with itself


@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")  # its labels are replaced
def test_the_most_alike_clusters_are_those_whose_mean_documents_point_the_same_way(read, relabelled):
    X = np.array([[2, 0, 0], [2, 0, 0], [1, 1, 0], [1, 1, 0], [0, 0, 3], [0, 0, 3]], dtype=float)
    fitted = read(NMTF((3, 2), random_state=0, n_init=1).fit(X), X)
    numbers = numbers_of("similarity", relabelled(fitted, [0, 0, 1, 1, 2, 2], [0, 0, 1]))
    assert [(a, b) for a, b, _ in numbers.alike] == [(0, 1), (0, 2), (1, 2)]
    assert_allclose([cosine for *_, cosine in numbers.alike], [np.sqrt(0.5), 0, 0], atol=1e-12)


def test_stability_is_the_agreement_of_the_restarts(small):
    tried = np.array([[0, 0, 0, 1, 1, 1], [1, 1, 1, 0, 0, 0], [0, 0, 1, 1, 1, 1]])
    small.model.fit_ = replace(small.fit, restart_labels=tried, criteria=np.array([2.0, 1.0, 3.0]))
    numbers = numbers_of("stability", small)
    assert numbers.restarts == [1, 0, 2]
    assert_allclose(numbers.ari[0, 1], 1)
    assert_allclose(numbers.ari[0, 2], ari([1, 1, 1, 0, 0, 0], [0, 0, 1, 1, 1, 1]))
    # cluster 0: all pairs together in two restarts, one pair of three in the last
    assert_allclose(numbers.agreement, [(1 + 1 + 1 / 3) / 3, 1])
    assert "least certain: “oak, elm, blue · 0”" in numbers.title


def test_stability_of_a_consensus_is_the_agreement_of_its_opinions(small):
    said = np.array([[0, 0, 0, 1, 1, 1], [1, 1, 1, 0, 0, 0], [0, 0, 1, 1, 1, 1]], dtype=np.int8)
    told = [("one", 0.5, 1.0), ("other", 0.2, 0.5)]
    found = {"opinions": told, "opinion_labels": said, "opinion_kinds": np.array([0, 0, 1])}
    known = {one.name: small.fit.get(one.name) for one in fields(small.fit)} | {"restart_labels": None}
    small.model.fit_ = ConsensusFit(**known, **found)
    numbers = numbers_of("stability", small)
    assert (numbers.kinds, numbers.weights) == (["one", "other"], [1.0, 0.5])
    third = ari([1, 1, 1, 0, 0, 0], [0, 0, 1, 1, 1, 1])
    assert_allclose(numbers.ari, [[1, third], [third, 1]])
    # cluster 0: all pairs together in two opinions of weight 1, one pair of three in one of weight a half
    assert_allclose(numbers.agreement, [(1 + 1 + 0.5 / 3) / 2.5, 1])
    assert f"mean ARI {(1 + third) / 2:.2f}; least certain: “oak, elm, blue · 0”" in numbers.title
    assert [row[:3] for row in numbers.table().rows[:3]] == [
        ("opinions", "one", "one"),
        ("opinions", "one", "other"),
        ("opinions", "other", "other"),
    ]


def test_the_default_model_can_say_whether_it_is_luck(result):
    consensus = cotext.cluster(list(result.texts), 3, random_state=0)
    numbers = numbers_of("stability", consensus)
    assert numbers.kinds == KINDS
    assert numbers.title.startswith("The 27 opinions")
    assert "stability" in pictures_of(consensus)
    consensus.plot.stability()


def test_opinions_that_were_not_kept_are_missed_in_a_sentence(result):
    consensus = cotext.cluster(list(result.texts), 3, random_state=0)
    consensus.model.fit_ = replace(consensus.fit, opinion_labels=None)
    with pytest.raises(UsageError, match="a version of cotext that did not save opinions"):
        numbers_of("stability", consensus)
    assert "stability" not in pictures_of(consensus)


def test_many_documents_are_compared_by_some_of_them(small, monkeypatch):
    monkeypatch.setattr("cotext.pictures.prepare.stability.DOCUMENTS", 4)
    tried = np.array([[0, 0, 0, 1, 1, 1], [1, 1, 1, 0, 0, 0]])
    small.model.fit_ = replace(small.fit, restart_labels=tried, criteria=np.array([2.0, 1.0]))
    numbers = numbers_of("stability", small)
    assert "Agreement is computed on 4 documents." in numbers.note
    assert_allclose(numbers.agreement, [1, 1])


def test_the_grid_of_clusters_can_come_from_choose_clusters(result, texts):
    choice = choose_clusters(texts, [2, 3, 4], random_state=0, n_init=1, resamples=2)
    numbers = numbers_of("clusters", result, choice=choice)
    assert numbers.table().rows == choice.table.rows
    assert numbers.recommended == choice.n_clusters == (3, 3)
    assert numbers.candidates == [3]
    assert numbers.fitted == (3, 3)
    assert numbers.title == "3 clusters are clearly the best choice from 2 to 4; this run has 3"
    edge = numbers_of("clusters", result, choice=replace(choice, table=choice.table[1:]))
    assert (edge.recommended, edge.candidates) == (None, [3])
    assert edge.title == "No clear number; candidate 3; this run has 3"


def test_the_grid_of_clusters_is_fitted_again_and_finds_the_planted_number(result):
    assert numbers_of("clusters", result, grid=[2, 3, 6]).recommended == (3, 3)


def test_block_models_are_judged_by_their_likelihood(read):
    X = make_planted(60, 40, 3, random_state=0).X
    result = read(TSPLBM(3, random_state=0, n_init=1).fit(X), X)
    assert numbers_of("clusters", result, grid=[2, 3]).columns == ["criterion", "bic", "icl"]


def test_models_without_predict_can_be_judged_too(read):
    X = make_planted(40, 30, 2, random_state=0).X
    numbers = numbers_of("clusters", read(LSA(2).fit(X), X), grid=[2, 3])
    assert np.isfinite(numbers.values).all()


def test_flows_add_up_to_the_documents_with_a_class(small):
    numbers = numbers_of("sankey", small)
    assert numbers.flows.sum() == 5
    flows = {row[:2]: row[2] for row in numbers.table().rows}
    assert flows == {
        ("tree", "oak, elm, blue · 0"): 2,
        ("colour", "oak, elm, blue · 0"): 1,
        ("colour", "red, blue, oak · 1"): 2,
    }


def test_flows_between_two_runs_need_the_same_documents(small, result):
    numbers = numbers_of("sankey", small, other=small)
    assert_array_equal(numbers.flows, np.diag([3, 3]))
    with pytest.raises(UsageError, match="same documents"):
        numbers_of("sankey", small, other=result)


def test_the_confusion_matrix_has_its_matches_on_the_diagonal(result):
    numbers = numbers_of("confusion", result)
    assert numbers.n_matched == 3
    assert np.trace(numbers.counts) / numbers.counts.sum() == pytest.approx(result.metrics["acc"])


@pytest.mark.parametrize("name", ["sankey", "confusion"])
def test_pictures_of_classes_ask_for_classes(name, unlabelled):
    with pytest.raises(UsageError, match="no known classes"):
        numbers_of(name, unlabelled)


@pytest.mark.parametrize("method", ["svd", "tsne"])
def test_the_map_puts_documents_of_a_cluster_together(result, method):
    numbers = numbers_of("map", result, method=method)
    own = np.linalg.norm(numbers.points - numbers.centres[numbers.clusters], axis=1)
    other = np.linalg.norm(numbers.points - numbers.centres[(np.array(numbers.clusters) + 1) % 3], axis=1)
    assert np.mean(own < other) > 0.9


def test_a_large_map_is_sampled_and_says_so(result):
    numbers = numbers_of("map", result, points=40)
    assert len(numbers.ids) == 40
    assert "a random sample of 90" in numbers.note


def test_the_same_seed_gives_the_same_map_and_another_one_another(result):
    once, again, other = (numbers_of("map", result, random_state=seed).points for seed in (0, 0, 1))
    assert_array_equal(once, again)
    assert not np.array_equal(once, other)


def test_documents_beyond_the_first_are_placed_beside_those_they_are_like(result, monkeypatch):
    from cotext.pictures.prepare import map as picture

    monkeypatch.setattr(picture, "FIRST", 45)
    numbers = numbers_of("map", result)
    assert len(numbers.ids) == 90
    assert "45 of them first, each other one next to the most similar of these" in numbers.note
    far = np.linalg.norm(numbers.points[:, None] - numbers.centres, axis=2)
    assert np.mean(far.argmin(axis=1) == numbers.clusters) > 0.95


def test_the_tree_has_every_cluster_below_the_one_it_lies_in(texts):
    nested = cotext.cluster(texts, levels=[2, 6], random_state=0)
    numbers = numbers_of("tree", nested, n_words=1)
    rows = list(numbers.table())
    top, finest = ([row for row in rows if row["level"] == level] for level in (0, 1))
    assert [row["above"] for row in finest] == nested.model.parents_[0].tolist()
    assert {row["above"] for row in top} == {-1}
    for row in top:
        assert row["documents"] == sum(
            below["documents"] for below in finest if below["above"] == row["cluster"]
        )
    assert [row["documents"] for row in finest] == np.bincount(nested.row_labels_, minlength=6).tolist()
    names = [row["name"] for row in top]
    assert names == [f"{nested.at_level(0).top_words(k, 1)[0]} · {k}" for k in range(2)]
    assert numbers.places[2:] == [0, 1, 2, 3, 4, 5]
    assert numbers.places[0] == np.flatnonzero(nested.model.parents_[0] == 0).mean()
    assert numbers.title.startswith("2 clusters contain 6; ")


def test_a_split_cluster_is_drawn_beside_its_parts(texts):
    nested = cotext.cluster(texts, levels=[2, 6], random_state=0).split(0, 2)
    numbers = numbers_of("tree", nested)
    finest = [row["cluster"] for row in numbers.table() if row["level"] == 1]
    assert finest == sorted(range(7), key=lambda k: (nested.model.parents_[0, k], k))


def test_the_tree_of_one_level_says_how_to_get_more(small):
    numbers = numbers_of("tree", small)
    assert numbers.title == "2 clusters on one level"
    assert "levels=[2, 6] or cotext fit -k 2/6" in numbers.note
    assert "result.split(0, 3)" in numbers.note


def test_sizes_are_counted_largest_first(small, relabelled):
    numbers = numbers_of("sizes", relabelled(small, [0, 1, 1, 1, 1, 1], [0, 0, 1, 1]))
    assert (numbers.clusters, numbers.documents) == ([1, 0], [5, 1])
    assert_allclose(numbers.mass, [31, 7])
    assert numbers.title == "The largest cluster is “red, oak, blue · 1”: 5 of 6 documents (83 %)"


def test_the_stream_goes_by_given_periods(small):
    numbers = numbers_of("stream", small, periods=[1999, 1999, 2001, 2001, 2001, 2001])
    assert numbers.periods == ["1999", "2001"]
    assert_array_equal(numbers.counts, [[2, 1], [0, 3]])
    assert "over time" in numbers.title


def test_long_lists_of_dates_become_months_or_years(result):
    days = [f"2020-{1 + i % 3:02}-{1 + i % 28:02}" for i in range(90)]
    assert numbers_of("stream", result, periods=days).periods == ["2020-01", "2020-02", "2020-03"]
    decades = numbers_of("stream", result, periods=list(range(1900, 1990)))
    assert decades.periods == [f"{start}–{start + 9}" for start in range(1900, 1990, 10)]
    assert "one column per 10 numbers. Below" in decades.note


def test_the_stream_tells_what_moves_between_the_earlier_and_the_later_half(small):
    numbers = numbers_of("stream", small, periods=[1990, 1991, 1991, 1992, 1992, 1993])
    first = "“oak, elm, blue · 0” shrinks most over time: 100 % of the documents up to"
    assert numbers.title == f"{first} 1991, 0 % after"
    late = numbers_of("stream", small, periods=[1990, 1990, 1993, 1993, 1993, 1993])
    assert late.title == f"{first} 1990, 25 % after"
    assert numbers_of("stream", small, periods=[1990] * 6).title == "There is only one period: 1990"


def test_the_stream_reads_years_in_names_and_refuses_mere_input_order(result, small, read):
    names = [f"speech-{1990 + i % 4}-{i}.txt" for i in range(6)]
    dated = read(small.model, small.docword.X, ids=names)
    assert numbers_of("stream", dated).periods == ["1990", "1991", "1992", "1993"]
    with pytest.raises(UsageError, match=r"no dates of the documents.* date= .*, or .* periods="):
        numbers_of("stream", result)


def test_the_stream_goes_by_the_dates_of_the_documents(small, monkeypatch):
    dates = ["2021-03-01", "2021-03-01", "2022-01-05", None, "2022-01-05", "2022-01-05"]
    monkeypatch.setattr(type(small.docword), "dates", dates, raising=False)
    numbers = numbers_of("stream", small)
    assert (numbers.kind, numbers.periods) == ("date", ["2021-03-01", "2022-01-05"])
    assert_array_equal(numbers.counts, [[2, 1], [0, 2]])
    assert numbers.note.endswith("Left out: 1 document without a date.")
    assert "100 % of the documents up to 2021-03-01" in numbers.title
    monkeypatch.setattr(type(small.docword), "dates", [""] * 6)
    with pytest.raises(UsageError, match="no dates of the documents"):
        numbers_of("stream", small)


def test_the_stream_of_a_tensor_goes_over_its_slices(read):
    slices = [make_planted(40, 40, 2, random_state=0).X for _ in range(3)]
    numbers = numbers_of("stream", read(TSPLBM(2, random_state=0, n_init=1).fit(slices), slices[0]))
    assert (numbers.kind, len(numbers.periods)) == ("slice", 3)
    with pytest.raises(UsageError, match="choice="):
        numbers_of("clusters", read(TSPLBM(2, random_state=0, n_init=1).fit(slices), slices[0]))


def test_factors_are_shares_in_cluster_order(result):
    numbers = numbers_of("factors", result, rows=30)
    assert numbers.documents.shape == (30, 3)
    assert_allclose(numbers.documents.sum(axis=1), 1)
    assert_allclose(numbers.words.sum(axis=1), 1)
    assert (np.diff(numbers.documents.argmax(axis=1)) >= 0).all()


def test_keywords_stand_in_their_context_and_words_of_the_cluster_are_marked(result):
    numbers = numbers_of("kwic", result, lines=2)
    assert len(numbers.lines) == 6
    for line, row in zip(numbers.lines, numbers.table(), strict=True):
        text = result.excerpts[result.docword.ids.index(line.id)]
        assert row["left"] + line.keyword + row["right"] in text
        topic = result.top_words(line.cluster, 1)[0].rstrip("0123456789")
        marked = [word for word, telling in (*line.left, *line.right) if telling]
        assert sum(word.lower().startswith(topic) for word in marked) > len(marked) / 2


def test_keywords_are_found_under_their_stems():
    from cotext import cluster

    texts = ["Cats were running past running dogs"] * 4 + ["The painters painted paintings"] * 4
    numbers = numbers_of("kwic", cluster(texts, 2, random_state=0, stem="porter", max_df=1.0))
    assert {line.keyword.lower() for line in numbers.lines} & {"running", "painted", "paintings", "painters"}


def test_a_matrix_has_no_texts_to_read(small):
    with pytest.raises(UsageError, match="no texts"):
        numbers_of("kwic", small)


def test_unknown_pictures_and_settings_are_refused_with_what_there_is(small):
    with pytest.raises(UsageError, match=r"no picture 'pie'; give one of matrix, .*kwic"):
        numbers_of("pie", small)
    with pytest.raises(UsageError, match=r"no setting 'size'; expected one of lift, share"):
        numbers_of("graph", small, size=3)
    with pytest.raises(UsageError, match="no document cluster 9"):
        numbers_of("words", small, cluster=9)


def test_an_empty_cluster_and_an_empty_document_have_their_place(small, read, relabelled):
    X = sparse.csr_array(np.vstack([small.docword.X.toarray(), np.zeros(4)]))
    model = NMTF(3, random_state=0, n_init=2)
    with pytest.warns(UserWarning, match="no entries|empty"):
        model.fit(X)
    odd = relabelled(read(model, X), [0, 0, 0, 2, 2, 2, 2], [0, 0, 2, 2])
    for name in QUESTIONS:
        if name not in ("sankey", "confusion", "kwic", "clusters", "stream"):
            json.dumps(numbers_of(name, odd).as_dict(), allow_nan=False)
