"""Where block models begin when documents and columns have different numbers of clusters."""

import numpy as np
import pytest

from cotext.datasets import make_planted
from cotext.metrics import ari
from cotext.models import SPLBM, TSPLBM
from cotext.models.starts.blocks import hard_start


@pytest.mark.parametrize("init", ["random", "skmeans"])
@pytest.mark.parametrize("pair", [(3, 4), (4, 3)])
def test_other_numbers_of_clusters_on_both_sides_do_not_collapse(pair, init):
    for seed in range(2, 5):
        data = make_planted(n_clusters=pair, random_state=seed)
        model = SPLBM(pair, diagonal=False, init=init, n_init=3, random_state=seed).fit(data.X)
        assert ari(data.labels, model.row_labels_) > 0.9
        assert ari(data.column_labels, model.column_labels_) > 0.9


def test_columns_used_alike_in_every_slice_start_together():
    """Two groups of documents and two relations tell four groups of columns apart, their sum only three."""
    rng = np.random.default_rng(0)
    z, w = np.arange(60) % 2, np.arange(40) % 4
    slices = [rng.poisson(np.where(z[:, None] == (w >> b) % 2, 3.0, 0.3)).astype(float) for b in (0, 1)]
    model = TSPLBM((2, 4), diagonal=False)
    X = model.algorithm.open(model._check(slices, reset=True))
    columns = np.array([one.sum(axis=0) for one in slices])
    Z, W = hard_start("skmeans", X, (2, 4), columns, [np.random.default_rng(0)])
    assert ari(z, Z[0].argmax(axis=1)) == ari(w, W[0].argmax(axis=1)) == 1
