"""A result as something to look at: the data of every page, and one offline HTML file that holds them.

In: a ``CoClustering`` and the numbers of ``pictures``. ``overview`` and ``columns`` make the values that the
pages show, ``schema`` declares them, ``report`` chooses how much of them a file may hold, ``html`` puts them
and the built front end into one page, ``page`` writes it.
Above: ``pictures``. Below: ``explorer`` serves the same values one by one.
"""

from cotext.report.columns import documents_of, rounded, words_of
from cotext.report.html import bundle
from cotext.report.json import to_json
from cotext.report.neighbours import near_words
from cotext.report.overview import overview_of
from cotext.report.page import Cell, write_report

__all__ = [
    "Cell",
    "bundle",
    "documents_of",
    "finite",
    "near_words",
    "overview_of",
    "rounded",
    "to_json",
    "words_of",
    "write_report",
]
