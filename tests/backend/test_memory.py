"""Every limit on memory is seen, whoever set it."""

import os
import platform
import subprocess
import sys
import tracemalloc

import numpy as np
import pytest
from scipy import sparse

from cotext.backend import memory, open_matrix
from cotext.backend.native import kernels

GB = 10**9


@pytest.fixture(autouse=True)
def home():
    """Limits are the same in every home, so one is enough."""


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine of our making: 100 GB free, no limit, files written as named."""
    monkeypatch.setattr(memory, "PROC", tmp_path / "proc")
    monkeypatch.setattr(memory, "GROUPS", tmp_path / "cgroup")
    monkeypatch.setattr(memory, "free_of_limits", lambda: float("inf"))

    def write(**files):
        for name, text in files.items():
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(str(text))

    write(**{"proc/meminfo": "MemTotal: 200000000 kB\nMemAvailable:   100000000 kB\n"})
    return write


def group(folder, limit, used, names=("memory.max", "memory.current")):
    return {f"cgroup/{folder}/{name}": value for name, value in zip(names, (limit, used), strict=True)}


def test_without_limits_it_is_what_the_system_has_free(machine):
    assert memory.available_memory() == 102.4 * GB


def test_the_smallest_limit_of_nested_groups_counts(machine):
    machine(**{"proc/self/cgroup": "0::/outer/middle/inner\n"})
    machine(**group("outer", 9 * GB, 4 * GB), **group("outer/middle", 4 * GB, 1 * GB))
    machine(**group("outer/middle/inner", "max", 1 * GB))
    assert memory.available_memory() == 3 * GB


def test_groups_of_version_one_are_read(machine):
    names = ("memory.limit_in_bytes", "memory.usage_in_bytes")
    machine(**{"proc/self/cgroup": "9:cpu:/a\n4:memory,hugetlb:/a/b\n0::/\n"})
    machine(**group("memory/a", 5 * GB, 2 * GB, names), **group("memory/a/b", 2**63 - 4096, 0, names))
    assert memory.available_memory() == 3 * GB


def test_a_container_that_sees_only_its_own_top_is_read(machine):
    machine(**{"proc/self/cgroup": "0::/host/path/not/there\n"}, **group(".", 2 * GB, 1 * GB))
    assert memory.available_memory() == 1 * GB


def test_files_that_can_be_forgotten_are_free(machine):
    machine(**{"proc/self/cgroup": "0::/a\n", "cgroup/a/memory.stat": f"anon 5\ninactive_file {GB}\n"})
    machine(**group("a", 4 * GB, 3 * GB))
    assert memory.available_memory() == 2 * GB


def test_a_group_that_is_full_leaves_nothing(machine):
    machine(**{"proc/self/cgroup": "0::/a\n"}, **group("a", 1 * GB, 2 * GB))
    assert memory.available_memory() == 0


@pytest.mark.parametrize("kind", ["RLIMIT_AS", "RLIMIT_DATA"])
def test_limits_of_the_process_count_less_what_is_used(kind):
    resource = pytest.importorskip("resource")
    code = (
        "import resource; from cotext.backend.memory import available_memory\n"
        f"resource.setrlimit(resource.{kind}, (3 * 10**9, resource.RLIM_INFINITY))\n"
        "before = available_memory(); held = bytearray(10**9)\n"
        "print(before, available_memory())"
    )
    assert hasattr(resource, kind)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    before, after = map(float, done.stdout.split())
    assert 1e9 < before < 3e9
    assert before - after == pytest.approx(1e9, rel=0.01)


def test_a_matrix_is_opened_and_multiplied_without_a_copy_of_it():
    if not kernels():
        pytest.skip("SciPy copies rows to cut them")
    X = sparse.random_array((4000, 3000), density=0.2, format="csr", rng=0)
    W = np.ones((3000, 2))
    tracemalloc.start()
    product = open_matrix(X) @ W
    held = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    np.testing.assert_allclose(product[:, 0], X.sum(axis=1))
    assert held < X.data.nbytes / 10


HOLES = """
import sys
import numpy as np
from cotext.backend.memory import PROC, _numbers, return_freed_memory

if sys.argv[1] == "returned":
    return_freed_memory()
np.ones(30 << 20, dtype=np.uint8)  # from which the library learns to keep as much
before = _numbers(PROC / "self" / "status")["VmData:"]
arrays = [np.ones(6 << 20, dtype=np.uint8) for _ in range(50)]
del arrays[::2]
print(_numbers(PROC / "self" / "status")["VmData:"] - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="about the C library of most Linux systems")
def test_what_is_freed_goes_back_to_the_system_where_that_is_asked_for():
    env = {
        name: value for name, value in os.environ.items() if not name.startswith("MALLOC_")
    }  # Dask sets some
    held = [
        float(subprocess.check_output([sys.executable, "-c", HOLES, how], env=env))
        for how in ("returned", "kept")
    ]
    assert held[0] < 170_000 < 270_000 < held[1]  # kB: of 300 MB, half was freed
