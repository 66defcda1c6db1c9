"""Results for people: their labels, words, blocks, levels and documents, and tables of them.

In: an estimator of ``models`` and the ``DocWord`` it was fitted on. Out: a ``CoClustering`` and its tables.
Above: ``models`` fits, ``metrics`` judges. Below: ``runfolder`` saves and loads results, ``fitting`` builds
them and predicts, ``selection`` compares them; pictures, reports and the explorer read the result, never the
estimator.
"""

from cotext.result.block_view import block_table
from cotext.result.cluster_lookup import describe_cluster, describe_word_cluster, document_cluster
from cotext.result.cluster_tree import level_table
from cotext.result.coclustering import EDITED, CoClustering
from cotext.result.compare import common, with_labels
from cotext.result.confidence import Confidence
from cotext.result.documents import CLUSTER, ID, Segments, document_table, second_best
from cotext.result.estimators import (
    check_parts,
    fit_of,
    fit_type_of,
    only_strings,
    placed,
    predicts,
    values_of,
    with_values,
)
from cotext.result.marks import number_of, with_names
from cotext.result.memberships import (
    NOWHERE,
    cluster_sizes,
    membership_table,
    memberships,
    shares_of,
    where_known,
    without_words,
)
from cotext.result.provenance import now, provenance
from cotext.result.similar import for_saving, unit_rows
from cotext.result.slices import document_map, slice_blocks
from cotext.result.table import Table, printable
from cotext.result.words import Floats, counts_by_cluster, extremes, indicator, most_relevant, relevance

__all__ = [
    "CLUSTER", "EDITED", "ID", "NOWHERE", "CoClustering", "Confidence", "Floats", "Segments", "Table",
    "block_table", "check_parts", "cluster_sizes", "common", "counts_by_cluster", "describe_cluster",
    "describe_word_cluster", "document_cluster", "document_map", "document_table", "extremes", "fit_of",
    "fit_type_of", "for_saving", "indicator", "level_table", "membership_table", "memberships",
    "most_relevant", "now", "number_of", "only_strings", "placed", "predicts", "printable", "provenance",
    "relevance", "second_best", "shares_of", "slice_blocks", "unit_rows", "values_of", "where_known",
    "with_labels", "with_names", "with_values", "without_words",
]  # fmt: skip
