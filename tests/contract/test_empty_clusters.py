"""Clusters that were asked for and have no members are told of, whatever the model."""

import re
import warnings

import numpy as np
import pytest

from cotext.errors import EmptyClusterWarning
from cotext.models import NMF, CosineSimilarity, KMeans


@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyInputWarning")
def test_empty_clusters_are_counted_in_one_warning(Model, fit):
    """A single document that says anything fills one cluster, and the silent ones go with it."""
    X = np.zeros((6, 4))
    X[2, 1] = 3
    with pytest.warns(EmptyClusterWarning) as caught:
        model = fit(Model, X)
    (told,) = [str(w.message) for w in caught if w.category is EmptyClusterWarning]
    words = re.match(
        r"2 of 3 document clusters and (\d) of (\d) word clusters ended without members: ask", told
    )
    assert words, told
    nested = model.fit_.nested_words
    assert int(words[2]) == (9 if nested else 3)
    if not nested:
        assert int(words[1]) == 3 - len(set(model.column_labels_)) > 0
    assert ("n_init" in told) == ("n_init" in model.get_params())


def test_word_clusters_alone_may_be_empty():
    told = r"^1 of 2 word clusters ended without members: ask for fewer clusters, more restarts \(n_init\)"
    with pytest.warns(EmptyClusterWarning, match=told):
        KMeans(2, random_state=0).fit([[1.0], [1], [9], [9]])
    with pytest.warns(
        EmptyClusterWarning, match="word clusters ended without members: ask for fewer clusters.$"
    ):
        CosineSimilarity(2).fit([[1.0], [1], [9], [9]])


def test_clusters_that_all_have_members_are_no_news(planted):
    with warnings.catch_warnings():
        warnings.simplefilter("error", EmptyClusterWarning)
        assert len(set(NMF(3, random_state=0).fit(planted[0]).labels_)) == 3
