"""Every model on cstr and pydocs, two seeds: checksums of all that a fit holds, to compare two versions.

Options: ``--out=FILE`` keeps the checksums; ``--against=FILE`` compares with those of another version and
lists what differs; ``--only=nmf,itcc`` fits these models alone.
"""

from __future__ import annotations

import hashlib
import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

DATA = {"cstr": 4, "pydocs": 8}  # and the number of clusters
SEEDS = (0, 1)
NEW = 200  # documents that are placed again
DERIVED = ("rows_", "columns_", "biclusters_", "fit_")  # from the others


def main(*, out: str = "", against: str = "", only: str = "") -> None:
    from cotext.models import all_models

    names = only.split(",") if only else [model.cli_name for model in all_models()]
    found = {}
    for data, g in DATA.items():
        for name in names:
            for seed in SEEDS:
                found[f"{data} {name} {seed}"] = checksums(data, name, g, seed)
            print(f"{data} {name}: fitted with {len(SEEDS)} seeds", flush=True)
    if out:
        Path(out).write_text(json.dumps(found, indent=1))
    if against:
        compare(json.loads(Path(against).read_text()), found)


def checksums(data: str, name: str, g: int, seed: int) -> dict[str, str]:
    """Of every fitted attribute, confidence, and what the model says of some documents."""
    import cotext

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = cotext.cluster(data, g, name, random_state=seed, quiet=True)
        model, X = result.model, result.docword.X[:NEW]
        held = {one: getattr(model, one, None) for one in fitted(model)}
        held |= {"memberships": result.memberships, "confidence": result.confidence}
        if hasattr(model, "predict"):
            held |= {"predict": model.predict(X), "transform": model.transform(X)}
    return {one: digest(value) for one, value in held.items()}


def fitted(model: Any) -> list[str]:
    return sorted(one for one in dir(model) if one[-1] == "_" and one[0] != "_" and one not in DERIVED)


def digest(value: Any) -> str:
    if sparse.issparse(value):
        value = [value.indptr, value.indices, value.data]
    if isinstance(value, np.ndarray):
        head = f"{value.dtype}{value.shape}".encode()
        return hashlib.sha256(head + np.ascontiguousarray(value).tobytes()).hexdigest()[:16]
    if isinstance(value, list | tuple):
        return hashlib.sha256("".join(map(digest, value)).encode()).hexdigest()[:16]
    return repr(value)


def compare(before: dict[str, dict[str, str]], now: dict[str, dict[str, str]]) -> None:
    """Say what differs, what only one side holds, and how much is equal."""
    equal = 0
    for fit in sorted(before.keys() & now.keys()):
        old, new = before[fit], now[fit]
        changed = sorted(one for one in old.keys() & new.keys() if old[one] != new[one])
        gone, more = sorted(old.keys() - new.keys()), sorted(new.keys() - old.keys())
        equal += len(old.keys() & new.keys()) - len(changed)
        for what, names in (("differs", changed), ("gone", gone), ("new", more)):
            if names:
                print(f"{fit}: {what}: {', '.join(names)}")
    print(f"{equal} values of {len(before.keys() & now.keys())} fits are equal, bit for bit")
