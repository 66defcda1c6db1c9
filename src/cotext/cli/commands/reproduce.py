"""``cotext reproduce``: run the tables of the papers again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from cotext.cli.exits import Terminated
from cotext.cli.output import Json, Quiet, print_json, print_table, talk
from cotext.console import Console, span
from cotext.errors import UsageError

if TYPE_CHECKING:  # heavy: imported when a table is run
    from cotext.experiments import Listener, Reproduction, Row, TableProgress

NAME = "Table name or TOML file; omit to list the tables."
OUT, SEED, JOBS = (
    "Save the results in this folder.",
    "Use this seed instead of the table's.",
    "Run N cells at a time.",
)


def reproduce(
    name: Annotated[str | None, Argument(metavar="NAME", help=NAME, show_default=False)] = None,
    full: Annotated[bool, Option("--full", help="Use the paper's number of starts (takes hours).")] = False,
    out: Annotated[Path | None, Option(metavar="DIR", help=OUT, show_default="runs/reproduce/NAME")] = None,
    seed: Annotated[int | None, Option(metavar="N", help=SEED, show_default=False)] = None,
    jobs: Annotated[int | None, Option(metavar="N", help=JOBS, show_default="one per core")] = None,
    fresh: Annotated[bool, Option("--fresh", help="Run finished cells again.")] = False,
    no_figures: Annotated[bool, Option("--no-figures", help="Run only the table.")] = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Run a table of a paper on the real data; print the paper's figure, ours and the difference per cell.

    Finished cells are saved, so that the same command continues an interrupted run. Cells below the paper are
    marked; cells that cannot be run show the reason. 'cotext datasets' shows which data are available.

    Example: cotext reproduce wc-nmtf --out runs/wc-nmtf
    """
    if name is None:
        _list(as_json)
        return
    if jobs is not None and jobs < 1:
        raise UsageError(f"--jobs {jobs}: expected a number of cells of at least 1.")
    from cotext.experiments import reproduce as run

    out = out or Path("runs/reproduce") / Path(name).stem
    chosen = {"full": full, "fresh": fresh, "figures": not no_figures}
    with talk(quiet) as talking:
        talking.stage(f"reproducing {name}")
        try:
            done = run(name, out, seed=seed, jobs=jobs, listener=_listener(talking), **chosen)
        except (KeyboardInterrupt, Terminated):
            talking.note(f"finished cells saved to {out}; rerun the same command to continue")
            raise
    if as_json:
        print_json(done.as_dict())
    elif not quiet:
        show(done, talking)


def _list(as_json: bool) -> None:
    from cotext.experiments import describe

    rows = describe()
    if as_json:
        print_json({"tables": rows})
    else:
        cells = [[row["name"], f"{row['title']} ({row['about']})"] for row in rows]
        print_table("Tables; 'cotext reproduce NAME' runs one", ["name", "about"], cells)


def _listener(talking: Console) -> Listener:
    """Show progress as a bar in a terminal, and as a line per finished job elsewhere."""

    def listen(step: TableProgress) -> None:
        left = "" if step.seconds_left is None else f", about {span(step.seconds_left)} left"
        message = f"{step.done} of {step.total} cells{left}; done: {step.what}"
        talking.advance(step.done, step.total, message)

    return listen


def show(done: Reproduction, talking: Console) -> None:
    """Print the table, and how many of the paper's figures are reached."""
    table, data, model = done.table, done.table.data_title, done.table.model_title
    rows = [
        [data(r.data), model(r.model, r.setting), r.measure, r.paper, r.ours, r.difference, _verdict(r)]
        for r in done.rows
        if r.paper is not None or not r.setting or "(oracle)" in r.setting
    ]
    print_table(table.title, ["data", "model", "measure", "paper", "ours", "difference", "reached"], rows)
    counts = [f"{c['reached']} of {c['of']} {name}" for name, c in done.as_dict()["reached"].items()]
    if counts:
        talking.note(f"reached: {', '.join(counts)}")
    talking.note(f"results: {done.about['out']}")


def _verdict(row: Row) -> str:
    if row.ours is None:
        return row.note
    return "" if row.reached is None else "yes" if row.reached else "BELOW"
