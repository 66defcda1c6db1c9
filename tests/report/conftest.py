import base64
import gzip
import json
import re

import pytest

import cotext
from cotext.datasets import make_texts


@pytest.fixture(scope="session")
def result():
    """A hundred texts of three clusters, three times as long for each class."""
    data = make_texts(100, 3)
    texts = [f"{text} {text} {text}" for text in data.texts]
    return cotext.cluster(texts, n_clusters=3, n_init=2, random_state=0)


@pytest.fixture(scope="session")
def deck_in():
    """What a page holds."""

    def read(page):
        packed = re.search(r'id="cotext-data">([^<]*)<', page)[1]
        return json.loads(gzip.decompress(base64.b64decode(packed)))

    return read
