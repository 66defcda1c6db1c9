"""Write docs/reproduction.md from docs/results: ``python docs/make_reproduction.py [RUN ...]``.

Folders of ``cotext reproduce`` that are named are taken into docs/results first.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

from cotext.errors import UsageError
from cotext.experiments.markdown import table_page
from cotext.experiments.measures import TITLES
from cotext.experiments.results import reached, read_csv
from cotext.experiments.table import Experiment, names, read_table
from cotext.files import write_text

DOCS = Path(__file__).parent
FIRST = "all-models"
INTRODUCTION = """# Reproduction

Every table of the five papers, and one of every model on every data set, run by `cotext reproduce NAME`.
This page is written by `python docs/make_reproduction.py` from the CSV files in [results](results);
nothing in it is typed by hand.

A cell counts as reached when our mean is at least the paper's mean less its standard deviation (.03
where none is known). What is below is **bold**, never left out; what cannot be run says why. "Best by
criterion" is the start that the model itself would keep. "Oracle" marks what was chosen with the labels.
Seconds are those of a busy machine with two cores, one process per cell, and peak memory is that of the
whole process (about 150 MB without any data)."""


def main(runs: list[str], docs: Path = DOCS) -> Path:
    for run in runs:
        keep(Path(run), docs / "results")
    path = docs / "reproduction.md"
    write_text(path, page(docs / "results"))
    return path


def keep(run: Path, results: Path) -> str:
    """Copy what the page needs of a run folder; return the name of its table."""
    try:
        about = json.loads((run / "provenance.json").read_text(encoding="utf-8"))
    except OSError:
        raise UsageError(
            f"{run} holds no provenance.json: give the folder of a 'cotext reproduce' run."
        ) from None
    name = read_table(about["provenance"]["config"]["table"]).name
    results.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(run / "results.csv", results / f"{name}.csv")
    write_text(results / f"{name}.json", json.dumps(_kept(about), indent=2) + "\n")
    for picture in sorted((run / "figures").glob("*.svg")):
        (results / name).mkdir(exist_ok=True)
        shutil.copyfile(picture, results / name / picture.name)
    return name


def page(results: Path) -> str:
    """The page, from the folder of CSV files; the same bytes for the same files."""
    there = [
        name for name in [FIRST, *(n for n in names() if n != FIRST)] if (results / f"{name}.csv").is_file()
    ]
    parts = [INTRODUCTION, _summary(results, there)]
    parts += [_section(results, name) for name in there]
    absent = [name for name in names() if name not in there]
    parts += [f"Not run yet: {', '.join(absent)}.\n"] * bool(absent)
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def _kept(about: dict[str, Any]) -> dict[str, Any]:
    """What a reader needs to run it again; nothing of the machine but its kind."""
    whence = about["provenance"]
    machine = whence["platform"].split("-")[0]
    own = {key: about[key] for key in ("full", "seconds", "seconds_in_cells", "peak_mb", "figures_missing")}
    return {
        **own,
        "seed": whence["seed"],
        "date": whence["date"][:10],
        "versions": whence["versions"],
        "system": machine,
    }


def _summary(results: Path, there: list[str]) -> str:
    lines = ["| table | cells | cannot be run | reached |", "| --- | --- | --- | --- |"]
    for name in there:
        rows = read_csv(results / f"{name}.csv")
        cells = {(row.data, row.model): row.ours is not None for row in rows}
        counts = ", ".join(f"{yes} of {tried} {TITLES[m]}" for m, (yes, tried, _) in reached(rows).items())
        title = read_table(name).title.partition(":")[0]
        missing = len(cells) - sum(cells.values())
        lines.append(
            f"| [{title}](#{name}) | {len(cells)} | {missing} | {counts or 'no paper to compare with'} |"
        )
    return "\n".join(lines)


def _section(results: Path, name: str) -> str:
    table = read_table(name)
    about = json.loads((results / f"{name}.json").read_text(encoding="utf-8"))
    text = table_page(table, read_csv(results / f"{name}.csv"), "##")
    head, _, rest = text.partition("\n")
    parts = [
        f'<a id="{name}"></a>\n\n{head}\n{rest}'.strip("\n"),
        _provenance(about),
        _figures(table, results),
    ]
    return "\n\n".join(part for part in parts if part)


def _provenance(about: dict[str, Any]) -> str:
    versions = ", ".join(f"{package} {version}" for package, version in about["versions"].items())
    setting = "full setting" if about["full"] else "quick setting"
    return (
        f"Run on {about['date']}, {setting}, seed {about['seed']}: "
        f"{about['seconds_in_cells'] / 60:.0f} minutes of cells, peak memory {about['peak_mb']:.0f} MB, "
        f"{about['system']}, {versions}."
    )


def _figures(table: Experiment, results: Path) -> str:
    titles = {figure["name"]: figure["title"] for figure in table.figures}
    found = [path for path in sorted((results / table.name).glob("*.svg")) if path.stem in titles]
    return "\n\n".join(f"![{titles[path.stem]}](results/{table.name}/{path.name})" for path in found)


if __name__ == "__main__":
    sys.stdout.write(f"{main(sys.argv[1:])}\n")
