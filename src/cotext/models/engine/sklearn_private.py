"""The only file that touches scikit-learn's private parts."""

from typing import Any

from sklearn.utils._param_validation import Interval, StrOptions

__all__ = ["Interval", "StrOptions", "nndsvd"]


def nndsvd(*given: Any, **named: Any) -> Any:
    """Factors to start from; imported on use: it brings half of scikit-learn, and few fits need it."""
    from sklearn.decomposition._nmf import _initialize_nmf

    return _initialize_nmf(*given, **named)
