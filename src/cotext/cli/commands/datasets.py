"""``cotext datasets``: named collections that can be clustered."""

from __future__ import annotations

from cotext.cli.output import Json, print_json, print_table


def datasets(as_json: Json = False) -> None:
    """List the data sets that 'cotext fit NAME' knows, and which of them are here.

    Example: cotext datasets
    """
    from cotext.datasets import describe

    rows = describe()
    if as_json:
        print_json({"datasets": rows})
        return
    print_table(
        "Data sets; COTEXT_DATA names the folder that holds them",
        ["name", "documents", "words", "classes", "here", "about"],
        [[r["name"], r["documents"], r["words"], r["classes"], r["available"], r["about"]] for r in rows],
    )
