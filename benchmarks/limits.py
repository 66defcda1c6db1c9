"""Every model on 20 Newsgroups under a limit on memory: it runs or is refused, and is never killed.

Each fit is a process of its own, so Python, its libraries and X count too: under `ulimit -v` with 1 GB of
address space, and in a control group of 300 MB. Models of tensors get the words in three slices. Linux, and
root for the control groups; needs COTEXT_DATA with ng20.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.memory import kind_of

SPACE_KB, GROUP_BYTES = 1_000_000, 300_000_000
CLUSTERS, RESTARTS, SWEEPS, SLICES = 20, 2, 3, 3
SECONDS = 400
GROUPS = Path("/sys/fs/cgroup")


def fit(name: str) -> None:
    """Fit in this process and print how it went."""
    import inspect
    import warnings

    from cotext.datasets import load
    from cotext.errors import CotextError
    from cotext.models import by_name

    warnings.simplefilter("ignore")
    X: Any = load("ng20").X.astype(float)
    if kind_of(name) in ("slices", "dense"):
        width = X.shape[1] // SLICES
        X = [X[:, i * width : (i + 1) * width] for i in range(SLICES)]
    Model = by_name(name)
    asked = {"random_state": 0, "max_iter": SWEEPS, "n_init": RESTARTS, "n_starts": RESTARTS}
    asked["n_init"] = 1 if "n_starts" in inspect.signature(Model).parameters else RESTARTS
    known = {k: v for k, v in asked.items() if k in inspect.signature(Model).parameters}
    try:
        Model(CLUSTERS, **known).fit(X)
        print("ran")
    except CotextError as error:
        print("refused:", str(error).splitlines()[0])


def outcome(name: str, first: str) -> str:
    """How the fit ends in a shell that begins with this command."""
    code = f"from benchmarks.limits import fit; fit({name!r})"
    shell = ["sh", "-c", f'{first} && exec "$@"', "sh", sys.executable, "-c", code]
    try:
        done = subprocess.run(
            shell, cwd=Path(__file__).parents[1], capture_output=True, text=True, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        return f"not done after {SECONDS} s"
    if done.returncode == -9:
        return "killed"
    if done.returncode:
        return f"aborted: {(done.stderr.strip().splitlines() or [done.returncode])[-1]}"
    return done.stdout.strip()


def own_path(controller: str) -> str | None:
    """Where this process is in the hierarchy of a controller; that of version 2 has no name."""
    lines = (line.split(":", 2) for line in Path("/proc/self/cgroup").read_text().splitlines())
    return next((path.lstrip("/") for _, names, path in lines if controller in names.split(",")), None)


@contextmanager
def group(root: Path, controller: str, files: tuple[str, ...]) -> Iterator[Path | None]:
    """A control group inside our own, with the limit in these files; None where there can be none."""
    path = own_path(controller)
    around = root / (path or "")
    offered = around / "cgroup.controllers"  # a version 2 beside version 1 has few of them
    here = path is not None and (around / "cgroup.procs").exists()
    if not here or not (controller or "memory" in offered.read_text().split()):
        yield None
    else:
        made = around / f"cotext-{os.getpid()}"
        made.mkdir()
        try:
            for file in (made / name for name in files):
                if file.exists():
                    file.write_text("0" if file.name == "memory.swap.max" else str(GROUP_BYTES))
            yield made
        finally:
            made.rmdir()


def table(title: str, first: str) -> None:
    from cotext.models import all_models

    print(title)
    seen: Counter[str] = Counter()
    for name in sorted(Model.cli_name for Model in all_models()):
        found = outcome(name, first)
        seen[found.split(":")[0]] += 1
        print(f"  {name:22} {found if len(found) < 150 else found[:147] + '...'}", flush=True)
    print("  " + ", ".join(f"{number} {how}" for how, number in seen.items()))


def main() -> None:
    table("ulimit -v 1000000", f"ulimit -v {SPACE_KB}")
    top = GROUPS / "unified"
    kinds = {
        "cgroup v1": (GROUPS / "memory", "memory", ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes")),
        "cgroup v2": (top if top.exists() else GROUPS, "", ("memory.max", "memory.swap.max")),
    }
    for title, (root, controller, files) in kinds.items():
        with group(root, controller, files) as made:
            if made is None:
                print(f"no {title} here")
            else:
                table(f"{title}, 300 MB", f"echo $$ > {made / 'cgroup.procs'}")


if __name__ == "__main__":
    main()
