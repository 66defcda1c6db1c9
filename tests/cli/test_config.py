"""Settings from a file, an environment variable, or the command line, the last one heard first."""

import json


def fit(call, corpus, *more):
    return call(*more, "fit", corpus, "--json", "--out", "r").json


def test_a_file_in_the_folder_sets_what_is_not_given(call, corpus, tmp_path):
    (tmp_path / "cotext.toml").write_text('[fit]\nmodel = "nmf"\nn-clusters = 3\nn_init = 2\n')
    assert (fit(call, corpus)["model"], fit(call, corpus)["n_clusters"]) == ("nmf", 3)
    flagged = call("fit", corpus, "--json", "--out", "r", "--model", "kmeans").json
    assert (flagged["model"], flagged["n_clusters"]) == ("kmeans", 3)


def test_the_environment_is_heard_before_the_file(call, corpus, tmp_path, monkeypatch):
    (tmp_path / "cotext.toml").write_text('[fit]\nmodel = "nmf"\nn-clusters = [3, 3]\n')
    monkeypatch.setenv("COTEXT_FIT_MODEL", "nmtf")
    found = fit(call, corpus)
    assert (found["model"], found["n_clusters"]) == ("nmtf", [3, 3])


def test_another_file_is_named_and_may_set_model_parameters(call, corpus, tmp_path):
    (tmp_path / "cotext.toml").write_text('[fit]\nmodel = "nmf"\n')
    (tmp_path / "mine.toml").write_text(
        '[fit]\nmodel = "wc-nmtf"\nn-clusters = 3\n[fit.set]\nregularization = 0.25\nmax_iter = 30\n'
    )
    assert fit(call, corpus, "--config", "mine.toml")["model"] == "wc-nmtf"
    environment = json.loads((tmp_path / "r" / "environment.json").read_text())
    assert environment["config"]["parameters"]["regularization"] == 0.25
    assert environment["config"]["parameters"]["max_iter"] == 30


def test_a_wrong_file_is_one_line_and_exit_code_2_or_1(call, corpus, tmp_path):
    for text, code, message in (
        ("[fit]\ncolour = 3\n", 2, "no option 'colour'"),
        ("[dance]\nx = 1\n", 2, "[dance] is not a command"),
        ("model = \n", 1, "cannot be read as TOML"),
    ):
        (tmp_path / "cotext.toml").write_text(text)
        outcome = call("fit", corpus)
        assert outcome.code == code
        assert message in outcome.err
        assert outcome.err.count("\n") == 1
    (tmp_path / "cotext.toml").unlink()
    missing = call("--config", "none.toml", "fit", corpus)
    assert missing.code == 2
    assert "no such file" in missing.err
