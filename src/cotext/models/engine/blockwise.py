"""Models that take a matrix in blocks as well: what is asked of all entries is asked block by block."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from cotext.backend import Blocks, Fewer, row_lengths, word_spread
from cotext.errors import CotextError
from cotext.models.engine.checks import check_clusters, check_largest
from cotext.models.engine.coclusterer import CoClusterer
from cotext.models.engine.empty_documents import Kept
from cotext.models.engine.units import MANY, divided, unit_of


class Blockwise(CoClusterer):
    """Adds ``fit`` and ``predict`` on :class:`cotext.Store` and other blocks."""

    def reads_blocks(self) -> bool:
        """Whether blocks are enough; a model that needs all documents at once gets them, where they fit."""
        return True

    def check(self, X: Any, *, reset: bool) -> Any:
        if isinstance(X, Blocks) and self.reads_blocks():
            return check_blocks(self, X, reset=reset)
        return super().check(X, reset=reset)

    def has_words(self, X: Any) -> np.ndarray:
        return row_lengths(X) > 0 if isinstance(X, Blocks) else super().has_words(X)

    def words_used(self, X: Any) -> np.ndarray:
        return word_spread(X) > 0 if isinstance(X, Blocks) else super().words_used(X)

    def only(self, X: Any, kept: Kept) -> Any:
        return Fewer(X, kept.documents) if isinstance(X, Blocks) else super().only(X, kept)

    def unit(self, X: Any) -> float:
        return unit_of_blocks(X) if isinstance(X, Blocks) else super().unit(X)

    def extent(self, X: Any) -> tuple[float, int]:
        return (X.largest, X.nnz) if isinstance(X, Blocks) else super().extent(X)

    def divided(self, X: Any, unit: float) -> Any:
        if not isinstance(X, Blocks):
            return super().divided(X, unit)
        return X if unit == 1 else X.changed(partial(divided, unit=unit))


def check_blocks(model: CoClusterer, X: Blocks, *, reset: bool) -> Blocks:
    """What the blocks say of themselves must suit the model; each is checked when it is opened."""
    d = X.shape[1]
    if reset:
        model._validate_params()
        check_clusters(model, X.shape)
        model.n_features_in_ = d
    elif d != model.n_features_in_:
        raise CotextError(
            f"X has {d} features, but {type(model).__name__} is expecting {model.n_features_in_} features "
            "as input: give a store of the same words."
        )
    check_largest(X.largest, X.nnz, X.dtype)
    return X


def unit_of_blocks(X: Blocks) -> float:
    """As ``unit_of`` of all entries; where most are huge, from how many have which exponent."""
    if X.largest <= MANY:
        return unit_of(np.array([X.largest]))
    lowest = int(np.finfo(X.dtype).minexp) - 1
    counts = np.zeros(int(np.finfo(X.dtype).maxexp) - lowest + 1, dtype=np.int64)
    for _, block in X.spans():
        counts += np.bincount(np.frexp(block.data)[1] - lowest, minlength=len(counts))
    middle = float(np.ldexp(0.5, int(np.searchsorted(np.cumsum(counts), counts.sum() / 2)) + lowest))
    return middle if middle >= MANY else 1.0
