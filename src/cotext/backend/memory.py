"""How much memory and disk there is: what the system, its control groups and the process's limits leave.

A control group may sit inside others, each with a limit of its own, and the smallest counts. Both kinds are
read: the one hierarchy of version 2, and version 1 with a hierarchy for memory.
"""

from __future__ import annotations

import ctypes
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

MMAP_THRESHOLD, LARGE = -3, 1 << 22  # mallopt's name for it; bytes that get pages of their own
TRIM_THRESHOLD, SPARE = -1, 1 << 26  # bytes that are kept for what is smaller
ARENA_MAX = -8  # of heaps: with one for each thread, each has holes of its own
USABLE = 0.8  # of what is free: others need memory too
PROC, GROUPS = Path("/proc"), Path("/sys/fs/cgroup")
NO_LIMIT = float("inf")
V2 = ("memory.max", "memory.current", "inactive_file")
V1 = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")


def gigabytes(size: float) -> str:
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.1f} MB"


def return_freed_memory() -> None:
    """Let this process give arrays back to the system when they are freed, not keep them for later ones.

    The C library of most Linux systems learns to keep up to 32 MB each, and a long stream of arrays and small
    objects then leaves holes that add up. For processes of our own: it cannot be undone.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):  # another C library, another system
        return
    mallopt(MMAP_THRESHOLD, LARGE)
    mallopt(TRIM_THRESHOLD, SPARE)
    mallopt(ARENA_MAX, 1)


def available_disk() -> float:
    """Bytes free where temporary files go."""
    return float(shutil.disk_usage(tempfile.gettempdir()).free)


def available_memory() -> float:
    """Bytes that can be had, as far as the system, its control groups and our limits tell."""
    return max(0.0, min(_free_of_system(), _free_of_groups(), free_of_limits()))


def free_of_gpu() -> float:
    """Bytes free on the GPU, with those that CuPy keeps for its next arrays."""
    import cupy

    free, _ = cupy.cuda.runtime.memGetInfo()
    return float(free + cupy.get_default_memory_pool().free_bytes())


def _free_of_system() -> float:
    free = _numbers(PROC / "meminfo").get("MemAvailable:")
    return NO_LIMIT if free is None else free * 1024.0


def _free_of_groups() -> float:
    """The least that is left in our control group and in those around it."""
    return min((_left(group, *names) for group, names in _groups()), default=NO_LIMIT)


def _groups() -> Iterator[tuple[Path, tuple[str, str, str]]]:
    """Folders of our control group and of all around it, and what their files are called.

    Inside a container the path may be that of the host, and only the top is there to be read.
    """
    for line in _text(PROC / "self" / "cgroup").splitlines():
        _, controllers, path = line.split(":", 2)
        inside = Path(path.lstrip("/"))
        if not controllers:
            roots, names = [GROUPS, GROUPS / "unified"], V2
        elif "memory" in controllers.split(","):
            roots, names = [GROUPS / "memory"], V1
        else:
            continue
        for root in roots:
            yield from ((root / one, names) for one in (inside, *inside.parents))


def _left(group: Path, limit: str, used: str, reclaimable: str) -> float:
    """What a group may still use; files it has read and can forget are no use of memory."""
    try:
        most, now = ((group / name).read_text().strip() for name in (limit, used))
        if most == "max":
            return NO_LIMIT
        return float(most) - float(now) + _numbers(group / "memory.stat").get(reclaimable, 0.0)
    except (OSError, ValueError):
        return NO_LIMIT


def free_of_limits() -> float:
    """What ``ulimit -v`` and ``ulimit -d`` leave of the address space."""
    try:
        import resource
    except ImportError:  # Windows
        return NO_LIMIT
    used = _numbers(PROC / "self" / "status")
    left = NO_LIMIT
    for kind, name in ((resource.RLIMIT_AS, "VmSize:"), (resource.RLIMIT_DATA, "VmData:")):
        most = resource.getrlimit(kind)[0]
        if most != resource.RLIM_INFINITY:
            left = min(left, most - used.get(name, 0.0) * 1024)
    return left


def _numbers(file: Path) -> dict[str, float]:
    """The first number of each line, by the word before it."""
    lines = (line.split() for line in _text(file).splitlines())
    return {words[0]: float(words[1]) for words in lines if len(words) > 1 and words[1].isdigit()}


def _text(file: Path) -> str:
    try:
        return file.read_text()
    except OSError:
        return ""
