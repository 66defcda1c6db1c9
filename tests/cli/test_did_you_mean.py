"""A name that is nearly right is answered with the one that was meant, wherever a name is looked up."""

import pytest

import cotext
from cotext.datasets import make_texts
from cotext.errors import UsageError

CASES = {
    "a command": (["modelz"], "'models'"),
    "an option": (["fit", "x.csv", "--mindf", "2"], "'--min-df'"),
    "an option with letters swapped": (["fit", "x.csv", "--modle", "nmf"], "'--model'"),
    "a model": (["models", "wcnmtf"], "'wc-nmtf'"),
    "a model in capitals": (["fit", "x.csv", "--model", "NMTF"], "'nmtf'"),
    "a parameter": (["fit", "x.csv", "--model", "nmf", "--set", "maxiter=3"], "'max_iter'"),
    "an option given as a parameter": (["fit", "x.csv", "--set", "mindf=3"], "--min-df?"),
    "a weighting": (["fit", "letters.csv", "--weighting", "tfidf"], "'tf-idf'"),
    "a picture": (["plot", "sizs", "run"], "'sizes'"),
    "a data set": (["fit", "pydcs"], "'pydocs'"),
    "a table": (["reproduce", "wcnmtf"], "'wc-nmtf'"),
    "a file": (["fit", "leters.csv"], "'letters.csv'"),
    "a column": (["fit", "letters.csv", "--text", "Body"], "'body'"),
}


@pytest.mark.parametrize("case", CASES)
def test_the_name_that_was_meant_is_told(call, tmp_path, case):
    (tmp_path / "letters.csv").write_text("id,body\n1,red oak\n2,cold rain\n")
    args, meant = CASES[case]
    outcome = call(*args)
    assert outcome.code == 2
    assert f"(did you mean {meant}" in outcome.err
    assert outcome.err.count("\n") == 1


def test_nothing_is_suggested_where_nothing_is_alike(call):
    for args in (["models", "zebra"], ["fit", "x.csv", "--zebra"], ["zebra"], ["fit", "missing.csv"]):
        assert "did you mean" not in call(*args).err


def test_a_key_of_the_settings_file_is_looked_up_too(call, tmp_path):
    (tmp_path / "cotext.toml").write_text("[fit]\nmindf = 3\n")
    assert "(did you mean 'min-df'?)" in call("fit", "x.csv").err
    (tmp_path / "cotext.toml").write_text("[fits]\nmin_df = 3\n")
    assert "(did you mean 'fit'?)" in call("models").err


def test_a_run_is_looked_up_among_those_beside_it(call, run_folder):
    outcome = call("show", run_folder.with_name("leters"))
    assert outcome.code == 2
    assert "leters is not a run folder (did you mean 'letters'?): config.toml is missing" in outcome.err


def test_words_and_documents_are_looked_up_too(call, run_folder, records):
    word = next(w for w in records[0]["body"].lower().replace(".", "").split() if not w.startswith("word"))
    typed = f"{word[:2]}x{word[2:]}"
    assert f"no word '{typed}' in this result (did you mean '" in call("similar", run_folder, typed).err
    assert (
        "no document 'D-7' in this result (did you mean 'd7'?)"
        in call("similar", run_folder, "D-7", "-d").err
    )
    assert call("similar", run_folder, word.upper()).code == 0


def test_keywords_of_cluster_are_looked_up_among_those_of_texts_and_model():
    texts = make_texts(12, 2).texts
    for given, meant in (("mindf", "min_df"), ("n_strts", "n_starts"), ("stopwords", "stop_words")):
        with pytest.raises(UsageError, match=f"'{given}' \\(did you mean '{meant}'"):
            cotext.cluster(texts, 2, **{given: 2})
