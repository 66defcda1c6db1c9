"""``cotext evaluate``: how good a run is, with and without known classes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Option

from cotext.cli.output import Json, Run, print_json, print_table
from cotext.console import Console

WORDS = "Top words of each cluster that are judged."
LABELS = "Known classes: a table with id and label, or a text file with a line per document."
MEANING = {
    "criterion": "what the fit minimised",
    "n_iter": "sweeps of the best start",
    "converged": "whether the fit had come to rest",
    "nmi": "agreement with the known classes: 0 by chance, 1 the same groups",
    "ari": "the same for pairs of documents",
    "acc": "share of documents in the cluster of their class",
    "ri": "share of pairs of documents treated alike",
    "purity": "share of documents of their cluster's largest class",
    "npmi": "top words of a cluster occur together: -1 never, 1 always",
    "topic_diversity": "share of different words among all top words",
    "reconstruction_error": "distance of the matrix from the product of the factors",
}


def evaluate(
    run: Run,
    n_words: Annotated[int, Option(metavar="N", min=2, help=WORDS)] = 10,
    labels: Annotated[
        Path | None, Option(metavar="FILE", help=LABELS, show_default="those of the run")
    ] = None,
    id: Annotated[str, Option(metavar="COLUMN", help="Holds the ids, in FILE.")] = "id",
    label: Annotated[str, Option(metavar="COLUMN", help="Holds the classes, in FILE.")] = "label",
    as_json: Json = False,
) -> None:
    """Judge a run: agreement with known classes, coherence and diversity of the words.

    Example: cotext evaluate runs/reviews --labels classes.csv
    """
    from cotext.result import CoClustering, with_labels
    from cotext.selection import measures

    result = CoClustering.load(run)
    if labels is not None:
        result = with_labels(result, labels, id=id, label=label, note=Console().note)
    values = measures(result, n_words)
    if as_json:
        print_json({"run": str(run), "metrics": values})
    else:
        rows = [[name, value, MEANING.get(name, "")] for name, value in values.items()]
        print_table(str(run), ["measure", "value", "meaning"], rows)
