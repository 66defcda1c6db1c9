// What is done to a dense similarity in place. T is float or double, U the unsigned integer of its size.

// s_ij ** power * (scale_i * scale_j), the upper triangle copied to the lower one first.
extern "C" __global__ void
power_and_scale(long long n, T power, const T *__restrict__ scale, T *__restrict__ S) {
    const long long j = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
    const long long i = blockIdx.y * static_cast<long long>(blockDim.y) + threadIdx.y;
    if (i >= n || j >= n || i > j) return;
    T value = S[i * n + j];
    if (power != T(1)) value = pow(value, power);
    value *= scale[i] * scale[j];
    S[i * n + j] = value;
    S[j * n + i] = value;
}

// Counts of `BITS` bits at `shift` among the entries whose higher bits are `found`.
extern "C" __global__ void
histogram(long long size, const U *__restrict__ S, int shift, int bits, U found, unsigned long long *counts) {
    extern __shared__ unsigned int own[];
    const int bins = 1 << bits;
    for (int b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
    __syncthreads();
    const int higher = shift + bits;
    const bool all = higher >= static_cast<int>(8 * sizeof(U));
    const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
    for (long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x; i < size; i += step) {
        const U entry = S[i];
        if (all || (entry >> higher) == found) atomicAdd(&own[(entry >> shift) & (bins - 1)], 1u);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        if (own[b]) atomicAdd(&counts[b], static_cast<unsigned long long>(own[b]));
}

extern "C" __global__ void cut_below(long long size, T threshold, T *__restrict__ S) {
    const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
    for (long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x; i < size; i += step)
        if (S[i] < threshold) S[i] = 0;
}
