"""Code outside of ``models/`` asks a model for declared facts; whoever looks at the object says why here."""

import re
from pathlib import Path

import cotext

SOURCE = Path(cotext.__file__).parent
LOOKS = re.compile(r"\b(?:getattr|hasattr|isinstance|vars)\((?:\w+\.)*(?:model|estimator)\b(?!\.)")
REASONS = {
    "result/estimators.py": "the one place that reads estimators of users, who promise no more than labels",
}


def test_models_are_asked_for_what_they_declare():
    found = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if "models" not in path.relative_to(SOURCE).parts and LOOKS.search(path.read_text(encoding="utf-8"))
    }
    assert found == set(REASONS)
