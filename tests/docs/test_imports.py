"""No module of cotext imports itself in a circle, not even from inside a function.

Module A imports module B if a statement anywhere in A does: at the top, in a function, in a class. Statements
under ``if TYPE_CHECKING`` never run and do not count. ``from package import name`` imports the submodule of
that name, unless the package's ``__init__`` binds the name itself: then it imports the ``__init__``.

``import a.b.c`` also runs the ``__init__`` of ``a`` and of ``a.b``. This counts, unless A is in that package:
its ``__init__`` began before A did. So an ``__init__`` may import its submodules, and these each other. But
if a submodule takes a name from the ``__init__`` that imports it, that is a circle, even in a function.

Modules imported by a string are not seen: those of ``cotext.__getattr__`` and ``cotext.registry``, and
models and pictures by name.
"""

import ast
import builtins
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"
TYPING = ("TYPE_CHECKING", "typing.TYPE_CHECKING")


def circles(source):
    """The imports, as "A:line -> B", that lie on a circle: one list for each group of modules."""
    files = {dotted(path, source): path for path in source.rglob("*.py")}
    trees = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in files.items()}
    packages = {name: bound(trees[name]) for name, path in files.items() if path.name == "__init__.py"}
    edges = {
        name: {
            to: node.lineno
            for node in statements(tree)
            for to in targets(node, name, trees, packages)
            if to != name
        }
        for name, tree in trees.items()
    }
    reached = {name: reachable(edges, name) for name in edges}
    groups = {frozenset(b for b in reached[a] if a in reached[b]) for a in edges if a in reached[a]}
    return sorted(
        sorted(f"{a}:{line} -> {b}" for a in group for b, line in edges[a].items() if b in group)
        for group in groups
    )


def dotted(path, source):
    parts = path.relative_to(source).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def statements(node):
    """The import statements in ``node`` that can run."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield node
    typing_only = isinstance(node, ast.If) and ast.unparse(node.test) in TYPING
    for child in node.orelse if typing_only else ast.iter_child_nodes(node):
        yield from statements(child)


def bound(tree):
    """The names that the top of a module binds."""
    names = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.ImportFrom | ast.Import):
            names |= {alias.asname or alias.name for alias in node.names}
        else:
            stored = (name for name in ast.walk(node) if isinstance(name, ast.Name))
            names |= {name.id for name in stored if isinstance(name.ctx, ast.Store)}
    return names


def targets(node, importer, modules, packages):
    """The modules that a statement runs."""
    if isinstance(node, ast.Import):
        named = [alias.name for alias in node.names]
    else:
        parts = [*importer.split("."), *["__init__"] * (importer in packages)]
        base = ".".join([*parts[: -node.level], *filter(None, [node.module])]) if node.level else node.module
        own = packages.get(base, set())
        named = [
            base if alias.name in own or f"{base}.{alias.name}" not in modules else f"{base}.{alias.name}"
            for alias in node.names
        ]
    for name in named:
        parts = name.split(".")
        ways = {".".join(parts[:i]) for i in range(1, len(parts))}
        yield from ({one for one in ways if not f"{importer}.".startswith(f"{one}.")} | {name}) & set(modules)


def reachable(edges, start):
    found, waiting = set(), [start]
    while waiting:
        new = edges[waiting.pop()].keys() - found
        found |= new
        waiting.extend(new)
    return found


def test_no_module_imports_itself_in_a_circle():
    found = circles(SOURCE)
    assert not found, "\n\n".join("\n".join(circle) for circle in found)


@pytest.mark.parametrize(
    ("a", "b", "init", "circle"),
    [
        ("import p.b", "import p.a", "", ["p.a:1 -> p.b", "p.b:1 -> p.a"]),
        ("from p import b", "def f():\n    from . import a", "", ["p.a:1 -> p.b", "p.b:2 -> p.a"]),
        ("from .b import x", "class B:\n    from p.a import y", "", ["p.a:1 -> p.b", "p.b:2 -> p.a"]),
        ("def f():\n    from p import x", "", "from p.a import f\nx = 1", ["p.a:2 -> p", "p:1 -> p.a"]),
        ("if not TYPE_CHECKING:\n    import p.b", "import p.a", "", ["p.a:2 -> p.b", "p.b:1 -> p.a"]),
        ("from p import b", "", "from p.a import c\nb = 1", ["p.a:1 -> p", "p:1 -> p.a"]),
        ("import p.b", "", "import q.c\nfrom p.a import x", ["p:1 -> q.c", "q.c:1 -> p"]),
    ],
)
def test_a_circle_is_found_in_any_form(tmp_path, a, b, init, circle):
    write(tmp_path, a=a, b=b, __init__=init)
    (tmp_path / "q").mkdir()
    (tmp_path / "q" / "c.py").write_text("import p.b", encoding="utf-8")
    assert circles(tmp_path) == [circle]


@pytest.mark.parametrize(
    ("a", "b", "init"),
    [
        ("import p.b", "if TYPE_CHECKING:\n    import p.a", ""),
        ("import p.b", "if typing.TYPE_CHECKING:\n    import p.a\nelse:\n    import os", ""),
        ("from p import b", "", "from p.a import x"),
        ("from . import b", "", "from .a import x"),
    ],
)
def test_types_and_a_package_of_its_submodules_are_no_circle(tmp_path, a, b, init):
    write(tmp_path, a=a, b=b, __init__=init)
    assert circles(tmp_path) == []


def test_no_package_calls_a_function_of_python_that_a_submodule_hides():
    """Once ``package.map`` has been imported, ``map`` in the ``__init__`` of the package is that module."""
    assert not list(hidden(SOURCE))


def test_a_hidden_function_is_found_and_one_that_is_bound_again_is_not(tmp_path):
    write(tmp_path, map="", filter="", max="", __init__="def max(x):\n    return map(filter, x)\nfilter = 1")
    assert list(hidden(tmp_path)) == ["p:2 map"]


def hidden(source):
    """What the ``__init__`` of a package reads of Python's own names, if a submodule is called alike."""
    for init in source.rglob("__init__.py"):
        tree = ast.parse(init.read_text(encoding="utf-8"))
        submodules = {path.stem for path in [*init.parent.glob("*.py"), *init.parent.glob("*/")]}
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id in submodules & set(dir(builtins)) - bound(tree):
                yield f"{dotted(init, source)}:{node.lineno} {node.id}"


def write(folder, **files):
    (folder / "p").mkdir()
    for name, content in files.items():
        (folder / "p" / f"{name}.py").write_text(content, encoding="utf-8")
