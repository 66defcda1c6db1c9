"""Which pictures a result has, found out without making those that take long."""

from __future__ import annotations

from collections.abc import Callable

from cotext.errors import UsageError
from cotext.pictures.prepare.by_name import numbers_of
from cotext.pictures.prepare.clusters import LARGEST
from cotext.pictures.prepare.stability import asked_of
from cotext.pictures.prepare.stream import YEAR
from cotext.pictures.questions import QUESTIONS
from cotext.result import CoClustering


def has_classes(result: CoClustering) -> bool:
    """Whether some documents have a known class."""
    labels = result.docword.labels
    return labels is not None and bool((labels >= 0).any())


def pictures_of(result: CoClustering) -> list[str]:
    """The pictures that a run has."""
    return [name for name in QUESTIONS if name not in NEEDS or NEEDS[name](result)]


def _works(name: str) -> Callable[[CoClustering], bool]:
    def works(result: CoClustering) -> bool:
        try:
            numbers_of(name, result)
        except UsageError:
            return False
        return True

    return works


def _has_periods(result: CoClustering) -> bool:
    """Looked at closely only where there are slices, dates, or years in names, of which the first tells."""
    docword, slices = result.docword, result.fit.get("slice_blocks")
    hinted = docword.dates is not None or slices is not None or YEAR.search(docword.ids[0]) is not None
    return hinted and _works("stream")(result)


NEEDS: dict[str, Callable[[CoClustering], bool]] = {
    "sankey": has_classes,
    "confusion": has_classes,
    "kwic": lambda result: result.excerpts is not None,
    "map": lambda result: bool((~result.is_empty).any()),
    "stability": lambda result: asked_of(result) is not None,
    "clusters": lambda result: result.docword.X.nnz <= LARGEST and result.fit.get("n_slices", 1) == 1,
    "convergence": _works("convergence"),
    "stream": _has_periods,
}
