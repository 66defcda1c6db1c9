"""``cotext.cluster``: every kind of input, one label per document, the same twice."""

import math

import numpy as np
import pandas as pd
import polars as pl
import pytest
from numpy.testing import assert_array_equal
from scipy import sparse

import cotext
from cotext.corpus import Documents, DocWord
from cotext.datasets import Dataset, make_planted, make_texts
from cotext.errors import EmptyInputWarning, NoUsableDocuments, UsageError
from cotext.metrics import nmi

QUICK = {"n_clusters": 3, "n_init": 2, "random_state": 0}


@pytest.fixture(scope="module")
def data():
    return make_texts(30, 3)


@pytest.fixture(scope="module")
def planted():
    return make_planted(60, 60, 3)


@pytest.fixture(scope="module")
def expected(data):
    return cotext.cluster(data.texts, **QUICK)


def test_a_list_of_strings_is_clustered(data, expected):
    assert nmi(data.labels, expected.row_labels_) == pytest.approx(1.0)
    assert expected.row_labels_.shape == (30,)
    assert expected.column_labels_.shape == (len(expected.docword.vocabulary),)


@pytest.mark.parametrize("kind", ["pandas", "polars", "series", "tuple", "documents", "txt", "csv"])
def test_every_kind_of_text_gives_the_same_clusters(data, expected, tmp_path, kind):
    frame = pd.DataFrame({"id": data.ids, "text": data.texts})
    frame.to_csv(tmp_path / "texts.csv", index=False)
    (tmp_path / "texts.txt").write_text("\n".join(data.texts))
    source = {
        "pandas": frame,
        "polars": pl.DataFrame({"id": data.ids, "text": data.texts}),
        "series": frame["text"],
        "tuple": tuple(data.texts),
        "documents": Documents(data.texts, data.ids),
        "txt": str(tmp_path / "texts.txt"),
        "csv": tmp_path / "texts.csv",
    }[kind]
    result = cotext.cluster(source, **QUICK)
    assert_array_equal(result.row_labels_, expected.row_labels_)
    assert result.docword.ids == data.ids


def test_columns_are_chosen_by_name(data):
    frame = pd.DataFrame({"junk": ["same"] * 30, "words": data.texts, "kind": data.labels})
    result = cotext.cluster(frame, text="words", label="kind", **QUICK)
    assert result.metrics["nmi"] == pytest.approx(1.0)


@pytest.mark.parametrize("kind", ["csr", "csc", "dense", "docword"])
def test_every_kind_of_matrix_gives_the_same_clusters(planted, kind):
    source = {
        "csr": planted.X,
        "csc": sparse.csc_array(planted.X),
        "dense": planted.X.toarray(),
        "docword": DocWord(planted.X, planted.vocabulary, planted.ids),
    }[kind]
    result = cotext.cluster(source, **QUICK)
    assert_array_equal(result.row_labels_, cotext.cluster(planted.X, **QUICK).row_labels_)
    assert nmi(planted.labels, result.row_labels_) > 0.8
    assert result.config["context"] == "document"


@pytest.mark.parametrize("texts", [True, False])
@pytest.mark.parametrize("ids", [True, False])
def test_a_data_set_is_clustered_by_its_name(data, planted, monkeypatch, tmp_path, texts, ids):
    source = data if texts else planted
    bare = Dataset(
        "cstr", X=source.X, texts=source.texts, labels=source.labels, label_names=source.label_names,
        ids=source.ids if ids else (), vocabulary=source.vocabulary,
    )  # fmt: skip
    monkeypatch.setattr("cotext.datasets.load", lambda name: bare)
    monkeypatch.chdir(tmp_path)
    result = cotext.cluster("cstr", **QUICK)
    assert result.metrics["nmi"] > 0.8
    assert result.docword.ids == source.ids


def test_a_file_comes_before_a_data_set_of_its_name(data, monkeypatch, tmp_path):
    (tmp_path / "cstr").mkdir()
    for number, text in enumerate(data.texts):
        (tmp_path / f"cstr/{number:02}.txt").write_text(text)
    monkeypatch.chdir(tmp_path)
    assert len(cotext.cluster("cstr", **QUICK).row_labels_) == 30


def test_empty_documents_are_kept_without_a_cluster(data):
    with pytest.warns(EmptyInputWarning, match="3 of 33 documents"):
        result = cotext.cluster(["", *data.texts, None, "   "], **QUICK)
    assert result.row_labels_.shape == (33,)
    assert_array_equal(result.row_labels_[[0, 31, 32]], -1)
    assert nmi(data.labels, result.row_labels_[1:31]) == pytest.approx(1.0)


