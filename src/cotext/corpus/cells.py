"""Cells of a table: marks of missing values say nothing, several texts are read as one."""

from __future__ import annotations

import numpy as np

MARKS = frozenset({"na", "n/a", "#n/a", "<na>", "nan", "null", "none", "-"})
# A class may be called "none": for classes only what programs write counts.
WRITTEN = frozenset({"NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "null", "NULL", "None", "-"})
LONGEST = max(map(len, MARKS))


def is_missing(text: str, exactly: bool = False) -> bool:
    """Whether a whole cell is a mark of a missing value, in any case, or ``exactly`` as programs write it.

    Examples
    --------
    >>> is_missing(" N/A "), is_missing("none"), is_missing("none", exactly=True), is_missing("none of us")
    (True, True, False, False)
    """
    if len(text) > 2 * LONGEST:
        return False
    bare = text.strip()
    return bare in WRITTEN if exactly else bare.lower() in MARKS


def paragraphs(value: object) -> object:
    """A list of texts as one, with blank lines between; anything else as it is.

    Examples
    --------
    >>> paragraphs(["One oak.", None, "Two elms."]), paragraphs([1, 2])
    ('One oak.\\n\\nTwo elms.', [1, 2])
    """
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if not isinstance(value, list | tuple) or not all(one is None or isinstance(one, str) for one in value):
        return value
    return "\n\n".join(one for one in value if one)


def missing_note(missing: int, texts: int) -> tuple[str, ...]:
    """How many texts were missing.

    Examples
    --------
    >>> missing_note(2, 1200)
    ("2 of 1,200 texts are 'NA', 'null' or the like, so blank; --keep-na (keep_na=True) reads them as words",)
    """
    if not missing:
        return ()
    told = (
        f"{missing:,} of {texts:,} texts {'is' if missing == 1 else 'are'} 'NA', 'null' or the like, so blank"
    )
    return (f"{told}; --keep-na (keep_na=True) reads them as words",)
