"""The origin of a result: versions, platform, seed, date and settings."""

from __future__ import annotations

import math
import os
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

PACKAGES = ("cotext", "numpy", "scipy", "scikit-learn")


def provenance(config: Mapping[str, Any], random_state: object = None) -> dict[str, Any]:
    """Collect the values needed to repeat a run, in plain types for JSON.

    ``random_state`` is the seed if ``config`` has none. The date is ``SOURCE_DATE_EPOCH`` if that is set.

    Examples
    --------
    >>> provenance({"seed": 3})["seed"]
    3
    """
    seed = config.get("seed", random_state)
    return {
        "date": now().isoformat(timespec="seconds"),
        "seed": plain(seed),
        "versions": {"python": platform.python_version(), **{name: _version(name) for name in PACKAGES}},
        "platform": platform.platform(),
        "config": plain(config),
    }


def plain(value: object) -> Any:
    """Turn a nested value into dicts, lists, strings, numbers, booleans and None; other types into text."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)  # JSON has no infinity
    if isinstance(value, str | bool | int | float) or value is None:
        return value
    if isinstance(value, np.ndarray):
        return f"array of shape {value.shape}"  # its values would hide everything else
    return str(value)


def now() -> datetime:
    """Return the time, or ``SOURCE_DATE_EPOCH`` if that is set."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(epoch), UTC) if epoch.isdigit() else datetime.now(UTC)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"
