"""A file is never written under an ending that says something else."""

import pytest

from cotext.errors import UsageError
from cotext.parsing import ending_of

TABLES, PAGES, PICTURES = ".csv, .txt", ".html, .htm", ".png, .svg, .pdf"


@pytest.mark.parametrize(
    ("args", "wrong", "known"),
    [
        (["predict", "no-run", "CORPUS", "--out"], "p.xlsx", TABLES),
        (["predict", "no-run", "CORPUS", "--out"], "p.csv.gz", TABLES),
        (["predict", "no-run", "CORPUS", "--memberships"], "m.parquet", TABLES),
        (["fit", "no-file", "--memberships"], "m.json", TABLES),
        (["compare", "no-run", "no-run", "--moved"], "moved.tsv", TABLES),
        (["compare", "no-run", "no-run", "--plot"], "flows.html", PICTURES),
        (["choose", "no-file", "--plot"], "curve.gif", PICTURES),
        (["choose", "no-file", "--plot"], "curve", PICTURES),
        (["report", "no-run", "--out"], "report.pdf", PAGES),
    ],
)
def test_an_ending_that_cannot_be_written_is_refused_before_the_work(
    call, corpus, tmp_path, args, wrong, known
):
    outcome = call(*(corpus if one == "CORPUS" else one for one in args), wrong)
    assert outcome.code == 2
    assert f"{args[-1]} {wrong}: " in outcome.err
    assert f"end in {known}; give one of these" in outcome.err
    assert not (tmp_path / wrong).exists()


def test_a_graph_for_other_programs_is_no_picture_of_another_kind(call, run_folder, tmp_path):
    outcome = call("plot", "sizes", run_folder, "--out", "sizes.graphml")
    assert (outcome.code, "pictures end in .png, .svg, .pdf; give" in outcome.err) == (2, True)
    assert call("plot", "graph", run_folder, "--out", "graph.graphml").code == 0


def test_names_in_capitals_and_without_an_ending_are_written(call, corpus, run_folder, tmp_path):
    for name in ("P.CSV", "p.txt", "clusters"):
        assert call("predict", run_folder, corpus, "--out", name).code == 0
        assert (tmp_path / name).read_text().startswith("id,")
    assert call("report", run_folder, "--out", "page.htm", "--no-texts").code == 0


def test_endings_are_known_whatever_the_case():
    assert ending_of("a/b.PNG", ("png",), "pictures") == "png"
    with pytest.raises(UsageError, match=r"^b\.gif: pictures end in \.png, \.svg; give one of these\.$"):
        ending_of("a/b.gif", ("png", "svg"), "pictures")
