"""Generators of random numbers: where they stand, and back to where they stood."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cotext.models.checkpoint.file_format import Plain


def states(rngs: Sequence[np.random.Generator]) -> Plain:
    """Where each generator stands, and how many it has spawned."""
    return [(rng.bit_generator.state, _spawned(rng)) for rng in rngs]


def restore(rngs: Sequence[np.random.Generator], before: Plain) -> None:
    """Let the generators stand where they stood.

    Examples
    --------
    >>> rng, other = np.random.default_rng(0), np.random.default_rng(0)
    >>> _ = rng.random(3), rng.spawn(2)
    >>> restore([other], states([rng]))
    >>> bool(rng.random() == other.random()), bool(rng.spawn(1)[0].random() == other.spawn(1)[0].random())
    (True, True)
    """
    for rng, (state, spawned) in zip(rngs, before, strict=True):
        rng.bit_generator.state = state
        if (missing := spawned - _spawned(rng)) > 0:
            rng.spawn(missing)


def _spawned(rng: np.random.Generator) -> int:
    return int(getattr(rng.bit_generator.seed_seq, "n_children_spawned", 0))
