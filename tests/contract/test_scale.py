"""The unit of X is the user's affair: any of them gives the same clusters, and finite numbers or an error."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.metrics import adjusted_rand_score
from tests.contract.conftest import restarts

from cotext import Store
from cotext.datasets import make_planted
from cotext.errors import CotextError
from cotext.models import NMF, NMTF, ONMF, SPLBM, TSPLBM, ChiSim, KMeans
from cotext.models.engine import Predictor

FACTORS = ("row_factor_", "block_", "column_factor_")
UNITS = {"1e-300": 1e-300, "1e-20": 1e-20, "sum": None, "1e20": 1e20, "1e140": 1e140}


def finite_or_refused(model, X):
    try:
        return np.isfinite(model.transform(X)).all()
    except CotextError as error:
        return "fitted on values near" in str(error)


@pytest.mark.parametrize("unit", UNITS)
def test_the_unit_of_x_changes_no_cluster(Model, fit, planted, unit):
    X, rows, _ = planted
    plain, other = fit(Model, X), X * (UNITS[unit] or 1 / X.sum())
    model = fit(Model, other)
    assert adjusted_rand_score(rows, model.labels_) == 1
    assert adjusted_rand_score(plain.column_labels_, model.column_labels_) == 1
    assert all(np.isfinite(getattr(model, name)).all() for name in FACTORS)
    if issubclass(Model, Predictor):
        assert adjusted_rand_score(model.labels_, model.predict(other)) == 1


@pytest.mark.parametrize("unit", [2.0**-100, 2.0**100])
def test_factors_and_criterion_are_told_in_the_unit_of_x(fit, planted, unit):
    X = planted[0]
    centres = fit(KMeans, X).column_factor_
    np.testing.assert_allclose(fit(KMeans, X * unit).column_factor_ / unit, centres, rtol=1e-12)
    for Model in (NMF, NMTF):
        model = fit(Model, X * unit)
        assert model.scale_ != 1
        rebuilt = model.row_factor_ @ model.block_ @ model.column_factor_.T
        error = np.square(X - rebuilt / unit).sum() / 2
        assert error < 0.4 * np.square(X).sum()
        assert model.criterion_ / unit**2 == pytest.approx(error, rel=1e-6)
        assert model.restart_losses_[0, 0] / unit**2 < np.square(X).sum()


def test_memberships_are_the_same_in_any_unit(fit, planted):
    X = planted[0]
    for Model in (NMF, NMTF, KMeans):
        a, b = fit(Model, X * 2.0**-100), fit(Model, X * 2.0**-200)
        np.testing.assert_array_equal(a.row_factor_, b.row_factor_)
        np.testing.assert_allclose(b.transform(X * 2.0**-200), b.row_factor_, rtol=1e-9, atol=1e-12)


@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyInputWarning")
@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
@pytest.mark.parametrize("fitted_in", [1e-300, 1e-30, 1.0, 1e30, 1e140])
def test_documents_in_any_other_unit_are_placed_by_finite_numbers_or_refused(Model, fit, planted, fitted_in):
    if not issubclass(Model, Predictor):
        return
    X = planted[0]
    model = fit(Model, X * fitted_in, n_init=1, max_iter=5, n_starts=1)
    for unit in (1e-300, 1e-100, 1e-30, 1.0, 1e30, 1e100, 1e140, 1e150):
        for new in (X * unit, np.full(X.shape, unit)):
            if unit / fitted_in < 1e140:
                assert np.isfinite(model.transform(new)).all(), unit
            else:
                assert finite_or_refused(model, new), unit


def test_documents_that_a_unit_is_too_small_for_are_refused_in_single_precision_and_from_a_store(
    fit, planted, tmp_path
):
    X = sparse.csr_array(planted[0], dtype=np.float32)
    model = fit(KMeans, X * np.float32(1e-30))
    store = Store.write(tmp_path / "store", X)
    for new in (X, store):
        with pytest.raises(CotextError, match=r"up to \d+, and the model was fitted on values near .*e-30"):
            model.predict(new)


@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
def test_an_ordinary_x_is_fitted_as_it_is(Model, fit, planted):
    assert fit(Model, planted[0]).scale_ == fit(Model, planted[0] / 97 + 1e-3).scale_ == 1


def test_one_huge_entry_does_not_make_the_others_vanish(fit, planted):
    X, rows, _ = planted
    X[0, 0] = 1e60
    labels = fit(KMeans, X, n_init=10).labels_
    assert adjusted_rand_score(rows[1:], labels[1:]) > 0.4


@pytest.mark.parametrize("size", [1e300, 1e154])
def test_starts_too_large_to_square_are_refused_by_name(Model, fit, planted, size):
    if not restarts(Model) or tuple not in Model._parameter_constraints["init"]:
        return
    rng = np.random.default_rng(0)
    Z, W = rng.random((90, 3)), rng.random((60, 3))
    W[5, 0] = size
    with pytest.raises(ValueError, match=r"init: W holds values up to 1e\+.*divide W by its maximum"):
        fit(Model, planted[0], init=(Z, W))


def test_starts_are_in_the_unit_of_x(fit, planted):
    X, Z, W = planted[0], np.full((90, 3), 0.5), np.random.default_rng(0).random((60, 3))
    a, b = (fit(NMF, X * u, init=(Z, W * u), max_iter=1) for u in (2.0**-100, 2.0**-50))
    np.testing.assert_array_equal(a.row_factor_, b.row_factor_)


def test_entries_far_apart_have_finite_similarities(fit, planted, monkeypatch):
    X = np.where(planted[0] > 2, 1e76, 1e-106 * planted[0])
    for native in "10":
        monkeypatch.setenv("COTEXT_NATIVE", native)
        assert np.isfinite(fit(ChiSim, X).document_similarity_).all()
    assert np.isfinite(fit(ChiSim, X, prune=0.95).document_similarity_.data).all()


@pytest.mark.parametrize("Model", [NMF, ONMF])
def test_a_fit_that_is_not_finite_is_an_error_and_leaves_nothing_behind(Model, planted, monkeypatch):
    monkeypatch.setattr(Model.algorithm_type, "loss", lambda self, s, sums: np.full(len(s.W), np.nan))
    model = Model(3, random_state=0)
    with pytest.raises(CotextError, match=r"nmf ended in criterion_ .* not finite.*divide it by its maximum"):
        model.fit(planted[0])
    assert not hasattr(model, "row_factor_")


def test_a_batch_that_is_not_finite_is_an_error(planted, monkeypatch):
    model = NMF(3, random_state=0).partial_fit(planted[0])
    monkeypatch.setattr(NMF.algorithm_type, "respond", lambda self, X, s: np.full((X.shape[0], 3), np.nan))
    with pytest.raises(CotextError, match="row_factor_"):
        model.partial_fit(planted[0])


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_batches_keep_the_unit_of_the_first(planted):
    X = planted[0]
    batches = [X[:50] * 2.0**-100, X[50:] * 2.0**-100]
    plain, small = NMF(3, random_state=0), NMF(3, random_state=0)
    for batch in batches:
        plain.partial_fit(batch * 2.0**99)
        small.partial_fit(batch)
    assert adjusted_rand_score(plain.labels_, small.labels_) == 1
    np.testing.assert_allclose(small.transform(batches[1]), small.row_factor_, rtol=1e-6)


@pytest.mark.parametrize("shape", [(60, 40), (200, 100)])
@pytest.mark.parametrize("scale", ["sum", 0.01, 0.3])
def test_a_block_model_finds_in_counts_divided_by_one_number_what_it_finds_in_the_counts(shape, scale):
    n, d = shape
    X = make_planted(n_documents=n, n_words=d, n_clusters=3, random_state=0).X.astype(float)
    small = SPLBM(3, random_state=0).fit(X / X.sum() if scale == "sum" else X * scale)
    assert adjusted_rand_score(SPLBM(3, random_state=0).fit(X).labels_, small.labels_) > 0.8


def test_slices_and_products_share_one_unit(fit, planted):
    X, rows, _ = planted
    from cotext.matrix.product import Product

    B = sparse.csr_array(X)
    square = sparse.csr_array(X @ X.T)
    for tiny in (2.0**-60, 2.0**-61):
        model = fit(TSPLBM, [Product(B * tiny), square * tiny**2])
        assert adjusted_rand_score(rows, model.labels_) == 1
        assert adjusted_rand_score(rows, model.predict([Product(B * tiny), square * tiny**2])) == 1
