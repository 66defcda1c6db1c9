"""Every test of this folder runs in each home there is on the CPU."""

import pytest

from cotext.backend.native import kernels

HOMES = ["scipy", "native"] if kernels() else ["scipy"]


@pytest.fixture(autouse=True, params=HOMES)
def home(request, monkeypatch):
    monkeypatch.setenv("COTEXT_NATIVE", "1" if request.param == "native" else "0")
    return request.param
