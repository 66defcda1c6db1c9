"""``cotext plot``: pictures of a run, each with the CSV of its numbers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Option

from cotext.cli.options import parse_settings
from cotext.cli.output import Json, Quiet, print_json, print_text, talk
from cotext.console import Console
from cotext.errors import CotextError, UsageError
from cotext.files import check_folder
from cotext.pictures import QUESTIONS, known

if TYPE_CHECKING:
    from cotext.result import CoClustering

FILE = (
    "Draw to this .png, .svg or .pdf file, the graph also to .gexf (Gephi) or .graphml; with --all, a folder."
)
SETTING = "Set an option of the picture, such as cluster=3; may be repeated."
FOLDER = "pictures"  # of the run; see result.save


def plot(
    name: Annotated[str, Argument(metavar="NAME", help=f"One of {', '.join(QUESTIONS)}.")],
    run: Annotated[Path | None, Argument(metavar="RUN", help="A run folder.", show_default=False)] = None,
    every: Annotated[bool, Option("--all", help="Draw all seventeen: cotext plot --all RUN.")] = False,
    out: Annotated[
        Path | None, Option(metavar="FILE", help=FILE, show_default="RUN/pictures/NAME.png")
    ] = None,
    settings: Annotated[list[str] | None, Option("--set", metavar="PARAM=VALUE", help=SETTING)] = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Draw a picture of a run, or all of them, each with a CSV of its numbers next to it.

    Example: cotext plot blocks runs/reviews --out blocks.svg
    """
    name, run = _name_and_run(name, run, every)
    from cotext.result import CoClustering

    with talk(quiet) as talking:
        talking.stage("reading")
        result = CoClustering.load(run)
        if every:
            drawn = _draw_all(result, out or run / FOLDER, talking, inside=out is None)
        else:
            file = out or run / FOLDER / f"{name}.png"
            options = parse_settings(settings or [])
            talking.stage(f"drawing {name}")
            drawn = [_draw(result, name, file, options, inside=out is None)]
    if as_json:
        print_json({"run": str(run), "pictures": drawn})
    elif not quiet:
        for picture in drawn:
            print_text(picture["file"] + "\n")


def _name_and_run(name: str, run: Path | None, every: bool) -> tuple[str, Path]:
    """Return the picture and the run; with ``--all`` the only argument is the run."""
    if every:
        if run is not None:
            raise UsageError(
                f"--all draws every picture, so {name!r} is one too many: cotext plot --all {run}."
            )
        return "", Path(name)
    name = known(name)
    if run is None:
        raise UsageError(
            f"the run folder is missing: give one that 'cotext fit' wrote, as in cotext plot {name} RUN."
        )
    return name, run


def _draw(
    result: CoClustering, name: str, file: Path, options: dict[str, Any], *, inside: bool
) -> dict[str, Any]:
    from cotext.pictures.display import check_ending, display_class, save_picture
    from cotext.pictures.prepare import numbers_to_draw

    check_ending(file, name)
    display = display_class(name)(numbers_to_draw(name, result, **options))
    if inside:
        check_folder(file.parent)
        file.parent.mkdir(exist_ok=True)
    save_picture(display, file, inside=inside)
    numbers = display.numbers
    return {
        "name": name,
        "title": numbers.title,
        "alt": numbers.alt,
        "file": str(file),
        "csv": str(file.with_suffix(".csv")),
    }


def _draw_all(result: CoClustering, folder: Path, talking: Console, *, inside: bool) -> list[dict[str, Any]]:
    """Draw every picture that is possible; report the others with the reason."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"--out {folder}: this is a file; with --all, give a folder.")
    if inside:
        check_folder(folder)
    folder.mkdir(parents=True, exist_ok=True)
    drawn = []
    for i, name in enumerate(QUESTIONS, start=1):
        talking.stage(f"{i} of {len(QUESTIONS)}: {name}")
        try:
            drawn.append(_draw(result, name, folder / f"{name}.png", {}, inside=inside))
        except CotextError as error:
            talking.note(f"{name} was left out: {error}")
    return drawn
