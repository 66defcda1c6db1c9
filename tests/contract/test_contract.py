"""What every model promises, whatever it computes. A new file in models/ is tested by existing."""

import re

import numpy as np
import pytest
from scipy import sparse
from sklearn.metrics import adjusted_rand_score
from tests.contract.conftest import never_rises, restarts, sweeps

from cotext.backend import cpu
from cotext.backend.native import kernels
from cotext.errors import EmptyInputWarning
from cotext.models.engine import Predictor

FACTORS = ("row_factor_", "block_", "column_factor_")


def assert_same_fit(a, b, **tolerance):
    np.testing.assert_array_equal(a.row_labels_, b.row_labels_)
    np.testing.assert_array_equal(a.column_labels_, b.column_labels_)
    exact = {"rtol": 1e-8 if getattr(a, "device", "cpu") == "cuda" else 0}  # a GPU adds in no fixed order
    for name in FACTORS:
        np.testing.assert_allclose(getattr(a, name), getattr(b, name), **(exact | tolerance))


def word_clusters(model):
    """Clusters of words; where each document cluster has its own, the one they belong to most."""
    return model.column_labels_ // (model.block_.shape[1] if model.fit_.nested_words else 1)


@pytest.mark.parametrize("make", [np.asarray, sparse.csr_array, sparse.csc_array, sparse.coo_array])
def test_planted_blocks_are_recovered(Model, fit, planted, dtype, make):
    X, rows, columns = planted
    model = fit(Model, make(X.astype(dtype)))
    assert adjusted_rand_score(rows, model.row_labels_) == 1
    assert adjusted_rand_score(columns, word_clusters(model)) == 1
    assert model.row_factor_.dtype == dtype


def test_fitted_attributes_have_the_contract_s_names_and_shapes(Model, fit, planted):
    model = fit(Model, planted[0])
    assert model.row_labels_.shape == (90,)
    assert model.column_labels_.shape == (60,)
    assert model.labels_ is model.row_labels_
    assert model.row_factor_.shape == (90, 3)
    assert model.block_.shape == (3, 3)
    assert model.column_factor_.shape == (60, 9 if model.fit_.nested_words else 3)
    assert model.rows_.shape[1] == 90
    assert model.columns_.shape == (model.rows_.shape[0], 60)
    assert model.criteria_.shape == (3 if restarts(Model) else 1,)
    assert model.criterion_ == model.losses_[-1]
    assert model.criterion_ == pytest.approx(model.criteria_.min(), rel=1e-9)
    assert isinstance(model.criterion_, float)
    assert len(model.losses_) == (model.n_iter_ + 1 if issubclass(Model, Predictor) else 1)


@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
def test_the_criterion_never_rises_or_its_lowest_value_is_kept(Model, fit, dtype):
    slack = 1e-10 if dtype == np.float64 else 1e-6
    for seed in range(20):
        rng = np.random.default_rng(seed)
        n, d = rng.integers(5, 40, size=2)
        X = rng.random((n, d)) * (rng.random((n, d)) < 0.4) + np.eye(n, d) * 0.1 + 1e-3
        model = fit(Model, X.astype(dtype), random_state=seed, n_init=1, max_iter=60)
        losses, falls = model.losses_, never_rises(model)
        assert np.isfinite(losses).all()
        rise = np.diff(losses, prepend=losses[:1]).max() if falls else losses[-1] - losses.min()
        assert rise <= slack * abs(losses[0]), f"seed {seed}"


def test_restarts_side_by_side_end_where_they_would_alone(Model, fit, planted):
    X = planted[0]
    together = fit(Model, X, n_init=4, random_state=0)
    if not restarts(Model):
        assert_same_fit(together, fit(Model, X, n_init=1, random_state=1))
        return
    alone = [fit(Model, X, n_init=1, random_state=rng) for rng in _spawned(4)]
    np.testing.assert_allclose(together.criteria_, [model.criterion_ for model in alone], rtol=1e-9)
    lowest = together.criteria_.min()
    first = next(
        m for m, c in zip(alone, together.criteria_, strict=True) if c - lowest <= 1e-9 * abs(lowest)
    )
    np.testing.assert_array_equal(together.row_labels_, first.row_labels_)


def _spawned(n):
    """Generators whose first child is the generator that restart r of seed 0 gets."""
    return [_Only(rng) for rng in np.random.default_rng(0).spawn(n)]


class _Only(np.random.Generator):
    def __init__(self, child):
        super().__init__(child.bit_generator)
        self.child = child

    def spawn(self, n_children):
        assert n_children == 1
        return [self.child]


def test_the_result_does_not_depend_on_the_sparse_format(Model, fit, planted):
    X = planted[0]
    reference = fit(Model, X)
    for make in (sparse.csr_array, sparse.csc_matrix, sparse.coo_array, sparse.bsr_array):
        assert_same_fit(reference, fit(Model, make(X)))


