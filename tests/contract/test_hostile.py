"""Odd matrices: every model fits them to finite numbers or refuses them by name. Nothing else may happen."""

import inspect
import warnings
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy import sparse

from cotext.errors import CotextError
from cotext.models import NMF, all_models
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
    quick = {"n_init": 2, "max_iter": 5, "random_state": 0}
    model = Model(n_clusters, **{name: value for name, value in quick.items() if name in known})
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


ONE_KIND = {
    "zeros": np.zeros((70, 60)),
    "one entry": np.eye(1, 70 * 60).reshape(70, 60),
    "one word": np.tile(np.eye(1, 60), (70, 1)),
    "one document": np.tile(np.eye(1, 70), (60, 1)).T,
    "identical rows": np.tile(np.arange(60.0) % 4, (70, 1)),
    "rank one": np.outer(1 + np.arange(70.0) % 5, 1 + np.arange(60.0) % 3),
}


@pytest.mark.parametrize("kind", ONE_KIND)
def test_a_matrix_with_nothing_to_tell_apart_is_fitted(Model, kind):
    known = inspect.signature(Model).parameters
    quick = {"n_init": 2, "max_iter": 5, "n_starts": 1, "random_state": 0}
    quick = {name: value for name, value in quick.items() if name in known}
    for n_clusters in (1, 3):
        model = Model(n_clusters, **quick)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model.fit(ONE_KIND[kind])
        for name in ("row_factor_", "block_", "column_factor_", "criterion_", "losses_"):
            assert np.isfinite(getattr(model, name)).all(), name
        if issubclass(Model, Predictor) and model.fit_.settled:
            np.testing.assert_array_equal(model.predict(ONE_KIND[kind]), model.labels_)


def test_a_sample_of_the_hostile_fits_ends_well(Model, monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2]))
    cases = import_module("benchmarks._hostile_cases")
    models = all_models()
    for number in range(models.index(Model), 30 * len(models), len(models)):
        case = cases.Case.of(number)
        assert case.Model is Model
        assert cases.outcome(case)[0] in ("fitted", "refused"), f"{case}: {cases.outcome(case)}"


@pytest.mark.parametrize(
    ("name", "broken", "expected"),
    [
        ("row_factor", np.array([[np.nan]]), "not finite"),
        ("row_labels", np.zeros(60, dtype=int), "collapse"),
        ("row_labels", np.zeros(3, dtype=int), "wrong shape"),
    ],
)
def test_what_hostile_fits_look_for_is_found(monkeypatch, name, broken, expected):
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2]))
    cases = import_module("benchmarks._hostile_cases")
    case = next(case for case in map(cases.Case.of, range(1000)) if case.planted and case.Model is NMF)
    model = case.model().fit(case.X)
    labels = model.labels_
    model.fit_ = model.fit_.but(**{name: broken})
    assert cases._judged(case, model, labels, labels)[0] == expected


def test_an_error_that_is_no_refusal_is_a_crash(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2]))
    cases = import_module("benchmarks._hostile_cases")
    case = next(case for case in map(cases.Case.of, range(1000)) if case.planted and case.Model is NMF)
    monkeypatch.setattr(
        NMF.algorithm_type, "initialize", lambda self, X, rngs: np.linalg.inv(np.zeros((2, 2)))
    )
    assert cases.outcome(case)[0] == "crash"
