"""Restarts, stopping, messages, side information and discovery."""

import sys
from dataclasses import dataclass

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

import cotext.models
from cotext.datasets import make_planted
from cotext.errors import CotextError, UsageError
from cotext.models import FNMTF, NMF, NMTF, WCNMTF, OvNMTF
from cotext.models.engine import Predictor, SweepAlgorithm
from cotext.models.families.two_factors import Words
from cotext.models.nmf import NMFAlgorithm


@pytest.fixture
def X():
    return make_planted(n_clusters=3, random_state=0).X


def test_a_fit_that_runs_out_of_sweeps_says_so_once(X):
    with pytest.warns(
        ConvergenceWarning, match=r"nmf stopped after max_iter=2 sweeps.*raise max_iter"
    ) as caught:
        model = NMF(3, max_iter=2, tol=0, random_state=0).fit(X)
    assert len(caught) == 1
    assert not model.converged_
    assert model.n_iter_ == 2


def test_a_fit_stops_when_the_criterion_falls_by_less_than_tol(X):
    model = NMF(3, tol=1e-3, max_iter=1000, random_state=0, n_init=1).fit(X)
    steps = -np.diff(model.losses_[:-1]) / model.losses_[:-2]
    assert model.converged_
    assert steps[-1] <= 1e-3
    assert (steps[:-1] > 1e-3).all()


def test_the_best_restart_is_kept(X):
    model = NMF(5, init="random", n_init=6, random_state=0, max_iter=300).fit(X)
    assert len(set(model.criteria_)) > 1, "restarts differ, so the choice means something"
    assert model.criterion_ == model.criteria_.min()


def test_screening_gives_up_two_restarts_in_three_after_ten_sweeps(X):
    seen = {}
    model = NMF(5, solver="mu", init="random", n_init=9, screen=True, random_state=0, max_iter=300)
    model.fit(X, callback=lambda step: seen.update({step.restart: step.sweep}))
    assert sorted(seen.values())[:6] == [10] * 6
    assert min(sorted(seen.values())[6:]) > 10
    assert model.converged_
    full = NMF(5, solver="mu", init="random", n_init=9, random_state=0, max_iter=300).fit(X)
    assert len(model.criteria_) == 9
    assert set(np.round(model.criteria_, 9)) & set(np.round(full.criteria_, 9))


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_verbose_reports_restarts_and_sweeps_on_stderr(X, capsys):
    NMF(3, n_init=2, max_iter=3, tol=0, verbose=1, random_state=0).fit(X)
    assert len(capsys.readouterr().err.splitlines()) == 2
    NMF(3, n_init=2, max_iter=3, tol=0, verbose=2, random_state=0).fit(X)
    assert len(capsys.readouterr().err.splitlines()) == 6


def test_two_factor_models_refuse_a_pair_of_different_numbers(X):
    with pytest.raises(UsageError, match="three-factor model such as nmtf"):
        NMF((3, 4)).fit(X)
    assert NMTF((3, 4), random_state=0, max_iter=500).fit(X).block_.shape == (3, 4)


def test_more_word_clusters_than_words_are_refused():
    with pytest.raises(UsageError, match="n_features=4"):
        NMTF((2, 5)).fit(np.eye(4) + 1)


def test_co_clusters_follow_scikit_learn_s_conventions(X):
    two = NMF(3, random_state=0).fit(X)
    assert two.rows_.shape == (3, 200)
    rows, columns = two.get_indices(1)
    assert (two.row_labels_[rows] == 1).all()
    assert (two.column_labels_[columns] == 1).all()
    three = NMTF((2, 3), random_state=0, max_iter=500).fit(X)
    assert three.rows_.shape == (6, 200)
    assert_array_equal(three.get_submatrix(5, X).shape, three.get_shape(5))


@pytest.mark.parametrize(
    ("C", "message"),
    [
        (np.ones((3, 3)), r"shape \(3, 3\), expected \(150, 150\)"),
        (-np.ones((150, 150)), "non-negative"),
        (np.full((150, 150), np.nan), "finite"),
        (np.triu(np.ones((150, 150))), "not symmetric"),
    ],
)
def test_bad_co_occurrence_is_refused(X, C, message):
    with pytest.raises(CotextError, match=message):
        WCNMTF(3).fit(X, cooccurrence=C)