def test_the_same_seed_gives_the_same_result(data, expected):
    again = cotext.cluster(data.texts, **QUICK)
    assert_array_equal(again.row_labels_, expected.row_labels_)
    assert_array_equal(again.column_labels_, expected.column_labels_)
    assert again.metrics == expected.metrics


def test_a_pair_gives_both_numbers_of_clusters(data):
    result = cotext.cluster(data.texts, (3, 4), "nmtf", n_init=2, random_state=0)
    assert result.n_clusters == (3, 4)
    assert result.model.block_.shape == (3, 4)


def test_unknown_keywords_are_answered_with_those_of_the_model(data):
    with pytest.raises(UsageError, match=r"consensus has no parameter 'lam'; it has .*n_starts"):
        cotext.cluster(data.texts, 3, lam=1)


@pytest.mark.parametrize("wrong", [{"tol": "abc"}, {"n_init": 0}, {"n_clusters": 0}, {"init": "best"}])
def test_impossible_values_are_refused_before_reading(wrong):
    with pytest.raises(UsageError, match=next(iter(wrong))):
        cotext.cluster("there is no such file", **wrong)


@pytest.mark.parametrize(
    "wrong", [{"weighting": "bm25"}, {"idf": "x"}, {"context": "page"}, {"model": "lda"}]
)
def test_unknown_names_are_refused_before_reading(wrong):
    with pytest.raises(UsageError, match=next(iter(wrong.values()))):
        cotext.cluster("there is no such file", **wrong)


def test_windows_need_texts(planted):
    with pytest.raises(UsageError, match="context='window:5' needs texts"):
        cotext.cluster(planted.X, 3, context="window:5")


def test_documents_that_do_not_differ_are_not_usable():
    with pytest.raises(NoUsableDocuments, match="no weight at all"):
        cotext.cluster(["red oak"] * 4, 2)
    with pytest.raises(NoUsableDocuments, match="no weight at all"):
        cotext.cluster(sparse.csr_array((4, 3)), 2)


def test_stages_notes_and_sweeps_are_reported_in_order(data):
    said, sweeps = [], []
    result = cotext.cluster(
        data.texts, callback=sweeps.append, stage=said.append, note=lambda text: said.append(f"  {text}"),
        **QUICK,
    )  # fmt: skip
    stages = [line for line in said if line[0] != " "]
    assert stages == [
        "reading", "counting words", "counting co-occurrences (window:40)", "fitting consensus",
    ]  # fmt: skip
    assert [line.strip() for line in said[2:-2]] == list(result.docword.notes)
    assert {step.restart for step in sweeps} == {1, 2}
    opinions = [step for step in sweeps if math.isnan(step.loss)]  # of four steps, twice: too few to halve
    assert len(opinions) == 8
    assert all(step.sweep <= step.max_iter for step in opinions)
    sweeps = sweeps[len(opinions) :]
    assert sweeps[-1].n_init == 2
    assert sum(step.restart == 1 + result.model.criteria_.argmin() for step in sweeps) == result.model.n_iter_


def test_a_model_without_cooccurrence_does_not_count_it(data):
    said = []
    result = cotext.cluster(data.texts, model="nmf", stage=said.append, **QUICK)
    assert said == ["reading", "counting words", "fitting nmf"]
    assert "context" not in result.config


@pytest.mark.parametrize("segment", [None, 20])
def test_ties_of_words_that_are_left_out_are_told_and_kept_with_the_run(
    data, expected, monkeypatch, tmp_path, segment
):
    monkeypatch.setattr("cotext.models.families.contexts.MOST", 200)
    notes = []
    result = cotext.cluster(data.texts, **QUICK, segment=segment, note=notes.append)
    (told,) = [note for note in notes if "strongest ties of each word" in note]
    assert "there are more than 200" in told
    result.save(tmp_path / "run")
    assert told in cotext.CoClustering.load(tmp_path / "run").docword.notes
    assert not any("strongest ties" in note for note in expected.docword.notes)


def test_what_was_asked_is_recorded(data):
    result = cotext.cluster(data.texts, weighting="tf", context="sentence", min_df=3, **QUICK)
    assert result.config["weighting"] == {"kind": "tf", "idf": "plain"}
    assert (result.config["context"], result.config["min_df"]) == ("sentence", 3)
    assert result.config["parameters"]["random_state"] == 0
    assert result.config["text"]["language"] == "unknown"


