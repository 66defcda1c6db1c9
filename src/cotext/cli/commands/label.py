"""``cotext label``: clusters named, noted, coloured, set aside, merged and split by hand, and undone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from typer import Option

from cotext.cli.output import Json, Run, print_json, print_result, print_table
from cotext.console import Console
from cotext.errors import UsageError

if TYPE_CHECKING:
    from cotext.result import CoClustering

Pairs = list[str] | None
NOTE = "Keep a remark on a cluster; may be repeated."
COLOR = "Show a cluster in a colour; may be repeated."
NOISE = "Set a cluster aside as noise; may be repeated."


def label(
    run: Run,
    rename: Annotated[Pairs, Option(metavar="K=NAME", help="Give a cluster a name; may be repeated.")] = None,
    note: Annotated[Pairs, Option(metavar="K=TEXT", help=NOTE)] = None,
    color: Annotated[Pairs, Option(metavar="K=#RRGGBB", help=COLOR)] = None,
    noise: Annotated[Pairs, Option(metavar="K", help=NOISE)] = None,
    no_noise: Annotated[Pairs, Option(metavar="K", help="Take that back; may be repeated.")] = None,
    merge: Annotated[str | None, Option(metavar="K,K", help="Put clusters together.")] = None,
    split: Annotated[str | None, Option(metavar="K", help="Divide a cluster.")] = None,
    into: Annotated[int, Option(metavar="N", help="Parts of a split.")] = 2,
    undo: Annotated[bool, Option("--undo", help="Take the last edit back.")] = False,
    edits: Annotated[bool, Option("--list", help="List the edits.")] = False,
    as_json: Json = False,
) -> None:
    """Name, colour, set aside, merge or split clusters of a run; all is kept in it and can be undone.

    K is the number of a document cluster, or a name that it has. Every command that reads the run sees its
    clusters so; fitting again under the same name forgets them. To leave the run as it is and write another,
    use 'cotext split' or 'cotext merge'.

    Example: cotext label runs/reviews --rename 3="Space flight"
    """
    from cotext.result import CoClustering
    from cotext.runfolder import Edit, add_edit, apply_edits, read_edits, settled, with_outcome

    result = CoClustering.load(run)
    if edits:
        _list(run, read_edits(run), as_json)
        return
    if undo and not read_edits(run):
        raise UsageError("--undo: this run has no edit that could be taken back.")
    marks = {"rename": rename, "note": note, "color": color, "noise": noise, "no-noise": no_noise}
    asked = _asked(result, marks, merge, split, into, undo)
    if not undo:
        asked = [settled(result, what) for what in asked]
        result = apply_edits(result, [Edit(what, 0) for what in asked])
        asked = [with_outcome(what, result) for what in asked]
    for what in asked:
        add_edit(run, **what)
    if undo:
        result = CoClustering.load(run)
    print_result(result, run, as_json, Console().note)


def _asked(
    result: CoClustering, marks: dict[str, Pairs], merge: str | None, split: str | None, into: int, undo: bool
) -> list[dict[str, Any]]:
    """The edits, names first, so that the numbers are those that were seen; one change of numbers at most."""
    from cotext.result import number_of

    found: list[dict[str, Any]] = []
    for option, field in (("rename", "name"), ("note", "text"), ("color", "color")):
        for pair in marks[option] or []:
            cluster, _, text = pair.partition("=")
            found.append({"edit": option, "cluster": number_of(result, cluster), field: text})
    for option in ("noise", "no-noise"):
        for cluster in marks[option] or []:
            chosen = number_of(result, cluster)
            found.append({"edit": "noise", "cluster": chosen, "noise": option == "noise"})
    if merge is not None:
        clusters = [number_of(result, cluster) for cluster in merge.split(",")]
        found.append({"edit": "merge", "clusters": clusters})
    if split is not None:
        found.append({"edit": "split", "cluster": number_of(result, split), "into": into})
    if undo:
        found.append({"edit": "undo"})
    if (merge is not None) + (split is not None) > 1 or (undo and len(found) > 1):
        raise UsageError("--merge, --split and --undo change the numbers of clusters: give one at a time.")
    return found


def _list(run: Path, edits: list[Any], as_json: bool) -> None:
    if as_json:
        print_json({"run": str(run), "edits": [edit.told for edit in edits]})
        return
    rows = []
    for edit in edits:
        rest = {name: value for name, value in edit.told.items() if name not in ("at", "edit")}
        told = ", ".join(f"{name} {value}" for name, value in rest.items())
        rows.append([edit.values.get("at", ""), edit.values["edit"], told])
    print_table(f"Edits of {run}; --undo takes the last one back", ["at", "edit", "what"], rows)
