"""Write ``src/data/types.ts`` from the typed dictionaries of Python: ``python web/make_types.py``."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

WEB = Path(__file__).resolve().parent
SCHEMAS = [WEB.parent / "src/cotext/report" / name for name in ("picture_schema.py", "schema.py")]
TYPES = WEB / "src/data/types.ts"
HEAD = "// Written by web/make_types.py from src/cotext/report/schema.py and picture_schema.py; edit those.\n"
NAMES = {
    "int": "number",
    "float": "number",
    "str": "string",
    "bool": "boolean",
    "object": "unknown",
    "None": "null",
}


def types() -> str:
    """The whole file."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in SCHEMAS]
    return "\n".join([HEAD, *(one for tree in trees for one in declarations(tree))])


def declarations(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield interface(node)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield f"export type {node.targets[0].id} = {typescript(node.value)};\n"


def interface(node: ast.ClassDef) -> str:
    bases = [base.id for base in node.bases if isinstance(base, ast.Name) and base.id != "TypedDict"]
    extends = f" extends {', '.join(bases)}" if bases else ""
    lines = [*comment(ast.get_docstring(node), ""), f"export interface {node.name}{extends} {{"]
    for member, following in zip(node.body, [*node.body[1:], None], strict=True):
        if isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name):
            lines += [*comment(docstring(following), "  "), field(member.target.id, member.annotation)]
    return "\n".join([*lines, "}\n"])


def field(name: str, annotation: ast.expr) -> str:
    match annotation:
        case ast.Subscript(value=ast.Name(id="NotRequired"), slice=inner):
            return f"  {name}?: {typescript(inner)};"
    return f"  {name}: {typescript(annotation)};"


def docstring(node: ast.stmt | None) -> str | None:
    match node:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return text
    return None


def comment(text: str | None, indent: str) -> list[str]:
    return [f"{indent}/** {' '.join(text.replace('``', '`').split())} */"] if text else []


def typescript(node: ast.expr) -> str:
    """A type as TypeScript writes it."""
    match node:
        case ast.Constant(value=None):
            return "null"
        case ast.Name(id=name):
            return NAMES.get(name, name)
        case ast.BinOp():
            return " | ".join(dict.fromkeys(typescript(one) for one in alternatives(node)))
        case ast.Subscript(value=ast.Name(id=outer), slice=inner):
            return generic(outer, inner.elts if isinstance(inner, ast.Tuple) else [inner])
    raise SyntaxError(f"line {node.lineno}: {ast.unparse(node)} has no counterpart in TypeScript")


def alternatives(node: ast.expr) -> list[ast.expr]:
    return [*alternatives(node.left), node.right] if isinstance(node, ast.BinOp) else [node]


def generic(outer: str, inner: list[ast.expr]) -> str:
    if outer == "Literal":
        return " | ".join(f'"{ast.literal_eval(one)}"' for one in inner)
    found = [typescript(one) for one in inner]
    match outer:
        case "list":
            return f"({found[0]})[]" if isinstance(inner[0], ast.BinOp) else f"{found[0]}[]"
        case "tuple":
            return f"[{', '.join(found)}]"
        case "dict":
            return f"Record<{', '.join(found)}>"
    raise SyntaxError(f"{outer}[...] has no counterpart in TypeScript")


def main() -> None:
    """Write the file if it is not current."""
    new = types()
    if not TYPES.is_file() or TYPES.read_text(encoding="utf-8") != new:
        TYPES.write_text(new, encoding="utf-8", newline="\n")
        sys.stderr.write(f"web: {TYPES.relative_to(WEB)} is written again; commit it.\n")


if __name__ == "__main__":
    main()
