"""Documents without words have no voice: all that is found is what would be found without them."""

import inspect

import numpy as np
import pytest
from scipy import sparse
from tests.contract.conftest import sweeps

from cotext import Store
from cotext.backend import spill
from cotext.backend.chunks.source import ChunksInMemory
from cotext.errors import UsageError
from cotext.matrix.product import Product
from cotext.models import NMF, NMTF, SPLBM, WCNMTF, CosineSimilarity, KMeans, SphericalKMeans, all_models
from cotext.models.checkpoint import checkpointing
from cotext.models.engine import DOCUMENTS, SLICE_WORDS, WORDS, Predictor
from cotext.models.families.partial_fit import StreamPredictor

pytestmark = [
    pytest.mark.filterwarnings("ignore::cotext.errors.EmptyInputWarning"),
    pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning"),
    pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning"),
]
MODELS = all_models()
SLICES = [Model for Model in MODELS if Model.algorithm_type.takes_slices and Model is not SPLBM]  # takes one
STREAMS = [Model for Model in MODELS if issubclass(Model, StreamPredictor)]
TAKE_FACTORS = [Model for Model in MODELS if sweeps(Model) and tuple in Model._parameter_constraints["init"]]


def named(models):
    return pytest.mark.parametrize("Model", models, ids=lambda Model: Model.cli_name)


def planted(n=83, d=61, seed=0):
    """Three clear co-clusters; no document is empty."""
    rng = np.random.default_rng(seed)
    rate = np.where(np.arange(n)[:, None] % 3 == np.arange(d) % 3, 2.0, 0.05)
    return sparse.csr_array(rng.poisson(rate).astype(float))


def places(n, empty=55, seed=1):
    """Where n documents are among empty ones, which come first and last as well."""
    says = np.zeros(n + empty, dtype=bool)
    says[np.sort(np.random.default_rng(seed).permutation(np.arange(2, n + empty - 2))[:n])] = True
    return says


def among_empty(X, says):
    lengths = np.zeros(len(says), dtype=X.indptr.dtype)
    lengths[says] = np.diff(X.indptr)
    indptr = np.concatenate([[0], lengths.cumsum()]).astype(X.indptr.dtype)
    return sparse.csr_array((X.data, X.indices, indptr), shape=(len(says), X.shape[1]))


def among_empty_both_ways(X, says):
    return among_empty(among_empty(X, says).T.tocsr(), says).T.tocsr()


def made(Model, **parameters):
    usual = {"n_clusters": 3, "random_state": 0, "n_init": 3, "max_iter": 20} | parameters
    known = inspect.signature(Model).parameters
    return Model(**{name: value for name, value in usual.items() if name in known})


def assert_unheard(there, here, says, *, both_ways=False, but=()):
    """``there`` was fitted among empty documents, ``here`` without them."""
    words = says if both_ways else slice(None)
    every = np.tile(says, here.fit_.get("n_slices", 1)) if both_ways else slice(None)
    axes, declared = {DOCUMENTS: says, WORDS: words, SLICE_WORDS: every}, there.fit_.axes()
    found, expected = ({**vars(model.fit_), "n_features": model.n_features_in_} for model in (there, here))
    assert found.keys() == expected.keys()
    for name in sorted(expected.keys() - {*but}):
        value, wanted = (v.toarray() if sparse.issparse(v) else v for v in (found[name], expected[name]))
        for axis, called in enumerate(declared.get(name, ()) if value is not None else ()):
            value = value[(slice(None),) * axis + (axes.get(called, slice(None)),)]
        np.testing.assert_array_equal(value, wanted, err_msg=name)
    assert not there.row_factor_[~says].any()
    assert (there.labels_[~says] == np.bincount(there.labels_[says]).argmax()).all()
    assert there.labels_ is there.row_labels_


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_fit_is_the_same_as_without_empty_documents(Model, dtype):
    X = planted().astype(dtype)
    says = places(X.shape[0])
    Y = among_empty(X, says)
    there, here = made(Model).fit(Y), made(Model).fit(X)
    assert_unheard(there, here, says)
    if issubclass(Model, Predictor):
        np.testing.assert_array_equal(there.predict(Y)[~says], there.labels_[~says])
        np.testing.assert_array_equal(there.predict(X), here.predict(X))
        assert not there.transform(Y)[~says].any()


def test_every_array_with_an_axis_of_documents_is_declared(Model):
    says = places(83)
    model = made(Model).fit(among_empty(planted(), says))
    declared = model.fit_.axes()
    for name, value in vars(model.fit_).items():
        shape = value.shape if sparse.issparse(value) else np.shape(value)
        assert says.sum() not in shape, f"{name} lacks the documents without words: declare its axes"
        for axis, size in enumerate(shape):
            called = declared.get(name, ())[axis : axis + 1]
            assert (size == len(says)) == (called == (DOCUMENTS,)), f"{name}, axis {axis}: declare it"


def test_numbers_far_from_one_make_no_difference(Model):
    X = planted() * 1e-30
    says = places(X.shape[0])
    assert_unheard(made(Model).fit(among_empty(X, says)), made(Model).fit(X), says)


