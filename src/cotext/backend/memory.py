"""Free memory and disk, within the limits of system, control groups (versions 1 and 2) and process."""

from __future__ import annotations

import ctypes
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

MMAP_THRESHOLD, LARGE = -3, 1 << 22  # mallopt's number; bytes from which arrays get separate pages
TRIM_THRESHOLD, SPARE = -1, 1 << 26  # bytes kept for smaller arrays
ARENA_MAX = -8  # heaps: one for each thread would leave more holes
USABLE = 0.8  # of the free memory: others need some too
PROC, GROUPS = Path("/proc"), Path("/sys/fs/cgroup")
NO_LIMIT = float("inf")
V2 = ("memory.max", "memory.current", "inactive_file")
V1 = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")


def gigabytes(size: float) -> str:
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.1f} MB"


def return_freed_memory() -> None:
    """Let this process return freed arrays to the system instead of keeping up to 32 MB each, as glibc does.

    It cannot be undone, so it is for processes that cotext starts.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):  # another C library, another system
        return
    mallopt(MMAP_THRESHOLD, LARGE)
    mallopt(TRIM_THRESHOLD, SPARE)
    mallopt(ARENA_MAX, 1)


def available_disk() -> float:
    """Free bytes for temporary files."""
    return float(shutil.disk_usage(tempfile.gettempdir()).free)


def available_memory() -> float:
    """Bytes that the system, its control groups and our limits leave."""
    system = _numbers(PROC / "meminfo").get("MemAvailable:", NO_LIMIT) * 1024.0
    groups = min((_left(group, *names) for group, names in _groups()), default=NO_LIMIT)
    return max(0.0, min(system, groups, free_of_limits()))


def free_of_gpu() -> float:
    """Free bytes on the GPU, including those that CuPy keeps for its next arrays."""
    import cupy

    free, _ = cupy.cuda.runtime.memGetInfo()
    return float(free + cupy.get_default_memory_pool().free_bytes())


def _groups() -> Iterator[tuple[Path, tuple[str, str, str]]]:
    """Folders of our control group and of those around it, of which a container may only see the top, and the
    names of their files.
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
            yield from ((root / folder, names) for folder in (inside, *inside.parents))


def _left(group: Path, limit: str, used: str, reclaimable: str) -> float:
    """Bytes that a group may still use; cached files do not count as used."""
    try:
        most, now = ((group / name).read_text().strip() for name in (limit, used))
        if most == "max":
            return NO_LIMIT
        return float(most) - float(now) + _numbers(group / "memory.stat").get(reclaimable, 0.0)
    except (OSError, ValueError):
        return NO_LIMIT


def free_of_limits() -> float:
    """Bytes that ``ulimit -v`` and ``ulimit -d`` leave of the address space."""
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
