"""Docstrings of models, put together from those of the estimator, its algorithm and its fit."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable

SECTIONS = ("Parameters", "Attributes")

FIT = {
    "{X}": """\
X : array-like or sparse matrix of shape (n_documents, n_words)
    Non-negative, weighted as it comes.
y : ignored""",
    "{contexts}": """\
cooccurrence : sparse matrix of shape (n_words, n_words), optional
    Symmetric counts of how often two words share a context, from these documents or others;
    counted from X with whole documents as contexts when absent.
callback : callable, optional
    Called with a ``Progress`` after every sweep.""",
}


def complete_class(cls: type, algorithms: Iterable[type], fits: Iterable[type]) -> None:
    """Add parameters of the algorithm and values of the fit to the docstring; own words count most."""
    head, own, rest = _parts(inspect.cleandoc(vars(cls).get("__doc__") or ""))
    cls._own_docs = own  # type: ignore[attr-defined]
    said = [docs for base in cls.__mro__ if (docs := vars(base).get("_own_docs"))]
    said += [_parts(inspect.cleandoc(vars(base).get("__doc__") or ""))[1] for base in (*algorithms, *fits)]
    parameters, attributes = {"n_clusters": ""}, dict[str, str]()
    for docs in reversed(said):
        attributes |= docs["Attributes"]
    for docs in said:
        parameters |= {name: text for name, text in docs["Parameters"].items() if not parameters.get(name)}
    known = set(inspect.signature(cls).parameters)
    parameters = {names: text for names, text in parameters.items() if text and known & {*names.split(", ")}}
    sections = zip(SECTIONS, (parameters, attributes), strict=True)
    pages = ["\n".join([name, "-" * len(name), *entries.values()]) for name, entries in sections if entries]
    cls.__doc__ = "\n\n".join(filter(None, [head, *pages, rest])) + "\n"


def summary_of(cls: type) -> str:
    """What a class is, in a line: the first of its docstring."""
    return (cls.__doc__ or "").strip().split("\n")[0]


def parameters_of(cls: type) -> dict[str, str]:
    """What the completed docstring of a class says of each of its parameters."""
    found: dict[str, str] = {}
    for names, text in _parts(cls.__doc__ or "")[1]["Parameters"].items():
        meaning = inspect.cleandoc(text.partition("\n")[2])
        found |= dict.fromkeys(names.split(", "), meaning)
    return found


def _parts(doc: str) -> tuple[str, dict[str, dict[str, str]], str]:
    """What stands before the sections of a docstring, their entries by name, and what follows them."""
    head, *pieces = re.split(r"\n\n(?=[A-Z][a-z]+\n-+\n)", doc)
    found = {piece.partition("\n")[0]: piece for piece in pieces}
    entries = {section: _entries(found.pop(section, "")) for section in SECTIONS}
    return head, entries, "\n\n".join(found.values())


def _entries(section: str) -> dict[str, str]:
    """``name : kind`` and the indented lines below it, by name."""
    texts = re.split(r"\n(?=\S)", section)[2:]
    return {text.partition(" : ")[0]: text for text in texts}


def complete_fit(doc: str | None) -> str | None:
    """Fill the marks in the docstring of a ``fit``."""
    doc = doc and inspect.cleandoc(doc)  # newer Pythons take the indentation away, older ones do not
    for mark, text in FIT.items():
        doc = doc and doc.replace(mark, text)
    return doc


def missing_formulas(algorithm: type) -> str:
    """The methods that an algorithm was to have and has not."""
    asked = {name for base in algorithm.__mro__ for name, it in vars(base).items() if _is_abstract(it)}
    return ", ".join(sorted(name for name in asked if _is_abstract(getattr(algorithm, name))))


def _is_abstract(it: object) -> bool:
    return getattr(it, "__isabstractmethod__", False)
