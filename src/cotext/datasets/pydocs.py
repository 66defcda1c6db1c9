"""The docstrings of the installed NumPy, SciPy and scikit-learn: a corpus that is always there."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from types import ModuleType

import numpy as np

from cotext.datasets.catalog import Dataset

PACKAGES = ("numpy", "scipy", "sklearn")
FEWEST_WORDS = 50
FEWEST_DOCUMENTS = 15

# Build tools, testing helpers and bundled copies of other packages: not about the subject of their package.
_SKIPPED = {
    "core", "distutils", "f2py", "testing", "tests", "typing", "externals", "experimental", "conftest",
    "ctypeslib", "matlib", "exceptions", "dtypes", "version", "utils", "misc", "rec", "callback", "datasets",
    "test",
    # scikit-learn has these only once something has imported sklearn.experimental; its own checks do
    "HalvingGridSearchCV", "HalvingRandomSearchCV", "IterativeImputer",
}  # fmt: skip

# What SciPy writes into docstrings when it is imported differs from one process to the next.
RANDOM_EXAMPLE = re.compile(r"^.*# may vary$\n?", re.MULTILINE)
SET_OF_NAMES = re.compile(r"\{('\w+'(?:, '\w+')+)\}")


def load_pydocs() -> Dataset:
    """Docstrings of public functions and classes, labelled by sub-package (small ones together)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # deprecated names warn when they are only looked at
        imported = list(map(_modules, PACKAGES))  # all of them first: SciPy rewrites a docstring of NumPy
        found = [document for modules in imported for document in _documents(modules)]
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


def _modules(package: str) -> list[ModuleType]:
    """The public modules, imported; sub-packages first, as the top repeats their names."""
    top = importlib.import_module(package)
    public = sorted(info.name for info in pkgutil.iter_modules(top.__path__))
    modules = []
    for name in public:
        if name[0] != "_" and name not in _SKIPPED:
            with suppress(ImportError):
                modules.append(importlib.import_module(f"{package}.{name}"))
    return [*modules, top]


def _documents(modules: Sequence[ModuleType]) -> Iterator[tuple[str, str, str]]:
    """(module, name, docstring), each docstring once."""
    seen: set[str] = set()
    for module in modules:
        for name, text in _docstrings(module):
            if text not in seen and len(text.split()) >= FEWEST_WORDS:
                seen.add(text)
                yield module.__name__, name, text


def _docstrings(home: ModuleType) -> Iterator[tuple[str, str]]:
    for name in sorted(getattr(home, "__all__", ())):
        try:
            thing = getattr(home, name)
        except (AttributeError, ImportError):  # a name that is announced and not there
            continue
        if name[0] == "_" or name in _SKIPPED or inspect.ismodule(thing) or not callable(thing):
            continue
        if text := inspect.getdoc(thing):
            yield name, _same_every_time(text)


def _same_every_time(text: str) -> str:
    """Drop the results of random examples and put the members of sets in order."""
    text = RANDOM_EXAMPLE.sub("", text)
    return SET_OF_NAMES.sub(lambda found: "{" + ", ".join(sorted(found[1].split(", "))) + "}", text)
