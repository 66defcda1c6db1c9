"""Classes of models as they are made: docstrings, signatures, and what a class has left unwritten.

A class says what its own parameters do, and its bases say what theirs do.
"""

from __future__ import annotations

import inspect
import re

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


def complete_class(cls: type) -> None:
    """Add the parameters and attributes of all bases to the docstring; a class's own words count most."""
    head, own, rest = _parts(inspect.cleandoc(vars(cls).get("__doc__") or ""))
    cls._own_docs = own  # type: ignore[attr-defined]
    said = [docs for base in cls.__mro__ if (docs := vars(base).get("_own_docs"))]
    parameters, attributes = {"n_clusters": ""}, dict[str, str]()
    for docs in reversed(said):
        attributes |= docs["Attributes"]
    for docs in said:
        parameters |= {name: text for name, text in docs["Parameters"].items() if not parameters.get(name)}
    sections = zip(SECTIONS, (parameters, attributes), strict=True)
    pages = ["\n".join([name, "-" * len(name), *entries.values()]) for name, entries in sections]
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


def complete_signature(cls: type) -> None:
    """Spell out the ``**shared`` of a model's constructor, because scikit-learn reads the signature."""
    if "__init__" not in vars(cls):
        return
    own = inspect.signature(cls.__init__).parameters  # type: ignore[misc]
    above = next(base for base in cls.__mro__[1:] if "__init__" in vars(base))
    shared = inspect.signature(above.__init__).parameters  # type: ignore[misc]
    listed = [p for p in own.values() if p.kind is not p.VAR_KEYWORD]
    if len(listed) < len(own):
        listed += [p for name, p in shared.items() if name not in own]
        cls.__init__.__signature__ = inspect.Signature(listed)  # type: ignore[misc]


def unwritten(cls: type) -> list[str]:
    """Methods that a class was to write and did not."""
    asked = {name for base in cls.__mro__ for name, it in vars(base).items() if _is_abstract(it)}
    return sorted(name for name in asked if _is_abstract(getattr(cls, name)))


def _is_abstract(it: object) -> bool:
    return getattr(it, "__isabstractmethod__", False)
