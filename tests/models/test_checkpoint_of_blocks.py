"""A fit that reads blocks goes on from a checkpoint as one in memory does."""

import numpy as np
import pytest

from cotext.backend.chunks.source import ChunksInMemory
from cotext.datasets import make_planted
from cotext.errors import CotextError
from cotext.models import ITCC, NMF, WCNMTF
from cotext.models.checkpoint import checkpointing


class BrokenOff(Exception):
    pass


def broken_off(model, X, file, sweeps):
    told = []

    def stop(progress):
        told.append(progress)
        if len(told) == sweeps:
            raise BrokenOff

    with pytest.raises(BrokenOff), checkpointing(file, every=0):
        model.fit(X, callback=stop)


@pytest.fixture
def planted():
    return make_planted(n_clusters=4, n_documents=400, random_state=0).X.astype(np.float32)


@pytest.mark.parametrize("kind", [NMF, ITCC, WCNMTF])
def test_a_fit_on_blocks_that_was_broken_off_ends_as_if_it_had_not_been(kind, planted, tmp_path):
    X, file = ChunksInMemory(planted, [0, 100, 250, 400]), tmp_path / "fit.checkpoint"
    whole = kind(4, random_state=0).fit(X)
    broken_off(kind(4, random_state=0), X, file, 7)
    with checkpointing(file, resume=True):
        again = kind(4, random_state=0).fit(X)
    assert np.array_equal(whole.row_factor_, again.row_factor_)
    assert np.array_equal(whole.losses_, again.losses_)


def test_a_checkpoint_of_other_blocks_is_refused(planted, tmp_path):
    file = tmp_path / "fit.checkpoint"
    broken_off(NMF(4, random_state=0), ChunksInMemory(planted, [0, 100, 400]), file, 3)
    with checkpointing(file, resume=True), pytest.raises(CotextError, match="of another fit"):
        NMF(4, random_state=0).fit(ChunksInMemory(planted * 2, [0, 100, 400]))
