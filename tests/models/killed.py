"""Fits that are killed, each in a process of its own: ``python killed.py CASES FOLDER``.

One process that has fitted nothing yet is forked for each case, which is much quicker than starting as many.
"""

import json
import os
import signal
import sys
from itertools import count

import numpy as np
from scipy import sparse

from cotext.datasets import make_planted
from cotext.models import all_models, by_name
from cotext.models.checkpoint import checkpointing


def data():
    """Documents and words enough to be halved, in groups that are not easy to find."""
    rng = np.random.default_rng(0)
    X = make_planted(120, 220, n_clusters=3, random_state=0).X
    noise = sparse.random_array(X.shape, density=0.3, rng=rng, format="csr")
    return sparse.csr_array(X + 3 * noise)


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def fit(name, parameters, callback=None):
    return by_name(name)(**parameters).fit(data(), callback=callback)


def fit_and_die(case, path):
    """Die at the k-th sweep, or when the k-th checkpoint is written but has not got its name."""
    steps, renames, replace = count(1), count(1), os.replace
    os.fsync = lambda handle: None  # a process that is killed takes nothing with it from the disk's cache

    def callback(step):
        if next(steps) == case.get("sweep"):
            die()

    def rename(old, new):
        if next(renames) == case.get("rename"):
            die()
        replace(old, new)

    os.replace = rename
    with checkpointing(path, every=0):
        fit(case["model"], case["parameters"], callback)


if __name__ == "__main__":
    all_models()  # imported once, not by each child
    for number, case in enumerate(json.loads(sys.argv[1])):
        if (pid := os.fork()) == 0:
            fit_and_die(case, f"{sys.argv[2]}/{number}.checkpoint")
            os._exit(0)
        _, status = os.waitpid(pid, 0)
        assert os.WIFSIGNALED(status), f"{case} was over before it was killed"
