"""``cotext datasets``: named collections that can be clustered."""

from __future__ import annotations

from cotext.cli.output import Json, print_json, print_table


def datasets(as_json: Json = False) -> None:
    """List the data sets that 'cotext fit NAME' accepts, and whether their files are on this computer.

    Example: cotext datasets
    """
    from cotext.datasets import describe

    rows = describe()
    if as_json:
        print_json({"datasets": rows})
        return
    print_table(
        "Data sets; the environment variable COTEXT_DATA names their folder",
        ["name", "documents", "words", "classes", "available", "about"],
        [[r["name"], r["documents"], r["words"], r["classes"], r["available"], r["about"]] for r in rows],
    )
