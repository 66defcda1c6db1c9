"""Block models of matrices and tensors: the papers' formulas, a bound that never falls, planted blocks."""

import os

import numpy as np
import pytest
from scipy import sparse

from cotext.datasets import load
from cotext.errors import EmptyClusterWarning, EmptyInputWarning, UsageError
from cotext.matrix import Product, RelationTensor
from cotext.metrics import agreement, ari
from cotext.models import SPLBM, TSPLBM

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")


def planted(n=60, d=40, pair=(3, 3), v=2, seed=0, family="poisson"):
    """v slices with the same blocks, and the labels of rows and columns."""
    rng = np.random.default_rng(seed)
    z, w = np.arange(n) % pair[0], np.arange(d) % pair[1]
    strength = np.where(np.eye(*pair) > 0, 3.0, 0.3)
    if pair[0] != pair[1]:
        strength = 0.3 + 2.7 * ((np.arange(pair[0])[:, None] + np.arange(pair[1])) % 2)
    rate = strength[z][:, w]
    draw = {
        "poisson": lambda: rng.poisson(rate),
        "bernoulli": lambda: rng.random((n, d)) < rate / 4,
        "gaussian": lambda: np.maximum(rate + rng.normal(size=(n, d)), 0),
    }[family]
    return [draw().astype(float) for _ in range(v)], z, w


def transcription(slices, Z, W, sweeps, exact=True):
    """The diagonal Poisson model as the page of models writes it; minus the bound after each sweep."""
    losses = []

    def gammas():
        out = []
        for X in slices:
            N, xk, yk = X.sum(), Z.T @ X.sum(axis=1), W.T @ X.sum(axis=0)
            xkk = np.einsum("ik,ij,jk->k", Z, X, W)
            out.append((xkk / (xk * yk), (N - xkk.sum()) / (N**2 - (xk * yk).sum()), xkk, xk, yk, N))
        return out

    def posterior(share, products, exposures, other):
        logits = np.log(share) + sum(
            np.log(kk / off) * P - exact * np.outer(e, o) * (kk - off)
            for (kk, off, *_), P, e, o in zip(params, products, exposures, other, strict=True)
        )
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        return odds / odds.sum(axis=1, keepdims=True)

    params, pi, rho = gammas(), Z.mean(axis=0), W.mean(axis=0)
    for _ in range(sweeps):
        Z = posterior(
            pi, [X @ W for X in slices], [X.sum(1) for X in slices], [W.T @ X.sum(0) for X in slices]
        )
        W = posterior(
            rho, [X.T @ Z for X in slices], [X.sum(0) for X in slices], [Z.T @ X.sum(1) for X in slices]
        )
        params, pi, rho = gammas(), Z.mean(axis=0), W.mean(axis=0)
        bound = sum((F * np.log(s)).sum() - (F * np.log(F)).sum() for F, s in ((Z, pi), (W, rho)))
        for kk, off, xkk, xk, yk, N in params:
            bound += (xkk * np.log(kk / off) - xk * yk * (kk - off)).sum() + N * np.log(off) - N**2 * off
        losses.append(-bound)
    return losses, Z, W


@pytest.mark.parametrize("e_step", ["exact", "paper"])
@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
def test_the_diagonal_poisson_model_equals_its_formulas_written_out(e_step):
    slices, _, _ = planted(seed=1)
    rng = np.random.default_rng(0)
    Z, W = (rng.dirichlet(np.ones(3), size=k) for k in (60, 40))
    expected, _, _ = transcription(slices, Z, W, 6, exact=e_step == "exact")
    model = TSPLBM(3, init=(Z, W), e_step=e_step, max_iter=6, tol=0).fit(slices)
    k = min(len(model.losses_) - 1, 6)
    assert k >= 4
    np.testing.assert_allclose(model.losses_[:k], expected[:k], rtol=1e-8)


@pytest.mark.parametrize("family", ["poisson", "bernoulli", "gaussian"])
@pytest.mark.parametrize("diagonal", [True, False])
@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
def test_the_bound_never_falls_on_random_tensors(family, diagonal):
    for seed in range(40):
        rng = np.random.default_rng(seed)
        n, d, v, g = rng.integers(4, 20), rng.integers(4, 20), rng.integers(1, 4), rng.integers(1, 4)
        slices = [rng.poisson(0.7, (n, d)).astype(float) + np.eye(n, d) for _ in range(v)]
        if family == "bernoulli":
            slices = [(X > 0).astype(float) for X in slices]
        model = TSPLBM(
            int(g), family=family, diagonal=diagonal, n_init=1, random_state=seed, max_iter=30, tol=0
        )
        losses = model.fit(slices).losses_
        assert np.isfinite(losses).all()
        assert np.diff(losses).max() <= 1e-9 * abs(losses[0]), seed


