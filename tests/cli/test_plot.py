"""``cotext plot``: pictures of a run folder."""

import shutil

import pytest

from cotext.pictures import QUESTIONS


@pytest.fixture
def run(run_folder, tmp_path):
    """A copy of the run, to draw in."""
    return shutil.copytree(run_folder, tmp_path / "letters")


def test_a_picture_lands_in_the_run_folder_with_its_numbers(call, run):
    outcome = call("plot", "sizes", run)
    assert outcome.code == 0
    assert outcome.out.split() == [str(run / "pictures" / "sizes.png")]
    assert (run / "pictures" / "sizes.png").read_bytes()[1:4] == b"PNG"
    assert (run / "pictures" / "sizes.csv").read_text().startswith("cluster,documents,")


@pytest.mark.parametrize("ending", ["svg", "pdf", "gexf", "graphml"])
def test_the_ending_of_the_file_says_what_is_written(call, run, tmp_path, ending):
    assert call("plot", "graph", run, "--out", f"graph.{ending}").code == 0
    assert (tmp_path / f"graph.{ending}").stat().st_size > 500
    assert (tmp_path / "graph.csv").exists()


def test_all_pictures_are_written_but_the_stream_of_documents_without_dates(call, run):
    outcome = call("plot", "--all", run, "--json")
    assert outcome.code == 0
    expected = [name for name in QUESTIONS if name != "stream"]
    assert [picture["name"] for picture in outcome.json["pictures"]] == expected
    assert "stream was left out: the run has no dates of the documents" in outcome.err
    for picture in outcome.json["pictures"]:
        assert picture["alt"]
        assert (run / "pictures" / f"{picture['name']}.png").exists()
        assert (run / "pictures" / f"{picture['name']}.csv").exists()


@pytest.mark.slow
def test_pictures_that_a_run_has_no_numbers_for_are_named_with_the_reason(call, tmp_path, corpus):
    lines = [line.split('"body": "')[1].split('"')[0] for line in corpus.read_text().splitlines()]
    (tmp_path / "plain.txt").write_text("\n".join(lines))
    assert call("fit", "plain.txt", "-k", "3", "--model", "lsa", "--out", "run", "-q").code == 0
    outcome = call("plot", "--all", "run", "--out", "drawn")
    assert outcome.code == 0
    assert "sankey was left out: this run has no known classes" in outcome.err
    assert "stability was left out" in outcome.err
    assert len(outcome.out.split()) == len(list((tmp_path / "drawn").glob("*.png"))) >= 11


def test_a_setting_reaches_the_picture(call, run):
    outcome = call("plot", "words", run, "--set", "cluster=1", "--json")
    assert outcome.json["pictures"][0]["title"].startswith("Words of ")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["pie", "RUN"], "there is no picture 'pie'; give one of matrix, blocks"),
        (["sizes"], "the run folder is missing: give one"),
        (["--all", "sizes", "RUN"], "'sizes' is one too many: cotext plot --all"),
        (["sizes", "missing"], "missing is not a run folder"),
        (["sizes", "RUN", "--out", "sizes.bmp"], "pictures end in .png, .svg, .pdf"),
        (["sizes", "RUN", "--out", "no/folder.png"], "is not a folder"),
        (
            ["words", "RUN", "--set", "size=2"],
            "no setting 'size'; expected one of cluster, n, under, relevance",
        ),
        (["words", "RUN", "--set", "cluster=77"], "no document cluster 77"),
    ],
)
def test_mistakes_are_explained_in_one_line(call, run, args, message):
    outcome = call("plot", *[str(run) if arg == "RUN" else arg for arg in args])
    assert outcome.code == 2
    assert message in outcome.err
    assert outcome.err.count("\n") == 1


def test_a_new_run_of_the_same_name_drops_the_pictures_of_the_old_one(call, run, corpus):
    assert call("plot", "sizes", run).code == 0
    assert call("fit", corpus, "-k", "2", "--n-init", "1", "--out", run, "-q").code == 0
    assert not (run / "pictures").exists()
