"""Workers must run what the driver runs, and see what it sees: another version gives other bits."""

from __future__ import annotations

import platform
from pathlib import Path

from cotext.errors import CotextError


def versions() -> dict[str, str]:
    """What the bits of a result depend on."""
    import numpy
    import scipy

    import cotext
    from cotext.backend.native import kernels

    return {
        "cotext": cotext.__version__,
        "numpy": numpy.__version__,
        "scipy": scipy.__version__,
        "python": ".".join(platform.python_version_tuple()[:2]),
        "C++ kernels": "built" if kernels() else "not built",
    }


def check_alike(expected: dict[str, str]) -> None:
    """Refuse to work where something differs."""
    here = versions()
    if other := [name for name in expected if here.get(name) != expected[name]]:
        found = ", ".join(f"{name} {here.get(name)} for {expected[name]}" for name in other)
        raise CotextError(
            f"a worker on {platform.node()} has {found}: results would differ; install the same versions on "
            "every worker."
        )


def check_visible(folder: str, name: str) -> None:
    """Refuse to work where a file of the driver cannot be seen."""
    if not Path(folder, name).is_file():
        raise CotextError(
            f"a worker on {platform.node()} does not see {folder}: put the store on a file system that all "
            "workers share, under the same path."
        )


def check_worker(expected: dict[str, str], folder: str, name: str) -> bool:
    """Both, on a worker."""
    check_alike(expected)
    check_visible(folder, name)
    return True