def test_unsorted_and_repeated_entries_mean_their_sum(Model, fit, planted):
    X = sparse.coo_array(planted[0])
    halves = np.tile(X.data[::-1] / 2, 2), tuple(np.tile(axis[::-1], 2) for axis in X.coords)
    assert_same_fit(fit(Model, planted[0]), fit(Model, sparse.coo_array(halves, shape=X.shape)))


@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
def test_permuting_documents_and_words_permutes_the_answer(Model, fit, planted):
    X = planted[0]
    rng = np.random.default_rng(1)
    Z, W, S = rng.random((90, 3)), rng.random((60, 3)), rng.random((3, 3))
    p, q = rng.permutation(90), rng.permutation(60)
    if not sweeps(Model) or tuple not in Model._parameter_constraints["init"]:
        plain, permuted = fit(Model, X), fit(Model, X[p][:, q])
        assert adjusted_rand_score(permuted.row_labels_, plain.row_labels_[p]) == 1
        assert adjusted_rand_score(permuted.column_labels_, plain.column_labels_[q]) == 1
        # a pruned similarity may keep or cut entries that are equal but for rounding
        assert permuted.criterion_ == pytest.approx(
            plain.criterion_, rel=1e-6 if issubclass(Model, Predictor) else 1e-3
        )
        return
    plain = fit(Model, X, init=(Z, W, S))
    permuted = fit(Model, X[p][:, q], init=(Z[p], W[q], S))
    np.testing.assert_array_equal(permuted.row_labels_, plain.row_labels_[p])
    np.testing.assert_array_equal(permuted.column_labels_, plain.column_labels_[q])
    np.testing.assert_allclose(permuted.row_factor_, plain.row_factor_[p], rtol=1e-6, atol=1e-9)


def test_the_same_seed_gives_the_same_result_on_any_number_of_threads(Model, fit, planted, monkeypatch):
    monkeypatch.setattr(cpu, "BLOCK_NONZEROS", 200)
    monkeypatch.setattr(cpu, "NONZEROS_PER_WORD", 0)
    one = fit(Model, planted[0], n_jobs=1)
    for n_jobs in (2, 3, 8):
        many = fit(Model, planted[0], n_jobs=n_jobs)
        assert_same_fit(one, many)
        assert one.criterion_ == pytest.approx(
            many.criterion_, rel=0 if getattr(one, "device", "cpu") == "cpu" else 1e-12, abs=0
        )


def test_restarts_do_not_depend_on_how_many_follow(Model, fit, planted):
    few, many = fit(Model, planted[0], n_init=2), fit(Model, planted[0], n_init=4)
    exact = 1e-12 if getattr(few, "device", "cpu") == "cuda" else 0
    np.testing.assert_allclose(few.criteria_, many.criteria_[:2], rtol=exact)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_refitting_forgets_the_first_fit(Model, fit, planted):
    X = planted[0]
    model = fit(Model, X[:, :30])
    model.fit(X)
    assert_same_fit(model, fit(Model, X))


def test_predicting_the_training_documents_gives_their_labels(Model, fit, planted, dtype):
    X = planted[0].astype(dtype)
    model = fit(Model, X)
    if not issubclass(Model, Predictor):
        assert not hasattr(model, "predict")
        assert not hasattr(model, "transform")
        return
    if not model.fit_.settled:
        assert adjusted_rand_score(model.predict(X), model.labels_) >= 0.9
        return
    np.testing.assert_array_equal(model.predict(X), model.labels_)
    np.testing.assert_allclose(model.transform(X), model.row_factor_, rtol=1e-6, atol=1e-7)
    np.testing.assert_array_equal(model.predict(X[:1]), model.labels_[:1])


def test_new_documents_join_the_cluster_whose_words_they_use(Model, fit, planted):
    if not issubclass(Model, Predictor):
        return
    X, rows, _ = planted
    model = fit(Model, X[:60])
    assert adjusted_rand_score(rows[60:], model.predict(X[60:])) == 1


def test_empty_documents_and_words_are_kept_and_counted_in_one_warning(Model, fit, planted, dtype):
    X = planted[0].astype(dtype)
    X[3], X[17], X[:, 5] = 0, 0, 0
    with pytest.warns(EmptyInputWarning, match="2 of 90 documents and 1 of 60 words") as caught:
        model = fit(Model, X)
    assert len(caught) == 1
    largest = np.bincount(np.delete(model.row_labels_, [3, 17])).argmax()
    assert model.row_labels_[3] == model.row_labels_[17] == largest
    assert not issubclass(Model, Predictor) or model.predict(np.zeros((1, 60)))[0] == largest
    for name in FACTORS:
        assert np.isfinite(getattr(model, name)).all()


