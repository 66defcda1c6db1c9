"""Count what keeps the source easy to read: ``python -m tests.docs.counts`` prints a table.

A module counts as imported from outside if a module of another package imports it: another folder, or another
module, directly under ``src/cotext``. Importing a package through its ``__init__`` does not count against its
modules. Imports in functions and under ``TYPE_CHECKING`` do count.

A parameter counts as ``Any`` if its annotation is exactly that. ``*args`` and ``**kwargs`` are left out.
"""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tests.docs.test_imports import bound, dotted, targets

SOURCE = Path(__file__).parents[2] / "src"


@dataclass(frozen=True)
class Counts:
    modules: int  # without the __init__ files
    outside: frozenset[str]  # the modules imported from another package
    any_parameters: int
    lines: int
    median_body: float  # lines of a function, without signature and docstring

    @property
    def share_outside(self) -> float:
        return len(self.outside) / self.modules


def counts(source: Path = SOURCE) -> Counts:
    files = {dotted(path, source): path for path in sorted(source.rglob("*.py"))}
    texts = {name: path.read_text(encoding="utf-8") for name, path in files.items()}
    trees = {name: ast.parse(text) for name, text in texts.items()}
    packages = {name: bound(trees[name]) for name, path in files.items() if path.name == "__init__.py"}
    functions = [node for tree in trees.values() for node in ast.walk(tree) if is_function(node)]
    outside = {
        to
        for name, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for to in targets(node, name, trees, packages)
        if to not in packages and package(to) != package(name)
    }
    return Counts(
        modules=len(trees) - len(packages),
        outside=frozenset(outside),
        any_parameters=sum(any_parameters(function) for function in functions),
        lines=sum(len(text.splitlines()) for text in texts.values()),
        median_body=median(map(body_lines, functions)),
    )


def package(name: str) -> str:
    """The folder or module directly under ``src/cotext`` that a module belongs to."""
    return ".".join(name.split(".")[:2])


def is_function(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)


def any_parameters(function: ast.FunctionDef) -> int:
    named = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    return sum(isinstance(one.annotation, ast.Name) and one.annotation.id == "Any" for one in named)


def body_lines(function: ast.FunctionDef) -> int:
    body = function.body[ast.get_docstring(function) is not None :]
    return body[-1].end_lineno - body[0].lineno + 1 if body else 0


def main() -> None:
    now = counts()
    rows = {
        "imported from outside": f"{len(now.outside)} of {now.modules} modules, {now.share_outside:.1%}",
        "parameters annotated Any": now.any_parameters,
        "lines of src": now.lines,
        "median function body": f"{now.median_body:g}",
    }
    sys.stdout.writelines(f"{name:26}{value}\n" for name, value in rows.items())


if __name__ == "__main__":
    main()
