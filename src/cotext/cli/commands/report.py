"""``cotext report``: write a run as one HTML file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Option

from cotext.cli.output import Json, Quiet, Run, check_file, print_json, print_text, talk
from cotext.parsing import PAGES

DOCUMENTS = "Include at most N documents; of more, a sample of every cluster."
NAME = "report.html"  # in the run by default; see result.save


def report(
    run: Run,
    out: Annotated[
        Path | None, Option(metavar="FILE", help="Write to this HTML file.", show_default=f"RUN/{NAME}")
    ] = None,
    documents: Annotated[int, Option(metavar="N", help=DOCUMENTS)] = 5000,
    no_texts: Annotated[bool, Option("--no-texts", help="Leave the texts of the documents out.")] = False,
    open_it: Annotated[bool, Option("--open", help="Open the file in the browser.")] = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write a run as one HTML file to read, store and e-mail. It has all pages of the explorer, offline.

    The file has at most 8 MB: if necessary, texts are shortened and documents left out, and the pages say so.

    Example: cotext report runs/reviews --out reviews.html
    """
    check_file("--out", out, PAGES, "reports")
    with talk(quiet) as talking:
        talking.stage("writing the report")
        path = make_report(run, out, documents=documents, texts=not no_texts)
    if as_json:
        print_json({"run": str(run), "report": str(path), "bytes": path.stat().st_size})
    elif not quiet:
        print_text(f"{path}\n")
    if open_it:
        import webbrowser

        webbrowser.open(path.resolve().as_uri())


def make_report(run: Path, path: Path | None, *, documents: int = 5000, texts: bool = True) -> Path:
    """Read a run with its edits, and write its report, by default into the run."""
    from cotext.report import write_report
    from cotext.result import CoClustering
    from cotext.runfolder import history

    result = CoClustering.load(run)
    return write_report(
        result if texts else result.without_texts(),
        run / NAME if path is None else path,
        run=run.resolve().name,
        edits=history(run),
        documents=documents,
        inside=path is None,
    )
