"""Cells in processes, kept one by one."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from cotext.experiments import cell as worker
from cotext.experiments import read_table, reproduce
from cotext.experiments.results import read_csv
from cotext.experiments.runner import run_cells


def run(toml, out, **options):
    return reproduce(str(toml), out, jobs=0, **options)


def test_a_run_leaves_a_table_a_page_and_its_provenance(toml, tmp_path, load):
    done = run(toml, tmp_path / "out")
    rows = read_csv(tmp_path / "out" / "results.csv")
    assert rows == done.rows
    assert [(row.data, row.model, row.measure) for row in rows[:3]] == [
        ("easy", "nmf", "nmi"),
        ("easy", "nmf", "ari"),
        ("easy", "wc-nmtf", "nmi"),
    ]
    page = (tmp_path / "out" / "table.md").read_text()
    assert "# A table of planted data" in page
    assert "0.5 ± 0.1" in page
    about = json.loads((tmp_path / "out" / "provenance.json").read_text())
    assert about["provenance"]["seed"] == 3
    assert {"numpy", "cotext"} <= set(about["provenance"]["versions"])
    assert about["peak_mb"] > 1


def test_finished_cells_are_not_run_again(toml, tmp_path, load, monkeypatch):
    first = run(toml, tmp_path / "out")
    monkeypatch.setattr(worker, "run", lambda *args: pytest.fail("a finished cell was run again"))
    assert run(toml, tmp_path / "out").rows == first.rows


def test_fresh_runs_do_everything_again_with_the_same_numbers(toml, tmp_path, load, kept):
    run(toml, tmp_path / "out")
    before = kept(tmp_path / "out")
    n = len(load.asked)
    run(toml, tmp_path / "out", fresh=True)
    after = kept(tmp_path / "out")
    assert len(load.asked) > n
    assert {name: one["settings"] for name, one in before.items()} == {
        name: one["settings"] for name, one in after.items()
    }


def test_an_interrupted_run_keeps_the_cells_that_were_finished(toml, tmp_path, load, kept, monkeypatch):
    honest, calls = worker.run, []

    def tired(*args):
        calls.append(args)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return honest(*args)

    monkeypatch.setattr(worker, "run", tired)
    with pytest.raises(KeyboardInterrupt):
        run(toml, tmp_path / "out")
    assert len(kept(tmp_path / "out")) == 1
    monkeypatch.setattr(worker, "run", honest)
    resumed = run(toml, tmp_path / "out")
    assert [(r.ours, r.best) for r in resumed.rows] == [
        (r.ours, r.best) for r in run(toml, tmp_path / "other").rows
    ]


def test_processes_give_the_numbers_of_this_one(tmp_path):
    toml = tmp_path / "bases.toml"
    toml.write_text(
        'title = "t"\nabout = "a"\nmeasures = ["error"]\nstarts = { quick = 2, full = 2 }\n'
        '[data.I]\nkind = "overlapping"\n[models]\nnmf = { parameters = { max_iter = 5 } }\nfnmtf = {}\n'
    )
    alone = reproduce(str(toml), tmp_path / "alone", jobs=0)
    seen = []
    both = reproduce(str(toml), tmp_path / "both", jobs=2, listener=seen.append)
    assert [(row.ours, row.sd, row.best) for row in both.rows] == [
        (row.ours, row.sd, row.best) for row in alone.rows
    ]
    assert [step.done for step in seen] == [1, 2]
    assert seen[-1].seconds_left == 0


def test_another_seed_is_another_cell(toml, tmp_path, load, kept):
    run(toml, tmp_path / "out")
    run(toml, tmp_path / "out", seed=4)
    assert len(kept(tmp_path / "out")) == 6


def test_a_data_set_that_is_not_here_says_so_and_is_tried_again_later(toml, tmp_path, monkeypatch, kept):
    monkeypatch.delenv("COTEXT_DATA", raising=False)
    toml.write_text(toml.read_text().replace('set = "noisy"', 'set = "cstr"').replace('planted"', 'tr41"'))
    text = toml.read_text().replace("[data.hard]", '[data.third]\nset = "cora"\nkind = "tensor"\n[data.hard]')
    toml.write_text(text.replace("[models]", '[models]\ntsplbm = { on = "tensor", only = ["third"] }'))
    rows = run(toml, tmp_path / "out").rows
    assert all(row.ours is None for row in rows)
    assert "cannot be run: data set 'tr41': COTEXT_DATA is not set" in rows[0].note
    assert kept(tmp_path / "out") == {}


def test_a_cell_that_cannot_be_fitted_says_why_and_the_others_go_on(toml, tmp_path, load):
    toml.write_text(toml.read_text().replace("[data.hard]", "[data.hard]\nn_clusters = 61"))
    rows = run(toml, tmp_path / "out").rows
    (first, *_) = [row for row in rows if row.data == "hard"]
    assert first.note.startswith("cannot be run: ")
    assert first.reached is False
    assert all(row.ours is not None for row in rows if row.data == "easy")


def test_a_process_that_takes_too_long_is_given_up(tmp_path):
    toml = tmp_path / "slow.toml"
    toml.write_text(
        'title = "t"\nabout = "a"\nmeasures = ["error"]\nstarts = { quick = 2, full = 2 }\n'
        "minutes = { quick = 0.0001 }\n"
        '[data.I]\nkind = "overlapping"\n[models]\nnmf = {}\n'
    )
    (row,) = reproduce(str(toml), tmp_path / "out", jobs=1).rows
    assert row.note == "cannot be run: stopped after 0.0001 min."
    (again,) = run_cells(read_table(str(toml)).cells(), tmp_path / "out", jobs=0, minutes=5).values()
    assert again["status"] == "done"


def test_material_is_shared_and_removed_in_the_end(toml, tmp_path, load):
    run(toml, tmp_path / "out")
    assert load.asked.count("planted") == 2  # the matrix, and its contexts
    assert list((tmp_path / "out" / "material").iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals to end a process by")
@pytest.mark.parametrize("how", [signal.SIGINT, pytest.param(signal.SIGKILL, marks=pytest.mark.slow)])
def test_no_process_outlives_the_run(tmp_path, how):
    toml = tmp_path / "slow.toml"
    toml.write_text(
        'title = "t"\nabout = "a"\nmeasures = ["error"]\nstarts = { quick = 9000, full = 2 }\n'
        '[data.II]\nkind = "overlapping"\n[models]\nnmf = { parameters = { tol = 0.0, max_iter = 10000 } }\n'
    )
    command = [sys.executable, "-m", "cotext", "reproduce", str(toml), "--out", str(tmp_path / "out")]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        jobs = wait_for(lambda: list((tmp_path / "out").glob(".work*/*.job")))
        (child,) = wait_for(lambda: children_of(run.pid))
        run.send_signal(how)
    assert jobs
    assert wait_for(lambda: not alive(child))


def children_of(pid):
    done = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True)
    return [int(line) for line in done.stdout.split()]


def alive(pid):
    state = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True
    ).stdout.strip()
    return bool(state) and not state.startswith("Z")


def wait_for(condition, seconds=30):
    for _ in range(20 * seconds):
        if found := condition():
            return found
        time.sleep(0.05)
    return None
