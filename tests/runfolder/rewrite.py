"""Change the arrays of a run, and sign it again."""

import hashlib
import json

import numpy as np


def replace_arrays(run, change):
    """Rewrite arrays.npz with ``change(arrays)`` applied, and the checksum that goes with it."""
    with np.load(run / "arrays.npz") as stored:
        arrays = dict(stored)
    change(arrays)
    np.savez_compressed(run / "arrays.npz", **arrays)
    sign(run)


def sign(run, **more):
    """Make the checksum that of the arrays that are there now; ``more`` goes into environment.json."""
    environment = json.loads((run / "environment.json").read_text()) | more
    environment["arrays"]["sha256"] = hashlib.sha256((run / "arrays.npz").read_bytes()).hexdigest()
    (run / "environment.json").write_text(json.dumps(environment))


def put(name, value):
    return lambda arrays: arrays.update({name: value})


def edit_tree(arrays, **changes):
    tree = json.loads(arrays["tree"].tobytes())
    arrays["tree"] = np.frombuffer(json.dumps(tree | changes).encode(), dtype=np.uint8)


def as_format_1(run):
    """What the version before format 2 would have written: no texts, no levels, nothing of them anywhere."""

    def change(arrays):
        tree = json.loads(arrays["tree"].tobytes())
        for name in [name for name in arrays if name.startswith("texts.")]:
            del arrays[name]
        del tree["texts"]
        arrays["tree"] = np.frombuffer(json.dumps(tree).encode(), dtype=np.uint8)

    replace_arrays(run, change)
    sign(run, format=1)
    for name in ("texts.jsonl.gz", "levels.csv"):
        (run / name).unlink(missing_ok=True)
