"""Set before SciPy is imported: otherwise scikit-learn skips its array-API check."""

import os

os.environ["SCIPY_ARRAY_API"] = "1"
