"""Confidence is how often a fit with another seed puts a document into the same cluster."""

import warnings
from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

from cotext.corpus import DocWord
from cotext.fitting.predict import Known, usual_words
from cotext.metrics import match_labels
from cotext.models import by_name
from cotext.models.engine import SweepFit
from cotext.result import CoClustering
from cotext.result.confidence import lead, learn, rising
from cotext.result.votes import other_restarts
from cotext.runfolder.validate import saved_confidence

SEEDS = range(5)
NOT_EMPTY = np.zeros(4, dtype=bool)


def overlapping(n=240, g=4, words=30, length=20):
    """Counts of documents of one topic and, every third, half of another; the last has no words."""
    rng = np.random.default_rng(0)
    own = rng.integers(g, size=n)
    other = (own + rng.integers(1, g, size=n)) % g
    between = np.arange(n) % 3 == 0
    share = np.where(between, 0.5, 0.85)[:, None]
    topics = 0.6 * (share * np.eye(g)[own] + (1 - share) * np.eye(g)[other]) + 0.4 / g
    counts = np.array([rng.multinomial(length, np.repeat(p, words) / words) for p in topics], dtype=float)
    counts[-1] = 0
    return sparse.csr_array(counts), between


X, BETWEEN = overlapping()
pytestmark = pytest.mark.filterwarnings("ignore::cotext.errors.EmptyInputWarning")
DOCWORD = DocWord(X, [f"w{j}" for j in range(X.shape[1])], [f"d{i}" for i in range(X.shape[0])])


@pytest.fixture(scope="module", params=["consensus", "spherical-kmeans", "itcc"])
def results(request):
    Model = by_name(request.param)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [CoClustering.from_fit(Model(4, random_state=seed).fit(X), DOCWORD) for seed in SEEDS]


@pytest.fixture
def result(results):
    return results[0]


def seen(results):
    """How often the other fits put each document of the first into its cluster."""
    first, *others = (result.row_labels_ for result in results)
    return np.mean([match_labels(first, other) == first for other in others], axis=0)


def test_confidence_is_on_average_what_other_seeds_say(results):
    known = ~results[0].is_empty
    said = results[0].confidence[known]
    assert said.mean() == pytest.approx(seen(results)[known].mean(), abs=0.03)
    assert said[BETWEEN[known]].mean() == pytest.approx(seen(results)[BETWEEN].mean(), abs=0.08)
    assert (said >= 0).all()
    assert (said <= 1).all()


def test_documents_between_two_clusters_are_less_sure(result):
    clear, between = result.confidence[~BETWEEN & ~result.is_empty], result.confidence[BETWEEN]
    assert 1 - between.mean() > 1.2 * (1 - clear.mean())


def test_a_document_without_words_is_not_sure_at_all(result):
    assert result.is_empty.tolist() == [False] * 239 + [True]
    assert result.confidence[-1] == 0
    assert result.predict(X[-1:]).column("confidence") == [0]


def test_fitted_documents_that_come_as_new_ones_are_about_as_sure(result):
    new = np.array(result.predict(X).column("confidence"))
    most = 0.2 if result.sure.source == "opinions" else 1e-6
    known = Known(np.diff(X.indptr))  # the very shortest lose a little
    assert_allclose(new, result.confidence * known.trusted(usual_words(X), 4), atol=most)
    assert np.abs(new - result.confidence).mean() < 0.005


def test_documents_in_another_order_are_as_sure(result):
    order = np.random.default_rng(1).permutation(X.shape[0])
    names = ("agreement", "row_factor", "row_labels")
    moved = {name: value[order] for name in names if (value := result.fit.get(name)) is not None}
    other = replace(result.fit, restart_labels=result.fit.restart_labels[:, order], **moved)
    sure = learn(other, result.memberships[order], result.row_labels_[order], result.is_empty[order])
    assert_allclose(
        sure.of(result.memberships, result.is_empty), result.sure.of(result.memberships, result.is_empty)
    )
    if sure.documents is not None:
        assert_allclose(sure.documents, result.confidence[order])


def test_a_loaded_run_is_as_sure_as_the_fit(result, tmp_path):
    result.save(tmp_path / "run")
    again = CoClustering.load(tmp_path / "run")
    assert again.sure.source == result.sure.source
    assert again.confidence.tolist() == result.confidence.tolist()
    assert again.predict(X) == result.predict(X)
    lines = (tmp_path / "run" / "documents.csv").read_text().splitlines()[1:]
    assert [float(line.split(",")[2]) for line in lines] == result.confidence.tolist()


@pytest.mark.parametrize(
    "tree", [{"source": "nobody"}, {"source": "restarts"}, {"leads": np.ones(1), "probabilities": np.ones(1)}]
)
def test_a_curve_of_unknown_origin_is_refused(tree):
    with pytest.raises(ValueError, match="confidence by"):
        saved_confidence(tree, (4, 2))


def test_knots_that_fall_are_refused():
    tree = {"source": "restarts", "leads": np.array([0.5, 0.2]), "probabilities": np.array([0.5, 0.6])}
    with pytest.raises(ValueError, match="do not rise"):
        saved_confidence(tree, (4, 2))


def test_a_model_that_asked_nobody_shows_the_largest_membership():
    once = CoClustering.from_fit(by_name("nmtf")(4, n_init=1, random_state=0).fit(X), DOCWORD)
    tree = CoClustering.from_fit(by_name("cosine")(4).fit(X), DOCWORD)
    for result in (once, tree):
        assert result.sure.source == "memberships"
        assert_allclose(result.confidence[:-1], result.memberships.max(axis=1)[:-1])
        assert result.confidence[-1] == 0


# four documents, three restarts, of which the second was kept
TRIED = SweepFit(
    criteria=np.array([3.0, 1.0, 2.0]),
    restart_labels=np.array([[0, 0, 0, 1], [0, 0, 1, 1], [1, 1, 0, 1]]),
)


def test_the_best_of_the_other_restarts_counts_most():
    said = other_restarts(TRIED, np.array([0, 0, 1, 1]))
    second, third = 1 - 0.5**3, 0.5**3  # to be the best of three draws
    assert_allclose(said, [1, 1, second, third])


def test_restarts_without_their_criteria_are_not_asked():
    assert other_restarts(replace(TRIED, criteria=np.array([1.0])), np.array([0, 0, 1, 1])) is None


def test_only_empty_documents_leave_nothing_to_learn():
    assert learn(TRIED, np.full((4, 2), 0.5), np.array([0, 0, 1, 1]), ~NOT_EMPTY).source == "memberships"


def test_one_cluster_has_no_rival():
    assert lead(np.ones((3, 1))).tolist() == [1, 1, 1]


def test_a_curve_rises_in_few_knots_and_keeps_the_mean():
    rng = np.random.default_rng(0)
    x = rng.random(1000)
    y = (rng.random(1000) < x).astype(float)
    knots, heights = rising(x, y)
    assert len(knots) == 20
    assert (np.diff(knots) > 0).all()
    assert (np.diff(heights) >= 0).all()
    assert np.abs(np.interp(x, knots, heights) - x).mean() < 0.05
    assert np.interp(x, knots, heights).mean() == pytest.approx(y.mean(), abs=0.01)
