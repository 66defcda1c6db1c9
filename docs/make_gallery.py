"""Write the gallery, one picture per question: ``python docs/make_gallery.py`` or ``make gallery``.

``gallery.md`` and ``gallery/*.png`` are written each time. ``blocks.svg`` is the picture of the README.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from cotext.errors import UsageError
from cotext.files import write_text
from cotext.pictures import QUESTIONS
from cotext.pictures.display import Display, display_class
from cotext.pictures.save import render

DOCS = Path(__file__).parent
FONTS = "'DejaVu Sans', Verdana, sans-serif"


def write_gallery(result: Any, folder: Path) -> list[Path]:
    """Draw every picture and the page that shows them; return the files."""
    (folder / "gallery").mkdir(parents=True, exist_ok=True)
    drawn, refused = {}, {}
    for name in QUESTIONS:
        try:
            drawn[name] = display_class(name).from_result(result)
        except UsageError as reason:
            refused[name] = str(reason)
    for name, display in drawn.items():
        display.save(folder / "gallery" / f"{name}.png")
    write_text(folder / "gallery.md", page(drawn, refused))
    write_text(folder / "blocks.svg", small_svg(drawn["blocks"]))
    return [folder / "gallery.md", folder / "blocks.svg", *sorted((folder / "gallery").glob("*.png"))]


def page(drawn: dict[str, Display], refused: dict[str, str]) -> str:
    """Question, finding, picture, alt text and how to make it; or why there is no picture."""
    head = (
        "# Gallery\n\nMade by `make gallery` from the docstrings of NumPy, SciPy and scikit-learn, as "
        "`cotext demo --out runs/demo` and `cotext plot --all runs/demo` do.\nSettings are in "
        "[the guide](guide/pictures.md)."
    )
    sections = [
        f"## {display.numbers.question}\n\n![{display.numbers.alt}](gallery/{name}.png)\n\n"
        f"{display.numbers.alt}\n\n"
        f"`result.plot.{name}()` or `cotext plot {name} runs/demo`"
        for name, display in drawn.items()
    ]
    sections += [
        f"## {QUESTIONS[name]}\n\n`{name}`: not here, because {reason}" for name, reason in refused.items()
    ]
    return "\n\n".join([head, *sections]) + "\n"


def small_svg(display: Display) -> str:
    """A drawing whose letters stay text: small, and readable by machines."""
    import matplotlib

    with matplotlib.rc_context({"svg.fonttype": "none"}):
        return render(display, "svg").decode("utf-8").replace("'DejaVu Sans'", FONTS)


def demo() -> Any:
    """The result that ``cotext demo`` makes."""
    from cotext import cluster
    from cotext.cli.commands.demo import WORDS

    return cluster("pydocs", 16, random_state=0, **WORDS)


if __name__ == "__main__":
    for path in write_gallery(demo(), DOCS):
        sys.stdout.write(f"{path}\n")
