"""``cotext doctor``: installed and missing packages, and the hardware that cotext uses."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version

from cotext.cli.output import Json, print_json, print_table

PACKAGES = (
    "numpy", "scipy", "scikit-learn", "duckdb", "narwhals", "PyStemmer", "stopwordsiso", "py3langid",
    "chardet", "matplotlib", "openTSNE", "typer", "rich",
)  # fmt: skip
EXTRAS = {
    "dask": ("dask", "distributed"),
    "files": ("selectolax", "pypdfium2", "python-calamine", "python-docx"),
    "languages": ("icu4py", "kiwipiepy"),
}


def doctor(as_json: Json = False) -> None:
    """Print versions, threads, BLAS, GPU and data folder, for a bug report.

    Example: cotext doctor
    """
    report = examine()
    if as_json:
        print_json(report)
    else:
        print_table("cotext doctor", ["item", "found"], [[k, v] for k, v in report.items()])


def examine() -> dict[str, str]:
    import numpy  # noqa: F401 - threadpoolctl reports libraries that are loaded
    from threadpoolctl import threadpool_info

    from cotext import __version__
    from cotext.backend import usable_cores
    from cotext.backend.native import describe, describe_texts

    blas = {
        f"{lib['internal_api']} {lib['version']}" for lib in threadpool_info() if lib["user_api"] == "blas"
    }
    return {
        "cotext": __version__,
        "python": f"{platform.python_version()} on {platform.platform()}",
        **{name: _version(name) for name in PACKAGES},
        **{f"cotext[{extra}]": _extra(extra, packages) for extra, packages in EXTRAS.items()},
        "BLAS": ", ".join(sorted(blas)) or "unknown",
        "cores": str(usable_cores()),
        "sweeps run on": describe(),
        "texts are read by": describe_texts(),
        "GPU": _gpu(),
        "COTEXT_DATA": os.environ.get("COTEXT_DATA") or "not set (only 'pydocs' and your own files)",
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "MISSING: pip install " + package


def _extra(extra: str, packages: tuple[str, ...]) -> str:
    versions = {package: _version(package) for package in packages}
    if any(text.startswith("MISSING") for text in versions.values()):
        return f"not all of {', '.join(packages)} are installed: pip install 'cotext[{extra}]'"
    return ", ".join(f"{package} {text}" for package, text in versions.items())


def _gpu() -> str:
    from cotext.backend.cuda import describe_gpu
    from cotext.errors import UsageError

    try:
        return describe_gpu()
    except UsageError as error:
        return f"none: {error}"
