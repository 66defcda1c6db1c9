"""No two public classes have the same name, so that a name says which class is meant."""

import ast
from collections import defaultdict
from pathlib import Path

import cotext

SOURCE = Path(cotext.__file__).parent
EXEMPT = {
    "report/schema.py": "types of the JSON for the pages: named as in TypeScript",
    "report/picture_schema.py": "the same for pictures",
}
EACH_HAS_ITS_OWN = {"State"}  # of the formulas in one model file


def test_no_public_class_name_is_used_twice():
    files = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and name not in EXEMPT:
                files[node.name].append(name)
    twice = {name: where for name, where in files.items() if len(where) > 1}
    assert set(twice) == EACH_HAS_ITS_OWN, twice
    assert all(where.startswith("models/") for where in twice["State"])
