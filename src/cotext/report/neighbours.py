"""The nearest neighbours of documents and words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cotext.backend import is_sparse
from cotext.result import CoClustering, unit_rows

NEAREST, CHUNK, DIGITS = 10, 512, 3
SIMILAR_WORDS = 12


def near_words(result: CoClustering, columns: Sequence[int]) -> list[list[tuple[int, float]]]:
    """For each of some words, the columns of at most twelve others, and how similar they are."""
    found = result.near_words(columns, SIMILAR_WORDS)
    return [[(other, round(value, DIGITS)) for other, value in near] for near in found]


def near_rows(result: CoClustering, rows: np.ndarray) -> list[list[tuple[int, float]]]:
    """For each of some documents, at most ten others of them: where they stand among them, and how alike."""
    S: Any = getattr(result.model, "document_similarity_", None)
    unit = unit_rows(result.docword.X[rows])
    found = []
    for start in range(0, len(rows), CHUNK):
        part = slice(start, start + CHUNK)
        block = _dense(unit[part] @ unit.T if S is None else S[rows[part]][:, rows])
        block[np.arange(len(block)), np.arange(start, start + len(block))] = 0
        found += [_best(line) for line in block]
    return found


def _best(line: np.ndarray) -> list[tuple[int, float]]:
    some = np.argpartition(-line, NEAREST)[:NEAREST] if len(line) > NEAREST else np.arange(len(line))
    order = some[np.lexsort((some, -line[some]))]
    return [(int(other), round(float(line[other]), DIGITS)) for other in order if line[other] > 0]


def _dense(block: Any) -> np.ndarray:
    return np.array(block.toarray() if is_sparse(block) else block, dtype=np.float64)
