import json

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse
from sklearn.base import BaseEstimator

from cotext.corpus import DocWord
from cotext.errors import CotextError, UsageError
from cotext.metrics import nmi
from cotext.result import CoClustering
from cotext.result.memberships import memberships, word_weights
from cotext.result.provenance import plain, provenance

NOT_EMPTY = np.zeros(2, dtype=bool)


def test_top_words_of_a_planted_cluster_are_its_planted_words(result):
    assert set(result.top_words(0, 3)) == {"w0", "w3", "w6"}
    assert set(result.top_words(1, 3, relevance=0.0)) == {"w1", "w4", "w7"}


def test_top_words_of_a_word_cluster_are_its_members_by_weight(result, planted_counts):
    totals = planted_counts.sum(axis=0)
    expected = sorted([2, 5, 8], key=lambda word: -totals[word])
    assert result.top_words(2, side="words") == [f"w{word}" for word in expected]


def test_top_words_leave_out_words_that_are_not_used(make_result):
    result = make_result()
    result.counts = sparse.csr_array((np.ones(2), ([0, 1], [4, 2])), shape=(20, 9))
    assert result.top_words(0) == ["w4"]


def test_keyness_shows_over_and_under_used_words(result):
    table = result.keyness(0, n=3)
    assert {row["word"] for row in table if row["keyness"] > 0} == {"w0", "w3", "w6"}
    assert {row["word"] for row in table if row["keyness"] < 0} == {"w1", "w4", "w7"}
    assert table.column("keyness") == sorted(table.column("keyness"), reverse=True)
    assert len(result.keyness(0, n=0)) == 0


def test_memberships_sum_to_one_and_agree_with_labels(result, planted_rows):
    assert_allclose(result.memberships.sum(axis=1), 1, rtol=1e-12)
    full = np.arange(20) != 7
    assert (result.memberships.argmax(axis=1) == planted_rows)[full].all()
    assert_allclose(result.confidence[full], result.memberships.max(axis=1)[full])
    assert (result.confidence[full] > 0.9).all()


def test_an_empty_document_gets_the_cluster_shares(result):
    assert_allclose(result.memberships[7], [10 / 19, 9 / 19])
    assert result.row_labels_[7] == -1
    assert result.confidence[7] == 0
    assert len(result.documents()) == 20


def test_an_empty_document_is_not_confident_whatever_its_factor_says():
    found = memberships(np.eye(2)[[0, 1, 1]], np.array([0, 1, 1]), 2, np.array([True, False, False]))
    assert_allclose(found, [[1 / 3, 2 / 3], [0, 1], [0, 1]])


def test_memberships_scale_columns_as_labels_do():
    factor = [[1.0, 100.0], [1.0, 0.0]]
    found = memberships(factor, np.array([1, 0]), 2, NOT_EMPTY)
    assert_allclose(found[0], np.array([1 / np.sqrt(2), 1]) / (1 / np.sqrt(2) + 1))
    given = memberships(factor, np.array([1, 0]), 2, NOT_EMPTY, norms=[1.0, 50.0])
    assert_allclose(given[0], [1 / 3, 2 / 3])


def test_memberships_of_one_document_do_not_depend_on_the_others():
    factor, empty = np.array([[0.5, 0.5], [3.0, 1.0], [0.0, 0.0]]), np.array([False, False, True])
    labels, given = np.array([1, 0, 1]), {"norms": [2.0, 1.0], "prior": [0.25, 0.75]}
    together = memberships(factor, labels, 2, empty, **given)
    assert_allclose(together, [[1 / 3, 2 / 3], [0.6, 0.4], [0.25, 0.75]])
    for row in range(3):
        own = slice(row, row + 1)
        assert_allclose(memberships(factor[own], labels[own], 2, empty[own], **given), together[own])


def test_memberships_that_are_shares_already_are_kept():
    shares = np.array([[0.9, 0.1], [0.6, 0.4]])
    assert_allclose(memberships(shares, np.array([0, 0]), 2, NOT_EMPTY), shares)


@pytest.mark.parametrize(
    "factor", [None, [[-1.0, 2.0], [1.0, 1.0]], np.ones((2, 5)), [[np.nan, 1.0], [1.0, 0.0]]]
)
def test_a_factor_that_is_no_membership_gives_hard_clusters(factor):
    assert memberships(factor, np.array([1, 0]), 2, NOT_EMPTY).tolist() == [[0, 1], [1, 0]]


def test_word_weights_fall_back_and_serve_shared_columns():
    counts = np.array([5.0, 6.0])
    assert word_weights(None, np.array([0, 1]), counts) is counts
    nested = word_weights([[3.0, 0.0], [4.0, 2.0]], np.array([0, 3]), counts)
    assert_allclose(nested, [0.6, 1.0])


def test_summary_describes_each_cluster(result):
    summary = result.summary(n_words=3)
    assert summary.columns == ("cluster", "size", "share", "words", "documents")
    assert summary.column("size") == [10, 9]
    assert summary.column("share") == [0.5, 0.45]
    assert set(summary[0]["words"]) == {"w0", "w3", "w6"}
    assert all(name.startswith("d") for name in summary[1]["documents"])
    json.dumps(summary.to_dict())


