"""CUDA kernels: gathering rows of a factor, rules, the block by coordinate descent, dense similarities."""

from __future__ import annotations

from typing import Any

from cotext.errors import UsageError


def require_cupy() -> tuple[Any, Any]:
    """CuPy and its sparse module, or an error that names the missing part."""
    try:
        import cupy
        import cupyx.scipy.sparse as cusparse
    except ImportError:
        raise UsageError(
            'device="cuda" needs CuPy, which is not installed: pip install "cotext[gpu12]" (CUDA 12) or '
            '"cotext[gpu13]" (CUDA 13), or use device="cpu".'
        ) from None
    try:
        n_devices = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError:
        n_devices = 0
    if not n_devices:
        raise UsageError('device="cuda": no CUDA GPU is visible here; use device="cpu".')
    return cupy, cusparse


def describe_gpu() -> str:
    """Name and memory of the GPU."""
    cupy, _ = require_cupy()
    gpu = cupy.cuda.runtime.getDeviceProperties(0)
    return f"{gpu['name'].decode()}, {gpu['totalGlobalMem'] / 2**30:.0f} GiB, CuPy {cupy.__version__}"
