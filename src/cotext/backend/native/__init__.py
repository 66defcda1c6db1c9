"""The ``native`` home: a matrix with kernels in C++.

``kernels.cpp`` is compiled once per instruction set; ``module.cpp`` distributes the work to threads and binds
it to Python. ``text.cpp`` tokenizes texts, ``counts.cpp`` counts words. Without a compiler at install time,
or with ``COTEXT_NATIVE=0`` in the environment, SciPy's products and Python's strings do the same.
"""

from cotext.backend.native.counts import count_rows, spread, windows
from cotext.backend.native.library import describe, describe_texts, kernels, rows_and_columns

__all__ = ["count_rows", "describe", "describe_texts", "kernels", "rows_and_columns", "spread", "windows"]
