"""Run every benchmark, or those named: ``python -m benchmarks nmf text``.

A number and options go to the benchmark named: ``python -m benchmarks defaults 5 --only=peers``.

``--docs`` also writes what they print to docs/benchmarks.md, sections of other benchmarks left as they are.
"""

from __future__ import annotations

import io
import re
import sys
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "benchmarks.md"
HEAD = """# Benchmarks

Every table below is what the command above it printed, ours and the peer's in one run, losses included.
Ratios are the peer's seconds over ours: above 1 we are faster. Peers come with `pip install "cotext[bench]"`;
data sets are read from the folder named by `COTEXT_DATA`. All of it again: `make bench`.
"""


class Tee(io.StringIO):
    """Keeps what is printed and prints it."""

    def write(self, text: str) -> int:
        sys.__stdout__.write(text)
        sys.__stdout__.flush()
        return super().write(text)


def section(name: str, intro: str, printed: str, settings: list[str]) -> str:
    """One benchmark as Markdown."""
    lines = "\n".join("    " + line for line in printed.strip().splitlines())
    command = " ".join(["python -m benchmarks", name, *settings])
    return f"## {name}\n\n{intro.strip()}\n\n    {command}\n\n{lines}\n"


def write(sections: dict[str, str]) -> None:
    """Put the sections into the page, in alphabetical order."""
    found = re.split(r"^## ", PAGE.read_text(), flags=re.M)[1:] if PAGE.exists() else []
    page = {part.split("\n", 1)[0]: "## " + part.rstrip() + "\n" for part in found} | sections
    PAGE.write_text("\n".join([HEAD, *(page[name] for name in sorted(page))]))


def main() -> None:
    here = sorted(p.stem for p in HERE.glob("*.py") if not p.stem.startswith("_"))
    words = [word for word in sys.argv[1:] if word != "--docs"]
    numbers = [word for word in words if word.isdigit()]
    options = [word for word in words if word.startswith("--")]
    asked = [word for word in words if word not in numbers + options]
    for name in asked or here:
        if name not in here:
            sys.exit(f"no benchmark {name!r}; there are {', '.join(here)}")
        print(f"\n== {name} ==", flush=True)
        module = import_module(f"benchmarks.{name}")
        with redirect_stdout(Tee()) as printed:
            module.main(*map(int, numbers), **dict(word[2:].split("=", 1) for word in options))
        if "--docs" in sys.argv:
            write({name: section(name, module.__doc__ or "", printed.getvalue(), numbers + options)})


if __name__ == "__main__":
    main()