def test_an_empty_cluster_is_shown_with_size_zero(planted_counts):
    class Three(BaseEstimator):
        cli_name = "three"
        row_labels_, column_labels_ = np.arange(20) % 2, np.zeros(9, dtype=int)
        row_factor_, block_ = np.eye(3)[np.arange(20) % 2], np.ones((3, 1))

    docword = DocWord(planted_counts, [f"w{j}" for j in range(9)], [str(i) for i in range(20)])
    summary = CoClustering.from_fit(Three(), docword).summary()
    assert summary.rows[2] == (2, 0, 0.0, [], [])


def test_documents_and_words_follow_the_input(result, make_result):
    documents, words = result.documents(), result.words()
    assert documents.column("id") == [f"d{i}" for i in range(20)]
    assert documents.column("cluster") == result.row_labels_.tolist()
    assert documents.column("class")[:4] == ["even", "odd", "even", ""]
    assert words.columns == ("word", "cluster", "weight", "keyness")
    assert words.column("word") == [f"w{j}" for j in range(9)]
    assert words.column("keyness") == result.word_keyness.max(axis=0).tolist()
    assert_allclose(np.sum(np.square(words.column("weight")[0::3])), 1.0)
    assert make_result(labels=False).documents().columns == ("id", "cluster", "confidence", "second")


def test_representative_documents_are_members_with_their_confidence_and_text(make_result):
    result = make_result(texts=[f"text   {i}\n" + "long " * 100 for i in range(20)])
    table = result.representative_documents(1, 20)
    assert table.columns == ("document", "id", "confidence", "excerpt")
    assert set(table.column("document")) <= set(range(1, 20, 2)) - {7}
    assert table.column("confidence") == result.confidence[table.column("document")].tolist()
    assert table[0]["excerpt"].startswith(f"text {table[0]['document']} long")
    assert len(table[0]["excerpt"]) == 240


def test_block_mass_sums_to_the_total(result, planted_counts):
    table = result.blocks()
    assert sum(table.column("mass")) == planted_counts.sum()
    lifts = dict(zip(zip(table.column("document_cluster"), table.column("word_cluster"), strict=True),
                     table.column("lift"), strict=True))  # fmt: skip
    assert lifts[0, 0] > 1 > lifts[0, 1]
    assert lifts[1, 1] > 1 > lifts[1, 0]


def test_counts_fall_back_to_the_clustered_matrix(result):
    again = CoClustering.from_fit(result.model, result.docword)
    assert_allclose(sum(again.blocks().column("mass")), result.docword.X.sum())


def test_metrics_hold_the_fit_and_the_agreement(result, make_result):
    assert result.metrics["criterion"] == 2.5
    assert result.metrics["n_iter"] == 3
    assert result.metrics["converged"] is True
    known, clusters = np.arange(20) != 3, np.arange(20) % 2
    clusters[7] = 2  # without words, so in none of the others
    assert result.metrics["nmi"] == pytest.approx(nmi((np.arange(20) % 2)[known], clusters[known]))
    assert 0.85 < result.metrics["nmi"] < 1
    assert make_result(max_iter=3).metrics["converged"] is False
    assert set(make_result(labels=False).metrics) == {"criterion", "n_iter", "converged"}


def test_provenance_says_what_was_asked(make_result, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    found = make_result(random_state=5, config={"weighting": "tfidf", "input": None}).provenance
    assert found["date"] == "1970-01-02T00:00:00+00:00"
    assert found["seed"] == 5
    assert set(found["versions"]) == {"python", "cotext", "numpy", "scipy", "scikit-learn"}
    assert found["config"]["model"] == "stand-in"
    assert found["config"]["parameters"]["n_clusters"] == [2, 3]
    assert found["config"]["weighting"] == "tfidf"
    assert provenance({"seed": 1}, 2)["seed"] == 1


def test_plain_values_are_json():
    values = {
        "a": np.float32(0.5),
        2: (np.int64(3), None),
        "x": np.ones((4, 5)),
        "f": float("inf"),
        "b": True,
    }
    found = plain(values)
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    assert found == {"a": 0.5, "2": [3, None], "x": "array of shape (4, 5)", "f": "inf", "b": True}


def test_html_is_escaped(make_result):
    result = make_result(vocabulary=["<script>"] * 9, ids=["<img src=x>"] * 20)
    page = result._repr_html_()
    assert "<script>" not in page
    assert "<img src=x" not in page
    assert "20 documents in 2 clusters, 9 words in 3" in page
    assert "cluster" in str(result)


def test_unknown_clusters_and_sides_are_refused(result):
    with pytest.raises(UsageError, match="from 0 to 1"):
        result.top_words(2)
    with pytest.raises(UsageError, match="no word cluster -1"):
        result.top_words(-1, side="words")
    with pytest.raises(UsageError, match="side"):
        result.top_words(0, side="rows")


def test_parts_that_do_not_belong_together_are_refused(result, planted_counts):
    docword, model = result.docword, result.model
    with pytest.raises(CotextError, match="counts has shape"):
        CoClustering.from_fit(model, docword, counts=planted_counts[:, :5])
    with pytest.raises(CotextError, match="texts has 2 entries"):
        CoClustering.from_fit(model, docword, texts=["a", "b"])
    with pytest.raises(CotextError, match="ids has 1 entries"):
        CoClustering.from_fit(model, DocWord(docword.X, docword.vocabulary, ["a"]))
    with pytest.raises(CotextError, match="row_labels_"):
        CoClustering.from_fit(model, DocWord(docword.X[:5], docword.vocabulary, ["a"] * 5))
