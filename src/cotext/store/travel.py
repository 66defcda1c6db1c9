"""A store sent to another process: it goes as a path, and is opened once where it arrives."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from functools import lru_cache
from typing import TYPE_CHECKING

from cotext.errors import CotextError
from cotext.store.layout import AGAIN, Manifest

if TYPE_CHECKING:
    from cotext.store.store import Store

OPEN_AT_ONCE = 8


def digest(manifest: Manifest) -> str:
    """What a manifest says, in a few letters."""
    return hashlib.sha256(json.dumps(asdict(manifest), sort_keys=True).encode("ascii")).hexdigest()


@lru_cache(OPEN_AT_ONCE)
def reopened(kind: type[Store], folder: str, expected: str) -> Store:
    """The store there; an error if it is not the one that was sent."""
    store = kind.open(folder)
    if digest(store.manifest) != expected:
        raise CotextError(f"{folder} is not the store that it was, or is another one here: {AGAIN}.")
    return store
