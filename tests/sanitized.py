"""Run pytest on a copy of the package: ``python tests/sanitized.py FOLDER [what pytest takes]``.

An editable installation comes before PYTHONPATH, so it is set aside, and the kernels must be the copy's.
"""

import sys
from pathlib import Path

import pytest


def main() -> None:
    folder = Path(sys.argv[1]).resolve()
    sys.meta_path[:] = [it for it in sys.meta_path if not type(it).__name__.startswith("ScikitBuild")]
    sys.path.insert(0, str(folder))
    from cotext.backend.native import kernels

    found = Path(str(getattr(kernels(), "__file__", None)))
    if folder not in found.parents:
        sys.exit(f"the kernels are {found}, expected those in {folder}")
    sys.exit(pytest.main(sys.argv[2:]))


if __name__ == "__main__":
    main()
