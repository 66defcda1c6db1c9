"""A sparse matrix whose indices lead out of it is refused at every door, in every format."""

import numpy as np
import pytest
from scipy import sparse

from cotext import corpus, metrics
from cotext.backend import sound_csr
from cotext.cooccurrence import count_contexts, sppmi
from cotext.errors import CotextError
from cotext.matrix import Product, RelationTensor, Weighting, neighbor_graph, select_words
from cotext.models import NMF, TSPLBM, WCNMTF
from cotext.result import block_table

FORMATS = ["csr", "csc", "bsr", "coo", "lil", "dia", "dok"]
FAR = 2**30


def good(kind, format):
    return getattr(sparse, f"{format}_{kind}")(np.kron(np.eye(2), np.ones((10, 10))))


def put(array, at, value):
    array[at] = value


ATTACKS = {
    "csr": [
        lambda X: put(X.indices, 3, FAR),
        lambda X: put(X.indices, 3, 20 // getattr(X, "blocksize", (1, 1))[1]),  # the first that leads out
        lambda X: put(X.indices, 3, -1),
        lambda X: put(X.indptr, 5, FAR),
        lambda X: put(X.indptr, 5, 0),
        lambda X: setattr(X, "indptr", X.indptr[:-4]),
        lambda X: setattr(X, "data", X.data[:-4]),
        lambda X: setattr(X, "indices", X.indices + 0.5),
        lambda X: (put(X.indptr, slice(1, None), 0), put(X.indptr, 5, FAR)),  # seems to be empty
    ],
    "coo": [
        lambda X: put(X.coords[0], 3, FAR),
        lambda X: put(X.coords[1], 3, 20),
        lambda X: put(X.coords[1], 3, -1),
        lambda X: setattr(X, "coords", (X.coords[0][:-4], X.coords[1])),
        lambda X: setattr(X, "coords", X.coords[:1]),
        lambda X: setattr(X, "coords", (X.coords[0] + 0.5, X.coords[1])),
    ],
    "lil": [
        lambda X: X.rows[3].__setitem__(0, FAR),
        lambda X: X.rows[3].__setitem__(0, 20),
        lambda X: X.rows[3].__setitem__(0, -1),
        lambda X: X.rows[3].__setitem__(0, 0.5),
        lambda X: X.rows[3].append(4),
        lambda X: X.data[3].clear(),
        lambda X: put(X.rows, 3, None),
        lambda X: setattr(X, "rows", X.rows[:-4]),
    ],
    "dia": [
        lambda X: put(X.offsets, 3, 2**31 - 1),
        lambda X: put(X.offsets, 3, X.offsets[4]),
        lambda X: setattr(X, "offsets", X.offsets[:-4]),
        lambda X: setattr(X, "data", X.data[:-4]),
        lambda X: setattr(X, "data", X.data.ravel()),
    ],
    "dok": [
        lambda X: X._dict.__setitem__((FAR, 0), 1.0),
        lambda X: X._dict.__setitem__((20, 0), 1.0),
        lambda X: X._dict.__setitem__((0, -1), 1.0),
        lambda X: X._dict.__setitem__((0.5, 0), 1.0),
        lambda X: X._dict.__setitem__((0, 0, 0), 1.0),
    ],
}
ATTACKS["csc"] = ATTACKS["csr"]
ATTACKS["bsr"] = [*ATTACKS["csr"], lambda X: setattr(X, "data", np.ones((len(X.data), 3, 3)))]


@pytest.mark.parametrize("kind", ["array", "matrix"])
@pytest.mark.parametrize(("format", "attack"), [(name, each) for name in FORMATS for each in ATTACKS[name]])
def test_an_index_that_leads_out_is_refused_in_every_format(kind, format, attack):
    X = good(kind, format)
    attack(X)
    with pytest.raises(CotextError, match=rf"^it is not a valid sparse matrix \({format}\): .*make it again"):
        sound_csr(X, "it")


@pytest.mark.parametrize("kind", ["array", "matrix"])
@pytest.mark.parametrize("format", FORMATS)
def test_good_matrices_come_in_as_they_are(kind, format):
    X = good(kind, format)
    np.testing.assert_array_equal(sound_csr(X, "it").toarray(), good("array", "csr").toarray())
    np.testing.assert_array_equal(X.toarray(), good("array", "csr").toarray())
    empty = getattr(sparse, f"{format}_{kind}")((3, 4))
    assert sound_csr(empty, "it").shape == (3, 4)


def test_diagonals_beyond_the_corner_are_as_empty_as_ever():
    X = sparse.dia_array((np.ones((3, 4)), [0, 7, -9]), shape=(4, 4))
    np.testing.assert_array_equal(sound_csr(X, "it").toarray(), np.eye(4))


def fitted(Model, **given):
    X = good("array", "csr")
    return Model(2, random_state=0, n_init=1).fit([X, X] if Model is TSPLBM else X, **given)


LABELS = np.arange(20) // 10
DOORS = {
    "fit": lambda X: NMF(2).fit(X),
    "predict": lambda X: fitted(NMF).predict(X),
    "partial_fit": lambda X: NMF(2).partial_fit(X),
    "cooccurrence": lambda X: fitted(WCNMTF, cooccurrence=X),
    "document_graph": lambda X: fitted(WCNMTF, cooccurrence=good("array", "csr"), document_graph=X),
    "slices": lambda X: TSPLBM(2).fit([X, X]),
    "new slices": lambda X: fitted(TSPLBM).predict([X, X]),
    "read": corpus.read,
    "select_words": lambda X: select_words(X, 5),
    "weighting": lambda X: Weighting().fit(X),
    "weighting new": lambda X: Weighting().fit(good("array", "csr")).transform(X),
    "tensor": lambda X: RelationTensor.of([X]),
    "product": Product,
    "neighbours": lambda X: neighbor_graph(X, 2),
    "contexts": lambda X: count_contexts(X, context="document"),
    "sppmi": sppmi,
    "coherence": lambda X: metrics.npmi([[0, 1]], X),
    "reconstruction": lambda X: metrics.reconstruction_error(X, np.ones((20, 2)), None, np.ones((20, 2))),
    "blocks": lambda X: block_table(X, LABELS, LABELS, (2, 2)),
}


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("door", DOORS)
def test_every_door_looks_at_indices_before_they_are_followed(door, format):
    X = good("array", format)
    ATTACKS[format][0](X)
    with pytest.raises(CotextError, match=r"is not a valid sparse matrix"):
        DOORS[door](X)
