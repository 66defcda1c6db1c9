"""The docstrings of the installed NumPy, SciPy and scikit-learn: a corpus that is always available."""

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

# Build tools, testing helpers and bundled copies of other packages: not about the subject of the package.
_SKIPPED = {
    "core", "distutils", "f2py", "testing", "tests", "typing", "externals", "experimental", "conftest",
    "ctypeslib", "matlib", "exceptions", "dtypes", "version", "utils", "misc", "rec", "callback", "datasets",
    "test",
    # scikit-learn has these only after an import of sklearn.experimental, as in its own checks
    "HalvingGridSearchCV", "HalvingRandomSearchCV", "IterativeImputer",
}  # fmt: skip

# SciPy writes these into docstrings when it is imported, and they differ between processes.
RANDOM_EXAMPLE = re.compile(r"^.*# may vary$\n?", re.MULTILINE)
SET_OF_NAMES = re.compile(r"\{('\w+'(?:, '\w+')+)\}")


def load_pydocs() -> Dataset:
    """Load the docstrings of public functions and classes, labeled by sub-package (small ones together)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # access to deprecated names warns
        imported = list(map(_modules, PACKAGES))  # all of them first: SciPy rewrites a docstring of NumPy
        documents = [document for modules in imported for document in _documents(modules)]
    sizes = Counter(module for module, _, _ in documents)
    large = {module for module, size in sizes.items() if size >= FEWEST_DOCUMENTS}
    classes = [m if m in large else f"{m.split('.')[0]} other" for m, _, _ in documents]
    label_names, labels = np.unique(classes, return_inverse=True)
    return Dataset(
        "pydocs",
        labels=labels.astype(np.int64),
        label_names=label_names.tolist(),
        texts=[text for _, _, text in documents],
        ids=[f"{module}.{name}" for module, name, _ in documents],
    )


def _modules(package: str) -> list[ModuleType]:
    """Import the public modules, sub-packages first, because the top package repeats their names."""
    top = importlib.import_module(package)
    public = sorted(info.name for info in pkgutil.iter_modules(top.__path__))
    modules = []
    for name in public:
        if name[0] != "_" and name not in _SKIPPED:
            with suppress(ImportError):
                modules.append(importlib.import_module(f"{package}.{name}"))
    return [*modules, top]


def _documents(modules: Sequence[ModuleType]) -> Iterator[tuple[str, str, str]]:
    """Yield (module, name, docstring), each docstring once."""
    seen: set[str] = set()
    for module in modules:
        for name, text in _docstrings(module):
            if text not in seen and len(text.split()) >= FEWEST_WORDS:
                seen.add(text)
                yield module.__name__, name, text


def _docstrings(module: ModuleType) -> Iterator[tuple[str, str]]:
    for name in sorted(getattr(module, "__all__", ())):
        try:
            value = getattr(module, name)
        except (AttributeError, ImportError):  # a name in __all__ that does not exist
            continue
        if name[0] == "_" or name in _SKIPPED or inspect.ismodule(value) or not callable(value):
            continue
        if text := inspect.getdoc(value):
            yield name, _reproducible(text)


def _reproducible(text: str) -> str:
    """Drop the results of random examples and sort the members of sets."""
    text = RANDOM_EXAMPLE.sub("", text)
    return SET_OF_NAMES.sub(lambda match: "{" + ", ".join(sorted(match[1].split(", "))) + "}", text)
