"""Run every benchmark, or those named: ``python -m benchmarks nmf text``."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path


def main() -> None:
    here = sorted(p.stem for p in Path(__file__).parent.glob("*.py") if not p.stem.startswith("_"))
    for name in sys.argv[1:] or here:
        if name not in here:
            sys.exit(f"no benchmark {name!r}; there are {', '.join(here)}")
        print(f"\n== {name} ==", flush=True)
        import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    main()