@pytest.mark.parametrize("family", ["poisson", "bernoulli", "gaussian"])
def test_planted_diagonal_blocks_are_found_in_every_family(family):
    slices, z, w = planted(family=family)
    model = TSPLBM(3, family=family, random_state=0).fit(slices)
    assert ari(z, model.row_labels_) > 0.9
    assert ari(w, model.column_labels_) > 0.9
    np.testing.assert_array_equal(model.predict(slices), model.labels_)
    np.testing.assert_array_equal(model.predict([X[:5] for X in slices]), model.labels_[:5])


def test_planted_rectangular_blocks_are_found_without_the_diagonal():
    slices, z, w = planted(pair=(2, 4), v=3)
    model = TSPLBM((2, 2), diagonal=False, random_state=0, n_init=20).fit(slices)
    assert ari(z, model.row_labels_) > 0.9
    assert ari(w % 2, model.column_labels_) > 0.9
    assert model.slice_blocks_.shape == (3, 2, 2)


def test_slices_kept_as_factors_give_what_the_expanded_ones_give():
    rng = np.random.default_rng(0)
    B = (rng.random((50, 12)) < 0.15).astype(float)
    B[np.arange(50), np.arange(50) % 12] = 1
    other = sparse.csr_array(rng.poisson(0.3, (50, 50)).astype(float))
    product = Product(B)
    kept = TSPLBM(3, random_state=0, n_init=2).fit([product, other])
    expanded = TSPLBM(3, random_state=0, n_init=2).fit([product.expand().astype(float), other])
    np.testing.assert_allclose(kept.losses_, expanded.losses_, rtol=1e-9)
    np.testing.assert_array_equal(kept.labels_, expanded.labels_)


def rare_and_common(n=240, seed=0):
    """Three groups by 200 rare things, three others by 12 common ones; the labels of both."""
    rng = np.random.default_rng(seed)
    z, other = np.arange(n) % 3, np.arange(n) // (n // 3)
    rare = rng.random((n, 200)) < np.where(z[:, None] == np.arange(200) % 3, 0.15, 0.01)
    common = rng.random((n, 12)) < np.where(other[:, None] == np.arange(12) % 3, 0.9, 0.3)
    return Product(np.hstack([rare, common]).astype(float)), z, other


def test_a_discount_lets_many_rare_things_outweigh_a_few_common_ones():
    product, z, other = rare_and_common()
    model = TSPLBM(3, init="skmeans", n_init=5, random_state=0)
    assert ari(other, model.fit([product]).labels_) > 0.7
    assert ari(z, model.fit([product.discounted()]).labels_) > 0.9


@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
def test_the_bound_never_falls_on_discounted_slices_and_the_start_does_not_hang_on_the_discount():
    links = sparse.random_array((240, 240), density=0.02, random_state=0)
    tensor = RelationTensor.of([rare_and_common()[0], links])
    starts = []
    for power in (0, 0.5, 1):
        model = TSPLBM(3, init="skmeans", n_init=1, random_state=0, tol=0, max_iter=20)
        losses = model.fit(tensor.discounted(power)).losses_
        assert np.diff(losses).max() <= 1e-9 * abs(losses[0])
        X = model.algorithm.open(model._check(tensor.discounted(power), reset=True))
        starts.append(X.features().host().toarray())
    np.testing.assert_array_equal(starts[0], starts[1])
    np.testing.assert_array_equal(starts[0], starts[2])


def test_one_slice_is_the_matrix_model():
    (X,), _, _ = planted(v=1)
    a, b = SPLBM(3, random_state=0).fit(X), TSPLBM(3, random_state=0).fit([X])
    np.testing.assert_allclose(a.losses_, b.losses_)
    np.testing.assert_array_equal(a.labels_, b.labels_)


def test_a_slice_that_says_nothing_does_no_harm():
    slices, z, _ = planted(v=1)
    noise = np.random.default_rng(5).poisson(0.5, (60, 40)).astype(float)
    model = TSPLBM(3, random_state=0).fit([*slices, noise])
    assert ari(z, model.row_labels_) > 0.9
    inside = [np.diag(block).mean() / block.mean() for block in model.slice_blocks_]
    assert inside[0] > 2 > inside[1]


@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")
def test_the_integrated_likelihood_picks_the_planted_number_of_clusters():
    slices, _, _ = planted(n=90, d=60)
    icl = {g: TSPLBM(g, random_state=0).fit(slices).icl_ for g in (1, 2, 3, 4, 5)}
    assert max(icl, key=icl.get) == 3


