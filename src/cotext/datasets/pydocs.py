"""The docstrings of the installed NumPy, SciPy and scikit-learn: a corpus that is always there."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import warnings
from collections import Counter
from collections.abc import Iterator

import numpy as np

from cotext.datasets.dataset import Dataset

PACKAGES = ("numpy", "scipy", "sklearn")
FEWEST_WORDS = 50
FEWEST_DOCUMENTS = 15

# Build tools, testing helpers and bundled copies of other packages: not about the subject of their package.
_SKIPPED = {
    "core", "distutils", "f2py", "testing", "tests", "typing", "externals", "experimental", "conftest",
    "ctypeslib", "matlib", "exceptions", "dtypes", "version", "utils", "misc", "rec", "callback", "datasets",
    "test",
}  # fmt: skip

# What SciPy writes into docstrings when it is imported differs from one process to the next.
RANDOM_EXAMPLE = re.compile(r"^.*# may vary$\n?", re.MULTILINE)
SET_OF_NAMES = re.compile(r"\{('\w+'(?:, '\w+')+)\}")


def load_pydocs() -> Dataset:
    """Docstrings of public functions and classes, labelled by sub-package (small ones together)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # deprecated names warn when they are only looked at
        found = [document for package in PACKAGES for document in _documents(package)]
    sizes = Counter(module for module, _, _ in found)
    classes = [
        module if sizes[module] >= FEWEST_DOCUMENTS else f"{module.split('.')[0]} other"
        for module, _, _ in found
    ]
    label_names, labels = np.unique(classes, return_inverse=True)
    return Dataset(
        "pydocs",
        labels=labels.astype(np.int64),
        label_names=label_names.tolist(),
        texts=[text for _, _, text in found],
        ids=[f"{module}.{name}" for module, name, _ in found],
    )


def _documents(package: str) -> Iterator[tuple[str, str, str]]:
    """(module, name, docstring), each docstring once; sub-packages first, as the top repeats their names."""
    top = importlib.import_module(package)
    public = sorted(info.name for info in pkgutil.iter_modules(top.__path__))
    modules = [f"{package}.{name}" for name in public if name[0] != "_" and name not in _SKIPPED]
    seen: set[str] = set()
    for module in [*modules, package]:
        for name, text in _docstrings(module):
            if text not in seen and len(text.split()) >= FEWEST_WORDS:
                seen.add(text)
                yield module, name, text


def _docstrings(module: str) -> Iterator[tuple[str, str]]:
    try:
        home = importlib.import_module(module)
    except ImportError:
        return
    for name in sorted(getattr(home, "__all__", ())):
        try:
            thing = getattr(home, name)
        except (AttributeError, ImportError):  # scikit-learn's experimental names refuse to be looked at
            continue
        if name[0] == "_" or name in _SKIPPED or inspect.ismodule(thing) or not callable(thing):
            continue
        if text := inspect.getdoc(thing):
            yield name, _same_every_time(text)


def _same_every_time(text: str) -> str:
    """Drop the results of random examples and put the members of sets in order."""
    text = RANDOM_EXAMPLE.sub("", text)
    return SET_OF_NAMES.sub(lambda found: "{" + ", ".join(sorted(found[1].split(", "))) + "}", text)
