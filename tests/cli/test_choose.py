"""``cotext choose``: the planted number, told, drawn and as JSON."""

import pytest
import typer

from cotext.cli.app import app
from cotext.cli.options import parse_range
from cotext.errors import UsageError
from cotext.result import CoClustering
from cotext.selection.score import Judged

COLUMNS = [
    *("documents", "words", "criterion", "stability", "coherence"),
    *("agreement", "error", "score"),
]
QUICK = ("--model", "spherical-kmeans", "--resamples", "2")


def test_the_planted_number_is_recommended(call, corpus, tmp_path):
    outcome = call("choose", corpus, "-k", "2-5", *QUICK, "--plot", "curve.png")
    assert outcome.code == 0
    header, *rows = [line.split("\t") for line in outcome.out.splitlines()]
    assert header == COLUMNS
    assert [row[0] for row in rows] == ["2", "3", "4", "5"]
    assert "recommended: -k 3, by spherical-kmeans (second opinion, highest modularity: 3)" in outcome.err
    assert (tmp_path / "curve.png").is_file()
    assert (tmp_path / "curve.csv").read_text().splitlines()[0] == ",".join(header)


def test_json_holds_the_number_and_the_curve(call, corpus):
    settings = ("--set", "n_init=3", "--set", "min_df=1")
    found = call("choose", corpus, "-k", "2,3", *QUICK, *settings, "--json", "-q").json
    assert (found["n_clusters"], found["model"], found["by_modularity"]) == (3, "spherical-kmeans", 3)
    assert [row["documents"] for row in found["table"]][:2] == [2, 3]
    assert list(found["table"][0]) == COLUMNS
    assert found["candidates"] == [3]


def test_without_a_clear_number_candidates_are_listed(call, corpus):
    outcome = call("choose", corpus, "-k", "3-4", *QUICK, "--n-init", "3")  # 3, the planted one, is an edge
    assert outcome.code == 0
    widened = [line.split("\t")[0] for line in outcome.out.splitlines()[1:]]
    assert widened == ["2", "3", "4"]
    found = call("choose", corpus, "-k", "3", *QUICK, "--json", "-q").json
    assert (found["n_clusters"], found["candidates"]) == (None, [3])
    told = call("choose", corpus, "-k", "3", *QUICK)
    assert "no clear number; candidate 3 (second opinion, highest modularity: 3)" in told.err


OF_A_RUN = {  # what fit writes and how, and the seeds of single clusters, whatever their number
    "out", "memberships", "no_texts", "cluster", "dashboard", "strict", "checkpoint", "resume", "verbose",
    "seed_words",
}  # fmt: skip


def test_every_option_of_fit_about_texts_and_model_is_an_option_of_choose():
    commands = typer.main.get_command(app).commands
    of_fit, of_choose = ({one.name for one in commands[name].params} for name in ("fit", "choose"))
    assert of_fit - of_choose == OF_A_RUN


def test_the_matrix_that_is_judged_is_the_one_that_is_fitted(call, corpus, monkeypatch, tmp_path):
    (tmp_path / "mine.txt").write_text("alpha0\nbeta1\n")
    options = (
        *(
            "--stop-words",
            "mine.txt",
            "--min-df",
            "3",
            "--max-df",
            "0.4",
            "--weighting",
            "tf-idf",
            "--idf",
            "smooth",
        ),
        *("--phrases", "--language", "en", "--token-pattern", "[a-z0-9]+", "--deduplicate"),
    )
    seen = []

    def judged(candidates, ready, *rest):
        seen.append((list(candidates), ready))
        yield Judged((3, 3), {"score": 1.0})

    monkeypatch.setattr("cotext.choose.judged", judged)
    model = ("--model", "spherical-kmeans", "--n-init", "3", "--seed", "5", "--set", "max_iter=7")
    assert call("choose", corpus, "-k", "3", *options, *model).code == 0
    assert call("fit", corpus, "-k", "3", *options, *model, "--out", "run").code == 0
    fitted = CoClustering.load(tmp_path / "run")
    (((candidate,), ready),) = seen
    assert ready.weighted.vocabulary == fitted.docword.vocabulary
    assert "alpha0" not in ready.weighted.vocabulary
    assert (ready.weighted.X != fitted.docword.X).nnz == 0
    assert candidate.get_params() == {**fitted.model.get_params(), "n_clusters": (3, 3)}


def test_what_has_an_option_is_not_set(call, corpus):
    outcome = call("choose", corpus, "--set", "random_state=3")
    assert (outcome.code, "use --seed 3" in outcome.err) == (2, True)


def test_ranges_are_read():
    assert parse_range("2-5") == [2, 3, 4, 5]
    assert parse_range("2-30:7") == [2, 9, 16, 23, 30]
    assert parse_range("16,4,8") == [4, 8, 16]
    for wrong in ("5-2", "x", "", "0-3", "2-9:0", "2--3", "4,"):
        with pytest.raises(UsageError, match="expected numbers of clusters, such as 2-12"):
            parse_range(wrong)
