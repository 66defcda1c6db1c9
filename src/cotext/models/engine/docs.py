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
    """Add parameters of the algorithm and values of the fit to the docstring, which takes precedence."""
    head, own_docs, tail = _parts(inspect.cleandoc(vars(cls).get("__doc__") or ""))
    cls._own_docs = own_docs  # type: ignore[attr-defined]
    all_docs = [docs for base in cls.__mro__ if (docs := vars(base).get("_own_docs"))]
    all_docs += [_parts(inspect.cleandoc(vars(it).get("__doc__") or ""))[1] for it in (*algorithms, *fits)]
    parameters, attributes = {"n_clusters": ""}, dict[str, str]()
    for docs in reversed(all_docs):
        attributes |= docs["Attributes"]
    for docs in all_docs:
        parameters |= {name: text for name, text in docs["Parameters"].items() if not parameters.get(name)}
    known = set(inspect.signature(cls).parameters)
    parameters = {names: text for names, text in parameters.items() if text and known & {*names.split(", ")}}
    sections = zip(SECTIONS, (parameters, attributes), strict=True)
    pages = ["\n".join([name, "-" * len(name), *entries.values()]) for name, entries in sections if entries]
    cls.__doc__ = "\n\n".join(filter(None, [head, *pages, tail])) + "\n"


def summary_of(cls: type) -> str:
    """The first line of the docstring of a class."""
    return (cls.__doc__ or "").strip().split("\n")[0]


def parameters_of(cls: type) -> dict[str, str]:
    """The description of each parameter in the completed docstring of a class."""
    entries = _parts(cls.__doc__ or "")[1]["Parameters"]
    described = {names: inspect.cleandoc(text.partition("\n")[2]) for names, text in entries.items()}
    return {name: text for names, text in described.items() for name in names.split(", ")}


def _parts(doc: str) -> tuple[str, dict[str, dict[str, str]], str]:
    """Text before the sections of a docstring, their entries by name, and text after them."""
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
    doc = doc and inspect.cleandoc(doc)  # newer Pythons remove the indentation, older ones do not
    for mark, text in FIT.items():
        doc = doc and doc.replace(mark, text)
    return doc


def missing_formulas(algorithm: type) -> str:
    """The abstract methods that an algorithm does not define."""
    names = {name for base in algorithm.__mro__ for name in vars(base)}
    abstract = [n for n in names if getattr(getattr(algorithm, n, None), "__isabstractmethod__", False)]
    return ", ".join(sorted(abstract))
