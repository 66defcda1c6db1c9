"""Text co-clustering: group documents and words at the same time.

>>> import cotext
>>> texts = ["red oak, tall elm"] * 6 + ["cold rain, wet snow"] * 6
>>> result = cotext.cluster(texts, n_clusters=2, random_state=0)
>>> result.row_labels_.shape
(12,)
"""

from __future__ import annotations

from typing import Any

from cotext.registry import HOMES as _HOMES

__version__ = "0.1.0"
__all__ = [
    "CoClustering",
    "Recipe",
    "Store",
    "TextCoClusterer",
    "__version__",
    "choose_clusters",
    "choose_context",
    "cluster",
    "datasets",
    "metrics",
    "models",
]

_HOMES.update(
    plot=("cotext.pictures.display", "Plots"),
    report=("cotext.report", "write_report"),
    cell=("cotext.report", "NotebookCell"),
    save=("cotext.runfolder", "save_run"),
    load=("cotext.runfolder", "load_run"),
    predict=("cotext.fitting", "predict_new"),
)


def __getattr__(name: str) -> Any:
    """Import on first use: scikit-learn alone costs a second."""
    from importlib import import_module

    homes = {
        "cluster": "cotext.api",
        "choose_clusters": "cotext.choose",
        "choose_context": "cotext.choose",
        "CoClustering": "cotext.result",
        "Recipe": "cotext.recipe",
        "Store": "cotext.store",
        "TextCoClusterer": "cotext.estimator",
    }
    if name in homes:
        return getattr(import_module(homes[name]), name)
    if name in __all__:
        return import_module(f"cotext.{name}")
    raise AttributeError(f"module 'cotext' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
