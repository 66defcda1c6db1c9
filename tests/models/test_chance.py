"""Whether documents have groups: halves of the words agree beyond chance, or they do not."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy import sparse

import cotext
from cotext.datasets import make_planted
from cotext.models import Consensus
from cotext.models.judging.chance_corrected import beyond_chance, exchanged


def shuffled(X, seed):
    """The same documents and words, their tokens dealt out anew."""
    rng = np.random.default_rng(seed)
    X = sparse.csr_array(X)
    rows = np.repeat(np.arange(X.shape[0]), X.sum(axis=1).astype(int))
    tokens = rng.permutation(np.repeat(X.indices, X.data.astype(int)))
    return sparse.csr_array((np.ones(len(tokens)), (rows, tokens)), shape=X.shape)


def test_exchanging_keeps_the_labels_and_their_lengths():
    rng = np.random.default_rng(0)
    lengths = rng.integers(1, 5, 200)
    labels = lengths * 1000 + np.arange(200)
    found = exchanged(labels, lengths, rng)
    assert_array_equal(np.sort(found), np.sort(labels))
    assert np.mean(found // 1000 == lengths) > 0.8
    assert np.mean(found == labels) < 0.3


def test_clusters_that_agree_on_lengths_alone_agree_by_chance():
    rng = np.random.default_rng(0)
    lengths = np.sort(rng.integers(1, 1000, 2000))
    noise = [rng.random(2000) < 0.2 for _ in range(2)]
    long = [np.where(noisy, rng.integers(0, 2, 2000), lengths > 500) for noisy in noise]
    assert abs(beyond_chance(*long, lengths, rng)) < 0.02
    assert beyond_chance(*long, rng.permutation(lengths), rng) > 0.2


@pytest.mark.parametrize("seed", [0, 1])
def test_word_salad_is_told_to_have_no_clear_groups(seed):
    X = make_planted(240, 400, 4, random_state=seed).X
    salad = cotext.cluster(shuffled(X, seed), 4, random_state=seed)
    assert abs(salad.model.halves_agreement_) < 0.003
    assert salad.remarks[-1].startswith("no clear groups: halves of the words agree no better than chance")
    assert "no clear groups" in str(salad)
    clear = cotext.cluster(X, 4, random_state=seed)
    assert clear.model.halves_agreement_ > 0.3
    assert clear.remarks == []


def test_small_collections_are_not_judged():
    model = Consensus(2, random_state=0).fit(make_planted(60, 80, 2, random_state=0).X)
    assert np.isnan(model.halves_agreement_)


def test_a_run_remembers_that_it_has_no_clear_groups(tmp_path):
    X = shuffled(make_planted(120, 250, 3, random_state=0).X, 0)
    result = cotext.cluster(X, 3, random_state=0)
    result.model.fit_ = result.model.fit_.but(halves_agreement=0.001)
    result.save(tmp_path / "run")
    assert "(0.1% of what they could share)" in cotext.CoClustering.load(tmp_path / "run").remarks[-1]


@pytest.mark.filterwarnings("ignore::cotext.errors.EmptyInputWarning")
@pytest.mark.parametrize(("name", "g"), [("cstr", 4), ("cora", 3), ("pnc_toy", 3)])
def test_no_research_collection_is_told_to_have_no_groups(name, g):
    try:
        X = cotext.datasets.load(name).X
    except cotext.errors.CotextError as missing:
        pytest.skip(str(missing))
    result = cotext.cluster(X, g, random_state=0)
    assert result.model.halves_agreement_ > 0.01
    assert not any("no clear groups" in remark for remark in result.remarks)
