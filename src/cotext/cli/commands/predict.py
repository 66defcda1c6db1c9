"""``cotext predict``: assign new documents to the clusters of a run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Option

from cotext.cli.options import as_source, recipe_options, recipe_values
from cotext.cli.output import Json, Quiet, Run, check_file, print_json, print_text, talk
from cotext.errors import UsageError
from cotext.parsing import TABLES
from cotext.recipe import NEW_DOCUMENTS

if TYPE_CHECKING:
    from cotext.result import CoClustering

OUT = "Write the CSV to FILE."
SHARES = "Write each document's share in every cluster to FILE, as CSV."
AGAIN = {"default": None, "shown": "as in the run"}


@recipe_options(NEW_DOCUMENTS, text=AGAIN, id=AGAIN, encoding=AGAIN)
def predict(
    run: Run,
    sources: Annotated[list[str], Argument(metavar="INPUT", help="New documents, as in 'cotext fit'.")],
    out: Annotated[Path | None, Option(metavar="FILE", help=OUT, show_default="stdout")] = None,
    memberships: Annotated[Path | None, Option(metavar="FILE", help=SHARES)] = None,
    as_json: Json = False,
    quiet: Quiet = False,
    **recipe: Any,
) -> None:
    """Assign new documents to the clusters of a run and print a CSV with the columns of documents.csv.

    Example: cotext predict runs/reviews new.jsonl > clusters.csv
    """
    check_file("--out", out, TABLES, "tables")
    check_file("--memberships", memberships, TABLES, "tables")
    with talk(quiet) as talking:
        talking.stage("reading")
        from cotext.fitting import predict_new
        from cotext.recipe import is_store
        from cotext.result import CoClustering, membership_table

        result = CoClustering.load(run)
        if is_store(source := as_source(sources)):
            if as_json or memberships is not None:
                raise UsageError(
                    f"{source} is a store, for which --json and --memberships do not work: use --out FILE."
                )
            return predict_chunks(result, source, out, talking.note)
        predictions = predict_new(result, source, talking.note, **recipe_values(recipe))
        table = predictions.table()
        if memberships is not None:
            membership_table(predictions.docword.ids, predictions.shares).to_csv(memberships)
    if out is not None:
        table.to_csv(out)
        talking.note(f"{len(table)} documents: {out}")
    if as_json:
        print_json({"run": str(run), "documents": table.to_dict()})
    elif out is None:
        print_text(table.csv())


def predict_chunks(result: CoClustering, store: str, out: Path | None, note: Callable[[str], object]) -> None:
    """Write a CSV for the documents of a store, which may not fit in memory."""
    from cotext.fitting import predict_store, write_tables
    from cotext.store import Store

    tables = predict_store(result, Store.open(store))
    if out is not None:
        note(f"{write_tables(tables, out)} documents: {out}")
        return
    for number, table in enumerate(tables):
        print_text(table.csv() if number == 0 else table.csv().partition("\n")[2])
