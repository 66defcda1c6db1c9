"""Planted data and the grid that every discovered model runs through: precision x device."""

import inspect
import warnings

import numpy as np
import pytest
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from cotext import Store
from cotext.models import all_models
from cotext.models.engine import Restarted, SweepAlgorithm


def sweeps(Model):
    """Whether a model runs sweep after sweep."""
    return issubclass(Model.algorithm_type, SweepAlgorithm)


def restarts(Model):
    """Whether a model searches from several starts."""
    return issubclass(Model.algorithm_type, Restarted)


def never_rises(model):
    """Whether the criterion of a model never rises."""
    return not sweeps(type(model)) or model.algorithm.is_monotone()


def devices():
    try:
        import cupy

        return ["cpu", "cuda"] if cupy.cuda.runtime.getDeviceCount() else ["cpu"]
    except Exception:
        return ["cpu"]


@pytest.fixture(params=all_models(), ids=lambda model: model.cli_name)
def Model(request):
    return request.param


@pytest.fixture(params=devices())
def device(request):
    return request.param


@pytest.fixture(params=[np.float32, np.float64], ids=lambda dtype: dtype.__name__)
def dtype(request):
    return request.param


@pytest.fixture
def planted():
    """90 documents x 60 words in three clear co-clusters, shuffled; (X, row labels, column labels)."""
    rng = np.random.default_rng(0)
    rows, columns = np.arange(90) % 3, np.arange(60) % 3
    rng.shuffle(rows)
    rng.shuffle(columns)
    rate = np.where(rows[:, None] == columns, 2.0, 0.05)
    X = rng.poisson(rate).astype(float)
    return X, rows, columns


@pytest.fixture
def fit(device):
    """Fit a model on the device under test, without the warning that it stopped at max_iter."""

    def fit(Model, X, **parameters):
        usual = {"n_clusters": 3, "random_state": 0, "n_init": 3, "device": device} | parameters
        known = inspect.signature(Model).parameters
        settings = {name: value for name, value in usual.items() if name in known}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            return Model(**settings).fit(X)

    return fit


def as_csr(X, dtype=np.float64):
    return sparse.csr_array(np.asarray(X, dtype=dtype))


@pytest.fixture(scope="module")
def X():
    rng = np.random.default_rng(0)
    rows, columns = rng.permutation(np.arange(90) % 3), rng.permutation(np.arange(60) % 3)
    return sparse.csr_array(rng.poisson(np.where(rows[:, None] == columns, 2.0, 0.05)).astype(float))


@pytest.fixture(scope="module")
def store(X, tmp_path_factory):
    return Store.write(tmp_path_factory.mktemp("blocks") / "store", X, block_entries=400)
