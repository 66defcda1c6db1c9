"""Matrix in, fitted estimator out; one file per model.

Comes after ``cooccurrence/`` and ``metrics/``, goes to ``result/``. A class in a file of this folder that
derives from ``Estimator`` and has a ``cli_name`` is a model: it can be imported from here, ``cotext models``
lists it, and it has a page in the reference and runs through the contract tests.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from cotext.errors import Keyword, UsageError, closest, did_you_mean
from cotext.models.engine import Estimator
from cotext.models.starts import fitted  # noqa: F401  adds starts by name


@cache
def _discovered() -> dict[str, Any]:
    """Every model class of this folder by class name."""
    found = {model.__name__: model for file in _files() for model in _models_in(file)}
    return dict(sorted(found.items()))


def _files() -> list[str]:
    return [module.name for module in iter_modules(__path__) if not module.ispkg]


def _models_in(file: str) -> list[Any]:
    classes = [it for it in vars(import_module(f"{__name__}.{file}")).values() if isinstance(it, type)]
    return [it for it in classes if issubclass(it, Estimator) and "cli_name" in vars(it)]


def all_models() -> list[Any]:
    """Every model class."""
    return list(_discovered().values())


def by_name(cli_name: str) -> Any:
    """The model class that the command line calls ``cli_name``.

    Examples
    --------
    >>> by_name("wc-nmtf").__name__
    'WCNMTF'
    """
    if (file := cli_name.replace("-", "_")) in _files():  # the others need not be imported
        for model in _models_in(file):
            if model.cli_name == cli_name:
                return model
    models = {model.cli_name: model for model in all_models()}
    if cli_name not in models:
        guess = did_you_mean(cli_name, sorted(models))
        raise UsageError(f"unknown model {cli_name!r}{guess}: choose one of {', '.join(sorted(models))}.")
    return models[cli_name]


def make(Model: type[Estimator], *, others: Iterable[str] = (), **parameters: Any) -> Any:
    """An estimator with these parameters; unknown and impossible ones are refused.

    ``others`` are further names for "did you mean".

    Examples
    --------
    >>> make(by_name("nmf"), n_clusters=4).n_clusters
    4
    """
    known = inspect.signature(Model).parameters
    if "random_state" not in known:  # nothing is random
        parameters.pop("random_state", None)
    unknown = [name for name in parameters if name not in known]
    if unknown:
        match = closest(unknown[0], [*known, *(options := list(others))])
        meant = Keyword(match) if match in options else repr(match)
        guess = () if match is None else (" (did you mean ", meant, "?)")
        raise UsageError(
            f"{Model.cli_name} has no parameter {unknown[0]!r}", *guess, f"; it has {', '.join(known)}."
        )
    model = Model(**parameters)
    try:
        model._validate_params()
    except ValueError as error:
        parts = error.args if isinstance(error, UsageError) else (error,)
        raise UsageError(*parts, f" See 'cotext models {Model.cli_name}'.") from None
    return model


USUAL = "consensus"  # the default
NESTED = "nested"  # the default with levels

ALIASES = {"BVD": "NMTF", "NBVD": "NMTF"}  # block value decomposition


def __getattr__(name: str) -> Any:
    if name == "__all__":  # so that ``from cotext.models import *`` gives the models
        return sorted(_discovered())
    name = ALIASES.get(name, name)
    if name[:1].isupper() and name in _discovered():
        return _discovered()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_discovered()])
