"""Questions about pairs: what is like this?"""

import numpy as np
import pytest

import cotext
from cotext.datasets import make_texts
from cotext.errors import UsageError


@pytest.fixture(scope="module")
def data():
    return make_texts(40, 3, random_state=0)


@pytest.mark.parametrize("model", ["nmf", "chi-sim"])
def test_documents_and_words_are_most_like_those_of_their_topic(data, model):
    options = {"n_init": 2} if model == "nmf" else {}
    result = cotext.cluster(data.texts, 3, model, random_state=0, **options)
    like = result.similar_documents("0", 5)
    assert len(like) == 5
    assert {data.labels[int(name)] for name in like.column("document")} == {data.labels[0]}
    assert like.column("similarity") == sorted(like.column("similarity"), reverse=True)
    assert all(word.startswith("alpha") for word in result.similar_words("alpha1", 4).column("word"))


def test_the_cosine_is_the_cosine(data):
    result = cotext.cluster(data.texts, 3, "nmf", random_state=0, n_init=1)
    X = result.docword.X.toarray().astype(float)
    expected = X @ X[3] / np.linalg.norm(X, axis=1) / np.linalg.norm(X[3])
    found = {row["document"]: row["similarity"] for row in result.similar_documents("3", 39)}
    for i in (0, 7, 20):
        assert found[str(i)] == pytest.approx(expected[i], abs=1e-6)


def test_an_unknown_name_is_refused(data):
    result = cotext.cluster(data.texts, 3, "nmf", random_state=0, n_init=1)
    with pytest.raises(UsageError, match="no word 'omega99'"):
        result.similar_words("omega99")


def test_a_large_similarity_is_saved_as_nearest_neighbours(data, tmp_path, monkeypatch):
    from cotext.result import similar

    monkeypatch.setattr(similar, "WHOLE", 100)
    monkeypatch.setattr(similar, "SAVED_NEIGHBORS", 7)
    result = cotext.cluster(data.texts, 3, "chi-sim", random_state=0)
    before = result.similar_documents("0", 7).column("document")
    result.save(tmp_path / "run")
    again = cotext.CoClustering.load(tmp_path / "run")
    assert again.model.document_similarity_.nnz == 40 * 8
    assert again.similar_documents("0", 20).column("document") == before
