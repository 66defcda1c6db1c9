"""A named data set, from the command to the agreement with its classes."""

import os

import pytest

pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not os.environ.get("COTEXT_DATA"), reason="COTEXT_DATA names no folder"),
]


def test_classic3_is_found_again_from_its_texts(call):
    found = call("fit", "classic3", "-k", "3", "--n-init", "2", "--json", "-q").json
    assert found["metrics"]["nmi"] > 0.85
    words = [set(cluster["words"]) for cluster in found["clusters"]]
    assert sorted(sum(word in top for top in words) for word in ("library", "flow", "patients")) == [1, 1, 1]
