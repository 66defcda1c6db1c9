"""``cotext label``: name, annotate, color, set aside, merge and split clusters by hand, or undo it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from typer import Option

from cotext.cli.output import Json, Run, print_json, print_result, print_table
from cotext.console import Console
from cotext.errors import UsageError

if TYPE_CHECKING:
    from cotext.result import CoClustering
    from cotext.runfolder import Edit

Pairs = list[str] | None
NOTE = "Attach a remark to a cluster; may be repeated."
COLOR = "Show a cluster in this color; may be repeated."
NOISE = "Set a cluster aside as noise; may be repeated."
NO_NOISE = "Stop setting a cluster aside; may be repeated."


def label(
    run: Run,
    rename: Annotated[Pairs, Option(metavar="K=NAME", help="Give a cluster a name; may be repeated.")] = None,
    note: Annotated[Pairs, Option(metavar="K=TEXT", help=NOTE)] = None,
    color: Annotated[Pairs, Option(metavar="K=#RRGGBB", help=COLOR)] = None,
    noise: Annotated[Pairs, Option(metavar="K", help=NOISE)] = None,
    no_noise: Annotated[Pairs, Option(metavar="K", help=NO_NOISE)] = None,
    merge: Annotated[str | None, Option(metavar="K,K", help="Merge these clusters.")] = None,
    split: Annotated[str | None, Option(metavar="K", help="Split this cluster.")] = None,
    into: Annotated[int, Option(metavar="N", help="Split it into N parts.")] = 2,
    undo: Annotated[bool, Option("--undo", help="Undo the last edit.")] = False,
    edits: Annotated[bool, Option("--list", help="List the edits.")] = False,
    as_json: Json = False,
) -> None:
    """Name, color, set aside, merge or split clusters of a run. The run stores all edits; each can be undone.

    K is the number or the name of a document cluster. Every command that reads the run applies its edits; a
    new fit with the same run folder deletes them. To write a new run instead, use 'cotext split' or
    'cotext merge'.

    Example: cotext label runs/reviews --rename 3="Space flight"
    """
    from cotext.result import CoClustering
    from cotext.runfolder import Edit, add_edit, apply_edits, read_edits, settled, with_outcome

    result = CoClustering.load(run)
    if edits:
        _list(run, read_edits(run), as_json)
        return
    if undo and not read_edits(run):
        raise UsageError("--undo: this run has no edits; 'cotext label RUN --list' lists the edits of a run.")
    marks = {"rename": rename, "note": note, "color": color, "noise": noise, "no-noise": no_noise}
    changes = _changes(result, marks, merge, split, into, undo)
    if not undo:
        changes = [settled(result, change) for change in changes]
        result = apply_edits(result, [Edit(change, 0) for change in changes])
        changes = [with_outcome(change, result) for change in changes]
    for change in changes:
        add_edit(run, **change)
    if undo:
        result = CoClustering.load(run)
    print_result(result, run, as_json, Console().note)


def _changes(
    result: CoClustering, marks: dict[str, Pairs], merge: str | None, split: str | None, into: int, undo: bool
) -> list[dict[str, Any]]:
    """Return the edits, first those that keep the numbers of clusters; at most one changes the numbers."""
    from cotext.result import number_of

    changes: list[dict[str, Any]] = []
    for option, field in (("rename", "name"), ("note", "text"), ("color", "color")):
        for pair in marks[option] or []:
            cluster, equals, text = pair.partition("=")
            if not equals:
                value = {"name": "NAME", "text": "TEXT", "color": "#RRGGBB"}[field]
                raise UsageError(f"--{option} {pair}: expected K={value}, such as --{option} 0={value}.")
            changes.append({"edit": option, "cluster": number_of(result, cluster), field: text})
    for option in ("noise", "no-noise"):
        for cluster in marks[option] or []:
            number = number_of(result, cluster)
            changes.append({"edit": "noise", "cluster": number, "noise": option == "noise"})
    if merge is not None:
        clusters = [number_of(result, cluster) for cluster in merge.split(",")]
        changes.append({"edit": "merge", "clusters": clusters})
    if split is not None:
        changes.append({"edit": "split", "cluster": number_of(result, split), "into": into})
    if undo:
        changes.append({"edit": "undo"})
    if (merge is not None) + (split is not None) > 1 or (undo and len(changes) > 1):
        raise UsageError(
            "--merge, --split and --undo change the numbers of clusters; give only one of them at a time."
        )
    return changes


def _list(run: Path, edits: list[Edit], as_json: bool) -> None:
    if as_json:
        print_json({"run": str(run), "edits": [edit.told for edit in edits]})
        return
    rows = []
    for edit in edits:
        details = [f"{name} {value}" for name, value in edit.told.items() if name not in ("at", "edit")]
        rows.append([edit.values.get("at", ""), edit.values["edit"], ", ".join(details)])
    print_table(f"Edits of {run}; --undo undoes the last one", ["at", "edit", "details"], rows)
