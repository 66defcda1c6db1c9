// Give each empty cluster the worst-fitting document of a cluster that can spare it: rules.refill on a GPU.
// One thread block of a power of two threads per restart; T is float or double.
// sizes (restarts x clusters) comes zeroed, labels are changed in place.

extern "C" __global__ void __launch_bounds__(1024)
refill(int n, int n_clusters, const T *__restrict__ misfit, int *__restrict__ sizes, int *__restrict__ labels) {
    __shared__ T worst[1024];
    __shared__ int where[1024];
    const T none = -__int_as_float(0x7f800000);  // minus infinity
    const int t = threadIdx.x;
    misfit += static_cast<long long>(blockIdx.x) * n, labels += static_cast<long long>(blockIdx.x) * n;
    sizes += static_cast<long long>(blockIdx.x) * n_clusters;
    for (int i = t; i < n; i += blockDim.x) atomicAdd(sizes + labels[i], 1);
    __syncthreads();
    for (int k = 0; k < n_clusters; ++k) {
        if (sizes[k] != 0) continue;  // the same for all threads
        T best = none;
        int at = n;
        for (int i = t; i < n; i += blockDim.x)
            if (misfit[i] > best && sizes[labels[i]] > 1) best = misfit[i], at = i;
        worst[t] = best, where[t] = at;
        __syncthreads();
        for (int half = blockDim.x / 2; half > 0; half /= 2) {
            if (t < half) {
                const T other = worst[t + half];
                const bool sooner = other == worst[t] && where[t + half] < where[t];
                if (other > worst[t] || sooner) worst[t] = other, where[t] = where[t + half];
            }
            __syncthreads();
        }
        const int moved = where[0];
        if (moved == n) return;  // nothing can be spared
        if (t == 0) {
            sizes[labels[moved]] -= 1;
            sizes[k] += 1;
            labels[moved] = k;
        }
        __syncthreads();
    }
}
