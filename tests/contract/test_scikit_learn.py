"""scikit-learn's own checks, default parameters, none expected to fail, none skipped."""

import os

import pytest
from sklearn.utils.estimator_checks import check_estimator

from cotext.models import all_models


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("Model", all_models(), ids=lambda model: model.cli_name)
def test_every_check_passes_with_default_parameters(Model, monkeypatch):
    assert os.environ.get("SCIPY_ARRAY_API") == "1", "without it scikit-learn skips a check"
    results = check_estimator(Model(), on_fail=None, on_skip=None)
    assert len(results) > 40
    assert [(r["check_name"], str(r["exception"])) for r in results if r["status"] != "passed"] == []
