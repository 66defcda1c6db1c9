"""The data of the pages, and the report: one HTML file that holds them and works offline.

In: a ``CoClustering`` and the numbers of ``pictures``. ``overview`` and ``columns`` make the values that the
pages show, and ``schema`` declares them. ``report`` chooses how much of them fits into a file and writes it;
``html`` joins the data and the built front end into one page.
Above: ``pictures``. Below: ``explorer`` serves the same values one by one.
"""

from cotext.report.overview import documents_of, near_words, overview_of, rounded, words_of
from cotext.report.report import Cell, bundle, to_json, write_report

__all__ = [
    "Cell",
    "bundle",
    "documents_of",
    "near_words",
    "overview_of",
    "rounded",
    "to_json",
    "words_of",
    "write_report",
]
