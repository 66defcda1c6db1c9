"""Count phrases that read like a translation: ``python -m tests.docs.phrases`` prints a table.

``docs/style.md`` lists better ones. Phrases are counted in prose only: not in code blocks, links, code spans
or names. Kinds of text: the README, the guide, other pages, docstrings and comments, messages (strings with
a space in them), help of the command line, texts of the browser pages.

``phrases.toml`` allows a number of phrases for each file. ``python -m tests.docs.phrases --write`` lowers its
numbers to those counted now. It never raises a number and adds no file.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
ALLOWED = Path(__file__).with_name("phrases.toml")
HEAD = "# Phrases that each file may still have. `python -m tests.docs.phrases --write` lowers the numbers.\n"
PHRASES = (
    "told", "goes on", "stands", "lies", "anew", "beside", "of its own", "what is", "what was", "what the",
    "where there", "where it", "where no", "is there", "letters", "asked for", "comes of", "gone on",
    "in view", "is said",
)  # fmt: skip
PATTERN = re.compile(r"\b(" + "|".join(phrase.replace(" ", r"\s+") for phrase in PHRASES) + r")\b", re.I)
WORD = re.compile(r"[^\W\d_][\w'’-]*")
CODE_IN_MARKDOWN = re.compile(r"```.*?```|^(?: {4}|\t).*?$|`[^`\n]*`|\]\([^)]*\)|<[^>]*>", re.S | re.M)
CODE_IN_DOCSTRINGS = re.compile(r"^\s*(?:>>>|\.\.\.).*?$|``[^`]*``|:\w+:`[^`]*`", re.M)
TYPESCRIPT_STRING = re.compile(
    r"\"(?:[^\"\\\n]|\\.)*\"|`(?:[^`\\]|\\.)*`|'(?:[^'\\\n]|\\.)*'|//.*|/\*.*?\*/", re.S
)
MARKUP_TEXT = re.compile(r">([^<>{}]*\w[^<>{}]*)<")
WRITTEN_BY_COMMANDS = ("docs/reproduction.md", "docs/benchmarks.md")


def texts() -> Iterator[tuple[str, str, str]]:
    """(kind, path, prose) of every file."""
    yield "README", "README.md", markdown(ROOT / "README.md")
    for path in sorted([*ROOT.glob("docs/**/*.md"), ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]):
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(("docs/reference/", "docs/gallery")) or name in WRITTEN_BY_COMMANDS:
            continue
        yield (
            ("guide" if "guide" in name else "decisions" if "decisions" in name else "pages"),
            name,
            markdown(path),
        )
    for path in sorted((ROOT / "src").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        source = path.read_text(encoding="utf-8")
        tree = ast.parse(source)
        yield "docstrings", name, "\n".join([*docstrings(tree), *comments(source)])
        yield ("help" if "/cli/" in name else "messages"), name, "\n".join(strings(tree))
    for path in sorted([*ROOT.glob("web/src/**/*.ts"), *ROOT.glob("web/src/**/*.tsx")]):
        if ".test." not in path.name and path.name != "types.ts":
            yield "web", path.relative_to(ROOT).as_posix(), typescript(path)


def markdown(path: Path) -> str:
    return CODE_IN_MARKDOWN.sub(" ", path.read_text(encoding="utf-8"))


def docstrings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield CODE_IN_DOCSTRINGS.sub(" ", ast.get_docstring(node) or "")


def comments(source: str) -> Iterator[str]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string.lstrip("# ")


def strings(tree: ast.Module) -> Iterator[str]:
    """Strings that people may read: those with a space in them, docstrings apart."""
    not_read = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or id(node) in not_read:
            continue
        if isinstance(node.value, str) and " " in node.value.strip():
            yield node.value


def typescript(path: Path) -> str:
    source = path.read_text(encoding="utf-8")
    found = [text for text in TYPESCRIPT_STRING.findall(source) if " " in text]
    return "\n".join([*found, *MARKUP_TEXT.findall(source)])


def counts() -> tuple[dict[str, int], dict[str, tuple[int, int]]]:
    """Phrases by file, and (phrases, words) by kind of text."""
    by_file, phrases, words = Counter[str](), Counter[str](), Counter[str]()
    for kind, name, text in texts():
        number = len(PATTERN.findall(text))
        by_file[name] += number
        phrases[kind] += number
        words[kind] += len(WORD.findall(text))
    return {name: n for name, n in by_file.items() if n}, {
        kind: (phrases[kind], words[kind]) for kind in words
    }


def allowed() -> dict[str, int]:
    """The table; empty before it is first written."""
    return tomllib.loads(ALLOWED.read_text(encoding="utf-8")) if ALLOWED.is_file() else {}


def lowered(table: Mapping[str, int], now: Mapping[str, int]) -> dict[str, int]:
    """The table without files that have no phrases, and with no number larger than the one counted now.

    Examples
    --------
    >>> lowered({"improved": 3, "worse": 1, "clean": 2}, {"improved": 2, "worse": 5, "new": 4})
    {'improved': 2, 'worse': 1}
    """
    return {name: min(number, now[name]) for name, number in sorted(table.items()) if now.get(name)}


def write() -> None:
    """Lower the numbers of the table; the first time, write all of them."""
    now = counts()[0]
    table = lowered(allowed() if ALLOWED.is_file() else now, now)
    lines = [f'"{name}" = {number}\n' for name, number in table.items()]
    ALLOWED.write_text(HEAD + "".join(lines), encoding="utf-8")


def main(names: list[str]) -> None:
    """The table by kind; with names of files, every phrase in them; with ``--write``, the numbers allowed."""
    if names == ["--write"]:
        return write()
    if not names:
        for kind, (phrases, words) in counts()[1].items():
            sys.stdout.write(
                f"{kind:12}{phrases:6} of {words:7,} words{1000 * phrases / words:8.1f} per 1,000\n"
            )
    for _, name, text in texts():
        if any(name.startswith(wanted) for wanted in names):
            for match in PATTERN.finditer(text):
                around = " ".join(text[max(0, match.start() - 50) : match.end() + 50].split())
                sys.stdout.write(f"{name}: ... {around} ...\n")


if __name__ == "__main__":
    main(sys.argv[1:])
