"""Every model with other numbers of word clusters than of document clusters: fitted as asked, or refused."""

import numpy as np
import pytest
from tests.contract.conftest import never_rises, sweeps

from cotext.errors import UsageError
from cotext.models import WCNMTF
from cotext.models.engine import Predictor

pytestmark = pytest.mark.filterwarnings("ignore::cotext.errors.EmptyClusterWarning")


@pytest.mark.parametrize("pair", [(3, 2), (3, 1), (3, 5), (2, 4)])
def test_what_was_asked_for_comes_out_and_places_its_own_documents(Model, fit, planted, pair):
    X = planted[0]
    g, m = pair
    if Model().algorithm.paired():
        with pytest.raises(UsageError, match="as many word as document clusters"):
            fit(Model, X, n_clusters=pair)
        return
    model = fit(Model, X, n_clusters=pair, max_iter=20)
    words = g * m if model.fit_.nested_words else m
    assert model.block_.shape == pair
    assert model.row_factor_.shape == (90, g)
    assert (model.column_factor_.shape, model.column_labels_.max() < words) == ((60, words), True)
    assert all(np.isfinite(F).all() for F in (model.block_, model.row_factor_, model.column_factor_))
    told_apart = m > 1 or hasattr(model, "document_centres_")  # by one word cluster alone rounding decides
    if (
        isinstance(model, Predictor) and model.fit_.settled and told_apart
    ):  # else documents hear their neighbours
        np.testing.assert_array_equal(model.predict(X), model.row_labels_)
    if sweeps(Model) and never_rises(model):
        losses = np.asarray(model.losses_)
        assert (np.diff(losses) <= 1e-6 * np.abs(losses[:-1])).all()


@pytest.mark.parametrize("m", [1, 2, 5])
def test_documents_of_wc_nmtf_are_the_same_on_every_device_and_in_every_precision(fit, planted, dtype, m):
    X = planted[0].astype(dtype)
    model, square = fit(WCNMTF, X, n_clusters=(3, m)), fit(WCNMTF, X)
    np.testing.assert_array_equal(model.row_labels_, square.row_labels_)
    np.testing.assert_allclose(model.transform(X), square.transform(X), rtol=1e-3, atol=1e-3)
    assert model.document_centres_.dtype == dtype
