"""The options of a recipe: one table, for commands, the web form and docstrings.

Nothing heavy is imported here, so that ``cotext fit --help`` is instant.
"""

# ruff: noqa: RUF009 - option() makes the field of a dataclass, not a default shared by instances

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from textwrap import indent
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from cotext.corpus import Names, TextColumns
    from cotext.tokens import Tokenizer

T = TypeVar("T")

AUTO = "auto"
PANELS = ("Words", "Reading")  # headings of help pages, in their order
ACCEPTS = {bool: "bool", int: "int", float: "int or float", str: "str", tuple: "str or list of str"}


Group = StrEnum("Group", ["COLUMNS", "TABLES", "DOCUMENTS", "TOKENS", "COUNTS", "WEIGHTS", "CONTEXTS"])
COLUMNS, TABLES, DOCUMENTS, TOKENS, COUNTS, WEIGHTS, CONTEXTS = Group


@dataclass(frozen=True)
class Option:
    """One keyword of a recipe; if its default is "auto", so may be its value."""

    name: str
    type: type  # str, bool, int, float (any number), tuple (names with commas), or FunctionType (Python only)
    default: object
    help: str  # a sentence that begins with a verb
    group: Group
    metavar: str = ""  # of its value on the command line
    shown: str = ""  # as its default on the command line
    flag: str = ""  # sets the last of ``choices``
    choices: tuple[str, ...] = ()  # all values, if they can be listed
    accepts: str = ""  # types of its values in Python, if ``type`` is not enough

    @property
    def panel(self) -> str:
        """The heading of its group in help pages."""
        return "Reading" if self.group in (COLUMNS, TABLES, DOCUMENTS) else "Words"

    def entry(self) -> str:
        """Write its entry in the section "Parameters" of a docstring."""
        listed = ", ".join(f'"{choice}"' for choice in self.choices)
        kind = f"{{{listed}}}" if listed else self.accepts or ACCEPTS[self.type]
        kind += ' or "auto"' if self.default == AUTO and not listed else ""
        usual = "optional" if self.default in (None, ()) else f"default={self.default!r}".replace("'", '"')
        return f"{self.name} : {kind}, {usual}\n    {self.help}"


def option(type: type, default: object, help: str, group: Group, *, repr: bool = True, **more: Any) -> Any:
    """Declare a field of ``RecipeOptions``."""
    declared = Option("", type, default, help, group, **more)
    return field(default=default, repr=repr, metadata={"option": declared})


