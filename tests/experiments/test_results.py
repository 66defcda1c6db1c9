"""Beside the paper: differences, verdicts, files."""

import pytest

from cotext.experiments import read_table
from cotext.experiments.markdown import table_page
from cotext.experiments.results import reached, read_csv, rows_of, write_csv


def outcome(*settings):
    return {"status": "done", "seconds": 1.26, "peak_mb": 100.4, "settings": list(settings)}


def setting(nmi, ari, label=""):
    best = {"nmi": max(nmi), "ari": max(ari)}
    return {"setting": label, "scores": {"nmi": nmi, "ari": ari}, "best": best}


@pytest.fixture
def made(toml):
    table = read_table(str(toml))
    cells = table.table_cells()
    outcomes = {
        cells[0].key: outcome(setting([0.3, 0.5], [0.36, 0.37])),
        cells[1].key: outcome(setting([0.2], [0.2], "l = 2"), setting([0.6], [0.1], "l = 3")),
        cells[2].key: {"status": "cannot", "why": "it is too large"},
    }
    return table, rows_of(table, cells, outcomes)


def test_a_cell_is_reached_within_the_paper_s_deviation_or_else_three_hundredths(made):
    nmi, ari = made[1][:2]
    assert (nmi.ours, nmi.sd, nmi.n, nmi.best) == (0.4, 0.1, 2, 0.5)
    assert (nmi.difference, nmi.reached) == (-0.1, True)
    assert (ari.difference, ari.reached) == (-0.035, False)
    assert (nmi.seconds, nmi.peak_mb) == (1.3, 100)


def test_the_best_of_several_settings_is_called_an_oracle_and_the_others_are_shown(made):
    oracle, _, other, _ = made[1][2:6]
    assert (oracle.setting, oracle.ours, oracle.paper) == ("l = 3 (oracle)", 0.6, 0.5)
    assert (other.setting, other.ours, other.paper) == ("l = 2", 0.2, None)


def test_cells_that_cannot_be_run_say_why_and_are_not_reached(made):
    nmi, _, known, _ = made[1][6:]
    assert nmi.note == "cannot be run: it is too large. Half of it is noise."
    assert nmi.reached is False
    assert known.note == "cannot be run: nobody knows how. Half of it is noise."
    assert reached(made[1]) == {"nmi": (2, 2, 1), "ari": (0, 2, 1)}


def test_rows_survive_their_file(made, tmp_path):
    write_csv(made[1], tmp_path / "rows.csv")
    assert read_csv(tmp_path / "rows.csv") == made[1]


def test_the_page_marks_what_is_below_and_tells_every_remark_once(made):
    page = table_page(*made)
    assert (
        "Reached: 2 of 2 NMI, 0 of 2 ARI figures of the paper. 1 cell with figures of the paper cannot"
        in page
    )
    assert "**-0.035**" in page
    assert "- hard: Half of it is noise." in page
    assert "- hard; WC-NMTF: cannot be run: nobody knows how." in page
    assert "- cannot be run: it is too large. (hard: NMF)" in page
    assert page.count("it is too large") == 1
    assert "| Easy | WC-NMTF | l = 2 | NMI | 0.200 | 0.200 |" in page


def test_smaller_errors_are_better(toml):
    toml.write_text(
        'title = "t"\nabout = "a"\nmeasures = ["error"]\nstarts = { quick = 1, full = 1 }\ntolerance = 0.01\n'
        '[data.I]\nkind = "overlapping"\n[models]\nnmf = {}\n[paper.I]\nnmf = [0.5]\n'
    )
    table = read_table(str(toml))
    (cell,) = table.table_cells()
    one = {"setting": "", "scores": {"error": [0.4]}, "best": {"error": 0.4}}
    (row,) = rows_of(table, [cell], {cell.key: outcome(one)})
    assert row.reached


def test_a_table_without_a_paper_begins_with_models_against_data(toml):
    text = toml.read_text()
    toml.write_text(text[: text.index("[paper.easy]")])
    table = read_table(str(toml))
    cells = table.table_cells()
    outcomes = {
        cells[0].key: outcome(setting([0.3], [0.3])),
        cells[1].key: outcome(setting([0.6], [0.3])),
        cells[2].key: {"status": "stopped", "why": "given up after 1 minutes"},
    }
    page = table_page(table, rows_of(table, cells, outcomes))
    assert "| mean NMI | Easy | hard |" in page
    assert "| NMF | 0.30 | cannot |" in page
    assert "| WC-NMTF | **0.60** | cannot |" in page
    assert "- cannot be run: given up after 1 minutes. (hard: NMF)" in page
