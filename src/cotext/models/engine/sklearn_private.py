"""The only file that touches scikit-learn's private parts."""

from sklearn.decomposition._nmf import _initialize_nmf as nndsvd
from sklearn.utils._param_validation import Interval, StrOptions

__all__ = ["Interval", "StrOptions", "nndsvd"]
