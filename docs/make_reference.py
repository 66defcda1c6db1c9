"""Write one reference page per discovered model: ``python docs/make_reference.py`` or ``make docs``."""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path

from cotext.files import write_text
from cotext.models import all_models

DOCS = Path(__file__).parent


def page(model: type) -> str:
    """Name, formulas, parameters and source of a model, from its file and its class."""
    formulas = inspect.cleandoc(inspect.getmodule(model).__doc__)
    return "\n\n".join(
        [
            f"# {model.__name__}",
            f"Command line: `cotext fit INPUT --model {model.cli_name}`",
            f"```text\n{formulas}\n```",
            f"```text\n{inspect.cleandoc(model.__doc__)}\n```",
            f"## Reference\n\n```bibtex\n{reference(model.reference)}\n```\n",
        ]
    )


def reference(key: str) -> str:
    """The entry of references.bib with this key."""
    entries = re.split(r"\n(?=@)", (DOCS / "references.bib").read_text(encoding="utf-8"))
    found = [entry.strip() for entry in entries if re.match(rf"@\w+{{{re.escape(key)},", entry)]
    if len(found) != 1:
        raise KeyError(f"references.bib has {len(found)} entries {key!r}, expected one")
    return found[0]


def main(folder: Path) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    pages = []
    for model in all_models():
        pages.append(folder / f"{model.cli_name}.md")
        write_text(pages[-1], page(model))
    lines = [f"- [{model.__name__}]({model.cli_name}.md)" for model in all_models()]
    write_text(folder / "index.md", "# Models\n\n" + "\n".join(lines) + "\n")
    return pages


if __name__ == "__main__":
    for path in main(DOCS / "reference"):
        sys.stdout.write(f"{path}\n")
