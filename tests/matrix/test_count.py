import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer

from cotext.backend.native import kernels
from cotext.corpus import Documents
from cotext.errors import NoUsableDocuments, UsageError
from cotext.matrix import columns_of, count, count_words
from cotext.tokens import TokenSettings, tokenize

FRUIT = ["red apple and red rose", "", "green apple", "rose of the north"]
# Our words for scikit-learn: a letter first, "_" parts words, no match inside "1st".
PATTERN = r"(?<![^\W_])[^\W\d_][^\W_]+"


def docstrings():
    return [text for name in sorted(dir(np)) if isinstance(text := getattr(np, name).__doc__, str)]


def test_counts_are_those_made_by_hand():
    table = count(tokenize(FRUIT, language="en"))
    assert table.vocabulary == ["apple", "green", "north", "red", "rose"]
    assert table.X.toarray().tolist() == [[1, 0, 0, 2, 1], [0] * 5, [1, 1, 0, 0, 0], [0, 0, 1, 0, 1]]
    assert table.X.dtype == np.int32
    assert table.ids == ["0", "1", "2", "3"]
    assert "1 of 4 documents have no known words: they are in cluster -1" in table.notes


def test_counts_equal_those_of_scikit_learn():
    texts = docstrings()
    table = count(tokenize(texts, stop_words="none", debris="keep"), min_df=3, max_df=0.4)
    peer = CountVectorizer(token_pattern=PATTERN, min_df=3, max_df=0.4)
    expected = peer.fit_transform(texts)
    assert table.X.shape[0] > 400
    assert list(table.vocabulary) == peer.get_feature_names_out().tolist()
    assert (expected != table.X).nnz == 0
    assert table.X.has_canonical_format


def test_stop_words_have_no_column():
    tokens = tokenize(["will wills willing"], stem="porter", stop_words=["will"])
    table = count(tokens)
    assert (table.vocabulary, table.X.toarray().tolist()) == (["will"], [[2]])


def test_rows_carry_the_ids_and_labels_of_the_documents():
    documents = Documents(["red sun", "red moon"], ["a", "b"], np.array([1, 0]), ["x", "y"], ("read",))
    table = count(tokenize(documents), documents=documents)
    assert table.ids == ["a", "b"]
    assert table.labels.tolist() == [1, 0]
    assert table.label_names == ["x", "y"]
    assert table.notes[0] == "read"
    assert table.notes.count("read") == 1


def spread(n):
    """n documents: "all" is in each, "half" in every second, "pair" in two, "once" in one."""
    texts = [["all"] for _ in range(n)]
    for i in range(0, n, 2):
        texts[i].append("half")
    texts[1] += ["pair", "once"]
    texts[3].append("pair")
    return tokenize([" ".join(words) for words in texts], stop_words="none")


@pytest.mark.parametrize(
    ("n", "settings", "kept"),
    [
        (8, {}, ["all", "half", "once", "pair"]),
        (20, {}, ["half", "pair"]),
        (20, {"min_df": 1}, ["half", "once", "pair"]),
        (20, {"max_df": 1.0}, ["all", "half", "pair"]),
        (20, {"max_df": 9}, ["pair"]),
        (20, {"min_df": 0.5}, ["half"]),
        (20, {"min_df": 1, "max_df": 20, "max_words": 2}, ["all", "half"]),
        (50_000, {}, ["half"]),
    ],
)
def test_rare_and_common_words_are_left_out(n, settings, kept):
    assert count(spread(n), **settings).vocabulary == kept


def test_shares_are_of_the_documents_that_have_words():
    tokens = tokenize(["sun moon"] * 5 + ["sun stars"] * 7 + [""] * 100, stop_words="none")
    assert count(tokens).vocabulary == ["moon"]


@pytest.mark.parametrize("settings", [{"min_df": -1}, {"max_df": 1.5}, {"min_df": "few"}, {"max_df": True}])
def test_limits_that_mean_nothing_are_refused(settings):
    with pytest.raises(UsageError, match=next(iter(settings))):
        count(spread(20), **settings)


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["the of and", "and the"], "stop_words='none'"),
        (["", ""], "stop_words='none'"),
        ([], "stop_words='none'"),
        ([f"word{i}" for i in range(12)], "lower min_df"),
    ],
)
def test_when_nothing_is_left_the_settings_to_relax_are_named(texts, said):
    with pytest.raises(NoUsableDocuments, match=said):
        count(tokenize(texts))


def test_columns_are_found_by_spelling():
    tokens = tokenize(["sun and moon and stars"], stop_words=["and"])
    assert columns_of(tokens, ["stars", "and", "sun"]).tolist() == [2, -1, -1, 0]


def test_new_texts_are_counted_over_the_old_vocabulary():
    settings = TokenSettings(language="en", stop_words="small", stem="porter")
    X = count_words(["Wills of the willing, will", "", "new words"], ["new", "will", "zebra"], settings)
    assert X.toarray().tolist() == [[0, 2, 0], [0, 0, 0], [1, 0, 0]]


def test_old_texts_are_counted_as_before():
    texts = docstrings()[:100]
    tokens = tokenize(texts, stem="english")
    table = count(tokens)
    assert (count_words(texts, table.vocabulary, tokens.settings) != table.X).nnz == 0
    assert table.X.nnz > 1000


@pytest.mark.skipif(kernels() is None, reason="the kernels are not built or switched off")
@pytest.mark.parametrize("asked", [{}, {"min_df": 1}, {"min_df": 0, "max_df": 1.0}, {"max_words": 70}])
def test_both_engines_count_alike(monkeypatch, asked):
    texts, tables = docstrings(), []
    for native in "01":
        monkeypatch.setenv("COTEXT_NATIVE", native)
        tables.append(count(tokenize(texts), **asked))
    a, b = tables
    assert a.vocabulary == b.vocabulary
    for name in ("indptr", "indices", "data"):
        one, other = getattr(a.X, name), getattr(b.X, name)
        assert one.dtype == other.dtype == np.int32
        np.testing.assert_array_equal(one, other)
    assert b.X.has_canonical_format


def test_words_left_out_by_max_df_are_named_with_their_shares():
    texts = [f"{'oak ' if i else ''}{'elm ' if i % 4 else ''}word{i % 7} thing{i % 5}" for i in range(40)]
    (note,) = [one for one in count(tokenize(texts, language="en")).notes if "max_df" in one]
    assert note == (
        "max_df leaves out 2 words: 'oak' (in 98 % of the documents), 'elm' (75 %); --max-df 1.0 keeps them"
    )
    assert not [one for one in count(tokenize(texts, language="en"), max_df=1.0).notes if "max_df" in one]


def test_the_commonest_words_left_out_are_named_and_the_others_counted():
    texts = [" ".join(f"word{k:02}" for k in range(20) if i >= k) + f" own{i % 9}" for i in range(60)]
    (note,) = [one for one in count(tokenize(texts, language="en")).notes if "max_df" in one]
    assert note.startswith(
        "max_df leaves out 20 words: 'word00' (in 100 % of the documents), 'word01' (98 %), "
    )
    assert note.endswith("'word07' (88 %) and 12 more; --max-df 1.0 keeps them")


def test_a_stem_left_out_by_max_df_is_named_by_its_commonest_form():
    texts = [f"libraries and a library{' of libraries' * (i % 2)} word{i % 7}" for i in range(40)]
    (note,) = [one for one in count(tokenize(texts, language="en", stem="porter")).notes if "max_df" in one]
    assert "'librari'" not in note
    assert "'librar" in note