def test_contexts_may_come_from_another_corpus():
    data, other = make_texts(40, 3, random_state=0), make_texts(200, 3, random_state=1)
    own = cotext.cluster(data.texts, 3, "wc-nmtf", random_state=0, n_init=2)
    borrowed = cotext.cluster(data.texts, 3, "wc-nmtf", context_from=other.texts, random_state=0, n_init=2)
    assert borrowed.config["context_from"] == "list"
    assert borrowed.model.criterion_ != own.model.criterion_
    assert borrowed.metrics["n_iter"] > 0
    same = cotext.cluster(data.texts, 3, "wc-nmtf", context_from=data.texts, random_state=0, n_init=2)
    assert same.model.criterion_ == own.model.criterion_
    with pytest.raises(UsageError, match="context_from needs texts"):
        cotext.cluster(data.texts, 3, context_from=np.eye(3))


def test_nothing_opens_a_socket(monkeypatch, tmp_path):
    import socket

    def refuse(*args, **kwargs):
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    path = tmp_path / "letters.csv"
    rows = "\n".join(f'{i},"{text}"' for i, text in enumerate(make_texts(30, 3).texts))
    path.write_text(f"id,text\n{rows}\n")
    result = cotext.cluster(path, 3, random_state=0, n_init=2)
    result.save(tmp_path / "run")
    assert len(cotext.CoClustering.load(tmp_path / "run").predict(path)) == 30


def test_a_star_imports_the_models():
    found = {}
    exec("from cotext.models import *", found)
    assert {model.__name__ for model in cotext.models.all_models()} <= set(found)


def test_a_fit_that_was_broken_off_goes_on_from_its_checkpoint(data, monkeypatch, tmp_path):
    monkeypatch.setattr("cotext.models.checkpoint.journal.SECONDS", 0.0)
    path, seen = tmp_path / "fit.checkpoint", []

    def stop(step):
        seen.append(step)
        if len(seen) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cotext.cluster(data.texts, **QUICK, checkpoint=path, callback=stop)
    assert path.is_file()
    result = cotext.cluster(data.texts, **QUICK, checkpoint=path, resume=True)
    whole = cotext.cluster(data.texts, **QUICK)
    assert_array_equal(result.model.row_factor_, whole.model.row_factor_)
    assert_array_equal(result.model.losses_, whole.model.losses_)
    assert not path.exists()


def test_going_on_needs_the_name_of_a_checkpoint(data):
    with pytest.raises(UsageError, match="checkpoint=FILE"):
        cotext.cluster(data.texts, **QUICK, resume=True)


def test_a_large_fit_tells_its_memory_and_its_passes_before_it_begins(planted, monkeypatch):
    monkeypatch.setattr("cotext.models.engine.algorithm.WORTH_A_WORD", 0)
    notes = []
    cotext.cluster(planted.X, 3, "nmf", random_state=0, note=notes.append)
    told = next(note for note in notes if note.startswith("nmf: about "))
    assert "of memory, 10 starts of at most " in told
    assert told.endswith("passes over the matrix")


@pytest.mark.parametrize(
    ("model", "options"),
    [
        ("auto", {"n_clusters": 3, "n_starts": 2}),
        ("spectral-coclustering", {"n_clusters": 3}),
        ("nmtf", {"n_clusters": (3, 2), "n_init": 2, "tol": 0.5}),
        ("nested", {"levels": [2, 4], "n_starts": 1}),
        ("auto", {"n_clusters": 2, "n_starts": 1, "min_df": 2, "segment": 4, "deduplicate": True}),
    ],
)
def test_numbers_of_numpy_give_the_same_run_and_are_saved(data, model, options, tmp_path):
    def of_numpy(value):
        return type(value)(map(of_numpy, value)) if isinstance(value, tuple | list) else np.array(value)[()]

    given = {"model": model, "random_state": 0, **options}
    expected = cotext.cluster(data.texts, **given)
    numbers = {name: of_numpy(value) for name, value in given.items() if name != "model"}
    cotext.cluster(data.texts, model=model, **numbers).save(tmp_path / "run")
    loaded = cotext.CoClustering.load(tmp_path / "run")
    assert_array_equal(loaded.row_labels_, expected.row_labels_)
    assert loaded.config == expected.config
    assert loaded.model.get_params() == expected.model.get_params()
    assert loaded.predict(data.texts).rows == expected.predict(data.texts).rows
