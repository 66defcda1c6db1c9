"""What all tests share: a setting, and files of every kind.

The setting comes before SciPy is imported: otherwise scikit-learn skips its array-API check.
"""

import importlib.util
import os
from pathlib import Path

import pytest

os.environ["SCIPY_ARRAY_API"] = "1"


@pytest.fixture(scope="session")
def kinds():
    """The module that writes a text as a file of any kind."""
    spec = importlib.util.spec_from_file_location("kinds", Path(__file__).with_name("kinds.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