def test_one_cluster_holds_everything(Model, fit, planted):
    model = fit(Model, planted[0], n_clusters=1)
    assert not model.row_labels_.any()
    assert not model.column_labels_.any()


@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
def test_as_many_clusters_as_documents_is_allowed_and_one_more_is_not(Model, fit):
    X = np.eye(4) + 0.1
    assert np.isfinite(fit(Model, X, n_clusters=4).criterion_)
    with pytest.raises(ValueError, match=r"n_clusters=5.*n_samples=4.*fewer"):
        fit(Model, X, n_clusters=5)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -1.0])
@pytest.mark.parametrize("make", [np.asarray, sparse.csr_array])
def test_values_that_are_not_finite_and_non_negative_are_refused(Model, fit, planted, bad, make):
    X = planted[0].copy()
    X[2, 3] = bad
    with pytest.raises(ValueError, match=re.compile("nan|infinity|negative", re.IGNORECASE)):
        fit(Model, make(X))


def test_values_too_large_to_square_are_refused(Model, fit, planted, dtype):
    X = planted[0].astype(dtype) * np.sqrt(np.finfo(dtype).max)
    with pytest.raises(ValueError, match="divide X by its maximum"):
        fit(Model, X)


def test_a_hostile_index_is_refused_before_any_product(Model, fit, planted):
    X = sparse.csr_array(planted[0])
    X.indices[0] = 2**30
    with pytest.raises(ValueError, match="not a valid sparse matrix"):
        fit(Model, X)


@pytest.mark.parametrize(
    "parameters", [{"n_clusters": 0}, {"n_clusters": (2, 3, 4)}, {"n_init": 0}, {"tol": -1}]
)
def test_parameters_out_of_range_are_refused_by_name(Model, fit, planted, parameters):
    if next(iter(parameters)) not in Model().get_params():
        return
    with pytest.raises(ValueError, match=next(iter(parameters))):
        fit(Model, planted[0], **parameters)


def test_the_input_is_not_modified(Model, fit, planted):
    for make in (np.array, sparse.csr_array):
        X = make(planted[0])
        before = X.copy()
        model = fit(Model, X)
        if issubclass(Model, Predictor):
            model.predict(X)
        np.testing.assert_array_equal(X if make is np.array else X.toarray(), planted[0])
        assert type(X) is type(before)


def test_both_precisions_find_the_same_clusters(Model, fit, planted):
    a, b = (fit(Model, planted[0].astype(t)) for t in (np.float32, np.float64))
    assert adjusted_rand_score(a.row_labels_, b.row_labels_) == 1
    assert a.criterion_ == pytest.approx(b.criterion_, rel=1e-4 if issubclass(Model, Predictor) else 1e-3)


def test_equal_documents_get_the_same_cluster(Model, fit, planted):
    X = np.repeat(planted[0][:30], 3, axis=0)
    labels = fit(Model, X).row_labels_.reshape(30, 3)
    assert (labels == labels[:, :1]).all()


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_a_callback_sees_every_sweep_of_every_restart(Model, planted):
    if not issubclass(Model, Predictor):
        return  # nothing sweeps in a similarity
    seen = []
    asked = {"n_init": 2, "max_iter": 3, "tol": 0, "random_state": 0}
    known = {name: value for name, value in asked.items() if name in Model().get_params()}
    Model(n_clusters=3, **known).fit(planted[0], callback=seen.append)
    runs = 2 if restarts(Model) else 1
    seen = [p for p in seen if not np.isnan(p.loss)]  # what is no sweep has no loss
    assert (seen[0].restart, seen[0].n_init) == (1, runs)
    assert {p.restart for p in seen} == set(range(1, runs + 1))
    assert all(p.sweep <= p.max_iter <= 3 and np.isfinite(p.loss) for p in seen)


def test_the_model_names_itself_for_the_command_line_and_the_docs(Model):
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", Model.cli_name)
    assert Model.reference
    for section in ("Parameters", "Attributes", "Examples"):
        assert f"\n{section}\n---" in Model.__doc__
    for name in Model().get_params():
        assert f"\n{name} : " in Model.__doc__, f"{name} is not documented"


@pytest.mark.skipif(kernels() is None, reason="the kernels are not built or switched off")
def test_the_homes_on_the_cpu_agree(Model, fit, planted, device, monkeypatch):
    if device != "cpu":
        pytest.skip("about the CPU")
    native = fit(Model, planted[0])
    monkeypatch.setenv("COTEXT_NATIVE", "0")
    scipy = fit(Model, planted[0])
    assert native.criterion_ == pytest.approx(scipy.criterion_, rel=1e-6)
    np.testing.assert_array_equal(native.row_labels_, scipy.row_labels_)
