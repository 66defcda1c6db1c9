"""Which number of clusters? Candidates are fitted, scored without labels and compared.

In: estimators and prepared documents. Out: a ``Table`` with a row per candidate, and the best number.
"""

from cotext.selection.evidence import SMALLEST, Evidence, evidence
from cotext.selection.score import as_table, judge, judged, measures, work_of

__all__ = ["SMALLEST", "Evidence", "as_table", "evidence", "judge", "judged", "measures", "work_of"]
