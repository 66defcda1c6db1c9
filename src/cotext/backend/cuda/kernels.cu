// Gather, decide, scatter on a GPU. Compiled for one type T and one number of columns at a time:
//   T       float or double
//   VEC     numbers in 16 bytes
//   LANES   lanes that together hold one row of the gathered factor (columns / VEC, at most 32)
//   K       columns of one restart, for the rules
// Every sum has a fixed order, so the same input gives the same bits.

struct alignas(16) Vec {
    T v[VEC];
};

__device__ __forceinline__ Vec load(const T *at) { return *reinterpret_cast<const Vec *>(at); }

__device__ __forceinline__ void add(Vec &sum, T x, const Vec &row) {
#pragma unroll
    for (int i = 0; i < VEC; ++i) sum.v[i] += x * row.v[i];
}

#ifdef LANES
constexpr int GROUPS = 32 / LANES;  // nonzeros that one warp takes at a time

// One warp per segment of a row: out[target] = sum of data[j] * B[indices[j]] over the segment.
// blockIdx.y counts tiles of LANES * VEC columns, blockIdx.z restarts.
extern "C" __global__ void __launch_bounds__(256)
gather(int n_segments, const int *__restrict__ begin, const int *__restrict__ end,
       const int *__restrict__ target, const int *__restrict__ indices, const T *__restrict__ data,
       const T *__restrict__ B, long long columns, long long B_restart, T *__restrict__ out,
       long long out_restart) {
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (warp >= n_segments) return;
    const int group = lane / LANES, part = lane % LANES;
    const long long column = (static_cast<long long>(blockIdx.y) * LANES + part) * VEC;
    Vec sum = {};
    if (group < GROUPS && column < columns) {
        const T *base = B + blockIdx.z * B_restart + column;
        const int stop = end[warp];
        int j = begin[warp] + group;
        for (; j + 3 * GROUPS < stop; j += 4 * GROUPS) {  // four rows on their way at a time
            Vec row[4];
            T x[4];
#pragma unroll
            for (int u = 0; u < 4; ++u) {
                x[u] = data[j + u * GROUPS];
                row[u] = load(base + indices[j + u * GROUPS] * columns);
            }
#pragma unroll
            for (int u = 0; u < 4; ++u) add(sum, x[u], row[u]);
        }
        for (; j < stop; j += GROUPS) add(sum, data[j], load(base + indices[j] * columns));
    }
    Vec total = sum;
#pragma unroll
    for (int g = 1; g < GROUPS; ++g)
#pragma unroll
        for (int i = 0; i < VEC; ++i) total.v[i] += __shfl_sync(0xffffffffu, sum.v[i], (lane + g * LANES) & 31);
    if (group == 0 && column < columns)
        *reinterpret_cast<Vec *>(out + blockIdx.z * out_restart + target[warp] * columns + column) = total;
}

// Rows that were cut into several segments: add the segments' sums, in order.
extern "C" __global__ void
join(int n_rows, const int *__restrict__ row, const int *__restrict__ first, const int *__restrict__ count,
     long long columns, T *__restrict__ out, long long out_restart) {
    const long long k = blockIdx.y * static_cast<long long>(blockDim.x) + threadIdx.x;
    if (k >= columns) return;
    T *here = out + blockIdx.z * out_restart;
    T sum = 0;
    for (int s = 0; s < count[blockIdx.x]; ++s) sum += here[(first[blockIdx.x] + s) * columns + k];
    here[row[blockIdx.x] * columns + k] = sum;
}
#endif

#ifdef K
constexpr T TINY = 1e-30;

__device__ void read_square(const T *from, T (*to)[K]) {
    for (int i = threadIdx.x; i < K * K; i += blockDim.x) to[i / K][i % K] = from[i];
    __syncthreads();
}

// z * scores / (z G), `inner` times; one thread per row, blockIdx.y counts restarts.
extern "C" __global__ void
multiplicative(int n, const T *__restrict__ scores, const T *__restrict__ Z, const T *__restrict__ G,
               int inner, T *__restrict__ out) {
    __shared__ T g[K][K];
    read_square(G + static_cast<long long>(blockIdx.y) * K * K, g);
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const long long at = (static_cast<long long>(blockIdx.y) * n + i) * K;
    T z[K], s[K];
#pragma unroll
    for (int k = 0; k < K; ++k) z[k] = Z[at + k], s[k] = scores[at + k];
    for (int pass = 0; pass < inner; ++pass) {
        T next[K];
#pragma unroll
        for (int k = 0; k < K; ++k) {
            T below = 0;
#pragma unroll
            for (int l = 0; l < K; ++l) below += z[l] * g[l][k];
            next[k] = z[k] * (s[k] / (below > TINY ? below : TINY));
        }
#pragma unroll
        for (int k = 0; k < K; ++k) z[k] = next[k];
    }
#pragma unroll
    for (int k = 0; k < K; ++k) out[at + k] = z[k] < TINY ? T(0) : z[k];
}

// Non-negative least squares, column after column.
extern "C" __global__ void
coordinate_descent(int n, const T *__restrict__ scores, const T *__restrict__ Z, const T *__restrict__ G,
                   int inner, T *__restrict__ out) {
    __shared__ T g[K][K];
    read_square(G + static_cast<long long>(blockIdx.y) * K * K, g);
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const long long at = (static_cast<long long>(blockIdx.y) * n + i) * K;
    T z[K];
#pragma unroll
    for (int k = 0; k < K; ++k) z[k] = Z[at + k];
    for (int pass = 0; pass < inner; ++pass)
#pragma unroll
        for (int k = 0; k < K; ++k) {
            T pull = scores[at + k];
#pragma unroll
            for (int l = 0; l < K; ++l) pull -= g[k][l] * z[l];
            const T curve = g[k][k];
            const T moved = z[k] + pull / (curve > TINY ? curve : TINY);
            z[k] = moved > 0 ? moved : T(0);
        }
#pragma unroll
    for (int k = 0; k < K; ++k) out[at + k] = z[k];
}
#endif
