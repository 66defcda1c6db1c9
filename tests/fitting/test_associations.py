"""Ties of words take the place of the counts they are made of."""

import numpy as np
import pytest

import cotext
from cotext import api
from cotext.datasets import make_texts
from cotext.fitting.aggregate import with_associations
from cotext.models import NMF, Consensus
from cotext.models.families.contexts import Ties
from cotext.recipe import Recipe


@pytest.fixture
def ready():
    return Recipe(context="window:5").fit_transform(make_texts(200, random_state=0).texts, contexts=True)


def test_a_fit_of_ties_is_that_of_the_counts_they_are_made_of(ready):
    counts, X = ready.cooccurrence.copy(), ready.weighted.X
    ties = with_associations(ready, Consensus(), spend=True).cooccurrence
    one, other = (Consensus(3, random_state=0).fit(X, cooccurrence=C) for C in (counts, ties))
    np.testing.assert_array_equal(one.row_factor_, other.row_factor_)


def test_counts_are_given_back_only_where_they_are_spent(ready):
    many = ready.cooccurrence.nnz
    kept = with_associations(ready, Consensus())
    assert (isinstance(kept.cooccurrence, Ties), ready.cooccurrence.nnz) == (True, many)
    spent = with_associations(ready, Consensus(), spend=True)
    assert (spent.cooccurrence != kept.cooccurrence).nnz == 0
    assert (many > 0, ready.cooccurrence.nnz, len(ready.cooccurrence.data)) == (True, 0, 0)


def test_a_model_without_contexts_needs_no_ties(ready):
    assert with_associations(ready, NMF(), spend=True) is ready
    assert ready.cooccurrence.nnz


def test_no_counts_of_pairs_are_left_when_a_fit_begins(monkeypatch):
    held, fit_transform, fit = [], Recipe.fit_transform, Consensus.fit

    def kept(self, *given, **named):
        held.append(fit_transform(self, *given, **named))
        return held[-1]

    def looked(self, *given, **named):
        held.append(held[0].cooccurrence.nnz)
        return fit(self, *given, **named)

    monkeypatch.setattr(api.Recipe, "fit_transform", kept)
    monkeypatch.setattr(Consensus, "fit", looked)
    cotext.cluster(make_texts(200, random_state=0).texts, 3, random_state=0)
    assert held[1] == 0