@dataclass(kw_only=True, eq=False)
class RecipeOptions:
    """The keywords of :class:`cotext.Recipe`, in the order of the help pages."""

    text: TextColumns | None = option(
        str, None, "Read texts from this column, or join several; title:3,body counts titles three times.",
        COLUMNS, metavar="COLUMN[:N],...", shown="guessed", accepts="str, list of str or dict of str to int",
    )  # fmt: skip
    id: str | None = option(str, None, "Read document ids from this column.", COLUMNS, metavar="COLUMN")
    label: str | None = option(
        str, None, "Read known classes from this column, to compare with.", COLUMNS, metavar="COLUMN"
    )
    date: str | None = option(str, None, "Read dates from this column.", COLUMNS, metavar="COLUMN")
    title: str | None = option(
        str, None, "Read titles from this column, to show instead of ids.",
        COLUMNS, metavar="COLUMN", shown="guessed",
    )  # fmt: skip
    group: Names = option(
        tuple, (), "Keep these columns to compare groups of documents.", COLUMNS, metavar="COLUMN,..."
    )
    keep: Names = option(
        tuple, (), "Copy these columns into documents.csv; 'all' copies the rest.",
        COLUMNS, metavar="COLUMN,...",
    )  # fmt: skip
    header: bool | str = option(
        bool, AUTO, "Read names of columns from the first line; without them columns are called 1, 2, ...",
        TABLES, shown="detected",
    )  # fmt: skip
    sep: str | None = option(
        str, None, "Split cells at this character, such as ';', or at a 'tab'.",
        TABLES, metavar="CHARACTER", shown="detected",
    )  # fmt: skip
    quote: str | None = option(
        str, None, "Expect this character around cells, or 'none'.",
        TABLES, metavar="CHARACTER", shown="detected",
    )  # fmt: skip
    keep_na: bool = option(
        bool, False, "Read cells such as NA, null or - as texts instead of as missing.", TABLES
    )
    deduplicate: bool = option(
        bool, False, "Fit identical texts once; all copies get the same cluster.", DOCUMENTS
    )
    segment: int | None = option(
        int, None, "Split texts into pieces of about N words.", DOCUMENTS, metavar="N"
    )
    encoding: str = option(
        str, AUTO, "Decode text files by this encoding.", TABLES, metavar="NAME", shown="UTF-8, else guessed"
    )
    strict_input: bool = option(bool, False, "Fail on unreadable files instead of skipping them.", DOCUMENTS)
    weighting: str = option(
        str, "log-tf-idf-norm", "Weight words by tf, tf-norm, tf-idf, tf-idf-norm or log-tf-idf-norm.",
        WEIGHTS, metavar="W", choices=("tf", "tf-norm", "tf-idf", "tf-idf-norm", "log-tf-idf-norm"),
    )  # fmt: skip
    idf: str = option(
        str, "plain", "Compute the idf in a plain or smooth way.",
        WEIGHTS, metavar="KIND", choices=("plain", "smooth"),
    )  # fmt: skip
    stem: str | None = option(
        str, None, "Reduce words to stems: porter, or a language such as 'en'.", TOKENS, metavar="NAME"
    )
    context: str = option(
        str, AUTO, "Count which words share a document, sentence or window:L, for models that use it.",
        CONTEXTS, metavar="WHERE", shown="window:40 for texts, document for matrices",
    )  # fmt: skip
    context_from: object = option(
        str, None, "Count shared contexts in this other corpus instead of in the documents.",
        CONTEXTS, metavar="INPUT", accepts="anything that holds texts", repr=False,
    )  # fmt: skip
    stop_words: Any = option(
        str, AUTO,
        "Leave out words: small, large, none, a language such as 'en', a file of more words, or only:FILE.",
        TOKENS, metavar="LIST", shown="small", accepts="str, list of str or dict",
    )  # fmt: skip
    language: str | Sequence[str] = option(
        str, AUTO, "Set the language of the texts, such as 'en', or several: 'de,en'.",
        TOKENS, metavar="CODE", shown="guessed", accepts="str, list of str",
    )  # fmt: skip
    token_pattern: str | None = option(
        str, None, "Match words by this regular expression, after lower-casing.", TOKENS, metavar="REGEX"
    )
    tokenizer: Tokenizer | None = option(
        FunctionType, None, "Split each text by this function, which returns a list of words.",
        TOKENS, accepts="callable", repr=False,
    )  # fmt: skip
    phrases: bool | str = option(
        bool, AUTO, "Count pairs of words that belong together, such as 'machine learning', as words, too.",
        TOKENS, shown="no-phrases",
    )  # fmt: skip
    debris: str = option(
        str, "drop", "Keep URLs, e-mail addresses, HTML tags and encoded lines as words.",
        TOKENS, flag="keep-debris", choices=("drop", "keep"),
    )  # fmt: skip
    min_df: int | float | str = option(
        float, AUTO, "Leave out words of fewer documents (a number or a share).",
        COUNTS, metavar="N", shown="2, more for large collections",
    )  # fmt: skip
    max_df: int | float | str = option(
        float, AUTO, "Leave out words of more documents (a number or a share).",
        COUNTS, metavar="N", shown="0.5",
    )  # fmt: skip


OPTIONS: tuple[Option, ...] = tuple(
    replace(keyword.metadata["option"], name=keyword.name) for keyword in fields(RecipeOptions)
)


def keywords(*groups: Group) -> tuple[str, ...]:
    """Return the names of the options in some groups."""
    return tuple(option.name for option in OPTIONS if option.group in groups)


NEW_DOCUMENTS = ("text", "id", *keywords(TABLES), "strict_input")  # may differ from those of the fit


def documented(decorated: T) -> T:
    """Replace the mark ``{options}`` in a docstring by the options of a recipe."""
    before, mark, after = inspect.cleandoc(decorated.__doc__ or "").partition("{options}")
    if mark:
        margin = before.rpartition("\n")[2]
        entries = indent("\n".join(option.entry() for option in OPTIONS), margin)
        decorated.__doc__ = before + entries.removeprefix(margin) + after
    return decorated
