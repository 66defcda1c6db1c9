"""The data of the pages, and the report: one HTML file that holds them and works offline.

In: a ``CoClustering`` and the numbers of ``pictures``. ``overview`` computes the values of the pages, and
``schema`` declares them. ``report`` joins as many of them as fit into a file with the built front end.
Above: ``pictures``. Below: ``explorer`` serves the same values one by one.
"""

from cotext.report.overview import documents_of, near_words, overview_of, rounded, words_of
from cotext.report.report import NotebookCell, bundle, to_json, write_report

__all__ = [
    "NotebookCell", "bundle", "documents_of", "near_words", "overview_of", "rounded", "to_json", "words_of",
    "write_report",
]  # fmt: skip
