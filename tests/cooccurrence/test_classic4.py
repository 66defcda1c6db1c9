import json
import lzma
import os
from pathlib import Path

import numpy as np
import pytest

from cotext.cooccurrence import count_contexts, sppmi
from cotext.tokens import tokenize

pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif("COTEXT_DATA" not in os.environ, reason="COTEXT_DATA names no folder"),
]


def test_ten_word_windows_fill_classic4_as_much_as_in_the_papers():
    folder = Path(os.environ["COTEXT_DATA"]) / "classic4"
    with lzma.open(folder / "classic4.jsonl.xz", "rt", encoding="utf-8") as lines:
        tokens = tokenize([json.loads(line)["text"] for line in lines], stem="porter")
    with np.load(folder / "classic4.npz", allow_pickle=False) as file:
        vocabulary = file["vocabulary"].tolist()
    M = sppmi(count_contexts(tokens, context="window:10", vocabulary=vocabulary))
    assert len(vocabulary) == 5896
    assert 100 * M.nnz / 5896**2 == pytest.approx(2.41, abs=0.15)
