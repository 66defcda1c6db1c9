"""The ``native`` home: the same matrix object with kernels in C++ under it, where they were built.

``kernels.cpp`` is compiled once per instruction set, ``module.cpp`` shares the work among threads and binds
it to Python, ``matrix.py`` is the home. ``text.cpp`` cuts texts, ``counts.cpp`` counts their words. Without a
compiler at install time the package works as before, with SciPy's products and Python's strings;
``COTEXT_NATIVE=0`` in the environment asks for that.
"""

from cotext.backend.native.counts import count_rows, spread, windows
from cotext.backend.native.library import describe, describe_texts, kernels, rows_and_columns

__all__ = ["count_rows", "describe", "describe_texts", "kernels", "rows_and_columns", "spread", "windows"]
