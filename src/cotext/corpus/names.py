"""Names of columns as people write them: one, several, or several with weights."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from cotext.errors import UsageError, did_you_mean

Names = str | Sequence[str]
TextColumns = str | Sequence[str] | Mapping[str, int]
ALL = "all"
MOST_TIMES = 100  # a column that counts more would drown all others, and fill the memory
SHOWN = 20


def exact_name(name: str, columns: Collection[str], option: str, where: str) -> str:
    """Return the name if a column has exactly this name; else refuse it."""
    if name not in columns:
        raise missing(name, columns, option, where)
    return name


def names(wanted: Names, columns: Collection[str], option: str, where: str) -> tuple[str, ...]:
    """Return the columns of a list, ``"a,b"`` or ``["a", "b"]``, each once.

    Examples
    --------
    >>> names("a,b,c", ["c", "a,b"], "group", "the table")
    ('a,b', 'c')
    """
    items = _cut(wanted, columns, option, where, weighted=False) if isinstance(wanted, str) else wanted
    return tuple(dict.fromkeys(exact_name(item, columns, option, where) for item in items))


def texts(wanted: TextColumns, columns: Collection[str], where: str) -> str | dict[str, int]:
    """Return the column of the texts; several, or one that counts more than once, with how often each counts.

    Exact names win, so a column may have a comma or a colon in its name.

    Examples
    --------
    >>> texts("title:3,body", ["title", "body"], "the table"), texts("a:3", ["a:3"], "the table")
    ({'title': 3, 'body': 1}, 'a:3')
    """
    if isinstance(wanted, str):
        wanted = _cut(wanted, columns, "text", where, weighted=True)
    named = wanted if isinstance(wanted, Iterable) else ()
    counted = dict(named) if isinstance(named, Mapping) else dict.fromkeys(named, 1)
    if not counted:
        raise UsageError(f"text={wanted!r} names no column; name one or more of {listed(columns)}")
    for name, times in counted.items():
        exact_name(name, columns, "text", where)
        if type(times) is not int or not 1 <= times <= MOST_TIMES:
            raise UsageError(
                f"{where}: {name!r} is to count {times!r} times; give a whole number from 1 to {MOST_TIMES}"
            )
    return next(iter(counted)) if list(counted.values()) == [1] else counted


def missing(name: object, columns: Collection[str], option: str, where: str) -> UsageError:
    """Make the error for a missing column, with the existing ones and the nearest of them."""
    hint = did_you_mean(str(name), columns)
    return UsageError(
        f"{where}: no column {name!r}{hint}; name one of {listed(columns)} with {option}= (--{option})"
    )


def listed(columns: Collection[str]) -> str:
    """List the first columns, for an error."""
    shown = [repr(name) for name in list(columns)[:SHOWN]]
    return ", ".join(shown + ["..."] * (len(columns) > SHOWN)) or "(none)"


def _cut(text: str, columns: Collection[str], option: str, where: str, weighted: bool) -> dict[str, int]:
    """Split at commas, but never inside the name of a column: the longest existing name wins."""
    items, counts = text.split(","), dict[str, int]()
    while items:
        for end in range(len(items), 0, -1):
            name, times = _weighed(",".join(items[:end]).strip(), columns, weighted)
            if name in columns:
                counts[name], items = times, items[end:]
                break
        else:
            raise missing(items[0].strip(), columns, option, where)
    return counts


def _weighed(item: str, columns: Collection[str], weighted: bool) -> tuple[str, int]:
    name, _, times = item.rpartition(":")
    if weighted and item not in columns and times.strip().isdecimal():
        return name.strip(), int(times)
    return item, 1
