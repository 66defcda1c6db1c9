"""Odd matrices: every model fits them to finite numbers or refuses them by name. Nothing else may happen."""

import inspect
import warnings

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy import sparse

from cotext.errors import CotextError
from cotext.models.engine import Predictor

FORMATS = [np.asarray, sparse.csr_array, sparse.csc_matrix, sparse.coo_array, sparse.bsr_array]
VALUES = {
    "counts": st.integers(0, 5).map(float),
    "mostly empty": st.sampled_from([0.0, 0.0, 0.0, 1.0]),
    "tiny": st.sampled_from([0.0, 1e-300, 5e-324, 1e-30]),
    "huge": st.sampled_from([0.0, 1.0, 1e150, 1e308]),
    "broken": st.sampled_from([1.0, -1.0, np.nan, np.inf]),
    "far apart": st.sampled_from([0.0, 1e-12, 1.0, 1e12]),
}


@st.composite
def matrices(draw):
    kind = draw(st.sampled_from(sorted(VALUES)))
    shape = draw(st.tuples(st.integers(1, 7), st.integers(1, 7)))
    X = draw(arrays.arrays(np.float64, shape, elements=VALUES[kind]))
    if kind == "counts":
        X = X.astype(draw(st.sampled_from([np.float64, np.float32, np.int8, np.uint64, bool])))
    return draw(st.sampled_from(FORMATS))(X)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(X=matrices(), n_clusters=st.integers(1, 4))
def test_a_fit_is_finite_or_refused_by_name(Model, X, n_clusters):
    known = inspect.signature(Model).parameters
    quick = {name: value for name, value in (("n_init", 2), ("max_iter", 5)) if name in known}
    model = Model(n_clusters, random_state=0, **quick)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            model.fit(X)
        except (ValueError, TypeError):
            return
        labels = model.predict(X) if issubclass(Model, Predictor) else model.labels_
    for name in ("row_factor_", "block_", "column_factor_", "criterion_", "losses_"):
        assert np.isfinite(getattr(model, name)).all(), name
    assert model.row_labels_.shape == labels.shape == (X.shape[0],)
    assert model.column_labels_.shape == (X.shape[1],)
    assert 0 <= labels.min() <= labels.max() < n_clusters


@pytest.mark.parametrize("make", [sparse.coo_array, sparse.coo_matrix, sparse.lil_array, sparse.csr_array])
def test_indices_that_lead_out_of_the_matrix_are_refused_not_followed(Model, make):
    X = make(np.kron(np.eye(2), np.ones((10, 10))))
    if X.format == "lil":
        X.rows[3][0] = 2**30
    else:
        (X.coords[0] if X.format == "coo" else X.indices)[3] = 2**30
    with pytest.raises(CotextError, match="not a valid sparse matrix"):
        Model(2).fit(X)
