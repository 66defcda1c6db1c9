"""From a fitted estimator to a result, and from a result to the clusters of new documents.

In: an estimator and documents that a ``Recipe`` has prepared, or a ``Store``. Out: a ``CoClustering``, the
cost of a fit, and predictions.
"""

from cotext.fitting.aggregate import result_of, with_associations
from cotext.fitting.predict import place, predict_new
from cotext.fitting.store_fit import columns_of, fit_store, passes, predict_store, write_tables

__all__ = [
    "columns_of", "fit_store", "passes", "place", "predict_new", "predict_store", "result_of",
    "with_associations", "write_tables",
]  # fmt: skip
