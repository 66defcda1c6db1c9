// The g x m block S by coordinate descent, row after row: lower 1/2 tr(S'L S R) - <S, attraction>, S >= 0.
// One thread block per restart and one thread per column; T is float or double. L is g x g, R m x m.

extern "C" __global__ void
descend_block(int g, int m, const T *__restrict__ attraction, const T *__restrict__ L,
              const T *__restrict__ R, T *__restrict__ S) {
    extern __shared__ unsigned char raw[];
    T *others = reinterpret_cast<T *>(raw), *row = others + m;
    const T tiny = 1e-30;
    const int c = threadIdx.x;
    const long long at = static_cast<long long>(blockIdx.x) * g * m;
    attraction += at, S += at;
    L += static_cast<long long>(blockIdx.x) * g * g;
    R += static_cast<long long>(blockIdx.x) * m * m;
    for (int k = 0; k < g; ++k) {
        const T own = L[k * g + k];
        if (c < m) {
            T sum = 0;
            for (int j = 0; j < g; ++j) sum += L[k * g + j] * S[j * m + c];
            others[c] = sum - own * S[k * m + c];
            row[c] = S[k * m + c];
        }
        __syncthreads();
        T goal = 0;
        if (c < m) {
            goal = attraction[k * m + c];
            for (int j = 0; j < m; ++j) goal -= others[j] * R[j * m + c];
        }
        for (int q = 0; q < m; ++q) {  // column q of the row; its thread has the goal
            if (c == q) {
                T pull = goal;
                for (int j = 0; j < m; ++j) pull -= own * R[q * m + j] * row[j];
                const T curve = own * R[q * m + q];
                const T moved = row[q] + pull / (curve > tiny ? curve : tiny);
                row[q] = moved > 0 ? moved : T(0);
            }
            __syncthreads();
        }
        if (c < m) S[k * m + c] = row[c];
        __syncthreads();
    }
}
