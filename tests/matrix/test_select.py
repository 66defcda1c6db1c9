import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from cotext.datasets import make_planted
from cotext.errors import UsageError
from cotext.matrix import select, select_words
from cotext.matrix.select import METHODS

FREE = [method for method in METHODS if method != "mutual-information"]


@pytest.fixture(scope="module")
def data():
    return make_planted(120, 80, (3, 4), random_state=2)


def groups_of_words(n_groups=4, size=6, documents=30, empty=5):
    """Words of one group occur in that group's documents only; the last columns are empty."""
    rng = np.random.default_rng(3)
    blocks = [1 + rng.poisson(2.0, (documents, size)) for _ in range(n_groups)]
    counts = sparse.block_diag(blocks, format="csr").toarray()
    return np.hstack([counts, np.zeros((len(counts), empty), dtype=counts.dtype)])


def dense_information(counts, labels):
    present, n = counts > 0, len(labels)
    scores = np.zeros(counts.shape[1])
    for j in range(counts.shape[1]):
        for c in np.unique(labels):
            joint = np.sum(present[:, j] & (labels == c)) / n
            if joint:
                scores[j] += joint * np.log(joint / (present[:, j].mean() * np.mean(labels == c)))
    return scores


def test_document_frequency_counts_documents_and_not_occurrences():
    X = sparse.csr_array([[9, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]])
    assert select_words(X, 2).tolist() == [1, 2]
    assert select_words(X, 3).tolist() == [0, 1, 2]  # 0 and 3 are in one document each


def test_tf_idf_variance_keeps_the_words_that_vary():
    """Each document has one word next to a word of every document, which weighs nothing."""
    X = sparse.csr_array([[5, 2, 0, 0], [5, 2, 0, 0], [5, 0, 1, 0], [5, 0, 0, 1]])
    # weights 1 or 0: variances 0, 1/4, 3/16, 3/16
    assert select_words(X, 1, "tf-idf-variance").tolist() == [1]
    assert select_words(X, 2, "tf-idf-variance").tolist() == [1, 2]


def test_the_variance_is_that_of_the_dense_weights(data):
    weights = select.Weighting("tf-idf-norm").fit(data.X).transform(data.X, dtype=np.float64).toarray()
    expected = weights.var(axis=0)
    assert_allclose(select._variance(data.X), expected / expected.max(), rtol=1e-9)


def test_mutual_information_keeps_the_words_that_tell_the_classes():
    X = sparse.csr_array([[1, 3, 0, 0], [1, 1, 0, 1], [1, 0, 2, 0], [1, 0, 0, 1]])
    assert select_words(X, 1, "mutual-information", labels=[0, 0, 1, 1]).tolist() == [1]
    assert select_words(X, 2, "mutual-information", labels=["x", "x", "y", "y"]).tolist() == [1, 2]


def test_mutual_information_equals_the_dense_formula(data):
    expected = dense_information(data.X.toarray(), data.labels)
    assert_allclose(select._mutual_information(data.X, data.labels), expected, rtol=1e-9, atol=1e-14)
    best = np.sort(np.argsort(-expected.round(9), kind="stable")[:20])
    assert_array_equal(select_words(data.X, 20, "mutual-information", labels=data.labels), best)


def test_documents_without_a_label_do_not_count(data):
    labels = np.where(np.arange(120) % 3, data.labels, -1)
    part = select_words(data.X[labels >= 0], 20, "mutual-information", labels=labels[labels >= 0])
    assert_array_equal(select_words(data.X, 20, "mutual-information", labels=labels), part)
    assert select_words(data.X, 2, "mutual-information", labels=np.full(120, -1)).tolist() == [0, 1]


def test_mutual_information_refuses_to_run_without_labels(data):
    with pytest.raises(UsageError, match="needs labels and is for reproducing papers"):
        select_words(data.X, 5, "mutual-information")


