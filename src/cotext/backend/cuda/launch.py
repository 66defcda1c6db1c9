"""The kernels as functions of CuPy arrays. Each is compiled when first used, for its type and width."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from cotext.backend.cuda.segments import GpuSegments

if TYPE_CHECKING:
    from cotext.backend.arrays import Array

NAMES = {"f": "float", "d": "double"}
WIDEST_RULE = 40  # columns that a thread holds in registers; for 64 the compiler takes more than a minute
WARPS = 8
FILLING = 1024  # threads that find the worst-fitting document together


@cache
def compiled(file: str, kind: str, **widths: int) -> Any:
    import cupy

    code = files("cotext.backend.cuda").joinpath(file).read_text()
    unsigned = "unsigned int" if kind == "f" else "unsigned long long"
    marks = {"T": NAMES[kind], "U": unsigned, "VEC": 4 if kind == "f" else 2, **widths}
    head = "\n".join(f"#define {name} {value}" for name, value in marks.items())
    return cupy.RawModule(code=f"{head}\n{code}", options=("-std=c++17",))


def gather(segments: GpuSegments, indices: Array, data: Array, B: Array) -> Array:
    """``X @ B`` for B of shape (restarts, rows, columns) with columns padded; the result alike."""
    if indices.dtype != np.int32 or data.dtype != B.dtype:  # a kernel would read other numbers, silently
        raise TypeError(f"int32 indices and {B.dtype} data expected, got {indices.dtype} and {data.dtype}")
    import cupy

    restarts, rows, columns = B.shape
    vec = 16 // B.dtype.itemsize
    lanes = min(32, columns // vec)
    tiles = -(-columns // (lanes * vec))
    module = compiled("kernels.cu", B.dtype.char, LANES=lanes)
    out: Array = cupy.empty((restarts, segments.height, columns), B.dtype)
    n, width = len(segments.begin), np.int64(columns)
    steps = (np.int64(rows * columns), np.int64(out[0].size))
    pieces = (segments.begin, segments.end, segments.target, indices, data)
    module.get_function("gather")(
        (-(-n // WARPS), tiles, restarts),
        (32 * WARPS,),
        (np.int32(n), *pieces, B, width, steps[0], out, steps[1]),
    )
    if len(segments.joined):
        joined = (segments.joined, segments.first, segments.count)
        threads = min(columns, 128)
        module.get_function("join")(
            (len(segments.joined), -(-columns // threads), restarts),
            (threads,),
            (np.int32(len(segments.joined)), *joined, width, out, steps[1]),
        )
    return out[:, : segments.n_rows]


def decide(kind: str, scores: Array, Z: Array, G: Array, inner: int) -> Array | None:
    """A rule without fields of single documents, for rows whose scores are at hand.

    ``kind`` is "multiplicative" or "coordinate_descent"; None if the kernels do not apply.
    """
    import cupy

    k = Z.shape[-1]
    if k > WIDEST_RULE or Z.dtype.char not in NAMES or scores.shape != Z.shape or not Z.size:
        return None
    restarts = Z.size // (Z.shape[-2] * k)
    G = cupy.ascontiguousarray(cupy.broadcast_to(G, (*Z.shape[:-2], k, k)), dtype=Z.dtype)
    scores, Z = cupy.ascontiguousarray(scores, dtype=Z.dtype), cupy.ascontiguousarray(Z)
    out: Array = cupy.empty_like(Z)
    n = Z.shape[-2]
    function = compiled("kernels.cu", Z.dtype.char, K=k).get_function(kind)
    function((-(-n // 128), restarts), (128,), (np.int32(n), scores, Z, G, np.int32(inner), out))
    return out


def descend_block(S: Array, attraction: Array, L: Array, R: Array) -> Array | None:
    """The block by coordinate descent; None if the kernel does not apply."""
    import cupy

    g, m = S.shape[-2:]
    if m > 1024 or S.dtype.char not in NAMES:
        return None
    lead = S.shape[:-2]
    S = cupy.array(S, order="C")
    parts = ((attraction, (g, m)), (L, (g, g)), (R, (m, m)))
    plain = [cupy.ascontiguousarray(cupy.broadcast_to(F, (*lead, *s)), dtype=S.dtype) for F, s in parts]
    function = compiled("block.cu", S.dtype.char).get_function("descend_block")
    threads = -(-m // 32) * 32
    sizes = (np.int32(g), np.int32(m))
    function((S.size // (g * m),), (threads,), (*sizes, *plain, S), shared_mem=2 * m * S.itemsize)
    return S


def filled(labels: Array, misfit: Array, n_clusters: int) -> Array:
    """The labels with no cluster left empty, as by ``rules.refill``, without the host."""
    import cupy

    n = labels.shape[-1]
    labels = cupy.ascontiguousarray(labels, dtype=np.int32)
    misfit = cupy.ascontiguousarray(misfit)
    if misfit.dtype.char not in NAMES or misfit.shape != labels.shape:
        raise TypeError(f"a float for each label expected, got {misfit.dtype} of shape {misfit.shape}")
    if not labels.size:
        return labels
    sizes = cupy.zeros((labels.size // n, n_clusters), np.int32)
    function = compiled("refill.cu", misfit.dtype.char).get_function("refill")
    function((len(sizes),), (FILLING,), (np.int32(n), np.int32(n_clusters), misfit, sizes, labels))
    return labels


@cache
def _dot() -> Any:
    import cupy

    return cupy.ReductionKernel(
        "T a, T b", "float64 c", "(double)a * (double)b", "a + b", "c = a", "0", "cotext_dot"
    )


def dot(A: Array, B: Array) -> Array:
    """Inner products over the last two axes, in float64, in one launch."""
    return cast("Array", _dot()(A, B, axis=(-2, -1)))


@cache
def _step(tiny: float) -> Any:
    import cupy

    return cupy.ElementwiseKernel(
        "T f, T above, T below",
        "T out",
        f"T x = f * above / max(below, (T){tiny}); out = x < (T){tiny} ? (T)0 : x",
        "cotext_step",
    )


def step(F: Array, attraction: Array, repulsion: Array, tiny: float) -> Array:
    """One multiplicative update in one launch."""
    return cast("Array", _step(tiny)(F, attraction, repulsion))
