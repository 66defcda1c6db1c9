import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy import sparse

from cotext.cooccurrence import Context, contexts, count_contexts, parse_context
from cotext.corpus import DocWord
from cotext.errors import UsageError
from cotext.matrix import count
from cotext.tokens import tokenize


def counts(texts, vocabulary, **settings):
    tokens = tokenize(texts, stop_words=["the", "and"], language="unknown")
    return count_contexts(tokens, vocabulary=vocabulary, **settings)


@pytest.fixture
def X():
    return sparse.csr_array(np.random.default_rng(0).poisson(0.3, (40, 25)).astype(np.int32))


def test_document_contexts_count_documents_not_words():
    C = counts(["sun sun moon", "moon sun", "stars"], ["moon", "stars", "sun"])
    assert C.toarray().tolist() == [[0, 0, 2], [0, 0, 0], [2, 0, 0]]


def test_sentence_contexts_count_sentences():
    texts = ["Sun and moon. Moon and stars! Sun, moon", "moon. stars"]
    C = counts(texts, ["moon", "stars", "sun"], context="sentence")
    assert C.toarray().tolist() == [[0, 1, 2], [1, 0, 0], [2, 0, 0]]


def test_windows_count_positions_and_stop_words_take_up_room():
    texts = ["sun and the moon", "moon sun moon"]
    near = counts(texts, ["moon", "sun"], context="window:3")
    wide = counts(texts, ["moon", "sun"], context="window:4")
    assert near.toarray().tolist() == [[0, 2], [2, 0]]
    assert wide.toarray().tolist() == [[0, 3], [3, 0]]


def test_windows_do_not_cross_documents_but_cross_sentences():
    C = counts(["sun moon", "stars. sun"], ["moon", "stars", "sun"], context="window:10")
    assert C.toarray().tolist() == [[0, 0, 1], [0, 0, 1], [1, 1, 0]]


def test_words_outside_the_vocabulary_take_up_room():
    assert counts(["sun xx yy moon"], ["moon", "sun"], context="window:3").nnz == 0


def test_another_corpus_is_looked_up_by_spelling():
    tokens = tokenize(["zebra moon alpha sun"], stop_words="none")
    C = count_contexts(tokens, context="window:4", vocabulary=["sun", "absent", "moon"])
    assert C.toarray().tolist() == [[0, 0, 1], [0, 0, 0], [1, 0, 0]]


def test_without_a_vocabulary_all_content_words_are_counted_in_alphabetical_order():
    C = counts(["sun and moon", "the moon, stars"], None)
    assert C.toarray().tolist() == [[0, 1, 1], [1, 0, 0], [1, 0, 0]]


def test_tokens_and_their_matrix_have_the_same_document_contexts():
    tokens = tokenize(["red sun, red moon", "", "red stars and moon"])
    table = count(tokens)
    by_tokens = count_contexts(tokens, vocabulary=table.vocabulary)
    assert by_tokens.nnz > 0
    assert_array_equal(by_tokens.toarray(), count_contexts(table).toarray())


@pytest.mark.parametrize("n_threads", [1, 2, 3])
@pytest.mark.parametrize("block", [1, 50, 1 << 22])
def test_document_contexts_equal_the_dense_product(X, n_threads, block, monkeypatch):
    monkeypatch.setattr(contexts, "_BLOCK", block)
    B = (X.toarray() > 0).astype(int)
    expected = B.T @ B
    np.fill_diagonal(expected, 0)
    C = count_contexts(X, n_threads=n_threads)
    assert_array_equal(C.toarray(), expected)
    assert C.has_sorted_indices
    assert C.nnz == np.count_nonzero(expected)
    assert (C.dtype, C.indices.dtype) == (np.int32, np.int32)


@pytest.mark.parametrize(
    "form", [sparse.csr_matrix, sparse.csc_array, sparse.coo_array, lambda X: X.toarray() / 2]
)
def test_any_matrix_will_do(X, form):
    assert_array_equal(count_contexts(form(X)).toarray(), count_contexts(X).toarray())


def test_zeros_and_duplicates_count_once_and_the_matrix_is_left_alone():
    X = sparse.csr_array(([1, 1, 2, 0, 5], [0, 0, 1, 2, 2], [0, 4, 5]), shape=(2, 3))
    before = (X.data.copy(), X.indices.copy(), X.indptr.copy())
    C = count_contexts(X)
    assert C.toarray().tolist() == [[0, 1, 0], [1, 0, 0], [0, 0, 0]]
    for kept, now in zip(before, (X.data, X.indices, X.indptr), strict=True):
        assert_array_equal(now, kept)


def test_an_empty_matrix_has_no_contexts():
    assert count_contexts(sparse.csr_array((0, 4), dtype=np.int32)).shape == (4, 4)
    assert count_contexts(tokenize([]), context="window:5", vocabulary=["a"]).shape == (1, 1)


@pytest.mark.parametrize("context", ["window:5", "sentence"])
def test_a_matrix_has_no_other_contexts_than_documents(X, context):
    for source in (X, DocWord(X, [""] * 25, [""] * 40)):
        with pytest.raises(UsageError, match="needs the texts"):
            count_contexts(source, context=context)


@pytest.mark.parametrize("context", ["document", "sentence", "window:2", "window:10"])
def test_a_context_is_written_as_it_was_read(context):
    assert str(parse_context(context)) == context
    assert parse_context("window:7") == Context("window", 7)


@pytest.mark.parametrize(
    "context",
    [
        "window:0",
        "window:1",
        "windows",
        "window",
        "window:",
        "window:-3",
        "window:2.5",
        "window:²",
        "doc",
        "",
    ],
)
def test_an_unknown_context_is_refused_with_the_choices(context):
    with pytest.raises(UsageError, match="'window:10'"):
        parse_context(context)
