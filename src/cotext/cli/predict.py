"""``cotext predict``: clusters for documents that were not there when the run was fitted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from cotext.cli.options import as_source
from cotext.cli.show import Json, print_json, print_text
from cotext.cli.talk import Quiet, talk
from cotext.errors import UsageError

AGAIN = "as in the run"


def predict(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run folder.")],
    sources: Annotated[list[str], typer.Argument(metavar="INPUT", help="New documents, as in 'cotext fit'.")],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the CSV here.", show_default="stdout")
    ] = None,
    text: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Holds the texts.", show_default=AGAIN)
    ] = None,
    id: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="Holds the names of the documents.", show_default=AGAIN),
    ] = None,
    encoding: Annotated[
        str | None, typer.Option(metavar="NAME", help="Encoding of text files.", show_default=AGAIN)
    ] = None,
    strict_input: Annotated[
        bool, typer.Option("--strict-input", help="Stop at a file that cannot be read.")
    ] = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Send new documents to the clusters of a run and print id, cluster, confidence as CSV.

    Example: cotext predict runs/reviews new.jsonl > clusters.csv
    """
    if out is not None and (out.is_dir() or not out.absolute().parent.is_dir()):
        raise UsageError(f"--out {out}: not the name of a file in a folder that exists; give another.")
    with talk(quiet) as talking:
        talking.stage("reading")
        from cotext.result import CoClustering

        result = CoClustering.load(run)
        reading: dict[str, Any] = {"text": text, "id": id, "encoding": encoding, "strict_input": strict_input}
        table = result.predict(as_source(sources), **reading, note=talking.note)
    if out is not None:
        table.to_csv(out)
        talking.note(f"{len(table)} documents: {out}")
    if as_json:
        print_json({"run": str(run), "documents": table.to_dict()})
    elif out is None:
        print_text(table.csv())
