import json
import lzma
import os
from pathlib import Path

import pytest

from cotext.tokens import tokenize

pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif("COTEXT_DATA" not in os.environ, reason="COTEXT_DATA names no folder"),
]


def read(name, field="text"):
    with lzma.open(Path(os.environ["COTEXT_DATA"]) / f"{name}.jsonl.xz", "rt", encoding="utf-8") as lines:
        return [json.loads(line)[field] for line in lines]


@pytest.mark.parametrize(
    ("name", "field", "language"),
    [
        ("pnc/pnc_3topics", "text", "pt"),
        ("pnc/pnc_3topics", "preprocessed", "pt"),
        ("classic4/classic4", "text", "en"),
        ("reuters/reuters65", "text", "en"),
    ],
)
def test_the_language_of_a_real_corpus_is_guessed(name, field, language):
    assert tokenize(read(name, field)[:500]).language == language