@pytest.mark.parametrize("diagonal", [True, False])
def test_the_integrated_likelihood_is_that_of_the_labels(diagonal):
    rng = np.random.default_rng(0)
    z, w = np.arange(30) % 2, np.arange(20) % 2
    X = rng.poisson(np.where(z[:, None] == w, 0.9, 0.3)) + np.eye(30, 20)
    model = SPLBM(2, diagonal=diagonal, random_state=0).fit(X)
    rows, columns = model.row_labels_, model.column_labels_
    mean = model.slice_blocks_[0][rows][:, columns] * np.outer(X.sum(axis=1), X.sum(axis=0))
    exposure = np.log(np.outer(X.sum(axis=1), X.sum(axis=0)))
    likelihood = (X * (np.log(mean) - exposure) - mean).sum()
    likelihood += model.offset_[0, rows].sum() + np.log(model.column_factor_.mean(axis=0))[columns].sum()
    penalty = -model.criterion_ - model.bic_
    assert model.row_factor_.max(axis=1).min() < 0.9, "some documents are undecided"
    assert model.icl_ == pytest.approx(likelihood - penalty, rel=1e-9)


def test_a_document_without_relations_gets_the_largest_cluster_and_no_membership():
    slices, _, _ = planted()
    for X in slices:
        X[7] = 0
    with pytest.warns(EmptyInputWarning, match="1 of 60 documents"):
        model = TSPLBM(3, random_state=0).fit(slices)
    assert model.labels_[7] == np.bincount(np.delete(model.labels_, 7)).argmax()
    assert not model.row_factor_[7].any()
    assert not model.transform(slices)[7].any()


def test_more_clusters_than_the_data_has_stay_finite():
    X = np.kron(np.eye(2), np.ones((6, 5)))
    with pytest.warns(EmptyClusterWarning, match=r"of 5 document clusters"):
        model = TSPLBM(5, random_state=0).fit([X, X])
    assert np.isfinite(model.losses_).all()
    assert np.isfinite(model.slice_blocks_).all()


@pytest.mark.parametrize(
    ("slices", "message"),
    [
        ([np.ones((4, 3)), np.ones((4, 5))], r"\(4, 3\).*\(4, 5\)|shape"),
        ([np.ones((4, 3)), -np.ones((4, 3))], "negative"),
        ([np.ones((4, 3)), np.zeros((4, 3))], "zero"),
        ([np.full((4, 3), np.nan)], "finite|NaN|nan"),
    ],
)
def test_slices_that_cannot_be_are_refused(slices, message):
    with pytest.raises(ValueError, match=message):
        TSPLBM(2).fit(slices)


def test_splbm_refuses_a_tensor_and_tsplbm_other_relations_than_it_was_fitted_on():
    slices, _, _ = planted()
    with pytest.raises(UsageError, match="use tsplbm"):
        SPLBM(3).fit(slices)
    model = TSPLBM(3, random_state=0).fit(slices)
    with pytest.raises(UsageError, match=r"1 slices of 40 columns.*fitted on 2 of 40"):
        model.predict(slices[:1])


def test_unit_rows_are_warned_of():
    X = np.random.default_rng(0).random((30, 20))
    collapse = pytest.warns(EmptyClusterWarning, match="1 of 2 document clusters and 1 of 2 word clusters")
    with pytest.warns(UserWarning, match="models counts"), collapse:
        SPLBM(2, random_state=0).fit(X / np.linalg.norm(X, axis=1, keepdims=True))


@pytest.mark.data
@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyInputWarning")
@pytest.mark.skipif(not os.environ.get("COTEXT_DATA"), reason="COTEXT_DATA is not set")
def test_the_tensor_beats_every_slice_on_the_relations_of_papers():
    data = load("acmdl_tensor")
    tensor = RelationTensor.from_dataset(data)

    def mean_of_ten(X):
        fits = [TSPLBM(3, n_init=1, random_state=seed).fit(X) for seed in range(10)]
        scores = [agreement(data.labels, fit.labels_) for fit in fits]
        return np.array([np.mean([s[name] for s in scores]) for name in ("acc", "nmi", "ari")])

    whole = mean_of_ten(tensor)
    assert (whole >= [0.90, 0.70, 0.75]).all()
    for name in tensor.names:
        assert (mean_of_ten(tensor[name]) < whole).all(), name


LONG = pytest.param("pubmed_diabetes", marks=pytest.mark.slow)


@pytest.mark.data
@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyInputWarning")
@pytest.mark.skipif(not os.environ.get("COTEXT_DATA"), reason="COTEXT_DATA is not set")
@pytest.mark.parametrize("name", ["acmdl_tensor", "acm3025", "cora", LONG])
def test_the_discounted_tensor_beats_every_slice_on_every_data_set(name):
    data = load(name)
    tensor = RelationTensor.from_dataset(data).discounted()
    names = ("acc", "nmi", "ari")

    def mean_of_ten(X):
        model = TSPLBM(len(data.label_names), init="skmeans", n_init=10, random_state=0).fit(X)
        scores = [agreement(data.labels, labels) for labels in model.restart_labels_]
        return np.array([np.mean([s[name] for s in scores]) for name in names])

    whole = mean_of_ten(tensor)
    for one in tensor:
        assert (mean_of_ten(one) < whole).all(), one.names