@pytest.mark.parametrize("seed", range(10))
def test_medoids_find_one_word_of_each_planted_group(seed):
    X = sparse.csr_array(groups_of_words())
    chosen = select_words(X, 4, "medoids", random_state=seed)
    assert (chosen // 6).tolist() == [0, 1, 2, 3]


def test_the_medoid_is_the_word_closest_to_its_group():
    """Word 1 is like 0 and 2, which are not like each other; word 4 is like 3 and 5."""
    half = [[1, 1, 0], [1, 1, 0], [0, 1, 1], [0, 1, 1]]
    X = sparse.block_diag([half, half], format="csr")
    for seed in range(10):
        assert select_words(X, 2, "medoids", random_state=seed).tolist() == [1, 4]


@pytest.mark.parametrize("k", [1, 2, 4, 15, 40, 79])
def test_no_exchange_of_one_medoid_brings_the_words_closer(data, k):
    chosen = select_words(data.X, k, "medoids", random_state=1)
    words = data.X.toarray().T / np.linalg.norm(data.X.toarray(), axis=0)[:, None]
    cosine = words @ words.T
    reached = cosine[:, chosen].max(axis=1).sum()
    for m in range(k):
        others = cosine[:, np.delete(chosen, m)].max(axis=1, initial=0.0)
        exchanged = np.maximum(others[:, None], cosine).sum(axis=0)
        assert exchanged.max() <= reached + 1e-8


@pytest.mark.parametrize("k", [1, 4, 23, 24])
def test_no_empty_word_is_a_medoid_while_others_are_left(k):
    counts = np.roll(groups_of_words(), 5, axis=1)  # the empty words come first
    assert select_words(sparse.csr_array(counts), k, "medoids").min() >= 5


def test_empty_words_fill_up_when_no_others_are_left():
    counts = np.roll(groups_of_words(), 5, axis=1)
    chosen = select_words(sparse.csr_array(counts), 26, "medoids")
    assert_array_equal(chosen, [0, 1, *range(5, 29)])


def test_equal_words_still_give_as_many_medoids_as_asked():
    X = sparse.csr_array(np.repeat([[1, 0], [2, 0], [0, 3]], 4, axis=1))
    for seed in range(5):
        chosen = select_words(X, 5, "medoids", random_state=seed)
        assert len(np.unique(chosen)) == 5
        assert set(chosen // 4) == {0, 1}


def test_blocks_of_any_size_give_the_same_medoids(data, monkeypatch):
    whole = select_words(data.X, 9, "medoids")
    monkeypatch.setattr(select, "BLOCK_CELLS", 50)
    assert_array_equal(select_words(data.X, 9, "medoids"), whole)


@pytest.mark.parametrize("method", METHODS)
def test_a_pick_is_sorted_and_the_same_every_time(data, method):
    before = data.X.copy()
    one, other = (select_words(data.X, 15, method, labels=data.labels, random_state=4) for _ in range(2))
    assert_array_equal(one, other)
    assert len(one) == 15
    assert (np.diff(one) > 0).all()
    assert one.dtype.kind == "i"
    assert (before != data.X).nnz == 0


@pytest.mark.parametrize("method", FREE)
def test_labels_change_nothing_where_they_are_not_asked_for(data, method):
    assert_array_equal(select_words(data.X, 9, method, labels=data.labels), select_words(data.X, 9, method))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("n_words", [80, 1000])
def test_asking_for_more_words_than_there_are_gives_all(data, method, n_words):
    assert_array_equal(select_words(data.X, n_words, method, labels=data.labels), np.arange(80))


@pytest.mark.parametrize("method", METHODS)
def test_equals_are_kept_by_column(method):
    X = sparse.csr_array(np.eye(6, dtype=int))
    if method != "medoids":
        assert select_words(X, 3, method, labels=[0, 0, 0, 1, 1, 1]).tolist() == [0, 1, 2]
    assert select_words(sparse.csr_array((6, 4), dtype=int), 2, method, labels=[0] * 6).tolist() == [0, 1]


@pytest.mark.parametrize("method", METHODS)
def test_stored_zeros_are_not_occurrences(data, method):
    stored = data.X.tocoo()
    row, column = np.append(stored.row, range(120)), np.append(stored.col, [7] * 120)
    values = np.append(stored.data, np.zeros(120, dtype=int))
    X = sparse.csr_array((values, (row, column)), shape=data.X.shape)
    expected = select_words(data.X, 9, method, labels=data.labels)
    assert_array_equal(select_words(X, 9, method, labels=data.labels), expected)


def test_an_unknown_method_names_the_known_ones(data):
    with pytest.raises(UsageError, match="'chi2' is unknown.*" + ".*".join(METHODS)):
        select_words(data.X, 5, "chi2")


@pytest.mark.parametrize("n_words", [0, -3, 2.5, True, "ten"])
def test_a_number_of_words_below_one_is_refused(data, n_words):
    with pytest.raises(UsageError, match="1 or more"):
        select_words(data.X, n_words)


def test_labels_of_another_length_are_refused(data):
    with pytest.raises(UsageError, match="each of 120 documents"):
        select_words(data.X, 5, "mutual-information", labels=data.labels[:50])
