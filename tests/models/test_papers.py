"""The figures of the papers, on the papers' data."""

import os

import numpy as np
import pytest

from cotext.cooccurrence import count_contexts
from cotext.datasets import load
from cotext.matrix import Weighting
from cotext.metrics import ari, nmi
from cotext.models import WCNMTF
from cotext.tokens import tokenize

pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not os.environ.get("COTEXT_DATA"), reason="COTEXT_DATA is not set"),
]


def scores(X, labels, C=None, seeds=5):
    """Mean NMI and ARI over seeds of the best of ten starts by criterion."""
    fits = [
        WCNMTF(4, regularization=1.0, init="skmeans", random_state=seed).fit(X, cooccurrence=C)
        for seed in range(seeds)
    ]
    return np.mean([(nmi(labels, f.labels_), ari(labels, f.labels_)) for f in fits], axis=0)


def test_wc_nmtf_reaches_the_paper_on_cstr():
    data = load("cstr")
    found = scores(Weighting().fit(data.X).transform(data.X), data.labels)
    assert found[0] >= 0.76
    assert found[1] >= 0.81


@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyInputWarning")
def test_wc_nmtf_reaches_the_paper_on_classic4_with_ten_word_windows():
    data = load("classic4")
    tokens = tokenize(data.texts, stem="porter")
    C = count_contexts(tokens, context="window:10", vocabulary=data.vocabulary)
    found = scores(Weighting().fit(data.X).transform(data.X), data.labels, C)
    assert found[0] >= 0.72
    assert found[1] >= 0.71