def test_hostile_co_occurrence_is_refused(X):
    C = sparse.csr_array(np.ones((150, 150)))
    C.indices[0] = 2**30
    with pytest.raises(CotextError, match="cooccurrence is not a valid sparse matrix"):
        WCNMTF(3).fit(X, cooccurrence=C)


def test_a_model_that_forgets_a_hook_is_refused_when_its_class_is_made():
    plain = NMF.algorithm_type

    class Formulas(SweepAlgorithm):
        """Neither criterion nor prediction."""

        initialize, rule = plain.initialize, plain.rule
        update_words, factors = plain.update_words, plain.factors

    with pytest.raises(TypeError, match=r"Forgetful has a cli_name.* Formulas lacks loss, prediction_state"):

        class Forgetful(Predictor):
            cli_name = "forgetful"
            algorithm_type = Formulas


def test_what_a_model_calls_the_fields_of_its_state_is_its_own_business(X):
    @dataclass(frozen=True)
    class Odd(Words):
        A: np.ndarray | None = None

    @dataclass(frozen=True)
    class OddAlgorithm(NMFAlgorithm):
        """NMF that also keeps the start of its words, under a name that others use for a graph."""

        def initialize(self, X, rngs):
            Z, s = super().initialize(X, rngs)
            return Z, Odd(s.W, s.squared_norm, A=s.W)

    class OddNMF(NMF):
        algorithm_type = OddAlgorithm

    odd, plain = (Model(3, random_state=0, n_init=2).fit(X) for Model in (OddNMF, NMF))
    assert odd.fit_.settled
    assert_array_equal(odd.predict(X), odd.labels_)
    assert_array_equal(odd.row_factor_, plain.row_factor_)


def test_a_new_file_in_the_folder_is_a_model(tmp_path, monkeypatch):
    source = (
        "from cotext.models.nmf import NMF\n\n\n"
        'class Brand(NMF):\n    """A brand new model."""\n\n    cli_name = "brand-new"\n'
    )
    (tmp_path / "brand_new.py").write_text(source)
    monkeypatch.setattr(cotext.models, "__path__", [*cotext.models.__path__, str(tmp_path)])
    cotext.models._discovered.cache_clear()
    try:
        assert cotext.models.by_name("brand-new") is cotext.models.Brand
        assert cotext.models.Brand in cotext.models.all_models()
    finally:
        cotext.models._discovered.cache_clear()
        sys.modules.pop("cotext.models.brand_new", None)


def test_block_value_decomposition_is_another_name_of_nmtf():
    assert cotext.models.BVD is cotext.models.NBVD is NMTF


def test_an_unknown_model_is_answered_with_the_list():
    with pytest.raises(UsageError, match=r"'k-mean'.* nmf, nmtf, .*wc-nmtf"):
        cotext.models.by_name("k-mean")
    with pytest.raises(AttributeError):
        cotext.models.NoSuchModel  # noqa: B018


def test_every_restart_leaves_its_curve_and_its_labels():
    X = make_planted(60, 40, 3, random_state=0).X
    model = NMTF(3, n_init=4, random_state=0).fit(X)
    ends = [curve[~np.isnan(curve)][-1] for curve in model.restart_losses_]
    best = int(np.argmin(model.criteria_))
    assert_allclose(ends, model.criteria_)
    assert model.restart_labels_.shape == (4, 60)
    assert model.restart_labels_.dtype == np.int16
    assert_array_equal(model.restart_labels_[best], model.row_labels_)


@pytest.mark.parametrize("Model", [NMF, NMTF, FNMTF, OvNMTF])
def test_factors_of_another_shape_are_refused_before_any_product(Model, X):
    model = Model(3, n_init=1, random_state=0, max_iter=200).fit(X)
    expected = model.predict(X)
    fit = model.fit_
    for name in ("block", "column_factor"):
        whole = getattr(fit, name)
        for part in (whole[:-1], whole[:, :-1], whole[0], np.vstack([whole, whole])):
            model.fit_ = fit.but(**{name: part})
            with pytest.raises(CotextError, match=rf"{name}_ has shape .*, expected .*: fit again"):
                model.predict(X)
    model.fit_ = fit
    with pytest.raises(CotextError, match=r"block_ has shape \(3, 3\), expected \(5, 5\) for n_clusters=5"):
        model.set_params(n_clusters=5).predict(X)
    assert_array_equal(model.set_params(n_clusters=3).predict(X), expected)
