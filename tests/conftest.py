"""What all tests share: settings, and files of every kind.

That of SciPy comes before SciPy is imported: otherwise scikit-learn skips its array-API check.
"""

import importlib.util
import os
from pathlib import Path

import pytest
from hypothesis import settings

os.environ["SCIPY_ARRAY_API"] = "1"
settings.register_profile("steady", derandomize=True, deadline=None, max_examples=50)  # the same everywhere
settings.register_profile("thorough", settings.get_profile("steady"), max_examples=500)  # make slow
settings.register_profile("searching", deadline=None)  # HYPOTHESIS_PROFILE=searching looks for others
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


@pytest.fixture(scope="session")
def kinds():
    """The module that writes a text as a file of any kind."""
    spec = importlib.util.spec_from_file_location("kinds", Path(__file__).with_name("kinds.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