def test_a_store_is_fitted_as_without_its_empty_documents(Model, tmp_path, monkeypatch):
    monkeypatch.setattr(spill, "SMALL", 0)
    X, says = planted(), np.zeros(140, dtype=bool)
    says[np.r_[3:40, 74:120]] = True  # some blocks hold nothing else, others nothing but words
    store = Store.write(tmp_path / "store", among_empty(X, says), block_entries=400)
    inside = [int(says[a:b].sum()) for a, b in zip(store.cuts[:-1], store.cuts[1:], strict=True)]
    assert len(store) > 4
    assert 0 in inside or inside[0] < store.cuts[1]
    alike = ChunksInMemory(X, np.cumsum([0, *(n for n in inside if n)]).tolist())
    there, here = made(Model, init="random"), made(Model, init="random")
    assert_unheard(there.fit(store), here.fit(alike), says)


@named(SLICES)
def test_a_document_is_empty_that_is_empty_in_all_slices(Model):
    slices = [planted(), planted(seed=1) * (np.arange(83) % 2)[:, None]]
    says = places(83)
    there = made(Model).fit([among_empty(one.tocsr(), says) for one in slices])
    assert_unheard(there, made(Model).fit(slices), says)


@named(SLICES)
@pytest.mark.parametrize("as_products", [False, True])
def test_where_words_are_the_documents_the_empty_ones_are_left_out_as_both(Model, as_products):
    factors, says = [planted(d=31), planted(d=17, seed=1)], places(83)
    among = [Product(among_empty(B, says)) for B in factors]
    alone = [Product(B) for B in factors]
    if not as_products:
        among, alone = ([one.expand() for one in slices] for slices in (among, alone))
    there, here = made(Model).fit(among), made(Model).fit(alone)
    assert_unheard(there, here, says, both_ways=True, but={"n_features"})
    if issubclass(Model, Predictor):
        np.testing.assert_array_equal(there.predict(among)[says], here.predict(alone))


@named(TAKE_FACTORS)
def test_factors_to_begin_with_are_given_for_all_documents(Model):
    X, says, rng = planted(), places(83), np.random.default_rng(3)
    Z, W, S = rng.random((len(says), 3)), rng.random((61, 3)), rng.random((3, 3))
    there, here = made(Model, init=(Z, W, S)), made(Model, init=(Z[says], W, S))
    assert_unheard(there.fit(among_empty(X, says)), here.fit(X), says)
    assert there.init[0] is Z


@named([NMF, KMeans, SphericalKMeans])
def test_factors_of_another_number_of_documents_are_refused_with_the_number_that_was_given(Model):
    X = among_empty(planted(), places(83))
    for n in (83, 137):
        with pytest.raises(UsageError, match=rf"Z has shape \({n}, 3\), expected \(138, 3\)"):
            made(Model, init=(np.ones((n, 3)), np.ones((61, 3)))).fit(X)


def test_a_graph_of_the_documents_is_given_for_all_of_them():
    X, says = planted(), places(83)
    A = sparse.random_array((len(says), len(says)), density=0.05, rng=np.random.default_rng(0))
    A = sparse.csr_array(A + A.T)
    there = made(WCNMTF).fit(among_empty(X, says), document_graph=A)
    assert_unheard(there, made(WCNMTF).fit(X, document_graph=A[says][:, says]), says)
    with pytest.raises(UsageError, match=r"shape \(83, 83\), expected \(138, 138\)"):
        made(WCNMTF).fit(among_empty(X, says), document_graph=A[says][:, says])


@named(STREAMS)
def test_batches_are_learned_without_their_empty_documents(Model):
    there, here, says = made(Model), made(Model), places(83)
    for seed in range(3):
        X = planted(seed=seed)
        assert_unheard(there.partial_fit(among_empty(X, says)), here.partial_fit(X), says)
    assert not there.partial_fit(np.zeros((5, 61))).row_factor_.any()


def test_as_many_empty_documents_are_fitted_as_clusters_need_and_no_more(Model):
    X, says = planted(n=2), np.zeros(9, dtype=bool)
    says[[2, 5]] = True
    few, many = (
        made(Model).fit(among_empty(X, where)) for where in (says, np.append(says, np.zeros(40, bool)))
    )
    np.testing.assert_array_equal(few.column_factor_, many.column_factor_)
    np.testing.assert_array_equal(few.row_labels_, many.row_labels_[:9])
    np.testing.assert_array_equal(few.losses_, many.losses_)


def test_a_broken_off_fit_goes_on_among_empty_documents(tmp_path):
    Y, place = among_empty(planted(), places(83)), tmp_path / "nmf.checkpoint"

    class Stop(Exception):
        pass

    def stop(progress):
        if progress.sweep == 3:
            raise Stop

    with pytest.raises(Stop), checkpointing(place, every=0):
        made(NMTF).fit(Y, callback=stop)
    seen = []
    with checkpointing(place, resume=True):
        resumed = made(NMTF).fit(Y, callback=seen.append)
    assert len(seen) < 60
    np.testing.assert_array_equal(resumed.row_factor_, made(NMTF).fit(Y).row_factor_)


def test_similarities_have_room_for_the_rows_of_empty_documents():
    X = planted(n=200, d=30)
    model = CosineSimilarity(3, memory=3e-3)
    model.fit(X)
    with pytest.raises(UsageError, match="similarities of 1,200 documents"):
        model.fit(among_empty(X, places(200, empty=1000)))
