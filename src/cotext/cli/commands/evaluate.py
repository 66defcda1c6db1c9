"""``cotext evaluate``: the quality of a run, with and without known classes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Option

from cotext.cli.output import Json, Run, print_json, print_table
from cotext.console import Console

WORDS = "Judge the N top words of each cluster."
LABELS = "Read known classes from FILE: a table with id and label, or a text file with a line per document."
MEANING = {
    "criterion": "minimized by the fit",
    "n_iter": "sweeps of the best start",
    "converged": "whether the fit converged",
    "nmi": "agreement with the known classes: 0 unrelated, 1 the same groups",
    "ari": "agreement about pairs of documents: 0 by chance, 1 the same groups",
    "acc": "share of documents in the cluster matched to their class",
    "ri": "share of pairs of documents on which clusters and classes agree",
    "purity": "share of documents in the largest class of their cluster",
    "npmi": "co-occurrence of the top words of a cluster: -1 never, 1 always together",
    "topic_diversity": "share of different words among all top words",
    "reconstruction_error": "distance of the matrix from the product of the factors",
}


def evaluate(
    run: Run,
    n_words: Annotated[int, Option(metavar="N", min=2, help=WORDS)] = 10,
    labels: Annotated[
        Path | None, Option(metavar="FILE", help=LABELS, show_default="those of the run")
    ] = None,
    id: Annotated[str, Option(metavar="COLUMN", help="Read ids from this column of FILE.")] = "id",
    label: Annotated[str, Option(metavar="COLUMN", help="Read classes from this column of FILE.")] = "label",
    as_json: Json = False,
) -> None:
    """Measure the quality of a run: agreement with known classes, coherence and diversity of the words.

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
